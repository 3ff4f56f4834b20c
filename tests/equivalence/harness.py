"""A pair before `cross_check`; where its answer is not brute force's.

The keys, values and statuses are matched here anew, from declarations and keys alone.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bicameral.backends.contract import Budget
from bicameral.backends.smt.formulas import FormulaSolver
from bicameral.backends.smt.prepared import kind_for
from bicameral.equivalence.claims import Answers, Said
from bicameral.equivalence.comparing import Region
from bicameral.equivalence.crosscheck import Outcome, cross_check
from bicameral.equivalence.vocabulary import SharedInput, Vocabulary
from bicameral.formula.interpreter import Value as Interpreted
from bicameral.formula.interpreter import evaluate_all
from bicameral.formula.term import Term, subterms
from bicameral.sorts.term_sort import BOOL
from tests.differential.spec import Signature, Value
from tests.equivalence.brute import Inputs, Row
from tests.equivalence.pairs import Many, Pair, pair
from tests.equivalence.subject import program, text

MILLISECONDS = 60_000  # the clock also runs while others have the processor
SLOW = 1.0


@dataclass(frozen=True, slots=True)
class Finding:
    pair: Pair
    what: str

    def __str__(self) -> str:
        return f"{self.what}\n{self.pair}"


@dataclass(slots=True)
class Tally:
    counts: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def add(self, name: str) -> None:
        self.counts[name] += 1

    def merge(self, other: Tally) -> None:
        self.counts += other.counts
        self.seconds += other.seconds
        self.remarks += other.remarks


def examine(seed: int, tally: Tally) -> list[Finding]:
    """What is wrong with the comparison of a seed's pair; a crash is a finding."""
    made = pair(seed)
    tally.add("pairs")
    tally.add(f"profile: {made.profile}")
    for construct in made.one.policy.constructs:
        tally.add(f"construct: {construct}")
    try:
        return [Finding(made, what) for what in _faults(made, tally)]
    except Exception as fault:  # noqa: BLE001 (whatever it is, it is a finding)
        return [Finding(made, f"crash: {type(fault).__name__}: {fault}")]


def compared(made: Pair, tally: Tally) -> tuple[Outcome, float]:
    one, other = program(made.one, "one"), program(made.other, "other")
    if made.smt and not _odd(made):  # text has no way to say that a value is of another type
        bare = made.bare
        printed = text(made.other, "other", bare=bare)
        tally.add(f"mixed{', without lines of its own' if bare else ''}" if printed else "mixed: refused")
        other = printed or other
    started = time.process_time()
    found = cross_check(
        [one, other], lambda terms: FormulaSolver(kind_for(list(subterms(*terms)))), Budget(MILLISECONDS), {}
    )
    return found, time.process_time() - started


def _faults(made: Pair, tally: Tally) -> list[str]:
    found, seconds = compared(made, tally)
    tally.seconds.append(seconds)
    if seconds > SLOW:
        tally.add("slower than a second")
        tally.remarks.append(f"seed {made.seed}: {seconds:.1f} s")
    if len(_shared_outcomes(made, found)) < len(made.one.outcomes):
        tally.add("outcomes that one side alone declares")
    apart = differing(made, found)
    restricted = [one.domain() for one in made.one.inputs] != [one.domain() for one in made.other.inputs]
    if restricted:
        tally.add("domains that differ")
        if found.vocabulary is not None and not found.vocabulary.differences and not made.bare:
            return ["domains differ, and nothing says so"]
    tally.add("different" if apart else "equal")
    tally.add(f"change: {made.change.partition(',')[0]}: {'different' if apart else 'equal'}")
    if found.undecided is not None:
        return _undecided(made, found, tally, apart)
    tally.add("regions" if found.regions else "equivalent")
    if found.regions:
        tally.counts["number of regions"] += len(found.regions)
        tally.add(f"regions: {min(len(found.regions), 20) // 5 * 5} and more")
    if bool(apart) != bool(found.regions):
        return [f"{'EQUIVALENT' if apart else 'DIFFERENT'} said, {len(apart)} inputs differ"]
    return Checker(made, found).faults(apart, whole=True)


def differing(made: Pair, found: Outcome) -> set[Inputs]:
    """The inputs for which brute force finds different outcomes, of those that the comparison is about."""
    shared = _shared_outcomes(made, found)
    one, other = (side.projected(shared) for side in made.allowed)
    return {inputs for inputs in made.inputs if one.at(inputs) != other.at(inputs)}


def _shared_outcomes(made: Pair, found: Outcome) -> list[int]:
    if found.vocabulary is None:
        return list(range(len(made.one.outcomes)))
    return sorted({_place(made, outcome.name)[0] for outcome in found.vocabulary.outcomes})


def _place(made: Pair, name: str) -> tuple[int, Value]:
    """Of an outcome its place, and of one with several values which."""
    for place, one in enumerate(made.one.outcomes):
        for known in {one.name, one.name.replace(one.predicate, one.smt_name, 1)}:
            if name == known:
                return place, None
            if name.startswith(f"{known} = "):
                return place, name.removeprefix(f"{known} = ")
    raise AssertionError(f"no outcome is called {name}")


def _undecided(made: Pair, found: Outcome, tally: Tally, differing: set[Inputs]) -> list[str]:
    assert found.undecided is not None
    sides = zip((made.one, made.other), made.allowed, strict=True)
    several = any(not isinstance(each.outcomes[place], Many) for each, rows in sides for place in rows.two_values)
    if "can have two values" in found.undecided:
        tally.add("refused: two values")
        return [] if several else [f"refused without two values: {found.undecided}"]
    if "can have the value" in found.undecided:
        tally.add("refused: a value of another type")
        return [] if _odd(made) else [f"refused without an odd value: {found.undecided}"]
    tally.add("undecided")
    tally.remarks.append(f"seed {made.seed}: {found.undecided}")
    if found.vocabulary is None:
        return []
    return Checker(made, found).faults(differing, whole=False)


def _odd(made: Pair) -> bool:
    outcomes = made.one.outcomes
    rows = (row for side in made.allowed for allowed in side.rows.values() for row in allowed)
    return any(
        value not in (one.members if one.kind == "enum" else ()) and not (one.kind != "enum" and isinstance(value, int))
        for row in rows
        for one, values in zip(outcomes, row, strict=True)
        if one.valued
        for value in values
    )


class Checker:
    """The regions of a comparison before what brute force allows."""

    def __init__(self, made: Pair, found: Outcome) -> None:
        assert found.vocabulary is not None
        self._pair = made
        self._regions = found.regions
        self._vocabulary: Vocabulary = found.vocabulary
        self._inputs = [_shared(one, self._vocabulary.inputs) for one in made.one.inputs]
        self._outcomes = [_place(made, outcome.name) for outcome in self._vocabulary.outcomes]

    def faults(self, differing: set[Inputs], *, whole: bool) -> list[str]:
        covered: dict[Inputs, int] = {}
        found: list[str] = []
        members: list[list[Inputs]] = [[] for _ in self._regions]
        literals = [literal for region in self._regions for literal in region.literals]
        for inputs in self._pair.inputs:
            env = self._environment(inputs)
            held = dict(zip(literals, evaluate_all(literals, env), strict=True))
            for number, region in enumerate(self._regions):
                if all(held[literal] for literal in region.literals):
                    members[number].append(inputs)
                    if inputs in covered:
                        found.append(f"regions {covered[inputs]} and {number} share {inputs}")
                    covered[inputs] = number
        wrong = [inputs for inputs in covered if inputs not in differing]
        missing = [inputs for inputs in differing if inputs not in covered]
        if wrong:
            found.append(f"{len(wrong)} inputs in regions do not differ, as {wrong[0]}")
        if missing and whole:
            found.append(f"{len(missing)} of {len(differing)} differing inputs are in no region, as {missing[0]}")
        for number, region in enumerate(self._regions):
            found += [f"region {number}: {what}" for what in self._region(region, members[number])]
        return found

    # --- one region -------------------------------------------------------------------------------------------

    def _region(self, region: Region, members: Sequence[Inputs]) -> list[str]:
        if not members:
            return ["no input is in it"]
        found: list[str] = []
        point = self._read(region.point)
        if point not in members:
            found.append(f"its point {point} is outside")
        elif point != min(members, key=self._rank):
            found.append(f"its point {point} is not its smallest input, {min(members, key=self._rank)}")
        found += self._agreed(region, members, point)
        for side, answers in enumerate(region.answers):
            found += self._side(side, answers, members, point, _parted(region))
        found += self._values(region, members)
        return list(dict.fromkeys(found))[:4]

    def _agreed(self, region: Region, members: Sequence[Inputs], point: Inputs) -> list[str]:
        """An outcome that parts no side at the point parts none elsewhere."""
        parted, found = _parted(region), []
        for inputs in members:
            one, other = (self._saying(side, inputs) for side in range(2))
            if one is None or other is None:
                continue
            for place, outcome in enumerate(self._vocabulary.outcomes):
                if place not in parted and one[place] != other[place]:
                    found.append(f"{outcome.name}: {one[place]} and {other[place]} at {inputs}, nothing said of it")
        return found

    def _saying(self, side: int, inputs: Inputs) -> list[Said] | None:
        rows = self._pair.allowed[side].at(inputs)
        return None if not rows else [self._said(rows, place, value) for place, value in self._outcomes]

    def _side(
        self, side: int, answers: Answers, members: Sequence[Inputs], point: Inputs, parted: set[int]
    ) -> list[str]:
        """Statuses are the same throughout, of outcomes that part the sides; at the point all are, values too."""
        found = []
        for inputs in members:
            said = self._saying(side, inputs)
            known = None if answers is None else list(answers)
            if said is None or known is None:
                if said is not known:
                    found.append(f"side {side} says {known}, brute force {said} at {inputs}")
                continue
            for place, (mine, theirs) in enumerate(zip(known, said, strict=True)):
                fits = mine == theirs if inputs == point else mine.status == theirs.status or place not in parted
                if not fits:
                    name, where = self._vocabulary.outcomes[place].name, "the point" if inputs == point else "a place"
                    found.append(f"{name}, side {side}: {mine}, brute force {theirs} at {where}, {inputs}")
        return found

    def _values(self, region: Region, members: Sequence[Inputs]) -> list[str]:
        """Where both sides give a value the two are equal throughout, or nowhere."""
        found = []
        one, other = region.answers
        for number, (place, value) in enumerate(self._outcomes):
            if one is None or other is None or not one[number].status == other[number].status == "value":
                continue
            if number not in _parted(region):
                continue
            equal = one[number].value == other[number].value
            for inputs in members:
                rows = [side.at(inputs) for side in self._pair.allowed]
                if all(rows):
                    here = self._said(rows[0], place, value) == self._said(rows[1], place, value)
                    if here != equal:
                        found.append(f"values are {'equal' if here else 'different'} at {inputs}")
        return found

    def _said(self, rows: frozenset[Row], place: int, value: Value) -> Said:
        values = [row[place] for row in rows]
        if value is not None or not self._pair.one.outcomes[place].valued:
            truths = {(True if value is None else value) in one for one in values}
            return Said("open" if len(truths) > 1 else "proves" if truths == {True} else "refutes")
        if not any(values):
            return Said("none")
        if len(set(values)) > 1:
            return Said("open")
        (only,) = values[0]
        assert isinstance(only, int | str)
        return Said("value", only)

    # --- names and values --------------------------------------------------------------------------------------

    def _environment(self, inputs: Inputs) -> dict[str, Interpreted]:
        env: dict[str, Interpreted] = {}
        for one, value in zip(self._inputs, inputs, strict=True):
            if one is None:
                continue
            if one.given is not None:
                env[str(one.given.payload)] = value is not None
            env[str(one.value.payload)] = _interpreted(one, value)
        return env

    def _read(self, point: Mapping[Term, Interpreted]) -> Inputs:
        found: list[Value] = []
        for one in self._inputs:
            if one is None:
                raise AssertionError("an input is unknown to the comparison")
            value = point[one.value]
            assert isinstance(value, bool | int | str)
            none = one.given is not None and not point[one.given]
            found.append(None if none else value.rpartition(".")[2] if isinstance(value, str) else value)
        return tuple(found)

    def _rank(self, inputs: Inputs) -> tuple[int, ...]:
        """False before true, none first, numbers by size, members as declared."""
        return tuple(one.domain().index(value) for one, value in zip(self._pair.one.inputs, inputs, strict=True))


def _parted(region: Region) -> set[int]:
    """The outcomes of which the sides say different things at the region's point."""
    one, other = region.answers
    if one is None or other is None:
        return set(range(len(one or other or ())))
    return {place for place, (mine, theirs) in enumerate(zip(one, other, strict=True)) if mine != theirs}


def _shared(one: Signature, known: Sequence[SharedInput]) -> SharedInput | None:
    found = [
        shared
        for shared in known
        if any(
            one.predicate in (each.declaration.name, each.declaration.smt_name) and each.keys == one.at
            for each in shared.known.values()
        )
    ]
    assert len(found) <= 1, f"{one.name} is shared {len(found)} times"
    return found[0] if found else None


def _interpreted(one: SharedInput, value: Value) -> Interpreted:
    if one.value.sort == BOOL:
        return bool(value)
    if one.value.sort.members:
        members = {name.rpartition(".")[2]: name for name in one.value.sort.members}
        return one.value.sort.members[0] if value is None else members[str(value)]
    return 0 if value is None else int(value)
