"""Policies over individuals, each with the text that clingo grounds and solves for the same facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bicameral.policy.cases.reader import make_case
from bicameral.policy.instances import Scope, scope_of
from bicameral.policy.model import Case, CheckedPolicy

PEOPLE = """
%@ sort person
%@ input age(person): int 0..120
%@ input disabled(person)
%@ input student(person)
%@ input salary(person): int 0..200000
%@ outcome eligible(person)
%@ outcome band(person): int 0..3
young(P) :- age(P,A), A < 26.
eligible(P) :- young(P), not excluded(P).
eligible(P) :- disabled(P), not excluded(P).
excluded(P) :- salary(P,S), S > 100000, not student(P).
band(P,0) :- person(P), not eligible(P).
band(P,1) :- eligible(P), salary(P,S), S < 20000.
band(P,2) :- eligible(P), salary(P,S), S >= 20000, S < 60000.
band(P,3) :- eligible(P), salary(P,S), S >= 60000.
senior(P) :- age(P,A), A >= 60.
:- senior(P), student(P), disabled(P).
"""
LINE = """
%@ sort person
%@ input closed boss(person,person)
%@ input closed signs(person)
%@ outcome approved(person)
approved(P) :- signs(P).
approved(P) :- boss(P,Q), approved(Q).
"""
ITEMS = """
%@ sort item
%@ input price(item): int 0..1000
%@ outcome total: int
%@ outcome dear
total(S) :- S = #sum { P,I : price(I,P) }.
dear :- total(S), S > 5000.
"""


@dataclass(frozen=True, slots=True)
class Workload:
    """A policy, facts about `size` individuals, and the same facts as clingo takes them."""

    policy: str
    facts: Callable[[int], dict[str, object]]
    entities: Callable[[int], dict[str, list[str]]]
    clingo_facts: Callable[[int], str]

    def case(self, checked: CheckedPolicy, size: int) -> Case:
        return make_case(checked, self.facts(size), (), entities=self.entities(size))

    def scope(self, checked: CheckedPolicy, size: int) -> Scope:
        return scope_of(checked, self.case(checked, size).entities)

    def program(self, size: int) -> str:
        """The author's rules with the facts: what clingo grounds."""
        rules = [line for line in self.policy.splitlines() if not line.startswith("%@")]
        return "\n".join([*rules, self.clingo_facts(size)]) + "\n"


def _names(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(count)]


def _open_person(name: str) -> str:
    """Somebody of whom nothing is known, with a few values of each number."""
    return (
        f"person({name}). {{disabled({name})}}. {{student({name})}}. 1{{age({name},(10;30;70))}}1. "
        f"1{{salary({name},(1000;30000;70000;150000))}}1."
    )


WORKLOADS = {
    "people": Workload(
        PEOPLE,
        lambda _size: {},
        lambda size: {"person": _names("p", size)},
        lambda size: "\n".join(map(_open_person, _names("p", size))),
    ),
    "line": Workload(
        LINE,
        lambda size: {"boss": [[f"p{i}", f"p{i + 1}"] for i in range(size - 1)], "signs": [f"p{size - 1}"]},
        lambda size: {"person": _names("p", size)},
        lambda size: "\n".join([*(f"boss(p{i},p{i + 1})." for i in range(size - 1)), f"signs(p{size - 1})."]),
    ),
    "items": Workload(
        ITEMS,
        lambda _size: {},
        lambda size: {"item": _names("i", size)},
        lambda size: "\n".join(f"price(i{number},{number % 97})." for number in range(size)),
    ),
}
SIZES = {"people": (125, 250, 500, 1_000), "line": (250, 500, 1_000, 2_000), "items": (125, 250, 500, 1_000)}
