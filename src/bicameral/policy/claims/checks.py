"""What a claim in clingo's own form may say: known predicates, known constants, something that the policy derives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bicameral.policy.bounds import INT_HIGH
from bicameral.policy.identifiers import show_individual
from bicameral.policy.model import CheckedPolicy, Declaration
from bicameral.policy.program.dates import date_written
from bicameral.policy.program.scan import Predicate, predicates
from bicameral.sorts import clipped, did_you_mean
from bicameral.source import Diagnostic, InputError, Span
from bicameral.syntax import to_text, tree
from bicameral.syntax.traverse import atoms, walk


class BodyChecker:
    """Checks bodies against one policy."""

    def __init__(self, policy: CheckedPolicy) -> None:
        self._policy = policy
        self._declared = {(d.name, d.arity): d for d in (*policy.names.values(), *policy.defines.values())}
        self._known = {*policy.predicates, *self._declared, *((name, 1) for name in policy.sorts)}
        decided = {key for key, d in self._declared.items() if d.role in ("outcome", "define")}
        self._decided = decided | policy.derived
        self._constants = {*policy.constants, *policy.symbols}
        for sort in policy.sorts.values():
            self._constants.update(sort.members or ())

    def check(self, body: tuple[tree.BodyElement, ...], text: str, *, derived: bool = True) -> tuple[str, ...]:
        """Check a body; gives the individuals that only a case's entities can make known. Raises InputError."""
        from bicameral.policy.program.safety import unsafe_variables

        individuals: dict[str, None] = {}
        found: dict[Diagnostic, None] = {}
        for element in body:
            for node in walk(element):
                try:
                    name = self._node(node, text)
                except InputError as wrong:
                    found.update(dict.fromkeys(wrong.diagnostics))
                    continue
                if name is not None:
                    individuals[name] = None
        if found:
            raise InputError(*found)
        rule = tree.Rule(tree.Literal(tree.Sign.NONE, tree.SymbolicAtom("claim")), body)
        for variable in unsafe_variables(rule):
            hint = "each variable stands in an atom that is not negated"
            raise _fault(f"the variable `{variable.name}` is bound by nothing", variable.span, text, hint)
        if derived:
            self.mentions_derived((rule,), text)
        return tuple(individuals)

    def mentions_derived(self, rules: Sequence[tree.Rule], text: str) -> None:
        """Refuse a claim about nothing but inputs."""
        for rule in rules:
            for element in rule.body:
                if any(predicate in self._decided for atom in atoms(element) for predicate in predicates(atom)):
                    return
        outcomes = ", ".join(f"`{name}`" for name in list(self._policy.outcomes)[:8])
        hint = f"outcomes: {outcomes}" if outcomes else None
        raise _fault(f"`{clipped(text)}` mentions nothing that the policy derives", None, text, hint)

    def _node(self, node: Any, text: str) -> str | None:
        """Check one node; gives the name of an individual that it may be."""
        match node:
            case tree.SymbolicAtom():
                for predicate in predicates(node):
                    self._predicate(predicate, node, text)
            case tree.Number() if node.value > INT_HIGH:
                message = "a number outside the 32 bits that clingo computes with"
                raise _fault(message, node.span, text, f"the greatest number is {INT_HIGH}")
            case tree.TheoryAtom():
                raise _fault(f"the theory atom `&{node.name}` is refused", node.span, text)
            case tree.BinaryOperation() if (written := date_written(node)) is not None:
                raise self._date(node, written, text)
            case tree.Function() if node.external:
                raise _fault(f"`@{node.name}` calls code, which is refused", node.span, text)
            case tree.Function() if node.pools == ((),):
                return self._constant(node, text)
            case tree.String() if show_individual(node.value) not in self._constants:
                return node.value
            case _:
                pass
        return None

    def _date(self, node: tree.BinaryOperation, written: tuple[int, int, int], text: str) -> InputError:
        year, month, day = written
        message = f"`{to_text(node)}` is no date in a clingo body: it is the subtraction {year - month - day}"
        hint = "dates are day numbers there; a comparison in own units stands alone, such as `start < 2026-04-06`"
        return _fault(message, node.span, text, hint)

    def _constant(self, node: tree.Function, text: str) -> str | None:
        if node.name in self._constants:
            return None
        declaration = self._policy.names.get(node.name) or self._policy.defines.get(node.name)
        if declaration is not None:
            raise self._misplaced(declaration, node.span, text)
        if any(sort.members is None for sort in self._policy.sorts.values()):
            return node.name
        hint = did_you_mean(node.name, sorted({*self._constants, *self._policy.names}))
        raise _fault(f"`{clipped(node.name)}` is no constant of this policy", node.span, text, hint)

    def _misplaced(self, declaration: Declaration, span: Span, text: str) -> InputError:
        name = declaration.name
        if declaration.sort is None:
            message = f"`{name}` is true or false and has no value"
            return _fault(message, span, text, f"claim `{name}` or `not {name}`")
        hint = f"in a clingo body the value is the atom's last argument: `{name}(V), V >= ...`"
        return _fault(f"`{name}` as a value in a clingo body: the two forms of a claim do not mix", span, text, hint)

    def _predicate(self, predicate: Predicate, atom: tree.SymbolicAtom, text: str) -> None:
        if predicate in self._known:
            return
        names = sorted({name for name, _ in self._known if not name.startswith("-")} | self._policy.names.keys())
        arities = sorted(arity for name, arity in self._known if name == predicate.name)
        hint: str | None
        if arities:
            shown = ", ".join(f"`{predicate.name}/{arity}`" for arity in arities)
            hint = f"{shown} is known: its arguments are counted after the slash"
        else:
            hint = did_you_mean(predicate.name, names)
        raise _fault(f"`{to_text(atom)}`: the policy has no `{predicate}`", atom.span, text, hint)


def _fault(message: str, span: Span | None, text: str, hint: str | None = None) -> InputError:
    lines = text.split("\n")
    shown = None
    if span is not None and 1 <= span.line <= len(lines) and len(lines[span.line - 1]) < 200:
        shown = lines[span.line - 1]
    return InputError(Diagnostic("bad-claim", message, span if shown is not None else None, hint, line_text=shown))
