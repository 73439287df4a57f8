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
from markupsafe import Markup

from .design import Design
from .family import Family
from .fields import Fields

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
            if missed >= 0 and not called.caller and (not kwargs or kwargs.keys() <= _INNER):
                return Markup(called._func(*args, *(missing,) * missed))
        elif kind is MethodType and (not kwargs or kwargs.keys() <= _INNER):
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
        self._fold = _Fold(self, {**design.folded(), "say": say}, served=marks is None)
        self.globals.update(design.folded(), say=say, wrap=design.wrap)
        self.globals["field"] = Fields(design, marked=marks is not None)
        if marks is not None:
            self.globals["mark"] = dict(marks)

    def compile(self, source: Any, name: str | None = None, *args: Any, **options: Any) -> Any:
        """Fold what is constant, then compile."""
        if isinstance(source, str):
            source = self._fold.copied(_parsed(self, source, name))
        compiled: str | CodeType = super().compile(source, name, *args, **options)
        return compiled


_PARSED: dict[str, nodes.Template] = {}  # by source: it is the same for all seeds


def _parsed(environment: Templates, source: str, name: str | None) -> nodes.Template:
    if source not in _PARSED:
        _PARSED[source] = environment.parse(source, name)
    return _PARSED[source]


class _Fold:
    """Copies a template with what is constant worked out, and without branches never taken."""

    def __init__(
        self, environment: Environment, functions: Mapping[str, Callable[..., Any]], served: bool
    ) -> None:
        self._environment = environment
        self._functions = functions
        self._served = served

    def copied(self, node: Any) -> Any:
        """A node of its own for this site; of a choice that is made, what it comes to."""
        if isinstance(node, nodes.Call):
            return self._call(node)
        if isinstance(node, nodes.CondExpr):
            return self._choice(node)
        return self._copy(node)

    def _copy(self, node: Any) -> Any:
        new = object.__new__(type(node))
        new.lineno, new.environment = node.lineno, self._environment
        for name in node.fields:
            value = getattr(node, name)
            if isinstance(value, nodes.Node):
                value = self.copied(value)
            elif isinstance(value, list):
                value = self._bodies(value)
            setattr(new, name, value)
        return new

    def _listed(self, node: Any) -> list[Any]:
        """What stands in a list in a node's place."""
        if not isinstance(node, nodes.Node):
            return [node]
        return self._branch(node) if isinstance(node, nodes.If) else [self.copied(node)]

    def _branch(self, node: nodes.If) -> list[Any]:
        """An `if` without the branches that are never taken; alone, the one that always is."""
        open_: list[nodes.If] = []
        last = node.else_
        for one in (node, *node.elif_):
            test = self.copied(one.test)
            try:
                taken = bool(test.as_const())
            except nodes.Impossible:
                body = self._bodies(one.body)
                open_.append(nodes.If(test, body, [], [], lineno=one.lineno))
                continue
            if taken:
                last = one.body
                break
        rest = self._bodies(last)
        if not open_:
            return rest
        first, *others = open_
        first.elif_, first.else_ = others, rest
        return [first]

    def _bodies(self, found: list[nodes.Node]) -> list[Any]:
        return [copy for one in found for copy in self._listed(one)]

    def _choice(self, node: nodes.CondExpr) -> Any:
        test = self.copied(node.test)
        try:
            taken = node.expr1 if test.as_const() else node.expr2
        except nodes.Impossible:
            return self._copy(node)
        return self._copy(node) if taken is None else self.copied(taken)

    def _call(self, node: nodes.Call) -> Any:
        """A call with constant arguments is what it returns; a mark that nobody sees is nothing."""
        called = node.node
        if self._served and isinstance(called, nodes.Getattr):
            owner = called.node
            if isinstance(owner, nodes.Name) and owner.name == "mark":
                return nodes.Const(_EMPTY, lineno=node.lineno, environment=self._environment)
        new = self._copy(node)
        function = self._functions.get(called.name) if isinstance(called, nodes.Name) else None
        if function is None:
            return new
        try:
            arguments = [argument.as_const() for argument in new.args]
            named = {pair.key: pair.value.as_const() for pair in new.kwargs}
        except nodes.Impossible:
            return new
        value = function(*arguments, **named)
        return nodes.Const(value, lineno=node.lineno, environment=self._environment)
