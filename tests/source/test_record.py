"""Records behave as frozen dataclasses with slots do: each behaviour is asked of both."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any

import pytest

from bicameral.source.record import record


@record
class Point:
    """A point."""

    x: int
    y: int = 2

    @property
    def sum(self) -> int:
        return self.x + self.y


@record
class Named(Point):
    name: str = "p"


@record
class Empty:
    pass


@dataclasses.dataclass(frozen=True, slots=True)
class PlainPoint:
    x: int
    y: int = 2


BOTH: list[Any] = [Point, PlainPoint]


@pytest.mark.parametrize("kind", BOTH)
def test_like_a_frozen_dataclass(kind: Any) -> None:
    one: Any = kind(1)
    assert (one.x, one.y) == (1, 2)
    assert one == kind(x=1, y=2)
    assert one != kind(1, 3)
    assert hash(one) == hash(kind(1)) == hash((1, 2))
    assert len({one, kind(1), kind(2)}) == 2
    assert repr(one) == f"{kind.__qualname__}(x=1, y=2)"
    assert [field.name for field in dataclasses.fields(one)] == ["x", "y"]
    assert dataclasses.fields(kind)[1].default == 2
    assert dataclasses.replace(one, y=5) == kind(1, 5)
    assert dataclasses.asdict(one) == {"x": 1, "y": 2}
    assert kind.__match_args__ == ("x", "y")
    assert pickle.loads(pickle.dumps(one)) == one
    assert copy.deepcopy(one) == one
    assert not hasattr(one, "__dict__")
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.x = 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        del one.x
    with pytest.raises(TypeError):
        kind()
    with pytest.raises(TypeError):
        kind(1, 2, 3)
    with pytest.raises(TypeError):
        kind(1, z=3)


def test_methods_and_docstrings_stay() -> None:
    assert Point(1).sum == 3
    assert Point.__doc__ == "A point."
    match Point(1, 7):
        case Point(x, y):
            assert (x, y) == (1, 7)


@pytest.mark.parametrize("kind", BOTH)
def test_it_passes_for_a_dataclass(kind: Any) -> None:
    assert all(map(dataclasses.is_dataclass, (kind, kind(1))))


def test_inheritance() -> None:
    assert Named(1, 2, "q") == Named(1, name="q")
    assert Named(1) != Point(1)
    assert [field.name for field in dataclasses.fields(Named)] == ["x", "y", "name"]
    assert dataclasses.replace(Named(1), name="r").name == "r"


def test_a_record_of_nothing() -> None:
    assert Empty() == Empty()
    assert repr(Empty()) == "Empty()"
    assert hash(Empty()) == hash(())


def test_a_type_checker_sees_a_dataclass() -> None:
    found: Point = dataclasses.replace(Point(1), x=4)
    assert found.x == 4
