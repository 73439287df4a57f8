"""What the stream, the commands and the benchmarks can call, by the names that code refers to.

A top-level function, class or constant is reached when something that is reached refers to it.
Annotations of functions do not count, nor imports alone: to name a thing is not to run it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGED = ("models", "streams", "agents")  # imported as upwell.models ...
ROOMS = (*PACKAGED, "upwell", "benchmarks", "tests")
BODY = ""  # what a module does when it is imported
DEFINITION = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Symbol(NamedTuple):
    """A top-level name of a module; `BODY` stands for its statements."""

    module: str
    name: str


class Module(NamedTuple):
    """The top-level names of a file with what each refers to, and what the file imports."""

    symbols: dict[str, set[tuple[str, ...]]]
    imports: dict[str, Symbol]  # a module imported whole has the name BODY


def module_name(path: str) -> str:
    """How a file of the tree is imported.

    >>> module_name("models/papers/thor/clustering/phase.py"), module_name("upwell/cli/__init__.py")
    ('upwell.models.papers.thor.clustering.phase', 'upwell.cli')
    """
    parts = Path(path).with_suffix("").parts
    dotted = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return f"upwell.{dotted}" if parts[0] in PACKAGED else dotted


@cache
def reached(*roots: str) -> frozenset[Symbol]:
    """Everything that the modules of some packages refer to, step by step.

    Parameters
    ----------
    roots
        Packages or modules, `upwell.agents`, whose every name counts as reached.
    """
    modules = _modules()
    waiting = [
        Symbol(module, name)
        for module, held in modules.items()
        if any(module == root or module.startswith(f"{root}.") for root in roots)
        for name in (*held.symbols, BODY)
    ]
    found = set(waiting)
    while waiting:
        symbol = waiting.pop()
        for other in _referred(modules, symbol):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return frozenset(found)


def _referred(modules: dict[str, Module], symbol: Symbol) -> Iterator[Symbol]:
    """What a name refers to, in its own module and in others."""
    if symbol.name != BODY:
        yield Symbol(symbol.module, BODY)
    for dotted in modules[symbol.module].symbols.get(symbol.name, ()):
        found = _resolved(modules, symbol.module, dotted)
        if found is not None:
            yield found


def _resolved(modules: dict[str, Module], module: str, dotted: tuple[str, ...]) -> Symbol | None:
    """The definition that a dotted name means, through any number of re-exports."""
    held = modules.get(module)
    if held is None or not dotted:
        return None
    first, *rest = dotted
    if first in held.symbols:
        return Symbol(module, first)
    if f"{module}.{first}" in modules and first not in held.imports:
        return _resolved(modules, f"{module}.{first}", tuple(rest))
    target = held.imports.get(first)
    if target is None:
        return None
    if target.name == BODY:
        return _resolved(modules, target.module, tuple(rest))
    return _resolved(modules, target.module, (target.name, *rest))


@cache
def _modules() -> dict[str, Module]:
    paths = (path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")))
    inside = (path for path in paths if not _linked(path))
    return {module_name(str(path.relative_to(ROOT))): _module(path) for path in inside}


def _linked(path: Path) -> bool:
    return any(parent.is_symlink() for parent in path.parents if ROOT in parent.parents)


def _module(path: Path) -> Module:
    name = module_name(str(path.relative_to(ROOT)))
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    tree = ast.parse(path.read_text("utf-8"))
    symbols: dict[str, set[tuple[str, ...]]] = {BODY: set()}
    for statement in tree.body:
        names = _defined(statement)
        for defined in names or [BODY]:
            symbols.setdefault(defined, set()).update(_references(statement))
        if isinstance(statement, DEFINITION):  # decorators run on import
            for decorator in statement.decorator_list:
                symbols[BODY].update(_references(decorator))
    return Module(symbols, dict(_imports(tree, package)))


def _defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, DEFINITION):
        return [statement.name]
    targets: Iterable[ast.expr] = ()
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign):
        targets = (statement.target,)
    named = [node for target in targets for node in ast.walk(target)]
    return [node.id for node in named if isinstance(node, ast.Name)]


def _references(node: ast.AST) -> Iterator[tuple[str, ...]]:
    """Dotted names in a piece of code, without the annotations of functions."""
    waiting: list[ast.AST] = [node]
    while waiting:
        at = waiting.pop()
        dotted = _dotted(at)
        if dotted:
            yield dotted
            continue
        if isinstance(at, ast.arg):
            continue
        children = list(ast.iter_child_nodes(at))
        if isinstance(at, ast.FunctionDef | ast.AsyncFunctionDef) and at.returns is not None:
            children.remove(at.returns)
        waiting += children


def _dotted(node: ast.AST) -> tuple[str, ...]:
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return (node.id, *reversed(names)) if isinstance(node, ast.Name) else ()


def _imports(tree: ast.Module, package: str) -> Iterator[tuple[str, Symbol]]:
    for node in _run(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                whole = alias.name if alias.asname else alias.name.split(".")[0]
                yield alias.asname or whole, Symbol(whole, BODY)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join(above) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            for alias in node.names:
                yield alias.asname or alias.name, Symbol(module, alias.name)


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """All statements but those under `if TYPE_CHECKING`, which never run."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            continue
        if isinstance(child, ast.If) and _dotted(child.test)[-1:] == ("TYPE_CHECKING",):
            continue
        yield child
        yield from _run(child)
