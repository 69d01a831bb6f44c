"""No object of the bot is half made: whatever a class keeps is there when its `__init__` has run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.source import nodes

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "bot").rglob("*.py"))
SHIPPED = [path for part in ("bot", "games", "storage", "training") for path in (ROOT / part).rglob("*.py")]
FILLED = ("dataclass", "Protocol", "NamedTuple", "TypedDict", "BaseSettings", "StorageSettings")
"""Decorators and bases of classes whose bare annotations are fields that their maker fills."""
INHERITED = {"TaproomBot.shard_ids", "TaproomBot.shard_count"}
"""Attributes that `__init__` of a library's class has set."""


def subclasses(of: str) -> set[str]:
    """Return the names of a class and of all that inherit from it, in the packages that are shipped."""
    classes = [node for path in SHIPPED for node in nodes(path) if isinstance(node, ast.ClassDef)]
    known, found = set[str](), {of}
    while found:
        known |= found
        found = {each.name for each in classes if known.intersection(map(ast.unparse, each.bases))} - known
    return known


def half_made(found: Iterable[ast.AST], filled: Iterable[str] = FILLED) -> Iterator[str]:
    """Yield the attributes that a class declares or sets, but not from the beginning."""
    filled = frozenset(filled)
    for node in found:
        if isinstance(node, ast.ClassDef):
            steps = ("__init__", *_called_in(node, "__init__"))
            made = {*(name for step in steps for name in _set_in(node, step)), *_of_the_class(node)}
            head = " ".join(map(ast.unparse, [*node.decorator_list, *node.bases]))
            if filled.isdisjoint(re.findall(r"\w+", head)):
                yield from (f"{node.name}.{name}" for name in _promised(node) if name not in made)
            else:
                made.update(_promised(node))
            yield from (f"{node.name}.{name}" for name in _set_in(node, None) if name not in made)


def _set_in(node: ast.ClassDef, method: str | None) -> Iterator[str]:
    """The attributes of `self` that are set in one method, or in all of them."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and method in (None, each.name):
            for inner in ast.walk(each):
                match inner:
                    case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                        yield name


def _called_in(node: ast.ClassDef, method: str) -> Iterator[str]:
    """The methods of `self` that a method calls: a long `__init__` is cut into them."""
    for each in node.body:
        if isinstance(each, ast.FunctionDef) and each.name == method:
            for inner in ast.walk(each):
                match inner:
                    case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
                        yield name


def _of_the_class(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        match each:
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                yield name
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield name


def _promised(node: ast.ClassDef) -> Iterator[str]:
    for each in node.body:
        match each:
            case ast.AnnAssign(target=ast.Name(id=name), value=None, annotation=kind):
                if not ast.unparse(kind).startswith("ClassVar"):
                    yield name


def test_a_half_made_object_is_found() -> None:
    """Attributes set later or only declared are found; those of a step of `__init__` are not."""
    source = """
class Inn:
    door: str
    roof: str = "thatch"

    def __init__(self):
        self.beds = 3
        self._furnish()

    def _furnish(self): self.chairs = 4

    def open(self):
        self.beds, self.guests = 4, []

@dataclass
class Room:
    number: int
"""

    assert set(half_made(ast.walk(ast.parse(source)))) == {"Inn.guests", "Inn.door"}


def test_every_object_is_whole() -> None:
    """Every object can be used without a call of a method first."""
    filled = {*FILLED, *subclasses("UserError")}
    found = {each for path in SOURCES for each in half_made(nodes(path), filled)}

    assert found - INHERITED == set()


def unwritten(found: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the methods that a base class promises to return a value from and does not: `...` returns None.

    An abstract method is asked for when the object is made; a protocol that nobody inherits is only a type.
    """
    classes = [node for node in found if isinstance(node, ast.ClassDef)]
    bases = [[ast.unparse(base).partition("[")[0] for base in node.bases] for node in classes]
    inherited = {name for names in bases if "Protocol" not in names for name in names}
    for node in classes:
        for each in node.body if node.name in inherited else ():
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and _is_empty(each):
                yield f"{node.name}.{each.name}"


def _is_empty(method: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    says_nothing = all(
        isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in method.body
    )
    returns = method.returns is not None and ast.unparse(method.returns) != "None"
    return says_nothing and returns and "abstractmethod" not in map(ast.unparse, method.decorator_list)


def test_an_unwritten_method_is_found() -> None:
    """It is found in a class that is inherited, unless its heirs are made to write it."""
    source = """
class Face(Protocol):
    def card(self) -> str: ...

    def best(self) -> str:
        '''The best hand.'''

    @abstractmethod
    def event(self) -> str:
        '''What happened.'''

    def check(self) -> None:
        '''Usually all is well.'''

    def now(self) -> str: return ""

class Bot(Protocol):
    def ask(self) -> str: ...

class Inn(Face): pass

class Guest(Bot, Protocol):
    def pay(self) -> int: ...
"""

    assert list(unwritten(ast.walk(ast.parse(source)))) == ["Face.card", "Face.best"]


def test_every_method_is_written() -> None:
    """A game's screen that forgets its best hand is refused when it is made, and never shows "None"."""
    assert list(unwritten(node for path in SHIPPED for node in nodes(path))) == []
