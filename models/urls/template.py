"""URL templates: what a browser would ask when somebody fills in the query (ENT 3)."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import quote, quote_plus

from ada_url import URL, join_url

from upwell.models.tree.raw.encoding import encoding_named
from upwell.models.tree.tagtree import Field, Form

from .canonical import arguments
from .search_forms.query_field import TEXT_TYPES
from .search_forms.words import WIDE_TEXT, WIDE_VALUE

QUERY = "{query}"
LONGEST = 8192  # characters of an address; nobody answers longer ones
UNSENT = frozenset("button reset file".split())


def template(
    form: Form, base_url: str, query_field: str | None, encoding: str = "utf-8"
) -> str | None:
    """The URL template of a GET form, with `{query}` where the query goes.

    Parameters
    ----------
    base_url
        What the action is relative to: the page's `<base>`, else its URL.
    query_field
        Name of the field that takes the query.
    encoding
        In which names and values are sent.

    Returns
    -------
    None for POST, for an action that is a script, and without such a field.

    Reading
    -------
    The paper sends the default of every other field. A select whose default is narrow (a marked
    category) is set to its wide option when it has one. Of the buttons the first goes along if it
    has a name, as by the enter key, an image pressed at its corner: others ask for something else
    (the next page, in forms that are the whole page). The action's own arguments go, as a browser
    drops them for GET.

    Examples
    --------
    >>> box = Field(name="_nkw", type="text", value="")
    >>> category = Field("cat", "select", "7", options=(("", "All"), ("7", "Cars")))
    >>> form = Form("get", "/sch?x=1", "", "", "", "", (box, category))
    >>> template(form, "https://bay.example/home", "_nkw")
    'https://bay.example/sch?_nkw={query}&cat='

    References
    ----------
    ENT 3; table 1; fig. 3.
    """
    if form.method != "get" or not query_field:
        return None
    action = action_of(form, base_url)
    pairs = list(_pairs(form, query_field))
    if action is None or all(value is not None for _, value in pairs):
        return None
    sent = (f"{escaped(n, encoding)}={_value(v, encoding)}" for n, v in pairs)
    return f"{action.partition('?')[0]}?{'&'.join(sent)}"


def why_too_long(template: str | None) -> str:
    """Why a form cannot be asked although it may: its address is longer than any can be.

    >>> why_too_long("http://a.example/s?q={query}&a=" + "9" * LONGEST)
    'its address would be longer than 8,192 characters'
    """
    long = template is not None and len(template) > LONGEST
    return f"its address would be longer than {LONGEST:,} characters" if long else ""


def escaped(text: str, encoding: str = "utf-8") -> str:
    """A name or a value as a browser sends it; letters the encoding lacks as references."""
    return quote_plus(text, encoding=encoding, errors="xmlcharrefreplace")


def _value(value: str | None, encoding: str) -> str:
    return QUERY if value is None else escaped(value, encoding)


def form_encoding(form: Form, page_encoding: str) -> str:
    """The encoding in which a browser sends a form: what it accepts, else that of its page.

    >>> form_encoding(Form("get", "/", "", "", "", "", (), "x-unknown, Shift_JIS"), "utf-8")
    'cp932'
    """
    labels = form.charsets.replace(",", " ").split()
    found = next(filter(None, map(encoding_named, labels)), page_encoding)
    return "utf-8" if found.startswith("utf-16") else found


POSTED = "#post"  # ends the address of what is asked by POST: its fields stand in it as arguments


def posted_template(
    form: Form, base_url: str, query_field: str | None, encoding: str = "utf-8"
) -> str | None:
    """The URL template of a POST form: its fields as a query string, marked as posted.

    Reading
    -------
    The paper's forms are asked by GET. The fields of a POST are written as arguments behind its
    action, so that answers have addresses; hidden ones are left out, which the page sets anew.

    Examples
    --------
    >>> box, state = Field("q", "text", ""), Field("state", "hidden", "x7")
    >>> posted_template(Form("post", "/s", "", "", "", "", (box, state)), "http://a.example/", "q")
    'http://a.example/s?q={query}#post'
    """
    target = action_of(form, base_url)
    if form.method != "post" or not query_field or target is None:
        return None
    hidden = {field.name for field in form.fields if field.type == "hidden"}
    pairs = [pair for pair in _pairs(form, query_field) if pair[0] not in hidden]
    if all(value is not None for _, value in pairs):
        return None
    sent = "&".join(f"{escaped(n, encoding)}={_value(v, encoding)}" for n, v in pairs)
    return f"{target}{'&' if '?' in target else '?'}{sent}{POSTED}"


def form_fields(url: str, action: str, encoding: str = "utf-8") -> list[tuple[str, str]]:
    """The fields that an address marked as posted stands for.

    >>> form_fields("http://a.example/s?lang=en&q=red+bus#post", "http://a.example/s?lang=en")
    [('q', 'red bus')]
    """
    return arguments(url, encoding)[len(arguments(action, encoding)) :]


def defaults(form: Form, query_field: str | None) -> list[tuple[str, str]]:
    """Names and values that all fields but the query's send when nobody touches them."""
    return [(name, value) for name, value in _pairs(form, query_field) if value is not None]


def fill(template: str, query: str, encoding: str = "utf-8") -> str:
    """The template's URL with a query in its place.

    Reading
    -------
    Letters that the site's encoding lacks become character references, as browsers send them.

    Examples
    --------
    >>> fill("http://shop.example/s?q={query}&n=10", "ipad 2")
    'http://shop.example/s?q=ipad+2&n=10'
    >>> fill("http://shop.example/s/{query}/1", "ipad 2")
    'http://shop.example/s/ipad%202/1'
    """
    head, _, _ = template.partition(QUERY)
    if "?" in head:
        value = escaped(query, encoding)
    else:
        value = quote(query, safe="", encoding=encoding, errors="xmlcharrefreplace")
    return template.replace(QUERY, value)


@lru_cache(maxsize=256)  # asked for every link of a page
def query_argument(template: str) -> str | None:
    """The argument that holds the query; None when it stands in the path.

    >>> query_argument("http://shop.example/s?cat=&search_by={query}")
    'search_by'
    """
    return next((name for name, value in arguments(template) if value == QUERY), None)


def action_of(form: Form, base_url: str) -> str | None:
    """Where a form is sent, its own arguments included; None for a script."""
    try:
        url = URL(join_url(base_url, form.action.strip()))
    except ValueError:
        return None
    if url.protocol not in ("http:", "https:"):
        return None
    return url.href.partition("#")[0]


def _pairs(form: Form, query_field: str | None) -> list[tuple[str, str | None]]:
    """Names and values as sent, in order; the value None marks the query's place."""
    pairs: list[tuple[str, str | None]] = []
    asked = False
    buttons = (field for field in form.fields if field.type in ("submit", "image"))
    default = next((button for button in buttons if not button.disabled), None)
    for field in form.fields:
        if not field.name or field.disabled or field.type in UNSENT:
            continue
        if not asked and field.name == query_field and field.type in TEXT_TYPES:
            pairs.append((field.name, None))
            asked = True
        elif field.type in ("submit", "image"):
            if field is default:
                pairs += _pressed(field)
        elif (value := _wide(field)) is not None:
            pairs.append((field.name, value))
    return pairs


def _pressed(button: Field) -> list[tuple[str, str | None]]:
    if button.type == "image":
        return [(f"{button.name}.{axis}", "0") for axis in "xy"]
    return [(button.name, button.value or (button.options[0][0] if button.options else ""))]


def _wide(field: Field) -> str | None:
    """The value to send: a select's wide option when its default narrows the answer."""
    if field.type != "select" or field.value is None or not field.value:
        return field.value
    texts = dict(reversed(field.options))
    if is_wide(field.value, texts.get(field.value, "")):
        return field.value
    return next((v for v, text in field.options if is_wide(v, text)), field.value)


def is_wide(value: str, text: str) -> bool:
    """Whether an option says that it leaves out nothing."""
    return not value or bool(WIDE_VALUE.fullmatch(value)) or bool(WIDE_TEXT.match(text))


def form_name(template: str) -> str:
    """How a form is called: where it is sent, and the names of what it sends.

    >>> form_name("https://bay.example/sch?cat=&_nkw={query}")
    'bay.example/sch?_nkw&cat'
    """
    address = template.partition("#")[0].partition("://")[2].partition("?")[0]
    return f"{address}?{'&'.join(sorted(names_of(template)))}"


def names_of(template: str) -> list[str]:
    """The arguments of a template, each once, in their order.

    >>> names_of("https://bay.example/sch?cat=&_nkw={query}")
    ['cat', '_nkw']
    """
    return list(dict.fromkeys(name for name, _ in arguments(template)))


def with_query_in(template: str, name: str) -> str:
    """The template with the query in another argument, and nothing where it was.

    >>> with_query_in("https://bay.example/sch?cat=7&_nkw={query}", "cat")
    'https://bay.example/sch?cat={query}&_nkw='
    """
    address, _, rest = template.partition("?")
    sent, mark, posted = rest.partition("#")
    pairs = [pair.partition("=") for pair in sent.replace(QUERY, "").split("&")]
    held = (f"{n}={QUERY if arguments(f'?{n}=')[0][0] == name else v}" for n, _, v in pairs if n)
    return f"{address}?{'&'.join(held)}{mark}{posted}"
