"""One case before clingo with its elements switchable: what reasons are found with where clingo alone decides.

An answer is right for the elements asked for, or it is none: where a reopened number was tried on some of its values
only, *no* counts when it stands without any statement that the number reaches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from bicameral.analysis.dependency import Predicate
from bicameral.backends.asp.board import Closable, Ground, Said
from bicameral.backends.asp.board_process import BoardError, Remote
from bicameral.backends.asp.control import GroundingError
from bicameral.backends.asp.domains import Domain
from bicameral.backends.asp.inputs import ground
from bicameral.backends.asp.preparation import Preparation
from bicameral.backends.asp.reopened import Reopened, reopen
from bicameral.backends.asp.switched_case import SwitchedCase
from bicameral.backends.contract import Answer, Budget, Consistency, Element, Truth, undecided
from bicameral.policy.model import Case
from bicameral.source.record import record

_CONSISTENT = Consistency(Truth.YES)


@record
class _Number:
    """A number that is not tried on all its values, by the elements that confine it (None where there is none).

    `sorts` are the places of the sorts without whose further member there is no such input.
    """

    input: Reopened
    fact: int | None
    range: int | None
    sorts: tuple[int, ...]


class AspOracle:
    """The `Oracle` of one case over a ground program."""

    def __init__(self, program: SwitchedCase, board: Ground | Remote) -> None:
        self._board = board
        self._closed = _grouped(program, board.closables)
        self.elements, self._switches = _listed(program, self._closed)
        places = {(element.kind, element.name): place for place, element in enumerate(self.elements)}
        self._numbers = [
            _Number(
                one,
                places.get(("fact", one.ground.name), places.get(("assumed", one.ground.name))),
                places.get(("range", one.ground.name)),
                tuple(places["entities", sort] for sort in program.strange(one.ground)),
            )
            for one in program.inputs
            if not one.whole
        ]
        self._program = program
        self._reached: dict[frozenset[str], tuple[frozenset[int], bool]] = {}

    def consistent(self, kept: Sequence[int], goal: bool | None, budget: Budget) -> Consistency:
        said = self._ask(kept, goal, budget)
        if said.truth == "yes":
            return _CONSISTENT
        loose = {one.input.ground.declaration.name for one in self._numbers if not _is_confined(one, frozenset(kept))}
        if said.truth == "no" and loose:
            reached, claim = self._reach(frozenset(loose))
            names = ", ".join(sorted(loose))
            if claim and goal is not None:
                return Consistency(Truth.UNDECIDED, reason=f"not every value of {names} could be tried")
            kept = [place for place in kept if place not in reached]
            said = self._ask(kept, goal, budget)
            if said.truth == "yes":
                return Consistency(Truth.UNDECIDED, reason=f"not every value of {names} could be tried")
        if said.truth != "no":
            return Consistency(Truth.UNDECIDED, reason=said.reason)
        return Consistency(Truth.NO, self._core(said, kept, loose))

    def _ask(self, kept: Sequence[int], goal: bool | None, budget: Budget) -> Said:
        return self._board.ask([switch for place in kept for switch in self._switches[place]], goal, budget)

    def _core(self, said: Said, kept: Sequence[int], loose: set[str]) -> frozenset[int]:
        """The kept elements of clingo's core, and what confines the numbers that were tried on some values only."""
        on = frozenset(said.core)
        core = {place for place in kept if not on.isdisjoint(self._switches[place])}
        for one in self._numbers:
            if one.input.ground.declaration.name not in loose and not _is_confined(one, frozenset(core)):
                confining = (one.fact, one.range, *one.sorts)
                core.add(next(place for place in confining if place is not None and place in kept))
        return frozenset(core)

    def _reach(self, names: frozenset[str]) -> tuple[frozenset[int], bool]:
        """The elements that these inputs reach through rules, and whether the claim is reached."""
        found = self._reached.get(names)
        if found is None:
            found = self._reached[names] = self._reach_now(names)
        return found

    def _reach_now(self, names: frozenset[str]) -> tuple[frozenset[int], bool]:
        program = self._program
        text = program.switched
        edges = [*zip(text.reads, text.gives, strict=True), *text.rest, *program.claim_edges]
        inputs = (one.ground.declaration for one in program.inputs)
        tainted = {Predicate(one.name, one.arity) for one in inputs if one.name in names}
        size = 0
        while size != len(tainted):
            size = len(tainted)
            for reads, gives in edges:
                if not tainted.isdisjoint(reads):
                    tainted |= gives
        reached = [place for place, reads in enumerate(text.reads) if not tainted.isdisjoint(reads)]
        keys = {text.elements[place] for place in reached}
        places = {
            place
            for place, element in enumerate(self.elements)
            if (element.kind, element.name) in keys
            or (element.kind == "closed-world" and self._closed[element.name][0] in tainted)
        }
        return frozenset(places), any(p.name == program.board.claim for p in tainted)


def _is_confined(number: _Number, kept: frozenset[int]) -> bool:
    """Whether the values that were tried are all there are while these elements are kept."""
    if number.fact in kept or not kept.isdisjoint(number.sorts):
        return True
    return number.input.whole_inside and number.range in kept


# --- the elements ---------------------------------------------------------------------------------------------


def _grouped(program: SwitchedCase, closables: Sequence[Closable]) -> dict[str, tuple[Predicate, tuple[int, ...]]]:
    """The entries of closed worlds: predicate and switches by name, in the order of reports."""
    found: dict[str, tuple[Predicate, list[int]]] = {
        str(predicate.name): (predicate, [number]) for number, predicate in program.propositions
    }
    for number, one in enumerate(closables, start=program.board.switches):
        predicate = Predicate(*program.board.closed[one.predicate])
        name = one.shown
        if predicate in program.valued:
            name = f"{predicate.name}({','.join(one.keys[:-1])})" if len(one.keys) > 1 else predicate.name
        found.setdefault(name, (predicate, []))[1].append(number)
    return {name: (predicate, tuple(numbers)) for name, (predicate, numbers) in found.items()}


def _listed(
    program: SwitchedCase, closed: Mapping[str, tuple[Predicate, tuple[int, ...]]]
) -> tuple[tuple[Element, ...], tuple[tuple[int, ...], ...]]:
    """Elements in the order of preference, and the switches of each."""
    deriving = program.switched.deriving
    statements: list[tuple[Element, tuple[int, ...]]] = [
        (Element(*key), (number,)) for number, key in enumerate(program.switched.elements)
    ]
    worlds = [
        (Element("closed-world", name, deriving[predicate]), numbers) for name, (predicate, numbers) in closed.items()
    ]
    listed = [one for one in statements if one[0].kind == "rule"]
    listed += worlds
    listed += [one for one in statements if one[0].kind == "constraint"]
    listed += [(Element(kind, name), (number,)) for number, kind, name in program.given]
    return tuple(element for element, _ in listed), tuple(numbers for _, numbers in listed)


# --- making one -----------------------------------------------------------------------------------------------


@contextmanager
def opened(preparation: Preparation, case: Case, budget: Budget) -> Iterator[AspOracle | Answer]:
    """The oracle of a case, or why there is none. The process that it may run in ends with the context."""
    found = _case(preparation, case)
    if isinstance(found, Answer):
        yield found
        return
    program, is_local = found
    if is_local:
        try:
            board = Ground(program.board)
        except GroundingError as fault:
            yield undecided(f"clingo: {fault}")
        else:
            yield AspOracle(program, board)
        return
    try:
        remote = Remote(program.board, budget)
    except BoardError as fault:
        yield undecided(str(fault))
        return
    try:
        yield AspOracle(program, remote)
    finally:
        remote.close()


def _case(preparation: Preparation, case: Case) -> tuple[SwitchedCase, bool] | Answer:
    """The program and whether it may be ground here, numbers reopened as far as clingo's integers allow."""
    policy = preparation.policy
    sorts = [name for name, sort in policy.sorts.items() if sort.members is None]
    entities = dict(case.entities)
    for sort in sorts:
        entities[sort] = (*entities.get(sort, ()), f"{preparation.prefix}{sort}")
    stated = {**case.stated, **case.assumed}
    grounded = ground(policy, policy.inputs, entities)
    follows = [one.name for one in grounded if one.declaration.derivation is not None and one.name not in stated]
    if follows:  # what it follows from could be reopened only together with it
        return undecided(f"{follows[0]} is open and follows from other inputs")
    inputs = reopen(grounded, stated, preparation.statements, policy.constants)
    last: Answer = undecided("overflow")
    for attempt in (_as_it_is, Reopened.within, lambda one: one.narrowed(stated.get(one.ground.name))):
        narrowed = [attempt(one) for one in inputs]
        domains = [Domain((one.ground,), tuple((v,) for v in (*one.inside, *one.outside)), "whole") for one in narrowed]
        is_local = preparation.reopened(domains, entities)
        if not isinstance(is_local, Answer):
            return SwitchedCase(preparation, case, narrowed, sorts), is_local
        last = is_local
    return last


def _as_it_is(one: Reopened) -> Reopened:
    return one
