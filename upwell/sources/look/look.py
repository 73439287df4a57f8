"""One revision of a site's design: its markup, its wording, its compiled templates, its marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from ..draw import Draw
from ..family import Family
from .design import Design
from .templating import Templates
from .views import View
from .wording import Wording


class Look:
    """One revision of a site's design, with its wording and its compiled templates."""

    def __init__(self, family: Family, seed: int, revision: int) -> None:
        self.family = family
        self.design = Design(family, seed, revision)
        draw = Draw("wording", family.name, seed, revision)
        self.wording = Wording(family.language, family.kind, draw)

    @cached_property
    def served(self) -> Templates:
        """Templates of the pages that visitors get."""
        return Templates(self.family, self.design, self.wording.say)

    @cached_property
    def marked(self) -> Templates:
        """Templates of the same pages with truth marks."""
        return Templates(self.family, self.design, self.wording.say, _MARKS)


@pass_context
def _region(context: Context) -> Markup:
    """A region that holds the answer; a page without an answer has none."""
    return Markup() if context.get("page_class") == "none" else Markup(' data-truth-region=""')


def _record(view: View) -> Markup:
    return Markup(f' data-truth-record="{view.id}"')


def _value(view: View, name: str) -> Markup:
    return Markup(' data-truth-value="{}"').format(escape(name))


def _group() -> Markup:
    return Markup(' data-truth-group=""')


_MARKS: Mapping[str, Callable[..., Markup]] = {
    "region": _region,
    "record": _record,
    "value": _value,
    "group": _group,
}
