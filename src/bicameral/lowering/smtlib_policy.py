"""An SMT-LIB file as a policy: its declarations are the vocabulary, its named assertions the rules.

Lines `; %@ input ...`, `outcome`, `define` and `sort` name, type and split the constants. With an outcome among them
every constant that no line names is auxiliary: free, not stated, not shown. Without one every constant may be stated,
and a claim may be about any.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bicameral.analysis.dependency import Predicate
from bicameral.formula import factory
from bicameral.lowering import inputs, smtlib_absent
from bicameral.lowering.extent import Extent
from bicameral.lowering.lower import Lowerer
from bicameral.lowering.program import Assertion, InputSymbol, Kind
from bicameral.lowering.smtlib_commands import Commands, ConstantOf, Rule, read_commands
from bicameral.lowering.smtlib_lines import GIVEN
from bicameral.policy.identifiers import ground_name, is_name
from bicameral.policy.model import CheckedPolicy, Declaration, NamedStatement, SortDeclaration
from bicameral.sorts import ValueSort, did_you_mean, enumeration
from bicameral.sorts.catalogue import INTEGER
from bicameral.sorts.term_sort import BOOL, INT
from bicameral.source import Diagnostic, PolicyError, SourceFile, Span, fingerprint
from bicameral.syntax import tree

Role = Literal["input", "outcome"]


@dataclass(frozen=True, slots=True)
class SmtlibPolicy:
    """An SMT-LIB file read as a policy. `split` says whether inputs are told from outcomes."""

    checked: CheckedPolicy
    lowerer: Lowerer
    split: bool


def read_policy(source: SourceFile, name: str, outcomes: Sequence[str] | None = None) -> SmtlibPolicy:
    """The policy that an SMT-LIB file makes. Raises ParseError or PolicyError.

    `outcomes` are the names of its outcomes: where its lines say others, those are auxiliary here.
    """
    return _Maker(source, name, read_commands(source)).make(outcomes)


class _Maker:
    """From what a file declares and asserts to a policy."""

    def __init__(self, source: SourceFile, name: str, found: Commands) -> None:
        self._source = source
        self._name = name
        self._found = found
        self._vocabulary = found.lines.vocabulary
        self._unnamed: dict[str, Declaration] = {}  # by constant: what no line names

    def make(self, outcomes: Sequence[str] | None) -> SmtlibPolicy:
        lines = self._found.lines
        declared = list(self._vocabulary.declared.values())
        if outcomes is not None:
            declared = self._chosen(declared, outcomes)
        elif not lines.split:
            declared += self._others("input", (one for one in self._found.constants.values() if one.place is None))
        split = outcomes is not None or lines.split
        checked = self._policy([replace(one, order=order) for order, one in enumerate(declared)], split=split)
        symbols = self._symbols(checked)
        stated = [symbol for symbol in symbols if symbol.declaration.role == "input"]
        extents = self._extents(checked, symbols)
        lowerer = Lowerer.over(checked, stated, extents, self._assertions(stated))
        return SmtlibPolicy(checked, lowerer, split)

    # --- the vocabulary --------------------------------------------------------------------------------------

    def _chosen(self, declared: Sequence[Declaration], outcomes: Sequence[str]) -> list[Declaration]:
        """Those named are outcomes; the rest are inputs where no line says which constants are.

        A definition is never an input then: the file says what it is.
        """
        known = {name: one for one in declared for name in (one.name, one.smt_name)}
        chosen = {known[name].name for name in outcomes if name in known}
        others = {name for name in outcomes if name not in known}
        free = {one.name: one for one in self._found.constants.values() if one.place is None}
        for name in outcomes:
            one = known.get(name)
            if one is None and name not in free:
                raise _bad_outcome(f"`{name}` is no constant of {self._source.name}", name, [*known, *free])
            if one is not None and one.role == "input":
                raise _bad_outcome(f"`{name}` is an input of {self._source.name}, says its line {one.span.line}")
        found = [_as_chosen(one, one.name in chosen) for one in declared]
        found += self._others("outcome", (one for name, one in free.items() if name in others))
        if not any(one.role == "input" for one in found):
            rest = (one for name, one in free.items() if name not in others and not one.defined)
            found += self._others("input", rest)
        return found

    def _others(self, role: Role, constants: Iterable[ConstantOf]) -> list[Declaration]:
        """Declarations of constants that no line names, each with a name that claims can use."""
        return [self._undeclared(role, constant) for constant in constants]

    def _undeclared(self, role: Role, constant: ConstantOf) -> Declaration:
        named = self._vocabulary.declared
        if constant.name in named:
            hint = f"the line at {named[constant.name].span} says that it is `{named[constant.name].smt_name}`"
            message = f"`{constant.name}` is the name of another constant"
            raise PolicyError(Diagnostic("duplicate-name", message, constant.span, hint))
        name = constant.name if is_name(constant.name) else _lower_case(constant.name)
        taken = {one.name for one in self._unnamed.values()} | named.keys()
        while name in taken or (name != constant.name and name in self._found.constants):
            name += "_"
        sort = constant.value.sort
        value: ValueSort | None = None
        if sort == INT:
            value = INTEGER
        elif sort != BOOL:
            value = enumeration(sort.name, sort.members)
        alias = constant.name if constant.name != name else None
        declaration = Declaration(role, name, (), value, None, None, None, None, alias, constant.span, 0)
        self._unnamed[constant.name] = declaration
        return declaration

    def _policy(self, declared: Sequence[Declaration], *, split: bool) -> CheckedPolicy:
        by_role = {
            role: {one.name: one for one in declared if one.role == role} for role in ("input", "outcome", "define")
        }
        names = by_role["input"] | by_role["outcome"]
        for one in [*names.values()]:
            names.setdefault(one.smt_name, one)
        predicates = frozenset((one.name, one.arity) for one in declared)
        decided = frozenset((one.name, one.arity) for one in declared if one.role != "input")
        vocabulary, members = self._vocabulary, self._found.lines.members
        sorts = {name: replace(sort, members=members[name]) for name, sort in vocabulary.sorts.items()}
        for sort in self._found.sorts.values():
            sorts.setdefault(sort.name, SortDeclaration(sort.name, sort.members, Span(self._source.name, 1, 1, 1, 1)))
        return CheckedPolicy(
            name=vocabulary.name or self._name,
            title=vocabulary.title,
            version=vocabulary.version,
            effective=vocabulary.effective,
            files=(self._source,),
            source=None,
            sha256=fingerprint([self._source]),
            statements=(),
            constants={},
            sorts=sorts,
            inputs=by_role["input"],
            outcomes=by_role["outcome"],
            defines=by_role["define"],
            overrides=(),
            warnings=(),
            names=names,
            predicates=predicates,
            derived=decided if split else predicates,
        )

    # --- the program -----------------------------------------------------------------------------------------

    def _symbols(self, checked: CheckedPolicy) -> list[InputSymbol]:
        """Every declared name for its individuals, as the terms that stand for its value, and for there being one."""
        there = {
            (one.place.declaration.name, one.place.keys, one.place.given): one.value
            for one in self._found.constants.values()
            if one.place is not None
        }
        there |= {
            (one.name, (), False): self._found.constants[constant].value for constant, one in self._unnamed.items()
        }
        return [
            InputSymbol(
                ground_name(one.name, keys),
                one,
                there[one.name, keys, False],
                there.get((one.name, keys, True)),
                keys,
            )
            for one in (*checked.inputs.values(), *checked.outcomes.values(), *checked.defines.values())
            for keys in self._found.lines.instances(one)
        ]

    def _extents(self, checked: CheckedPolicy, symbols: Iterable[InputSymbol]) -> dict[Predicate, Extent]:
        extents = {
            inputs.predicate(one): Extent()
            for one in (*checked.inputs.values(), *checked.outcomes.values(), *checked.defines.values())
        }
        for symbol in symbols:
            for args, condition in inputs.tuples(symbol):
                extents[inputs.predicate(symbol.declaration)].add(args, condition)
        for name, members in self._found.lines.members.items():
            if Predicate(name, 1) not in extents:
                extent = extents[Predicate(name, 1)] = Extent()
                for member in members:
                    extent.add((inputs.individual(member),), factory.TRUE)
        return extents

    def _assertions(self, stated: Sequence[InputSymbol]) -> list[Assertion]:
        limits = [limit for symbol in stated if (limit := inputs.range_assertion(symbol)) is not None]
        known = {limit.formula for limit in limits} | {inputs.pin(symbol) for symbol in stated}
        rules = [rule for rule in self._found.rules if not rule.formula.is_true]
        formulas = [rule.formula for rule in rules]
        formulas = smtlib_absent.apart(stated, formulas, self._found.constants)
        taken = {limit.smt_name for limit in limits}
        found = []
        for number, (rule, formula) in enumerate(zip(rules, formulas, strict=True), start=1):
            if rule.formula not in known:
                made = self._assertion(replace(rule, formula=formula), number, taken)
                taken.add(made.smt_name)
                found.append(made)
        return [*found, *limits]

    def _assertion(self, rule: Rule, number: int, taken: set[str]) -> Assertion:
        """An assertion by its label; those that `compile` writes say of which rule or atom they are."""
        shown = rule.name if rule.name is not None else f"{self._source.name}:{rule.span.line}"
        smt_name = shown if shown not in taken else f"{shown} {number}"
        kind, name = Kind.RULE, shown
        label = _LABEL.fullmatch(shown) if rule.name is not None else None
        if label is not None:
            kind, name = _KINDS.get(label[1], Kind.DEFINITION), label[2]
            if label[1] in ("given", "value") and f"{name}{GIVEN}" not in self._found.constants:
                kind, name = Kind.RULE, shown
        statement = NamedStatement(
            tree.Rule(tree.Literal(tree.Sign.NONE, tree.BooleanConstant(True)), (), rule.span),
            name,
            name,
            1,
            (),
            (),
            rule.span,
        )
        return Assertion(kind, name, smt_name, rule.formula, statement)


_LABEL = re.compile(r"(rule|closed-world|given|value|equality) (.+?)(?:#[0-9]+)?")
_KINDS = {"rule": Kind.RULE, "closed-world": Kind.CLOSED_WORLD}  # the others are definitions


def _as_chosen(declaration: Declaration, chosen: bool) -> Declaration:
    if chosen:
        return replace(declaration, role="outcome")
    return replace(declaration, role="define") if declaration.role == "outcome" else declaration


def _bad_outcome(message: str, name: str = "", known: Sequence[str] = ()) -> PolicyError:
    hint = did_you_mean(name, known) if known else None
    return PolicyError(Diagnostic("bad-option", f"among the outcomes: {message}", hint=hint))


def _lower_case(constant: str) -> str:
    """A clingo name made of a constant's own, for claims; the constant stays its alias."""
    body = "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in constant)
    name = body[:1].lower() + body[1:]
    return name if is_name(name) else f"c_{name}"
