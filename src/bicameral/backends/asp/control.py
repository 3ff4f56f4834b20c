"""One ground program in this process: grounding, literals, and solving within a budget.

clingo's messages are kept, never printed. Grounding cannot be interrupted: who calls decides whether it is small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import clingo

from bicameral.backends.asp.job import NEVER, Argument, Atom, Job, Query, Result, Signature
from bicameral.backends.contract import NO, NO_PROGRAM, YES, Answer, Budget, undecided

OUT_OF_TIME = "out of time"
_CONFLICTS = "2000,umax"  # what a synchronous call may spend: a few milliseconds on small programs
_NO_LIMIT = "umax,umax"
_SMALL = 20_000  # atoms; a larger program is always solved where the budget can stop it


class GroundingError(Exception):
    """clingo did not take the program; the text is its first message."""


class Grounded:
    """A ground program. Not to be shared between threads."""

    def __init__(self, job: Job) -> None:
        messages: list[str] = []
        try:
            control = clingo.Control(
                ["--opt-mode=ignore", *job.options], logger=lambda _, text: messages.append(text), message_limit=20
            )
            for text in job.texts:
                control.add("base", [], text)
            for part in job.parts:
                control.add(part.name, list(part.parameters), part.text)
            control.ground([("base", []), *((call.part, [symbol(a) for a in call.args]) for call in job.calls)])
        except (RuntimeError, MemoryError) as fault:
            told = next((text for text in messages if "error" in text), str(fault))
            raise GroundingError(" ".join(told.split())) from fault
        self._control = control
        self._signatures: dict[Signature, list[tuple[Atom, int]]] = {}
        self._limited = len(control.symbolic_atoms) <= _SMALL
        if self._limited:
            self._limit(_CONFLICTS)

    def _limit(self, value: str) -> None:
        configuration = self._control.configuration.solve
        assert isinstance(configuration, clingo.Configuration)
        configuration.solve_limit = value

    def literal(self, atom: Atom) -> int | None:
        """The solver's literal of an atom; None for one that no answer set holds."""
        found = self._control.symbolic_atoms[clingo.Function(atom.name, [symbol(a) for a in atom.args])]
        return None if found is None else found.literal

    def signature(self, name: str, arity: int) -> Sequence[tuple[Atom, int]]:
        """The atoms of a predicate that an answer set may hold, with their literals; looked up once."""
        known = self._signatures.get((name, arity))
        if known is None:
            known = self._signatures[name, arity] = [
                (Atom(name, tuple(argument(a) for a in found.symbol.arguments)), found.literal)
                for found in self._control.symbolic_atoms.by_signature(name, arity)
            ]
        return known

    def solve(
        self, assumptions: Sequence[int], budget: Budget, on_model: Callable[[clingo.Model], None] | None = None
    ) -> Answer:
        """Whether an answer set exists under the assumptions: first within few conflicts, then within the budget."""
        try:
            if self._limited:
                satisfiable = self._control.solve(assumptions, on_model).satisfiable
                if satisfiable is None:
                    self._limit(_NO_LIMIT)
                    satisfiable = self._within(assumptions, budget, on_model)
                    self._limit(_CONFLICTS)
            else:
                satisfiable = self._within(assumptions, budget, on_model)
        except (RuntimeError, MemoryError) as fault:
            return undecided(f"clingo: {fault}")
        if satisfiable is None:
            return undecided(OUT_OF_TIME)
        return YES if satisfiable else NO

    def _within(
        self, assumptions: Sequence[int], budget: Budget, on_model: Callable[[clingo.Model], None] | None
    ) -> bool | None:
        left = budget.left
        if left == 0:
            return None
        with self._control.solve(assumptions, on_model, async_=True) as handle:
            if not handle.wait(left / 1000):
                handle.cancel()
            satisfiable: bool | None = handle.get().satisfiable
            return satisfiable


def symbol(argument: Argument) -> clingo.Symbol:
    if isinstance(argument, int):
        return clingo.Number(argument)
    kind, text = argument
    if kind == "term":
        return clingo.parse_term(text)
    return clingo.String(text) if kind == "string" else clingo.Function(text, [])


def argument(found: clingo.Symbol) -> Argument:
    """The plain form of a symbol; a compound one is kept as its text, of a kind of its own."""
    if found.type is clingo.SymbolType.Number:
        return found.number
    if found.type is clingo.SymbolType.String:
        return ("string", found.string)
    if found.type is clingo.SymbolType.Function and found.positive and not found.arguments and found.name:
        return ("constant", found.name)
    return ("term", str(found))


def run(job: Job, budget: Budget) -> Iterator[Result]:
    """The answer to each query of a job, in order."""
    try:
        grounded = Grounded(job)
    except GroundingError as fault:
        told = f"{NO_PROGRAM}{fault}" if ": error: " in str(fault) else f"clingo: {fault}"
        for _ in job.queries:
            yield Result("undecided", told)
        return
    for query in job.queries:
        yield ask(grounded, query, budget)


def ask(grounded: Grounded, query: Query, budget: Budget, facts: Sequence[int] = ()) -> Result:
    """One query put to a ground program, `facts` assumed as well."""
    assumptions = list(facts)
    for atom, truth in query.assume:
        literal = grounded.literal(atom)
        if literal is not None:
            assumptions.append(literal if truth else -literal)
        elif truth:
            return NEVER
    wanted = {atom for atom, truth in query.assume if truth}
    for name, arity in query.exactly:
        assumptions += [-literal for atom, literal in grounded.signature(name, arity) if atom not in wanted]
    return read_query(grounded, assumptions, query.read, budget)


def read_query(grounded: Grounded, assumptions: Sequence[int], read: Sequence[Signature], budget: Budget) -> Result:
    """Whether there is an answer set under the assumptions, and its atoms of the predicates to be read."""
    if not read:
        answer = grounded.solve(assumptions, budget)
        return Result(answer.truth.value, answer.reason)
    candidates = [pair for name, arity in read for pair in grounded.signature(name, arity)]
    found: list[Atom] = []

    def keep(model: clingo.Model) -> None:
        found[:] = [atom for atom, literal in candidates if model.is_true(literal)]

    answer = grounded.solve(assumptions, budget, keep)
    return Result(answer.truth.value, answer.reason, tuple(found))
