"""Every predicate of the rules held against the declarations: what is derived, what is read, and is it known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bicameral.policy.bounds import in_range, show_range
from bicameral.policy.identifiers import show_individual
from bicameral.policy.model import Declaration, SortDeclaration
from bicameral.policy.program.constants import ground
from bicameral.policy.program.scan import Predicate, Scan, predicates
from bicameral.policy.vocabulary.findings import Findings
from bicameral.sorts import did_you_mean
from bicameral.source import Span
from bicameral.syntax import to_text, tree

UNNAMED_SORT = "_"  # of the arguments of an `#external` that no annotation declares


class Resolution:
    """Checks the atoms of a program; knows what rules derive and which individuals they name."""

    def __init__(
        self,
        scans: Sequence[Scan],
        declared: dict[str, Declaration],
        sorts: Mapping[str, SortDeclaration],
        constants: dict[str, tree.Term],
        findings: Findings,
    ) -> None:
        self._scans = scans
        self._declared = declared
        self._sorts = sorts
        self._constants = constants
        self._findings = findings
        self._signatures = {Predicate(d.name, d.arity): d for d in declared.values()}
        self._members = {Predicate(name, 1) for name in sorts} - self._signatures.keys()
        self._individuals: dict[str, dict[str, None]] = {n: {} for n, s in sorts.items() if s.members is None}
        self.derived: dict[Predicate, Span] = {}
        self._known: set[Predicate] = set()

    @property
    def individuals(self) -> dict[str, tuple[str, ...]]:
        """The individuals that the program names, for each open sort."""
        return {sort: tuple(names) for sort, names in self._individuals.items()}

    def check(self, annotated: bool) -> None:
        """Check all; without any annotation, what no rule derives becomes a closed input."""
        self._heads()
        self._externals()
        self._known = {*self.derived, *self._signatures, *self._members, *self._silenced()}
        for found in self._scans:
            if not self._known.issuperset(found.reads):
                for atom in found.bodies:
                    for predicate in predicates(atom):
                        if predicate not in self._known:
                            self._unknown(predicate, atom, annotated)
            for atom in (*found.heads, *found.bodies):
                self._arguments(atom)
        self._outcomes()

    def _heads(self) -> None:
        for found in self._scans:
            if isinstance(found.named.statement, tree.External):
                continue
            for atom in found.heads:
                for predicate in predicates(atom):
                    self.derived.setdefault(predicate, atom.span)
                    self._head(Predicate(atom.name, predicate.arity), atom)

    def _head(self, predicate: Predicate, atom: tree.SymbolicAtom) -> None:
        declaration = self._signatures.get(predicate)
        if declaration is not None and declaration.role in ("input", "derive"):
            hint = f"facts state it, rules may only read it; it is declared at {declaration.span}"
            self._findings.error("input-in-head", f"`{to_text(atom)}` is an input in a rule head", atom.span, hint)
        elif predicate in self._members:
            hint = f"it is true of exactly the members of the sort declared at {self._sorts[predicate.name].span}"
            message = f"`{to_text(atom)}` is a sort's own predicate in a rule head"
            self._findings.error("input-in-head", message, atom.span, hint)

    def _externals(self) -> None:
        for found in self._scans:
            if isinstance(found.named.statement, tree.External):
                for predicate in predicates(found.named.statement.atom):
                    self._external(predicate, found.named.statement.atom)

    def _external(self, predicate: Predicate, atom: tree.SymbolicAtom) -> None:
        if predicate in self.derived:
            hint = f"a rule derives it at {self.derived[predicate]}"
            self._findings.error("input-in-head", f"the `#external` {predicate} is derived too", atom.span, hint)
        elif predicate not in self._signatures and predicate not in self._members:
            self._close(predicate, atom)

    def _close(self, predicate: Predicate, atom: tree.SymbolicAtom) -> None:
        """Declare a closed input that no annotation declares."""
        known = self._declared.get(predicate.name)
        if known is not None or atom.negative:
            at = f"; `{predicate.name}` is declared at {known.span}" if known is not None else ""
            message = f"`{predicate}` cannot be an input{at}"
            self._findings.error("duplicate-name", message, atom.span)
            return
        declaration = Declaration(
            role="external",
            name=predicate.name,
            keys=(UNNAMED_SORT,) * predicate.arity,
            sort=None,
            low=None,
            high=None,
            unit=None,
            text=None,
            alias=None,
            span=atom.span,
            order=len(self._declared),
            closed=True,
        )
        self._declared[predicate.name] = declaration
        self._signatures[predicate] = declaration
        self._known.add(predicate)

    def _silenced(self) -> Iterator[Predicate]:
        """`#defined p/1.` says that p may be without rules."""
        for found in self._scans:
            statement = found.named.statement
            if isinstance(statement, tree.Defined):
                yield Predicate(f"-{statement.name}" if statement.negative else statement.name, statement.arity)

    def _unknown(self, predicate: Predicate, atom: tree.SymbolicAtom, annotated: bool) -> None:
        self._known.add(predicate)  # one finding for each
        if not annotated and not atom.negative and predicate.name not in self._declared:
            self._close(predicate, atom)
            return
        if not annotated:
            return  # no rule derives it and no case can state it: false, as clingo has it
        message = f"no rule derives `{predicate}` and no annotation declares it"
        self._findings.error("undefined-predicate", message, atom.span, self._hint(predicate))

    def _hint(self, predicate: Predicate) -> str | None:
        if predicate.name.startswith("-") and Predicate(predicate.name[1:], predicate.arity) in self._known:
            return f"`not {predicate.name[1:]}` reads: it is not derived"
        same = [known for known in self._known if known.name == predicate.name and known != predicate]
        if same:
            return f"`{min(same)}` is known: {self._shape(min(same))}"
        return did_you_mean(predicate.name, sorted({p.name for p in self._known - {predicate}}))

    def _shape(self, predicate: Predicate) -> str:
        declaration = self._signatures.get(predicate)
        arguments = [f"{sort.capitalize()}" for sort in declaration.keys] if declaration is not None else []
        arguments += [chr(ord("A") + index % 26) for index in range(len(arguments), predicate.arity)]
        return f"{predicate.name}({', '.join(arguments)})" if arguments else predicate.name

    def _outcomes(self) -> None:
        for declaration in self._declared.values():
            if declaration.role != "outcome" or Predicate(declaration.name, declaration.arity) in self.derived:
                continue
            other = [p for p in self.derived if p.name == declaration.name]
            wanted = f"{declaration.name}/{declaration.arity}"
            hint = f"rules derive `{other[0]}`, not `{wanted}`" if other else "it is never true as the policy stands"
            message = f"no rule derives the outcome `{declaration.name}`"
            self._findings.warning("outcome-without-rule", message, declaration.span, hint)

    def _arguments(self, atom: tree.SymbolicAtom) -> None:
        for arguments in atom.pools:
            predicate = Predicate(atom.name, len(arguments))
            declaration = self._signatures.get(predicate)
            if declaration is not None:
                for sort, term in zip(declaration.keys, arguments, strict=False):
                    self._key(sort, term)
                if declaration.sort is not None:
                    self._value(declaration, arguments[-1])
            elif predicate in self._members:
                self._key(atom.name, arguments[0])

    def _key(self, sort: str, term: tree.Term) -> None:
        value = ground(term, self._constants)
        if value is None or sort == UNNAMED_SORT:
            return
        declared = self._sorts.get(sort)
        if declared is None:
            return
        name = _individual(value)
        if declared.members is None:
            if name is not None:
                self._individuals[sort][name] = None
        elif name is None or show_individual(name) not in declared.members:
            hint = did_you_mean(name, declared.members) if name is not None else None
            message = f"`{to_text(term)}` is no member of the sort `{sort}`"
            self._findings.error("constant-out-of-range", message, term.span, hint)

    def _value(self, declaration: Declaration, term: tree.Term) -> None:
        value = ground(term, self._constants)
        sort = declaration.sort
        if value is None or sort is None:
            return
        if sort.term_sort.members:
            name = value.name if isinstance(value, tree.Function) and value.pools == ((),) else None
            if name not in sort.term_sort.members:
                hint = did_you_mean(name, sort.term_sort.members) if name is not None else None
                message = f"`{to_text(term)}` is no {sort.name}, which `{declaration.name}` is"
                self._findings.error("constant-out-of-range", message, term.span, hint)
        elif not isinstance(value, tree.Number):
            message = f"`{to_text(term)}` is no number; `{declaration.name}` is of type {sort.name}"
            self._findings.error("constant-out-of-range", message, term.span)
        elif not in_range(value.value, declaration.low, declaration.high):
            shown = show_range(declaration.low, declaration.high, sort)
            message = f"{sort.show(value.value)} is outside the range {shown} of `{declaration.name}`"
            self._findings.error("constant-out-of-range", message, term.span)


def _individual(term: tree.Term) -> str | None:
    if isinstance(term, tree.String):
        return term.value
    if isinstance(term, tree.Function) and term.pools == ((),):
        return term.name
    return None
