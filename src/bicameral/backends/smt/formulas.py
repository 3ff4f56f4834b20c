"""A solver over terms: for whoever compares formulas rather than asks one policy about cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bicameral.backends.contract import Answer, Budget
from bicameral.backends.smt.copy import preamble
from bicameral.backends.smt.solver import Ast, Context, Kind, Solver
from bicameral.formula import factory, smtlib
from bicameral.formula.interpreter import Value
from bicameral.formula.term import Op, Term, subterms
from bicameral.sorts.term_sort import BOOL, INT

_MARK = "?"  # begins the names of literals; no symbol of a policy does


class FormulaSolver:
    """Asserted formulas, checked under assumed ones. Symbols are those of the terms, by name."""

    def __init__(self, kind: Kind = Kind.GENERAL) -> None:
        self._context = Context()
        self._solver: Solver = self._context.solver(kind)
        self._literals: dict[Term, Ast] = {}
        self._assumed: list[tuple[int, Term]] = []

    def add(self, *formulas: Term) -> None:
        """Assert formulas for good."""
        if formulas:
            self._solver.add_text(_text(formulas, [f"(assert {smtlib.print_term(one)})" for one in formulas]))

    def check(self, assumed: Sequence[Term], budget: Budget, resources: int | None = None) -> Answer:
        """Whether what is asserted is consistent with all of `assumed`.

        With `resources` the limit is in Z3's units of work and the clock has no part in the answer.
        """
        self._prepare(assumed)
        literals = [self._literals[term] for term in assumed]
        self._assumed = [(self._context.identity(one), term) for one, term in zip(literals, assumed, strict=True)]
        if resources is not None:
            return self._solver.check_within(literals, resources)
        return self._solver.check(literals, budget)

    def core(self) -> list[Term]:
        """Those of the last check's assumptions that its NO rests on, in their order."""
        found = set(self._solver.core())
        return [term for identity, term in self._assumed if identity in found]

    def values(self, symbols: Iterable[Term]) -> dict[Term, Value]:
        """What the symbols are in the model of the last YES. To be asked before anything else is."""
        model = self._solver.model()
        wanted = list(dict.fromkeys(symbols))
        enumerated = [one for one in wanted if one.sort.members]
        members = [(one, name) for one in enumerated for name in one.sort.members]
        lines = [
            f"(assert (= {smtlib.print_term(one)} {smtlib.print_member(one.sort, name)}))" for one, name in members
        ]
        chosen = self._context.parse(_text(enumerated, lines)) if lines else []
        found: dict[Term, Value] = {
            one: name for (one, name), literal in zip(members, chosen, strict=True) if model.holds(literal)
        }
        for one in wanted:
            if one.sort == BOOL:
                found[one] = model.holds(self._context.boolean(str(one.payload)))
            elif one.sort == INT:
                found[one] = model.value(self._context.number(str(one.payload)))
        return {one: found[one] for one in wanted}

    def _prepare(self, terms: Iterable[Term]) -> None:
        """A literal for each formula that has none yet."""
        made: dict[Term, str] = {}
        for term in dict.fromkeys(terms):
            if term in self._literals:
                continue
            symbol = term.args[0] if term.op is Op.NOT else term
            if symbol.op is Op.SYMBOL:
                literal = self._context.boolean(str(symbol.payload))
                self._literals[term] = literal if symbol is term else self._context.negation(literal)
            else:
                made[term] = f"{_MARK}{len(self._literals)}"
                self._literals[term] = self._context.boolean(made[term])
        if made:
            lines = []
            for term, name in made.items():
                lines += [f"(declare-const {name} Bool)", f"(assert (= {name} {smtlib.print_term(term)}))"]
            self._solver.add_text(_text(list(made), lines))


def _text(terms: Sequence[Term], lines: Sequence[str]) -> str:
    nodes = list(subterms(*terms))
    declared = [smtlib.declare(node) for node in nodes if node.op is Op.SYMBOL]
    divided = [node for node in nodes if node.op in (Op.TDIV, Op.TREM) and not node.args[1].is_const]
    zero = factory.ZERO
    by_zero = [factory.implies(factory.eq(node.args[1], zero), factory.eq(node, zero)) for node in divided]
    total = [f"(assert {smtlib.print_term(one)})" for one in by_zero]  # as the interpreter has it
    return "\n".join([*preamble(nodes), *declared, *total, *lines])
