"""The owners' cases: `rules/*/cases.yaml` with `like` resolved, numbers exact, dates as text."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.constructor import SafeConstructor
from ruamel.yaml.nodes import ScalarNode

from tests.rules.stock import RULES

POLICIES = ("travel", "cash_law", "lending", "holiday_uk", "severance_fr", "leave_wa", "dependent_care")
VERDICTS = {"VALID", "INVALID", "SATISFIABLE", "INCONSISTENT"}


@dataclass(frozen=True)
class OwnersCase:
    policy: str
    name: str
    facts: dict[str, Any]
    expect: dict[str, Any]
    because: tuple[str, ...]
    missing: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.policy}: {self.name}"

    @property
    def verdicts(self) -> dict[str, str]:
        """By claim: the verdicts expected, an outcome's value being a claim that must be VALID."""
        return {
            claim if want in VERDICTS else f"{claim} = {want}": want if want in VERDICTS else "VALID"
            for claim, want in self.expect.items()
        }

    @property
    def values(self) -> dict[str, Any]:
        return {name: want for name, want in self.expect.items() if want not in VERDICTS}


class _Constructor(SafeConstructor):
    """Decimals stay exact and dates stay text."""

    def exact(self, node: ScalarNode) -> Decimal:
        return Decimal(str(self.construct_scalar(node)))

    def text(self, node: ScalarNode) -> str:
        return str(self.construct_scalar(node))


_Constructor.add_constructor("tag:yaml.org,2002:float", _Constructor.exact)
_Constructor.add_constructor("tag:yaml.org,2002:timestamp", _Constructor.text)


def exact_yaml() -> YAML:
    """A reader that keeps numbers exact and dates as text."""
    yaml = YAML(typ="safe", pure=True)
    yaml.Constructor = _Constructor
    return yaml


@functools.cache
def cases(policy: str) -> tuple[OwnersCase, ...]:
    out: dict[str, OwnersCase] = {}
    for entry in exact_yaml().load((RULES / policy / "cases.yaml").read_text("utf-8")):
        facts = {**(out[entry["like"]].facts if "like" in entry else {}), **entry.get("facts", {})}
        case = OwnersCase(
            policy,
            entry["name"],
            facts,
            entry["expect"],
            tuple(entry.get("because", ())),
            tuple(entry.get("missing", ())),
        )
        assert case.name not in out
        out[case.name] = case
    return tuple(out.values())


def every_case() -> list[OwnersCase]:
    return [case for policy in POLICIES for case in cases(policy)]
