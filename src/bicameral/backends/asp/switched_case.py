"""The program of one case with a switch for each element: statements, closed worlds, facts, ranges and sorts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bicameral.analysis.dependency import Predicate
from bicameral.backends.asp.board import Board
from bicameral.backends.asp.domains import Domain
from bicameral.backends.asp.inputs import GroundName, individual
from bicameral.backends.asp.job import Call, Part
from bicameral.backends.asp.preparation import Preparation
from bicameral.backends.asp.program import choice_text
from bicameral.backends.asp.reopened import Reopened
from bicameral.backends.asp.switched import Switched, reads_and_gives, switched
from bicameral.policy.model import Case, Value


class SwitchedCase:
    """The program of one case with a switch for each element, before it is ground.

    `given` are facts, assumptions, ranges and sorts with the number of their switch; `propositions` likewise the
    derived predicates without arguments.
    """

    def __init__(self, preparation: Preparation, case: Case, inputs: Sequence[Reopened], sorts: Sequence[str]) -> None:
        policy = preparation.policy
        self.inputs = inputs
        self._prefix = preparation.prefix
        self._switch = f"{preparation.prefix}on"
        self.switched: Switched = switched(policy, self._switch)
        self.claim_edges = [reads_and_gives(rule) for rule in preparation.claim.rules] if preparation.claim else []
        declared = (*policy.outcomes.values(), *policy.defines.values())
        self.valued = {Predicate(one.name, one.arity) for one in declared if one.sort is not None}
        mine = {Predicate(one.name, one.arity) for one in policy.inputs.values()}
        derived = [predicate for predicate in self.switched.deriving if predicate not in mine]
        self._count = len(self.switched.elements)
        self.propositions = [(self._new(), predicate) for predicate in derived if predicate.arity == 0]
        self.given: list[tuple[int, str, str]] = []
        self._parts: list[Part] = []
        self._calls: list[Call] = []
        texts = [self.switched.text]
        texts += [f"{{ {one.name} }} :- not {self._switch}({number})." for number, one in self.propositions]
        self._strangers = {sort: f"{preparation.prefix}{sort}" for sort in sorts}
        self._inputs(case)
        if self._strangers:
            texts += self._add_sorts(preparation)
        parts, calls = preparation.writer.members(case.entities)
        self.board = Board(
            (*texts, *preparation.texts[len(policy.files) :]),
            (*self._parts, *parts),
            (*self._calls, *calls),
            self._switch,
            self._count,
            tuple((one.name, one.arity) for one in derived if one.arity > 0),
            tuple(self._strangers.values()),
            None if preparation.claim_atom is None else preparation.claim_atom.name,
        )

    def _new(self) -> int:
        self._count += 1
        return self._count - 1

    def _inputs(self, case: Case) -> None:
        by_name = {one.ground.name: (place, one) for place, one in enumerate(self.inputs)}
        for place, one in enumerate(self.inputs):
            self._choose(place, one)
        for kind, facts in (("fact", case.stated), ("assumed", case.assumed)):
            for name, value in facts.items():
                if name in by_name:
                    self.given.append((self._new(), kind, name))
                    self._state(*by_name[name], value)
        for place, one in enumerate(self.inputs):
            if one.has_range and not self.strange(one.ground):
                self.given.append((self._new(), "range", one.ground.name))
                if one.outside:
                    atoms = [self._atom(one.ground, str(value)) for value in one.outside]
                    text = "\n".join(f":- {self._switch}({self._count - 1}), {atom}." for atom in atoms)
                    self._add(f"range_{place}", one.ground, text)

    def strange(self, ground: GroundName) -> list[str]:
        """The sorts whose further member the input is about."""
        return [
            sort
            for sort, key in zip(ground.declaration.keys, ground.keys, strict=True)
            if sort in self._strangers and key == individual(self._strangers[sort])
        ]

    def _choose(self, place: int, one: Reopened) -> None:
        values = one.inside if self.strange(one.ground) else (*one.inside, *one.outside)
        domain = Domain((one.ground,), tuple((value,) for value in values), "whole")
        text = choice_text(domain, self._keys(one.ground), "")
        more = [f"{self._prefix}more({list(self._strangers).index(sort)})" for sort in self.strange(one.ground)]
        self._add(f"input_{place}", one.ground, text if not more else f"{text[:-1]} :- {', '.join(more)}.")

    def _state(self, place: int, one: Reopened, value: Value) -> None:
        """A constraint that the input has its stated value, under the switch made last."""
        on = f"{self._switch}({self._count - 1})"
        ground = one.ground
        if value is None or value is False:
            atom = self._atom(ground, "_") if value is None else self._atom(ground)
            self._add(f"fact_{place}", ground, f":- {on}, {atom}.")
            return
        atom = self._atom(ground) if value is True else self._atom(ground, str(value))
        self._add(f"fact_{place}", ground, f":- {on}, not {atom}.")

    def _add_sorts(self, preparation: Preparation) -> Iterator[str]:
        """One optional member of each open sort."""
        taken = {(one.name, one.arity) for one in preparation.policy.inputs.values()}
        taken |= {(one.name, one.arity) for one in preparation.policy.outcomes.values()}
        taken |= {(one.name, one.arity) for one in preparation.policy.defines.values()}
        for place, (sort, member) in enumerate(self._strangers.items()):
            more = f"{self._prefix}more({place})"
            self.given.append((self._new(), "entities", sort))
            yield f"{{ {more} }}. :- {self._switch}({self._count - 1}), {more}."
            if (sort, 1) not in taken:
                yield f"{sort}({member}) :- {more}."

    def _keys(self, ground: GroundName) -> tuple[str, ...]:
        return tuple(f"{self._prefix}v{index}" for index in range(len(ground.keys)))

    def _atom(self, ground: GroundName, *value: str) -> str:
        arguments = (*self._keys(ground), *value)
        return f"{ground.declaration.name}({','.join(arguments)})" if arguments else ground.declaration.name

    def _add(self, name: str, ground: GroundName, text: str) -> None:
        part = Part(f"{self._prefix}{name}", self._keys(ground), text)
        self._parts.append(part)
        self._calls.append(Call(part.name, ground.keys))
