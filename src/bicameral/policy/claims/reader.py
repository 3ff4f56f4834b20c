"""Claims: a clingo body, or a comparison on a valued name in its own units; compiled once to rules.

A claim's rules define fresh predicates on top of the policy, so they add no answer set and remove none.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from bicameral.policy.claims.checks import BodyChecker
from bicameral.policy.documents.decoded import check_text
from bicameral.policy.identifiers import read_ground_name
from bicameral.policy.model import CheckedPolicy, Claim, Declaration
from bicameral.sorts import clipped
from bicameral.source import BicameralError, Diagnostic, InputError, Span
from bicameral.source.record import record
from bicameral.syntax import parse_body, tree
from bicameral.syntax.tree import Sign

PLACE = "<claim>"  # what spans of a claim call it
LONGEST = 100_000  # characters of one claim
CACHED = 512  # claims that a reader remembers


@record
class ReadClaim:
    """A claim, and the individuals it names that only a case's entities can make known."""

    claim: Claim
    individuals: tuple[str, ...] = ()


def read_claim(policy: CheckedPolicy, text: str) -> Claim:
    """The claim that a text makes. Raises InputError."""
    return ClaimReader(policy).read(text).claim


class ClaimReader:
    """Reads claims on one policy; remembers those it has read, up to a bound."""

    def __init__(self, policy: CheckedPolicy) -> None:
        self._policy = policy
        self.checker = BodyChecker(policy)
        self._taken = {name.lstrip("-") for name, _ in policy.predicates} | policy.names.keys() | policy.symbols
        self._known: dict[str, ReadClaim] = {}

    def read(self, text: str) -> ReadClaim:
        """The claim that a text makes. Raises InputError."""
        known = self._known.get(text)
        if known is None:
            known = self._read(text)
            self.remember(text, known)
        return known

    def read_all(self, texts: Sequence[str]) -> tuple[ReadClaim, ...]:
        """The claims that some texts make. Raises InputError with what is wrong with any of them."""
        read = []
        found: dict[Diagnostic, None] = {}
        for text in texts:
            try:
                read.append(self.read(text))
            except InputError as wrong:
                found.update(dict.fromkeys(wrong.diagnostics))
        if found:
            raise InputError(*found)
        return tuple(read)

    def remember(self, text: str, read: ReadClaim) -> None:
        """Keep a claim; the oldest goes when there are too many."""
        if len(self._known) >= CACHED:
            self._known.pop(next(iter(self._known)), None)
        self._known[text] = read

    def fresh(self, key: str) -> str:
        """A predicate name that occurs nowhere in the policy, the same whenever the key is."""
        name = f"claim_{sha256(key.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
        while name in self._taken:
            name += "x"
        return name

    def _read(self, text: str) -> ReadClaim:
        if len(text) > LONGEST:
            raise fault("bad-claim", f"a claim of more than {LONGEST:,} characters")
        wrong = check_text(text)
        if wrong is not None:
            raise fault("bad-claim", f"in the claim `{clipped(text)}`: {wrong}")
        if not text.strip():
            raise fault("bad-claim", "the claim is empty", hint=f"such as {self._example()}")
        head = self.fresh(text)
        plain = self._plain(text, head)
        found = (plain, ()) if plain is not None else self._comparison(text, head)
        if found is not None:
            rules, individuals = found
            self.checker.mentions_derived(rules, text)
            return ReadClaim(Claim(text, head, rules), individuals)
        body = self._body(text)
        individuals = self.checker.check(body, text)
        return ReadClaim(Claim(text, head, (tree.Rule(atom_literal(head), body),)), individuals)

    def _comparison(self, text: str, head: str) -> tuple[tuple[tree.Rule, ...], tuple[str, ...]] | None:
        from bicameral.policy.claims.comparisons import comparison_rules
        from bicameral.policy.claims.slips import check_operators

        check_operators(text, PLACE)
        return comparison_rules(self._policy, text, head)

    def of_bodies(self, bodies: Sequence[tuple[tree.BodyElement, ...]], text: str) -> ReadClaim:
        """The claim that holds when one of several bodies does. Raises InputError."""
        from bicameral.policy.claims.aliases import without_aliases

        head = self.fresh(text)
        individuals: dict[str, None] = {}
        rules = []
        for body in bodies:
            renamed = without_aliases(self._policy, body)
            individuals.update(dict.fromkeys(self.checker.check(renamed, text, derived=False)))
            rules.append(tree.Rule(atom_literal(head), renamed))
        self.checker.mentions_derived(tuple(rules), text)
        return ReadClaim(Claim(text, head, tuple(rules)), tuple(individuals))

    def _plain(self, text: str, head: str) -> tuple[tree.Rule, ...] | None:
        """`name` or `not name` for a declared Boolean without keys, by name or alias."""
        words = text.split()
        if not words or len(words) > 2 or (len(words) == 2 and words[0] != "not"):
            return None
        declaration = named(self._policy, words[-1])
        if declaration is None or declaration.arity != 0:
            return None
        sign = Sign.NEGATION if len(words) == 2 else Sign.NONE
        return (tree.Rule(atom_literal(head), (tree.Literal(sign, tree.SymbolicAtom(declaration.name)),)),)

    def _body(self, text: str) -> tuple[tree.BodyElement, ...]:
        from bicameral.policy.claims.aliases import without_aliases, without_capital_aliases

        self._valued_alone(text)
        try:
            body = parse_body(without_capital_aliases(self._policy, text), PLACE)
            return without_aliases(self._policy, body)
        except RecursionError as deep:
            raise fault("bad-claim", "the claim is nested too deep") from deep
        except BicameralError as syntax:
            from bicameral.policy.claims.slips import syntax_hint

            hint = syntax_hint(self._policy, text)
            raise InputError(*(claim_diagnostic(found, text, hint) for found in syntax.diagnostics)) from syntax

    def _valued_alone(self, text: str) -> None:
        """A valued name alone is no claim: which value?"""
        plain = text.strip().removeprefix("not ").strip()
        read = read_ground_name(plain)
        declaration = named(self._policy, read[0]) if read is not None and read[2] == len(plain) else None
        if read is None or declaration is None or declaration.sort is None or len(read[1]) != len(declaration.keys):
            return
        sort = declaration.sort
        example = sort.term_sort.members[0] if sort.term_sort.members else sort.show(declaration.low or 0)
        hint = f"compare it, as in `{plain} = {example}`"
        raise fault("bad-claim", f"`{clipped(plain)}` has a value and is not true or false", hint=hint)

    def _example(self) -> str:
        for declaration in self._policy.outcomes.values():
            if declaration.arity == 0:
                return f"`{declaration.name}` or `not {declaration.name}`"
        return "`approved` or `allowance >= 20`"


def named(policy: CheckedPolicy, name: str) -> Declaration | None:
    """The declaration of a name or alias, defines included."""
    return policy.names.get(name) or policy.defines.get(name)


def atom_literal(name: str, *arguments: tree.Term) -> tree.Literal:
    """The literal `name(arguments)`."""
    return tree.Literal(Sign.NONE, tree.SymbolicAtom(name, (arguments,)))


def fault(code: str, message: str, span: Span | None = None, hint: str | None = None) -> InputError:
    """An InputError about a claim."""
    return InputError(Diagnostic(code, message, span, hint))


def claim_diagnostic(found: Diagnostic, text: str, meant: str | None = None) -> Diagnostic:
    """A diagnostic of the parser with the claim's own line, and a hint at what was meant."""
    lines = text.split("\n")
    line = found.span.line if found.span is not None else 1
    shown = lines[line - 1] if line <= len(lines) and len(lines[line - 1]) < 200 else None
    form = "a claim is a clingo body, such as `not refused`, or a comparison, such as `cost >= 20`"
    hint = found.hint or meant or form
    return Diagnostic("bad-claim", found.message, found.span, hint, line_text=shown)
