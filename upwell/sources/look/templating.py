"""Templates of one site, with all that its design decides worked out when they are compiled.

A page then costs what its records cost: names, tags and variants are constants of the
compiled template, and truth marks are not in it at all unless it is compiled with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from pathlib import Path
from types import CodeType
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup

from ..family import Family
from .design import Design
from .fields import Fields, escaped, made

_FOLDER = Path(__file__).with_name("templates")
_EMPTY = Markup()


class _Direct(Context):
    """A context that calls macros without asking what they want passed.

    On a page with a hundred records that question costs more than the page.
    """

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call; whatever is no plain macro takes the usual way."""
        if type(called) is Macro:
            missed = called._argument_count - len(args)
            if missed >= 0 and not called.caller and (not kwargs or kwargs.keys() <= _INNER):
                return made(called._func(*args, *(missing,) * missed))
        return super().call(called, *args, **kwargs)


_INNER = {"_loop_vars", "_block_vars"}  # what compiled templates pass for context functions


class _Plain(CodeGenerator):
    """Writes attributes and methods as Python's own.

    Jinja would ask each object for an attribute, then for an item of that name, and each method
    whether it wants the context. What templates are given here has attributes; macros and marks
    are called in Jinja's way.
    """

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        """Note what is imported: macros stand there."""
        self._macros = {"mark", *(one.target for one in node.find_all(nodes.Import))}
        super().visit_Template(node, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """An attribute; marks are items of a mapping."""
        if isinstance(node.node, nodes.Name) and node.node.name == "mark":
            super().visit_Getattr(node, frame)
            return
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """A call of a method."""
        called = node.node
        owner = called.node if isinstance(called, nodes.Getattr) else None
        if owner is None or (isinstance(owner, nodes.Name) and owner.name in self._macros):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(called, frame)
        self.write("(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        for pair in node.kwargs:
            self.write(f"{pair.key}=")
            self.visit(pair.value, frame)
            self.write(", ")
        self.write(")")


class _Compiled(Template):
    """A compiled template that escapes each text once."""

    @classmethod
    def _from_namespace(
        cls,
        environment: Environment,
        namespace: MutableMapping[str, Any],
        globals: MutableMapping[str, Any],
    ) -> Template:
        namespace["escape"] = escaped
        return super()._from_namespace(environment, namespace, globals)


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

    code_generator_class = _Plain
    context_class = _Direct
    template_class = _Compiled

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
        self._fold = _Fold(self, {**design.folded(), "say": say}, served=marks is None)
        self.globals.update(design.folded(), say=say, wrap=design.wrap)
        self.globals["f"] = Fields(design, marked=marks is not None)
        if marks is not None:
            self.globals["mark"] = dict(marks)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The same for all templates, and no chain of mappings to look through at each page."""
        return self.globals

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
