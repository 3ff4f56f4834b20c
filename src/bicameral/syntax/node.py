"""What the nodes of the tree have in common: slots, immutability, equality by structure.

To a reader, to a type checker and to `dataclasses.fields` and `replace` they are frozen dataclasses. The decorator
`dataclass` compiles six methods for each of seventy classes, which takes a command line longer than reading a
policy; here a class compiles its `__init__` alone, when its first node is made.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import Field

    from bicameral.source import Span

UNCOMPARED = ("span", "inside")


class _Fields:
    """The descriptor `__dataclass_fields__`, for the functions of `dataclasses`."""

    def __get__(self, _node: object, kind: type[Node]) -> dict[str, Field[Any]]:
        import dataclasses

        specifications: list[tuple[str, Any, Any]] = []
        for name in kind.__match_args__:
            default = kind.node_defaults.get(name, dataclasses.MISSING)
            specifications.append(
                (
                    name,
                    kind.__annotations__[name],
                    dataclasses.field(default=default, compare=name not in UNCOMPARED, repr=name != "span"),
                )
            )
        made: Any = dataclasses.make_dataclass(kind.__name__, specifications, eq=False, repr=False)
        fields: dict[str, Field[Any]] = made.__dataclass_fields__
        kind.__dataclass_fields__ = fields
        return fields


@dataclass_transform(frozen_default=True)
class NodeType(type):
    """Gives a class slots for its annotations, and what equality looks at."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> NodeType:
        if not bases:
            return super().__new__(cls, name, bases, namespace)
        names = tuple(namespace.get("__annotations__", ()))
        defaults = {field: namespace.pop(field) for field in names if field in namespace}
        compared = [field for field in names if field not in UNCOMPARED]
        namespace["__slots__"] = namespace["__match_args__"] = names
        namespace["node_defaults"] = defaults
        namespace["node_key"] = attrgetter(*compared) if compared else staticmethod(_nothing)
        return super().__new__(cls, name, bases, namespace)


def _nothing(_node: Node) -> tuple[()]:
    return ()


class Node(metaclass=NodeType):
    """A node of the tree; `span` and `inside` are not part of equality."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]] = _Fields()  # type: ignore[assignment]
    node_defaults: ClassVar[dict[str, Any]] = {}
    node_key: ClassVar[Callable[[Any], Any]] = _nothing
    if TYPE_CHECKING:  # each class says so itself, last of its fields

        @property
        def span(self) -> Span: ...

    def __init__(self, *arguments: Any, **named: Any) -> None:
        kind = type(self)
        kind.__init__ = _initializer(kind)  # type: ignore[method-assign]
        kind.__init__(self, *arguments, **named)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        kind = type(self)
        if kind is not type(other):
            return NotImplemented
        equal: bool = kind.node_key(self) == kind.node_key(other)
        return equal

    def __hash__(self) -> int:
        kind = type(self)
        return hash((kind.__name__, kind.node_key(self)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__ if name != "span")
        return f"{type(self).__name__}({shown})"

    def __setattr__(self, name: str, value: object) -> None:
        _refuse_change(name)

    def __delattr__(self, name: str) -> None:
        _refuse_change(name)

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return type(self), tuple([getattr(self, name) for name in self.__match_args__])


def _refuse_change(name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change field {name!r}")


def _initializer(kind: type[Node]) -> Callable[..., None]:
    """`__init__` for a class: its fields in order, set past the guard against change."""
    names = kind.__match_args__
    scope: dict[str, Any] = {f"set_{name}": getattr(kind, name).__set__ for name in names}
    scope |= {f"default_{name}": value for name, value in kind.node_defaults.items()}
    parameters = [f"{name}=default_{name}" if name in kind.node_defaults else name for name in names]
    lines = [f"def __init__(self, {', '.join(parameters)}):", *(f"    set_{name}(self, {name})" for name in names)]
    exec("\n".join(lines), scope)  # noqa: S102 - made of the field names above, as `dataclass` does
    made: Callable[..., None] = scope["__init__"]
    return made
