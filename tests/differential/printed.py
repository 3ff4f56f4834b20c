"""The printed SMT-LIB text before stock Z3, facts and claim written here over its declared constants."""

from __future__ import annotations

from collections.abc import Iterator

import z3

from bicameral.formula.smtlib import quote
from tests.differential.generator import Example
from tests.differential.oracles import Sides
from tests.differential.spec import Claim, Signature, Value
from tests.reference.program import Comparison, Literal, Name, Num, Term, Var
from tests.reference.values import Ground, related

MILLISECONDS = 3000


class NotAskedError(Exception):
    """The claim or a fact cannot be written over the printed constants, or Z3 does not know."""


def ask_printed(one: Example, claim: Claim, text: str) -> Sides:
    """Both questions to `text`, what `compile` prints. Raises NotAskedError."""
    if any(signature.keys for signature in one.policy.signatures.values()):
        raise NotAskedError("instances for individuals")
    facts = "\n".join(f"(assert {fact})" for fact in _facts(one))
    formula = _claim(one, claim)
    return Sides(
        _satisfiable(f"{text}\n{facts}\n(assert {formula})"), _satisfiable(f"{text}\n{facts}\n(assert (not {formula}))")
    )


def _satisfiable(text: str) -> bool:
    solver = z3.Solver()
    solver.set("timeout", MILLISECONDS)
    solver.from_string(text)
    answer = solver.check()
    if answer == z3.unknown:
        raise NotAskedError(solver.reason_unknown())
    return bool(answer == z3.sat)


def _facts(one: Example) -> Iterator[str]:
    for signature in one.policy.inputs:
        domain = one.case.domain(signature) if one.case.fixes(signature) else None
        if domain is not None:
            yield _equals(signature, domain[0])


def _equals(signature: Signature, value: Value) -> str:
    name, given = quote(signature.smt_name), quote(f"{signature.smt_name}.given")
    if isinstance(value, bool):
        return name if value else f"(not {name})"
    if value is None:
        return f"(not {given})"
    equal = f"(= {name} {_constant(signature, value)})"
    return f"(and {given} {equal})" if signature.may_lack else equal


def _constant(signature: Signature, value: Ground) -> str:
    if isinstance(value, int):
        return str(value) if value >= 0 else f"(- {-value})"
    return quote(f"{signature.sort}.{value}")


def _claim(one: Example, claim: Claim) -> str:
    signatures = one.policy.signatures
    of: dict[Term, Signature] = {}
    parts = []
    for part in claim.body:
        if isinstance(part, Literal):
            signature = signatures[part.atom.predicate]
            if signature.role not in {"input", "outcome"}:
                raise NotAskedError("an auxiliary predicate")
            parts.append(_signed(part.sign, _atom(one, signature, part)))
            of |= dict.fromkeys(part.atom.args, signature)
        elif not isinstance(part, Comparison):
            raise NotAskedError("more than literals and comparisons")
    parts += [_signed(part.sign, _comparison(one, of, part)) for part in claim.body if isinstance(part, Comparison)]
    return f"(and true {' '.join(parts)})"


def _signed(sign: int, formula: str) -> str:
    return f"(not {formula})" if sign == 1 else formula


def _atom(one: Example, signature: Signature, literal: Literal) -> str:
    name = quote(signature.smt_name)
    if not signature.valued:
        return name
    lacking = signature.role == "outcome" or signature.may_lack
    given = quote(f"{signature.smt_name}.given") if lacking else "true"
    argument = literal.atom.args[0]
    if isinstance(argument, Var):
        return given
    value = _value(one, argument)
    if isinstance(value, int) != signature.numeric:
        return "false"
    return f"(and {given} (= {name} {_constant(signature, value)}))"


def _value(one: Example, term: Term) -> Ground:
    match term:
        case Num(value):
            return value
        case Name(name):
            return one.policy.constants.get(name, name)
        case _:
            raise NotAskedError("a compound term")


def _comparison(one: Example, of: dict[Term, Signature], comparison: Comparison) -> str:
    variable, relation = comparison.terms[0], comparison.relations[0]
    signature, value = of[variable], _value(one, comparison.terms[1])
    name = quote(signature.smt_name)
    if signature.numeric:
        if not isinstance(value, int):
            raise NotAskedError("a number against a constant")
        shown = f"({'=' if relation == '!=' else relation} {name} {_constant(signature, value)})"
        return f"(not {shown})" if relation == "!=" else shown
    fitting = [f"(= {name} {_constant(signature, m)})" for m in signature.members if related(m, relation, value)]
    return f"(or false {' '.join(fitting)})"
