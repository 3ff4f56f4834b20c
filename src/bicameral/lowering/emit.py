"""The lowered policy as SMT-LIB text: deterministic, readable, one named assertion for each rule.

Lines at its top say what its constants are, so that it can be read as a policy again. To what verdicts rest on this
adds, for each valued outcome, a constant with its value and a Boolean `NAME.given`. That is exact only where the
outcome never has two values, which the caller must have shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bicameral.formula import factory, smtlib
from bicameral.formula.term import Op, Term, subterms, symbols
from bicameral.lowering.derivation import smt_name
from bicameral.lowering.emit_vocabulary import vocabulary_lines
from bicameral.lowering.inputs import UNSYMBOLIC, individual, pin
from bicameral.lowering.program import Argument, Assertion, Constant, GuardedTuple, InputSymbol, Kind, LoweredProgram
from bicameral.policy.identifiers import ground_name
from bicameral.policy.instances import Instance, Scope, instances
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.sorts.term_sort import BOOL, TermSort


def smtlib_text(policy: CheckedPolicy, lowered: LoweredProgram, scope: Scope = ()) -> str:
    """The whole text, for the members of open sorts that it was lowered for. Raises ValueError after a refusal."""
    if lowered.refusals:
        raise ValueError(lowered.refusals[0].witness)
    outcomes = list(instances(policy, policy.outcomes.values(), dict(scope)))
    values = _values(outcomes, lowered)
    formulas = [assertion.formula for assertion in lowered.assertions] + [
        f for _, f in (v for vs in values for v in vs)
    ]
    computed = _computed(lowered)
    names = _abbreviations(lowered, computed)
    used = symbols(*formulas, *(s.value for s in lowered.inputs), *map(_constant, outcomes))
    lines = [*vocabulary_lines(policy, scope), f"(set-logic {smtlib.logic([*formulas, *used])})"]
    lines += smtlib.prelude([*formulas, *names, *(symbol.value for symbol in lowered.derived)])
    lines += [smtlib.declare_sort(sort) for sort in _sorts(used)]
    lines += ["", "; --- inputs", *_declare_inputs(lowered.inputs)]
    if lowered.derived:
        lines += ["", "; --- computed from them", *_define_computed(lowered.derived, computed)]
    inputs = {term for symbol in lowered.inputs for term in (symbol.value, symbol.given) if term is not None}
    lines += ["", "; --- what the policy derives"]
    lines += [smtlib.declare(term) for term in _derived(lowered, used) if term not in inputs]
    if len(names) > len(computed):
        lines += ["", "; --- numbers that the policy computes"]
        numbers = {term: name for term, name in names.items() if term not in computed}
        lines += [smtlib.define(name, term, _without(names, term)) for term, name in numbers.items()]
    lines += _pins(lowered.inputs)
    for title, kinds in _SECTIONS:
        chosen = [assertion for assertion in lowered.assertions if assertion.kind in kinds]
        if chosen:
            lines += ["", f"; --- {title}", *(line for assertion in chosen for line in _assertion(assertion, names))]
    if any(values):
        lines += ["", "; --- values of outcomes"]
        lines += [_named(name, formula, names) for entry in values for name, formula in entry]
    return "\n".join(lines) + "\n"


_SECTIONS = (
    ("declared ranges", (Kind.RANGE,)),
    ("rules", (Kind.RULE, Kind.CONSTRAINT)),
    ("closed worlds: what no rule derives is false", (Kind.CLOSED_WORLD,)),
    ("equal atoms", (Kind.DEFINITION,)),
)


def _comment(text: str) -> str:
    """A text that cannot end the comment it stands in."""
    return " ".join(text.split())


def _sorts(used: Iterable[Term]) -> list[TermSort]:
    return list(dict.fromkeys(term.sort for term in used if term.sort.members))


def _declare_inputs(inputs: Iterable[InputSymbol]) -> Iterator[str]:
    for symbol in inputs:
        yield smtlib.declare(symbol.value) + _described(symbol.declaration)
        if symbol.given is not None:
            yield smtlib.declare(symbol.given)


def _pins(inputs: Iterable[InputSymbol]) -> Iterator[str]:
    """What a constant is whose input has no value, so that it is not one of many numbers that make no difference."""
    lacking = [symbol for symbol in inputs if symbol.given is not None]
    if lacking:
        yield from ("", "; --- inputs without a value: nothing depends on their constants")
    for symbol in lacking:
        yield _named(f"none {symbol.value.payload}", pin(symbol), {})


def _described(declaration: Declaration) -> str:
    """What an input is, as a comment behind it."""
    notes = [declaration.text or ""]
    if declaration.sort is not None and declaration.sort.scale != 1:
        notes.append(f"in units of 1/{declaration.sort.scale}")
    if declaration.unit:
        notes.append(declaration.unit)
    comment = _comment(", ".join(note for note in notes if note))
    return f" ; {comment}" if comment else ""


def _computed(lowered: LoweredProgram) -> dict[Term, str]:
    """The names of derived inputs by the terms that they stand for."""
    names: dict[Term, str] = {}
    for symbol in lowered.derived:
        if not symbol.value.is_const:
            names.setdefault(symbol.value, smt_name(symbol))
    return names


def _define_computed(derived: Iterable[InputSymbol], names: Mapping[Term, str]) -> Iterator[str]:
    """Each after those it is computed from."""
    for symbol in derived:
        name = smt_name(symbol)
        others = {term: other for term, other in names.items() if other != name}
        yield smtlib.define(name, symbol.value, others) + _described(symbol.declaration)
        if symbol.given is not None:
            yield smtlib.define(f"{name}.given", symbol.given)


def _derived(lowered: LoweredProgram, used: Iterable[Term]) -> list[Term]:
    """Every symbol that is not an input, atoms in the order of the program first."""
    atoms = [
        tuple_.condition for tuples in lowered.atoms.values() for tuple_ in tuples if tuple_.condition.op is Op.SYMBOL
    ]
    return list(dict.fromkeys([*atoms, *used]))


def _assertion(assertion: Assertion, names: Mapping[Term, str]) -> Iterator[str]:
    statement = assertion.statement
    if statement is not None:
        for sentence in statement.sentences:
            yield f"; {_comment(sentence)}"
    yield _named(assertion.smt_name, assertion.formula, names)


def _abbreviations(lowered: LoweredProgram, computed: Mapping[Term, str]) -> dict[Term, str]:
    """Names for derived inputs and for the longer numbers that atoms hold, each defined after those within it."""
    names = dict(computed)
    for tuples in lowered.atoms.values():
        for entry in tuples:
            for number, argument in enumerate(entry.args, start=1):
                if isinstance(argument, Term) and sum(1 for _ in subterms(argument)) > _SHORT and argument not in names:
                    place = "" if len(entry.args) == 1 else f" {number}"
                    names[argument] = f"value{place} of {entry.condition.payload}"
    return {term: names[term] for term in subterms(*names) if term in names}


def _without(names: Mapping[Term, str], term: Term) -> dict[Term, str]:
    """The names that the definition of `term` may use: those of its proper subterms."""
    return {other: names[other] for other in subterms(term) if other in names and other is not term}


_SHORT = 6  # subterms of a number that is as clear written out


def _named(name: str, formula: Term, names: Mapping[Term, str]) -> str:
    called = smtlib.quote(name.translate(UNSYMBOLIC))
    return f"(assert (! {smtlib.print_wrapped(formula, 11, names=names)} :named {called}))"


def _constant(outcome: Instance) -> Term:
    sort = outcome.declaration.sort
    name = ground_name(outcome.declaration.smt_name, outcome.keys).translate(UNSYMBOLIC)
    return factory.symbol(name, BOOL if sort is None else sort.term_sort)


def _values(outcomes: Iterable[Instance], lowered: LoweredProgram) -> list[list[tuple[str, Term]]]:
    """What ties each outcome's constant to its atoms; a Boolean's is its atom, if a rule has one."""
    by_keys: dict[tuple[str, int], dict[tuple[Argument, ...], list[GuardedTuple]]] = {}
    found = []
    for outcome in outcomes:
        declaration = outcome.declaration
        predicate = (declaration.name, declaration.arity)
        if predicate not in by_keys:
            grouped = by_keys[predicate] = {}
            for entry in lowered.atoms.get(predicate, ()):
                grouped.setdefault(entry.args[: len(declaration.keys)], []).append(entry)
        keys = tuple(individual(key) for key in outcome.keys)
        found.append(_value(outcome, by_keys[predicate].get(keys, [])))
    return found


def _value(outcome: Instance, tuples: list[GuardedTuple]) -> list[tuple[str, Term]]:
    value = _constant(outcome)
    name = str(value.payload)
    if outcome.declaration.sort is None:
        return [] if tuples else [(f"closed-world {name}", factory.neg(value))]
    given = factory.symbol(f"{name}.given", BOOL)
    links = [factory.implies(entry.condition, _is(value, entry)) for entry in tuples]
    present = factory.iff(given, factory.disj(*(entry.condition for entry in tuples)))
    return [(f"given {name}", present), (f"value {name}", factory.conj(*links))]


def _is(value: Term, entry: GuardedTuple) -> Term:
    argument: Argument = entry.args[-1]
    if isinstance(argument, Term):
        return factory.eq(value, argument) if argument.sort == value.sort else factory.FALSE
    if isinstance(argument, Constant) and argument.name in value.sort.members:
        return factory.eq(value, factory.member(value.sort, argument.name))
    return factory.FALSE
