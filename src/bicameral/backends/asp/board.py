"""A ground program with switches, in this process: ground twice, then asked any number of times.

The first grounding shows which atoms there can be once everything is dropped; the second has a choice for each of
them under a switch of its own, which is what dropping its closed world means. The choices make nothing possible that
was not, so the second grounding has the same atoms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import clingo

from bicameral.backends.asp.control import OUT_OF_TIME, GroundingError, symbol
from bicameral.backends.asp.job import Call, Part, calls_from_json, parts_from_json
from bicameral.backends.contract import Budget
from bicameral.source.record import record


@record
class Board:
    """A program to be. Switches are the atoms `switch(k)`; those below `switches` stand in the texts.

    `closed` are the predicates (name, a `-` before a negated one, and arity) whose atoms' closed worlds can be
    dropped, none of them a proposition; atoms with an argument in `strangers` are left alone. `claim` is the atom
    that is asked for.
    """

    texts: tuple[str, ...]
    parts: tuple[Part, ...]
    calls: tuple[Call, ...]
    switch: str
    switches: int
    closed: tuple[tuple[str, int], ...]
    strangers: tuple[str, ...]
    claim: str | None


@record
class Closable:
    """An atom whose closed world has a switch: the place of its predicate in `closed`, and as clingo writes it."""

    predicate: int
    keys: tuple[str, ...]
    shown: str


@record
class Said:
    """The answer to one question: `yes`, `no` with a core of switches that are on, or `undecided` with the reason."""

    truth: str
    core: tuple[int, ...] = ()
    reason: str | None = None


class Ground:
    """The board's program, ground. Raises GroundingError where clingo does not take it."""

    def __init__(self, board: Board) -> None:
        self._board = board
        first = self._grounded([], 0)
        atoms = self._atoms(first)
        self.closables = tuple(
            Closable(place, tuple(str(term) for term in found.arguments), str(found)) for place, found in atoms
        )
        self._control = self._grounded(atoms, len(atoms)) if atoms else first
        symbols = self._control.symbolic_atoms
        self._literals: list[int] = []
        for number in range(board.switches + len(atoms)):
            found = symbols[clingo.Function(board.switch, [clingo.Number(number)])]
            assert found is not None
            self._literals.append(found.literal)
        self._numbers = {literal: number for number, literal in enumerate(self._literals)}
        claim = None if board.claim is None else symbols[clingo.Function(board.claim, [])]
        self._claim = None if claim is None else claim.literal

    def _grounded(self, atoms: Sequence[tuple[int, clingo.Symbol]], count: int) -> clingo.Control:
        board = self._board
        messages: list[str] = []
        try:
            control = clingo.Control(
                ["--opt-mode=ignore"], logger=lambda _, text: messages.append(text), message_limit=20
            )
            for text in board.texts:
                control.add("base", [], text)
            if board.switches + count:
                control.add("base", [], f"{{ {board.switch}(0..{board.switches + count - 1}) }}.")
            for part in board.parts:
                control.add(part.name, list(part.parameters), part.text)
            calls = [(call.part, [symbol(one) for one in call.args]) for call in board.calls]
            for place, (name, arity) in enumerate(board.closed):
                names = [f"{board.switch}_v{index}" for index in range(arity + 1)]
                text = f"{{ {name}({','.join(names[:-1])}) }} :- not {board.switch}({names[-1]})."
                control.add(f"{board.switch}_closed_{place}", names, text)
            calls += [
                (f"{board.switch}_closed_{place}", [*found.arguments, clingo.Number(board.switches + number)])
                for number, (place, found) in enumerate(atoms)
            ]
            control.ground([("base", []), *calls])
        except (RuntimeError, MemoryError) as fault:
            told = next((text for text in messages if "error" in text), str(fault))
            raise GroundingError(" ".join(told.split())) from fault
        return control

    def _atoms(self, control: clingo.Control) -> list[tuple[int, clingo.Symbol]]:
        """The atoms that there can be, by predicate, then in clingo's order of terms."""
        strangers = {clingo.Function(name, []) for name in self._board.strangers}
        found: list[tuple[int, clingo.Symbol]] = []
        for place, (name, arity) in enumerate(self._board.closed):
            plain = name.removeprefix("-")
            atoms = control.symbolic_atoms.by_signature(plain, arity, positive=plain == name)
            known = sorted(atom.symbol for atom in atoms)
            found += [(place, one) for one in known if strangers.isdisjoint(one.arguments)]
        return found

    def ask(self, on: Sequence[int], goal: bool | None, budget: Budget) -> Said:
        """Whether an answer set has exactly the switches `on`, and the claim at `goal` (None: at either)."""
        kept = frozenset(on)
        assumptions = [literal if number in kept else -literal for number, literal in enumerate(self._literals)]
        if goal is not None:
            if self._claim is not None:
                assumptions.append(self._claim if goal else -self._claim)
            elif goal:
                return Said("no")
        if budget.left == 0:
            return Said("undecided", (), OUT_OF_TIME)
        try:
            with self._control.solve(assumptions, async_=True) as handle:
                if not handle.wait(budget.left / 1000):
                    handle.cancel()
                satisfiable = handle.get().satisfiable
                core = handle.core() if satisfiable is False else []
        except (RuntimeError, MemoryError) as fault:
            return Said("undecided", (), f"clingo: {fault}")
        if satisfiable is None:
            return Said("undecided", (), OUT_OF_TIME)
        numbers = (self._numbers.get(literal) for literal in core)
        return Said("yes") if satisfiable else Said("no", tuple(sorted(n for n in numbers if n is not None)))


def board_to_json(board: Board) -> dict[str, Any]:
    return asdict(board)


def board_from_json(data: dict[str, Any]) -> Board:
    """The board that `board_to_json` wrote. Raises KeyError or TypeError for anything else."""
    return Board(
        tuple(data["texts"]),
        parts_from_json(data["parts"]),
        calls_from_json(data["calls"]),
        data["switch"],
        data["switches"],
        tuple((name, arity) for name, arity in data["closed"]),
        tuple(data["strangers"]),
        data["claim"],
    )
