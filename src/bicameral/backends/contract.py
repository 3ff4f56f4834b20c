"""The contract between verdicts and whatever decides them.

No clingo or Z3 object crosses it. A backend is made for one policy and prepared once for each claim; a session
is that preparation, and takes any number of cases.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from enum import Enum
from math import ceil
from typing import TYPE_CHECKING, Protocol

from bicameral.source.record import record

if TYPE_CHECKING:  # a child process that grounds for us imports this module: it is not to read policies for that
    from bicameral.lowering.program import LoweredProgram
    from bicameral.policy.instances import Scope
    from bicameral.policy.model import Case, Claim, Value


class Truth(Enum):
    """The answer to a question of satisfiability. The value is what a report shows."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"


@record
class Answer:
    """A decided answer, or UNDECIDED with a reason (never without)."""

    truth: Truth
    reason: str | None = None


YES = Answer(Truth.YES)
NO = Answer(Truth.NO)


# Begins the reason of a backend that says the program is not one: no other backend's word on it counts.
NO_PROGRAM = "clingo refuses the program: "


def undecided(reason: str) -> Answer:
    return Answer(Truth.UNDECIDED, reason)


class Budget:
    """Time that may still be spent, in milliseconds on the monotonic clock, from the moment it is made."""

    __slots__ = ("_end", "milliseconds")

    def __init__(self, milliseconds: int) -> None:
        self.milliseconds = milliseconds
        self._end = time.monotonic() + milliseconds / 1000

    @property
    def left(self) -> int:
        """Whole milliseconds left, a begun one among them; at least 0."""
        left = self._end - time.monotonic()
        return ceil(left * 1000) if left > 0 else 0


@record
class Decision:
    """One backend's answers to the two questions, and the time it took."""

    can_hold: Answer
    can_fail: Answer
    milliseconds: float
    notes: tuple[tuple[str, str], ...] = ()

    @property
    def reason(self) -> str | None:
        return self.can_hold.reason or self.can_fail.reason


@record
class Witness:
    """An answer set, seen from outside: every input (program scale), every outcome, and the claim's truth.

    `inputs` maps ground input names to values; `outcomes` maps outcome names to True/False for Booleans and to the
    sorted tuple of its values for valued ones (empty: none), in declaration order.
    """

    inputs: Mapping[str, Value]
    outcomes: Mapping[str, bool | tuple[int | str, ...]]
    holds: bool


class Session(Protocol):
    """One policy prepared for one claim."""

    def decide(self, case: Case, budget: Budget) -> Decision:
        """Can the claim hold, can it fail, under this case. Never raises for what a solver does."""

    def complete(self, inputs: Mapping[str, Value], holds: bool | None, budget: Budget) -> Witness | Answer:
        """An answer set under exactly these inputs (all of them given), with the claim true or false or either.

        NO when there is none; UNDECIDED with the reason.
        """

    def replay(self, witness: Witness, budget: Budget) -> Answer:
        """Whether inputs, outcomes and claim of the witness occur together in an answer set."""


class Lower(Protocol):
    """What lowers a claim for the individuals of a case, and remembers it."""

    def __call__(self, claim: Claim | None = None, scope: Scope = (), further: bool = False, /) -> LoweredProgram:
        """The policy with the claim on top; None: the policy alone.

        `further` adds one more individual to each open sort, and the assertions that it does not exist.
        """


class Backend(Protocol):
    """A solver put to one policy."""

    @property
    def name(self) -> str:
        """`asp` or `smt`."""

    def session(self, claim: Claim | None, scope: Scope = ()) -> Session:
        """The session for a claim and the members of open sorts; None asks for consistency alone (a true claim)."""


# --- what reasons need: a consistency oracle over named elements -----------------------------------------------


@record
class Element:
    """One thing that a reason can cite. `kind` is as in reports; `name` identifies it within its kind."""

    kind: str  # rule, closed-world, constraint, fact, assumed, range, entities
    name: str
    rules: tuple[str, ...] = ()


@record
class Consistency:
    """Whether the kept elements with the goal are consistent; `core` are indices of elements when they are not.

    A core need not be minimal. `truth` is YES for consistent.
    """

    truth: Truth
    core: frozenset[int] = frozenset()
    reason: str | None = None


class Oracle(Protocol):
    """One case before a solver, its elements switchable.

    `elements` are in the order of preference of reports: kinds as listed at `Element.kind`, then declaration.
    """

    @property
    def elements(self) -> Sequence[Element]: ...

    def consistent(self, kept: Sequence[int], goal: bool | None, budget: Budget) -> Consistency:
        """Whether the elements `kept` allow an answer set where the claim is `goal` (None: anything)."""


class Switchable(Session, Protocol):
    """A session that can give reasons and no more: what the ASP backend offers where it decides alone."""

    def switchable(self, case: Case, budget: Budget) -> AbstractContextManager[Oracle | Answer]:
        """The case with its elements switchable, or why it cannot be so; close it before the session is used again."""


@record
class Pair:
    """Two witnesses of one case on either side of a claim."""

    holds: Witness
    fails: Witness


@record
class Region:
    """The values of one input on one side of a claim, all other inputs fixed.

    For numbers `intervals` of program values, ends included, None for no bound; for others `values`. `complete` is
    False where the list was cut.
    """

    intervals: tuple[tuple[int | None, int | None], ...] = ()
    values: tuple[Value, ...] = ()
    complete: bool = True


class Reasoner(Session, Protocol):
    """A session that can also explain: what the SMT backend offers beyond deciding."""

    def oracle(self, case: Case) -> AbstractContextManager[Oracle]:
        """The case with its elements switchable; close it before the session is used again."""

    def smallest(self, case: Case, holds: bool | None, budget: Budget) -> Mapping[str, Value] | Answer:
        """The inputs of an answer set on that side of the claim, open ones as small as can be.

        Lexicographically smallest in declaration order: false before true, no value before any, then the smallest
        number, members in order of declaration.
        """

    def closest(self, case: Case, budget: Budget) -> tuple[Mapping[str, Value], Mapping[str, Value]] | Answer:
        """Complete inputs for a holding and a failing answer set that differ in the fewest inputs.

        Among those the smallest sum of distances of numbers, then the smallest values (of the holding side, then
        the failing one) in declaration order. The two are equal exactly when one input has answer sets on both
        sides. NO when a side is empty.
        """

    def closest_settled(self, case: Case, budget: Budget) -> tuple[Mapping[str, Value], Mapping[str, Value]] | Answer:
        """Likewise for two inputs that each decide: no answer set on the other side. NO when there are none."""

    def regions(self, case: Case, at: Mapping[str, Value], name: str, budget: Budget) -> tuple[Region, Region] | Answer:
        """For input `name` with every other input as in `at`: where the claim can hold, and where it can fail."""

    def two_values(self, case: Case, outcome: str, budget: Budget) -> Witness | Answer:
        """An answer set of this case where a valued outcome has two values; NO when there is none."""


# --- what the ASP backend needs for unknown numbers: representatives of classes ---------------------------------

CLINGO_MAX = 2_147_483_647
"""The largest magnitude that is given to clingo; -2**31 is kept out too, as dividing it by -1 kills the process."""


@record
class ClassGroup:
    """Numeric inputs that conditions compare together, and one point for each feasible class of their values.

    `names` are in declaration order, each point has one program value for each of them. Two points are alike when
    every comparison has the same truth on both; the points are pairwise not alike, and every admissible point is
    alike to one of them.
    """

    names: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]


class ClassFinder(Protocol):
    """Cuts open numeric inputs into classes (the SMT side implements it, the engine passes it on)."""

    def __call__(
        self,
        lowered: LoweredProgram,
        open_numbers: Sequence[str],
        stated: Mapping[str, Value],
        cap: int,
        budget: Budget,
    ) -> tuple[ClassGroup, ...] | Answer:
        """All names are those of ground inputs (`InputSymbol.name`, never an alias).

        The groups partition `open_numbers`; a number that nothing compares is a group of one point.

        Admissible is a point within the declared ranges and within `CLINGO_MAX` in magnitude. Only
        `lowered.comparisons` count, and of a point also that no `lowered.intermediates` leaves `CLINGO_MAX` there:
        such points are left out. Inputs in one comparison or one intermediate belong to one group.
        `stated` gives the value of every other number that a comparison mentions: it is substituted; where it is
        None (no value) the comparison or intermediate is left out, as no condition depends on it. An optional
        input in `open_numbers` is taken to have a value.

        An undecided answer where a feasible class has no point without overflow (`overflow`), where a group has
        more than `cap` classes (`more than N classes`), where time is out (`out of time`), or where a comparison
        mentions an open symbol outside `open_numbers` (naming it).
        """
