"""Templates: escaped by themselves, with a few words for times and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from upwell import __version__
from upwell.models.urls.canonical import site_of
from upwell.progress import doing

_STEPS = ((60.0, "s"), (3600.0, "min"), (86_400.0, "h"), (float("inf"), "d"))
_UNIT_S = {"s": 1.0, "min": 60.0, "h": 3600.0, "d": 86_400.0}


def ago(seconds: float) -> str:
    """How long ago, in the largest unit that leaves a number.

    >>> ago(3.2), ago(70), ago(7300), ago(200_000), ago(-5)
    ('3 s ago', '1 min ago', '2 h ago', '2 d ago', 'in 5 s')
    """
    size = abs(seconds)
    unit = next(unit for limit, unit in _STEPS if size < limit)
    shown = (
        f"{size / _UNIT_S[unit]:.0f} {unit}"
        if unit == "s"
        else f"{size // _UNIT_S[unit]:.0f} {unit}"
    )
    return f"in {shown}" if seconds < 0 else f"{shown} ago"


def number(value: float | None) -> str:
    """
    Examples
    --------
    >>> number(12345), number(0.256), number(None), number(3.0)
    ('12,345', '0.256', '', '3')
    """
    if value is None:
        return ""
    if float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def sentence(text: str) -> str:
    """With a capital letter in front.

    >>> sentence("done with it")
    'Done with it'
    """
    return text[:1].upper() + text[1:]


def time_tag(clock: Callable[[], float]) -> Callable[[float | None], Markup]:
    """A filter: a time as people say it, the exact one for who points at it."""

    def shown(at: float | None) -> Markup:
        if not at:
            return Markup('<span class="faint">never</span>')
        exact = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        iso = datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
        return Markup('<time datetime="{}" title="{}">{}</time>').format(
            iso, exact, ago(clock() - at)
        )

    return shown


def shortened(url: str, most: int = 90) -> str:
    """A URL without its site, cut in the middle where it is long.

    >>> shortened("https://shop.test/search?q=otter")
    '/search?q=otter'
    """
    path = re.sub(r"^https?://[^/?#]*", "", url) or "/"
    return path if len(path) <= most else f"{path[: most - 20]}…{path[-18:]}"


def link(*parts: str, **arguments: Any) -> str:
    """An address of ours, every part quoted.

    >>> link("sites", "shop.test:8080", "objects", q="a b", cursor=None)
    '/sites/shop.test:8080/objects?q=a+b'
    """
    given = {name: value for name, value in arguments.items() if value not in (None, "")}
    path = "/" + "/".join(quote(part, safe=":") for part in parts)
    return f"{path}?{urlencode(given)}" if given else path


def outside(url: str | None) -> str | None:
    """An address that may stand in a link to the web; none of another scheme.

    >>> outside("javascript:alert(1)"), outside("https://a.test/")
    (None, 'https://a.test/')
    """
    return url if url and url.startswith(("http://", "https://")) else None


def environment(clock: Callable[[], float]) -> Environment:
    """The templates of the dashboard."""
    found = Environment(
        loader=PackageLoader("upwell.dashboard"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters |= {
        "time": time_tag(clock),
        "number": number,
        "sentence": sentence,
        "doing": doing,
        "short": shortened,
        "outside": outside,
        "site_of": site_of,
    }
    found.globals |= {"link": link, "version": __version__}
    return found


def render(templates: Environment, name: str, data: Mapping[str, Any]) -> str:
    """One page."""
    return templates.get_template(name).render(**data)
