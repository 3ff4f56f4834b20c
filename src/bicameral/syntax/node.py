"""What the nodes of the tree have in common: they are records that compare by structure, wherever they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, dataclass_transform

from bicameral.source.record import complete

if TYPE_CHECKING:
    from bicameral.source import Span

UNCOMPARED = ("span", "inside")


@dataclass_transform(frozen_default=True)
class NodeType(type):
    """Makes every class below `Node` a record."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> NodeType:
        if bases:
            namespace |= {"__eq__": _eq, "__repr__": _repr}
            complete(namespace, bases, UNCOMPARED)
        return super().__new__(cls, name, bases, namespace)


def _eq(self: Any, other: object) -> Any:
    """Equality as records have it; where Python's recursion ends, by a stack."""
    if self is other:
        return True
    key = self.__record_key__
    if type(self) is not type(other):
        return NotImplemented
    try:
        return key(self) == key(other)
    except RecursionError:
        return _same(self, other)


def _same(one: Any, other: Any) -> bool:
    stack = [(one, other)]
    while stack:
        left, right = stack.pop()
        if left is right:
            continue
        if type(left) is not type(right):
            return False
        if isinstance(left, Node):
            record: Any = type(left)
            left, right = record.__record_key__(left), record.__record_key__(right)
            if type(left) is not tuple:  # the only field there is
                stack.append((left, right))
                continue
        if type(left) is not tuple:
            if left != right:
                return False
        elif len(left) != len(right):
            return False
        else:
            stack += zip(left, right, strict=True)
    return True


def _repr(node: Any) -> str:
    """What a record shows, however deep it is."""
    out: list[str] = []
    stack: list[tuple[bool, Any]] = [(False, node)]
    while stack:
        written, item = stack.pop()
        if written:
            out.append(item)
        elif isinstance(item, Node):
            kind: Any = type(item)
            pieces: list[tuple[bool, Any]] = [(True, f"{kind.__qualname__}(")]
            for number, name in enumerate(kind.__record_compared__):
                pieces += [(True, f"{', ' if number else ''}{name}="), (False, getattr(item, name))]
            stack += [(True, ")"), *reversed(pieces)]
        elif type(item) is tuple:
            pieces = [(True, "(")]
            for number, each in enumerate(item):
                pieces += [(True, ", " if number else ""), (False, each)]
            stack += [(True, ",)" if len(item) == 1 else ")"), *reversed(pieces)]
        else:
            out.append(repr(item))
    return "".join(out)


class Node(metaclass=NodeType):
    """A node of the tree; `span` and `inside` are not part of equality."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    if TYPE_CHECKING:  # each class says so itself, last of its fields

        @property
        def span(self) -> Span: ...
