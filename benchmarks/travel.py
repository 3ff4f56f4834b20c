"""A thousand distinct travel cases over three verdicts, for us and for the peer."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path

POLICY = Path(__file__).parent.parent / "rules" / "travel"
PEER_POLICY = Path(__file__).parent / "peer" / "travel.smt2"
CLAIM = "trip_approved"
ALIASES = {
    "cost": "costEur",
    "international": "international",
    "manager_approved": "managerApproved",
    "tenure": "tenureMonths",
}


@dataclass(frozen=True, slots=True)
class TravelCase:
    """`facts` by our names; an input that is not there is unknown."""

    facts: dict[str, int | bool]
    expected: str

    def answer(self) -> str:
        """The case as an answer block with its claim."""
        lines = [
            f"(assert (! {_equation(ALIASES[name], value)} :named fact-{name}))" for name, value in self.facts.items()
        ]
        return "\n".join([*lines, "(define-fun claim () Bool tripApproved)", ""])


def _equation(name: str, value: int | bool) -> str:
    if isinstance(value, bool):
        return name if value else f"(not {name})"
    return f"(= {name} {value})"


def _expected(cost: int, international: bool, approved: bool, tenure: int | None) -> str:
    """The four sentences, by hand."""
    if (cost > 1000 or international) and not approved:
        return "INVALID"
    if not international:
        return "VALID"
    if tenure is None:
        return "SATISFIABLE"
    return "VALID" if tenure >= 6 else "INVALID"


def cases(count: int = 1000) -> list[TravelCase]:
    """Distinct cases: costs about the threshold, every combination, tenure known and unknown, verdicts interleaved."""
    by_verdict: dict[str, list[TravelCase]] = {"VALID": [], "INVALID": [], "SATISFIABLE": []}
    for cost, international, approved, tenure in product(
        range(1, 4000, 7), (True, False), (True, False), (None, 3, 6, 40)
    ):
        facts: dict[str, int | bool] = {"cost": cost, "international": international, "manager_approved": approved}
        if tenure is not None:
            facts["tenure"] = tenure
        expected = _expected(cost, international, approved, tenure)
        by_verdict[expected].append(TravelCase(facts, expected))
    return list(islice((case for three in zip(*by_verdict.values(), strict=False) for case in three), count))
