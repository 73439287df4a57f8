"""Templates of one site, with all that its design decides worked out when they are compiled.

A page then costs what its records cost: names, tags and variants are constants of the
compiled template, and truth marks are not in it at all unless it is compiled with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import CodeType, MethodType
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from .design import Design
from .family import Family

_FOLDER = Path(__file__).with_name("templates")
_EMPTY = Markup()


class _Direct(Context):
    """A context that calls macros and plain methods without asking what they want passed.

    On a page with a hundred records that question costs more than the page.
    """

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call; whatever is not plain takes the usual way."""
        kind = type(called)
        if kind is Macro:
            missed = called._argument_count - len(args)
            if missed >= 0 and not called.caller and kwargs.keys() <= _INNER:
                return Markup(called._func(*args, *(missing,) * missed))
        elif kind is MethodType and kwargs.keys() <= _INNER:
            return called(*args)
        return super().call(called, *args, **kwargs)


_INNER = {"_loop_vars", "_block_vars"}  # what compiled templates pass for context functions


class Templates(Environment):
    """The environment of one site's templates.

    Parameters
    ----------
    family
        Its templates stand in the folder of its name, macros of all families above it.
    design
        What the seed drew.
    say
        The site's wording: a phrase and its numbers to a text.
    marks
        What `mark.record(...)` and its like print; None: they are left out.
    """

    def __init__(
        self,
        family: Family,
        design: Design,
        say: Callable[..., str],
        marks: Mapping[str, Callable[..., Markup]] | None = None,
    ) -> None:
        super().__init__(
            loader=FileSystemLoader([_FOLDER / family.name, _FOLDER]),
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            undefined=StrictUndefined,
            cache_size=-1,
        )
        self.context_class = _Direct
        self._fold = _Fold({**design.folded(), "say": say}, served=marks is None)
        self.globals.update(design.folded(), say=say, wrap=design.wrap)
        if marks is not None:
            self.globals["mark"] = dict(marks)

    def compile(self, source: Any, *args: Any, **options: Any) -> Any:
        """Fold what is constant, then compile."""
        if isinstance(source, str):
            source = self._fold.visit(self.parse(source, *args[:2]))
        compiled: str | CodeType = super().compile(source, *args, **options)
        return compiled


class _Fold(NodeTransformer):
    """Replaces calls with constant arguments by what they return."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]], served: bool) -> None:
        self._functions = functions
        self._served = served

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        called = node.node
        if self._served and isinstance(called, nodes.Getattr):
            owner = called.node
            if isinstance(owner, nodes.Name) and owner.name == "mark":
                return nodes.Const(_EMPTY, lineno=node.lineno)
        self.generic_visit(node)
        function = self._functions.get(called.name) if isinstance(called, nodes.Name) else None
        if function is None:
            return node
        try:
            arguments = [argument.as_const() for argument in node.args]
            named = {pair.key: pair.value.as_const() for pair in node.kwargs}
        except nodes.Impossible:
            return node
        return nodes.Const(function(*arguments, **named), lineno=node.lineno)
