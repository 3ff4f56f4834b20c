"""What a policy is once it has been read, checked and resolved.

Values are in the program's own scale throughout: `bool` for Booleans; `int` for integers, scaled decimals and day
numbers; `str` for members of enumerated sorts; None for *no value* of an optional or closed valued input.
Own units (decimals, ISO dates) live only at the edges, through `sorts`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from bicameral.sorts import ValueSort
from bicameral.source import Diagnostic, SourceFile, Span
from bicameral.source.record import record
from bicameral.syntax import tree

POLICY_FILE = "policy.lp"  # of a folder that is a policy

Value = bool | int | str | None


@record
class SortDeclaration:
    """A sort of individuals: `members` is None for an open one."""

    name: str
    members: tuple[str, ...] | None
    span: Span


@record
class Declaration:
    """What an annotation says of one predicate.

    `keys` are the sorts of its leading arguments; `sort` is the type of its last argument, None for a Boolean.
    `low` and `high` bound a value, in program scale. `order` is its place among all declarations.
    """

    role: Literal["input", "derive", "outcome", "define", "external"]
    name: str
    keys: tuple[str, ...]
    sort: ValueSort | None
    low: int | None
    high: int | None
    unit: str | None
    text: str | None
    alias: str | None
    span: Span
    order: int
    closed: bool = False
    optional: bool = False
    sensitive: bool = False
    sources: tuple[str, ...] = ()
    multi: bool = False
    derivation: Derivation | None = None

    @property
    def arity(self) -> int:
        return len(self.keys) + (self.sort is not None)

    @property
    def may_lack_value(self) -> bool:
        """True for a valued input that can have no value (optional or closed)."""
        return self.sort is not None and (self.optional or self.closed)

    @property
    def smt_name(self) -> str:
        return self.alias if self.alias is not None else self.name


@record
class Derivation:
    """`derive ... = function(arguments)`: an argument is the name of another declaration or a literal value."""

    function: str
    arguments: tuple[str | int, ...]
    sorts: tuple[ValueSort | None, ...]  # of the arguments; None for a bare integer


@record
class Anchor:
    """Where a quoted sentence stands in the source document."""

    file: str
    line: int
    heading: str | None


@record
class ConstantDeclaration:
    """`%@ const`: the type of a `#const`, checked to have the value (in program scale) that it says."""

    name: str
    sort: ValueSort
    low: int | None
    high: int | None
    unit: str | None
    value: int | str
    text: str | None
    span: Span


@record
class NamedStatement:
    """A statement with the name that reports use.

    `label` is the rule ID, or None when the statement carries none; `name` is the label, or `file:line`;
    `ordinal` counts the statements under one label from 1.
    """

    statement: tree.Statement
    name: str
    label: str | None
    ordinal: int
    sentences: tuple[str, ...]
    anchors: tuple[Anchor | None, ...]
    span: Span

    @property
    def text(self) -> str | None:
        return " ".join(self.sentences) if self.sentences else None

    @property
    def smt_name(self) -> str:
        """The name of its assertion without a kind: `cost-rule`, `cost-rule#2`."""
        return self.name if self.ordinal == 1 else f"{self.name}#{self.ordinal}"


@record
class Override:
    winner: str
    loser: str
    span: Span


@dataclass(frozen=True, slots=True)
class CheckedPolicy:
    """A policy without errors. `policy.load` is the only maker.

    `files` are the program's texts in reading order (policy.lp first, then what it includes, depth first);
    `statements` are theirs, includes resolved, annotations gone. `inputs` holds every declaration a case may state
    or that is derived from one (role input, derive, external), `outcomes` and `defines` likewise, all in order.
    """

    name: str
    title: str | None
    version: str | None
    effective: tuple[date | None, date | None]
    files: tuple[SourceFile, ...]
    source: SourceFile | None
    sha256: str
    statements: tuple[NamedStatement, ...]
    constants: dict[str, tree.Term]  # of #const, resolved to ground terms
    sorts: dict[str, SortDeclaration]
    inputs: dict[str, Declaration]
    outcomes: dict[str, Declaration]
    defines: dict[str, Declaration]
    overrides: tuple[Override, ...]
    warnings: tuple[Diagnostic, ...]
    folder: str | None = None
    names: dict[str, Declaration] = field(default_factory=dict)  # inputs and outcomes by name and by alias
    constant_declarations: dict[str, ConstantDeclaration] = field(default_factory=dict)
    individuals: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of open sorts: what the program names
    predicates: frozenset[tuple[str, int]] = frozenset()  # all that occur; a classically negated one as `-name`
    derived: frozenset[tuple[str, int]] = frozenset()  # those in rule heads
    symbols: frozenset[str] = frozenset()  # every constant and string of the program, as written there


@record
class FactOrigin:
    """What `meta` says of a fact."""

    name: str | None = None
    source: str | None = None
    note: str | None = None


@record
class Claim:
    """A claim as program text that any backend can take.

    `text` is what the user wrote. `rules` are statements over the policy's predicates and fresh ones; the claim
    holds in an answer set exactly when the atom `head` (arity 0) is in it. The fresh names occur nowhere in the
    policy, and the rules are a definition on top of it: they add no answer set and remove none.
    """

    text: str
    head: str
    rules: tuple[tree.Rule, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """Checked facts and claims.

    `stated` maps the ground name of an input (`cost`, later `age(ann)`) to its value, derived inputs whose
    arguments are all stated included; `assumed` the closed inputs that nobody stated to False or None; every other
    input is open. Both are in declaration order.
    """

    stated: dict[str, Value]
    assumed: dict[str, Value]
    origins: dict[str, FactOrigin] = field(default_factory=dict)
    claims: tuple[Claim, ...] = ()
    as_of: date | None = None
    entities: dict[str, tuple[str, ...]] = field(default_factory=dict)
    notes: tuple[tuple[str, str], ...] = ()
