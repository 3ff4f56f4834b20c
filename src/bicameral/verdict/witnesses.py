"""Witnesses: answer sets that are shown only after the other backend has found them too.

A witness is completed by one backend (the *maker*) and replayed through the other (the *checker*): inputs, outcomes
and claim together. A replay that fails is a contradiction between the backends; one that could not be decided is a
note, and the witness is shown with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bicameral.backends.contract import Budget, Session, Truth, Witness
from bicameral.policy.model import Value
from bicameral.source.record import record
from bicameral.verdict.report import Note

Inputs = Mapping[str, Value]


@record
class Shown:
    """A witness fit to be shown, or None with the note that says why; `contradiction` where its replay failed."""

    witness: Witness | None
    notes: tuple[Note, ...] = ()
    contradiction: str | None = None


@record
class Chambers:
    """The sessions that witnesses pass through, by backend name, in the order in which they are asked to make one.

    `recompute` sets derived inputs from the others.
    """

    sessions: tuple[tuple[str, Session], ...]
    recompute: Callable[[Inputs], Inputs] | None = None


def show(chambers: Chambers, inputs: Inputs, holds: bool, budget: Budget) -> Shown:
    """The answer set under `inputs` with the claim true or false, replayed.

    The first backend that can makes it, another replays it. Derived inputs are recomputed first. Where that changes
    them and leaves no such answer set, the backends have rested on a derived value that the other inputs do not
    give: nothing is shown, and a note says so.
    """
    settled = inputs if chambers.recompute is None else chambers.recompute(inputs)
    undone: list[str] = []
    for name, session in chambers.sessions:
        made = session.complete(settled, holds, budget)
        if isinstance(made, Witness):
            checker = next((other for other in chambers.sessions if other[0] != name), None)
            if checker is None:
                return Shown(made, (Note("replay-undecided", "no second backend was asked to replay the witness"),))
            return replay(checker, made, budget, name)
        if made.truth is Truth.NO:
            return _impossible(name, holds, changed=dict(settled) != dict(inputs))
        undone.append(f"{name}: {made.reason}")
    text = f"no witness on the {_side(holds)} side could be completed ({'; '.join(undone)})"
    return Shown(None, (Note("witness-unavailable", text),))


def _impossible(name: str, holds: bool, *, changed: bool) -> Shown:
    if changed:
        text = (
            f"the {_side(holds)} side may come from a derived value that its own arguments do not give; "
            "no witness with the computed value was found"
        )
        return Shown(None, (Note("derived-open", text),))
    return Shown(None, (), f"{name} finds no answer set on the {_side(holds)} side under inputs that should have one")


def replay(checker: tuple[str, Session], witness: Witness, budget: Budget, maker: str = "the other backend") -> Shown:
    """The witness, once another backend has been asked for it: inputs, outcomes and claim together."""
    name, session = checker
    answer = session.replay(witness, budget)
    if answer.truth is Truth.YES:
        return Shown(witness)
    if answer.truth is Truth.NO:
        said = f"{name} finds no answer set with the inputs, outcomes and claim of a witness of {maker}"
        return Shown(witness, (), f"{said} ({describe(witness)})")
    text = f"{name} could not replay the witness on the {_side(witness.holds)} side: {answer.reason}"
    return Shown(witness, (Note("replay-undecided", text),))


def _side(holds: bool) -> str:
    return "holding" if holds else "failing"


def describe(witness: Witness) -> str:
    """A witness in one line, in program values."""
    parts = [f"{name}={value}" for name, value in (*witness.inputs.items(), *witness.outcomes.items())]
    return ", ".join((*parts, f"claim={'true' if witness.holds else 'false'}"))
