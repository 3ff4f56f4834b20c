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
            complete(namespace, bases, UNCOMPARED)
        return super().__new__(cls, name, bases, namespace)


class Node(metaclass=NodeType):
    """A node of the tree; `span` and `inside` are not part of equality."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]] = ()
    if TYPE_CHECKING:  # each class says so itself, last of its fields

        @property
        def span(self) -> Span: ...
