"""What lowering makes: the policy as named assertions over sorted terms.

Every distinct head tuple has a Boolean of its own, and nothing here uses that a valued outcome has one value: that is
what verdicts and reasons rest on. What `compile` prints (`lowering.emit`) adds one constant for each valued outcome.
"""

from __future__ import annotations

from enum import Enum

from bicameral.formula.term import Term
from bicameral.policy.model import Declaration, NamedStatement
from bicameral.source import Span
from bicameral.source.record import record


class Kind(Enum):
    """What an assertion stands for; the value is the `kind` of a `because` entry.

    DEFINITION is never dropped and never cited: equality of atoms whose arguments have equal values.
    """

    RULE = "rule"
    CLOSED_WORLD = "closed-world"
    CONSTRAINT = "constraint"
    RANGE = "range"
    ENTITIES = "entities"
    DEFINITION = "definition"


@record
class Assertion:
    """One named assertion. Assertions with the same `kind` and `name` are one entry of a reason.

    `name` is what a report shows: the statement's name, the atom of a closed world (`trip_approved`,
    `eligible(ann)`; for a valued predicate its name alone), the input of a range. `smt_name` is unique.
    `rules` names the statements that could derive a closed world's atom.
    """

    kind: Kind
    name: str
    smt_name: str
    formula: Term
    statement: NamedStatement | None = None
    rules: tuple[str, ...] = ()


@record
class InputSymbol:
    """A ground input as terms.

    Boolean: `value` is the Bool symbol. Valued: `value` is the Int or datatype symbol and `given`, for one that
    may lack a value, the Bool symbol `NAME.given`. `value` is unconstrained where `given` is false. `keys` are the
    individuals that it is of.
    """

    name: str
    declaration: Declaration
    value: Term
    given: Term | None
    keys: tuple[str, ...] = ()


# An argument of an atom after symbolic grounding: an Int term (a constant or over symbols), or a ground constant.
@record
class Constant:
    """A ground non-integer argument. `kind` orders it among clingo's terms."""

    kind: str  # "inf", "constant", "-constant", "string", "sup"
    name: str


@record
class Compound:
    """A function or (with an empty name) a tuple with at least one argument, or the empty tuple."""

    name: str
    args: tuple[Argument, ...]
    negative: bool = False


Argument = Term | Constant | Compound


@record
class GuardedTuple:
    """An atom `predicate(args)` that is in an answer set exactly when `condition` holds."""

    args: tuple[Argument, ...]
    condition: Term


@record
class Intermediate:
    """An integer term that clingo computes and that could leave 32 bits within the declared ranges."""

    term: Term
    span: Span


@record
class Refusal:
    """Why a statement was not lowered: the construct (a catalogue key), where, and the witness in words."""

    statement: NamedStatement | None
    construct: str
    span: Span
    witness: str


@record
class LoweredProgram:
    """A policy (with or without a claim) after symbolic grounding and completion.

    `inputs` are ground inputs in declaration order. `atoms` maps a predicate (name with its classical sign,
    arity) to its guarded tuples, inputs included. `comparisons` are the arithmetic atoms over input symbols
    that occur anywhere: values of the inputs on which all of them agree are alike. `intermediates` bound what
    the ASP backend may compute. With `refusals` the SMT backend decides nothing. `claim` is the Bool term of the
    claim's head, None without a claim. `values` are the numbers that aggregates compute, each as a term over atoms
    and inputs. `inputs` are those that can be stated alone; `derived` the ones that follow from them, `value` and
    `given` being terms over their symbols.
    """

    inputs: tuple[InputSymbol, ...]
    assertions: tuple[Assertion, ...]
    atoms: dict[tuple[str, int], tuple[GuardedTuple, ...]]
    comparisons: tuple[Term, ...]
    intermediates: tuple[Intermediate, ...]
    refusals: tuple[Refusal, ...]
    claim: Term | None = None
    values: tuple[tuple[Term, Term], ...] = ()
    derived: tuple[InputSymbol, ...] = ()
