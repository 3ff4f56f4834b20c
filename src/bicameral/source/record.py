"""Frozen, slotted records that cost little to declare.

To a reader, to a type checker, to pattern matching and to `dataclasses.fields` and `replace`, a record is a frozen
dataclass with slots. The decorator `dataclass` compiles six methods for each class when its module is imported;
a command line that imports a hundred of them waits longer for that than for its answer. Here the methods are shared,
and a class compiles its `__init__` alone, when its first instance is made.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def record(declared: type[T]) -> type[T]:
    """The class with a slot for each annotated name; defaults are plain values, and no name starts with `ClassVar`."""
    namespace = {name: value for name, value in declared.__dict__.items() if name not in ("__dict__", "__weakref__")}
    complete(namespace, declared.__bases__)
    metaclass: Any = type(declared)
    made: type[T] = metaclass(declared.__name__, declared.__bases__, namespace)
    made.__qualname__ = declared.__qualname__
    return made


def complete(namespace: dict[str, Any], bases: tuple[type, ...], uncompared: Sequence[str] = ()) -> None:
    """Make a namespace that of a record; fields in `uncompared` are left out of equality and of what is shown."""
    own = tuple(namespace.get("__annotations__", ()))
    names = (*(name for base in bases for name in getattr(base, "__match_args__", ())), *own)
    defaults = {name: namespace.pop(name) for name in own if name in namespace}
    for base in bases:
        defaults = getattr(base, "__record_defaults__", {}) | defaults
    compared = tuple(name for name in names if name not in uncompared)
    namespace["__slots__"] = own
    namespace["__match_args__"] = names
    namespace["__record_compared__"] = compared
    namespace["__record_defaults__"] = defaults
    namespace["__record_key__"] = attrgetter(*compared) if compared else staticmethod(_nothing)
    namespace["__dataclass_fields__"] = _Fields()
    for name, method in _METHODS.items():
        namespace.setdefault(name, method)


def _annotations(kind: type) -> dict[str, Any]:
    found: dict[str, Any] = vars(kind).get("__annotations__", {})
    return found


def _nothing(_record: object) -> tuple[()]:
    return ()


class _Fields:
    """The descriptor `__dataclass_fields__`, for the functions of `dataclasses`: made when they are used."""

    def __get__(self, _record: object, kind: Any) -> Any:
        import dataclasses

        defaults = kind.__record_defaults__
        annotations: dict[str, Any] = {}
        for base in reversed(kind.__mro__):
            annotations |= _annotations(base)
        specifications = [
            (
                name,
                annotations[name],
                dataclasses.field(
                    default=defaults.get(name, dataclasses.MISSING), compare=name in kind.__record_compared__
                ),
            )
            for name in kind.__match_args__
        ]
        made: Any = dataclasses.make_dataclass(kind.__name__, specifications, eq=False, repr=False)
        kind.__dataclass_fields__ = made.__dataclass_fields__
        return made.__dataclass_fields__


def _init(self: Any, *arguments: Any, **named: Any) -> None:
    kind = type(self)
    kind.__init__ = _compiled(kind)
    kind.__init__(self, *arguments, **named)


def _compiled(kind: Any) -> Callable[..., None]:
    """`__init__` for a class: its fields in order, set past the guard against change."""
    names, defaults = kind.__match_args__, kind.__record_defaults__
    scope: dict[str, Any] = {f"set_{name}": getattr(kind, name).__set__ for name in names}
    scope |= {f"default_{name}": value for name, value in defaults.items()}
    parameters = [f"{name}=default_{name}" if name in defaults else name for name in names]
    lines = [f"def __init__(self, {', '.join(parameters)}):", *(f"    set_{name}(self, {name})" for name in names)]
    exec("\n".join([*lines, "    return None"]), scope)  # noqa: S102 - made of the field names, as `dataclass` does
    made: Callable[..., None] = scope["__init__"]
    return made


def _eq(self: Any, other: object) -> Any:
    if self is other:
        return True
    key = self.__record_key__
    if type(self) is not type(other):
        return NotImplemented
    return key(self) == key(other)


def _hash(self: Any) -> int:
    return hash(type(self).__record_key__(self))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__record_compared__)
    return f"{type(self).__qualname__}({shown})"


def _refuse(_self: Any, name: str, *_value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change field {name!r}")


def _reduce(self: Any) -> tuple[type, tuple[Any, ...]]:
    return type(self), tuple([getattr(self, name) for name in self.__match_args__])


_METHODS: dict[str, Any] = {
    "__init__": _init,
    "__eq__": _eq,
    "__hash__": _hash,
    "__repr__": _repr,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__reduce__": _reduce,
}
