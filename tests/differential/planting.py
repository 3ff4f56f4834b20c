"""What plants a fault in the compiler, and the list of those planted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True, slots=True)
class Fault:
    name: str
    construct: str
    profile: str
    plant: Plant


FAULTS: list[Fault] = []


def fault(construct: str, profile: str) -> Callable[[Plant], Plant]:
    """Registers a plant under its own name."""

    def register(plant: Plant) -> Plant:
        FAULTS.append(Fault(plant.__name__.replace("_", " "), construct, profile, plant))
        return plant

    return register


def around(patch: pytest.MonkeyPatch, owner: Any, name: str, wrong: Callable[..., Any]) -> None:
    """Replace `owner.name` by `wrong(right, *arguments)`."""
    right = getattr(owner, name)
    patch.setattr(owner, name, lambda *arguments, **named: wrong(right, *arguments, **named))
