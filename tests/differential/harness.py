"""One example before every opinion; what they part on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bicameral.backends.contract import Backend, Budget, Decision, Truth
from bicameral.engine import Policy, default_backends
from bicameral.policy import check_text
from bicameral.policy.cases.reader import read_case
from bicameral.policy.instances import scope_of
from bicameral.source import PolicyError, SourceFile
from tests.differential.generator import Example
from tests.differential.lowered import RefusedError, ask_lowered, by_cvc5, by_z3
from tests.differential.oracles import Sides, Truths, ask_clingo, reference
from tests.differential.printed import NotAskedError, ask_printed
from tests.differential.spec import Claim
from tests.reference.stable import TooLargeError

BUDGET = 5000
CVC5_EVERY = 3  # programs: it takes as long as everybody else together
BACKENDS = ("smt", "asp")


@dataclass(frozen=True, slots=True)
class Disagreement:
    """`what` says who parted from whom; `opinions` are all of them."""

    example: Example
    claim: Claim | None
    what: str
    opinions: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        one = self.example
        said = "".join(f"{name}: {opinion}\n" for name, opinion in self.opinions.items())
        claims = () if self.claim is None else (self.claim.text,)
        policy = f"{one.policy.text()}{one.case.json(one.policy, claims)}"
        return f"seed {one.seed} ({one.profile}): {self.what}\n{policy}{said}"


class Subject:
    """The example as the package reads it, and what brute force says of its claims, found once."""

    def __init__(self, one: Example) -> None:
        self.example = one
        self.policy = Policy(check_text(one.policy.text(), "policy.lp"))
        self.case = read_case(self.policy.checked, SourceFile("case.json", one.case.json(one.policy)), "json")
        self._backends: dict[str, Backend] = {}
        self._truths: dict[str, Truths | None] = {}

    def backend(self, name: str) -> Backend:
        if name not in self._backends:
            self._backends[name] = default_backends()[name](self.policy.checked, self.policy.lowered)
        return self._backends[name]

    def truths(self, claim: Claim) -> Truths | None:
        """None where the reference would take too long."""
        if claim.text not in self._truths:
            try:
                self._truths[claim.text] = reference(self.example, claim)
            except TooLargeError:
                self._truths[claim.text] = None
        return self._truths[claim.text]

    def decide(self, claim: Claim, backend: str) -> Decision:
        within = scope_of(self.policy.checked, self.case.entities)
        session = self.backend(backend).session(self.policy.claim(claim.text), within)
        return session.decide(self.case, Budget(BUDGET))


@dataclass(slots=True)
class Tally:
    """What was asked, for a log: a harness that asks nothing shows nothing."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, name: str) -> None:
        self.counts[name] += 1


Step = Callable[[Subject, Claim, Tally], list[Disagreement]]


def examine(one: Example, steps: Sequence[Step], tally: Tally | None = None) -> list[Disagreement]:
    """What the first of `steps` that finds something finds on any claim; a crash is a finding."""
    tally = tally or Tally()
    tally.add("programs")
    for construct in one.policy.constructs:
        tally.add(f"construct: {construct}")
    try:
        made = Subject(one)
    except Exception as fault:  # noqa: BLE001 (whatever it is, it is a finding)
        return [Disagreement(one, None, f"not read: {type(fault).__name__}: {fault}")]
    for step in steps:
        found = []
        for claim in one.claims:
            try:
                found += step(made, claim, tally)
            except Exception as fault:  # noqa: BLE001 (likewise)
                found.append(Disagreement(one, claim, f"crash: {type(fault).__name__}: {fault}"))
        if found:
            return found
    return []


def sides(made: Subject, claim: Claim, tally: Tally, backends: Sequence[str] = BACKENDS) -> list[Disagreement]:
    """Both questions, put to everybody."""
    one = made.example
    truths = made.truths(claim)
    opinions: dict[str, object] = {}
    exact: dict[str, tuple[bool | None, bool | None]] = {}
    for name in backends:
        decision = made.decide(claim, name)
        opinions[name] = (decision.can_hold, decision.can_fail)
        exact[name] = (_truth(decision.can_hold.truth), _truth(decision.can_fail.truth))
        tally.add(f"{name}: {'undecided' if None in exact[name] else 'decided'}")
    if (direct := _lowered(made, claim, tally)) is not None:
        opinions["lowered"] = direct
        exact["lowered"] = (direct.can_hold, direct.can_fail)
    if one.seed % CVC5_EVERY == 0 and (third := _third(made, claim)) is not None:
        opinions["cvc5"] = third
        exact["cvc5"] = (third.can_hold, third.can_fail)
        tally.add("cvc5: decided")
    if "smt" in backends and (printed := _printed(made, claim)) is not None:
        opinions["printed"] = printed
        exact["printed"] = (printed.can_hold, printed.can_fail)
        tally.add("printed: decided")
    window: dict[str, Sides] = {}
    if truths is not None:
        window["reference"] = truths.sides
        tally.add("reference: decided")
    if truths is None or not truths.wraps:
        window["clingo"] = ask_clingo(one, claim)
        tally.add("clingo: decided")
    opinions |= window
    whole = one.exhaustive
    tally.add("exhaustive" if whole else "windows")
    if whole:
        exact |= {name: (sides.can_hold, sides.can_fail) for name, sides in window.items()}
    return _parted(one, claim, exact, {} if whole else window, opinions)


def _parted(
    one: Example,
    claim: Claim,
    exact: Mapping[str, tuple[bool | None, bool | None]],
    window: Mapping[str, Sides],
    opinions: Mapping[str, object],
) -> list[Disagreement]:
    found = []
    for index, question in enumerate(("hold", "fail")):
        answers = {name: sides[index] for name, sides in exact.items() if sides[index] is not None}
        yes = [name for name, answer in answers.items() if answer]
        yes += [name for name, sides in window.items() if (sides.can_hold, sides.can_fail)[index]]
        no = [name for name, answer in answers.items() if not answer]
        if yes and no:
            found.append(Disagreement(one, claim, f"can it {question}? yes: {yes}, no: {no}", opinions))
    if len({(s.can_hold, s.can_fail) for s in window.values()}) > 1:
        found.append(Disagreement(one, claim, "the reference and clingo part on a window", opinions))
    return found


def _lowered(made: Subject, claim: Claim, tally: Tally) -> Sides | None:
    try:
        found = ask_lowered(made.policy.checked, made.case, made.policy.claim(claim.text), by_z3)
    except RefusedError as why:
        tally.add("lowered: refused")
        tally.add(f"refused: {why}")
        return None
    tally.add("lowered: decided")
    for construct in made.example.policy.constructs:
        tally.add(f"lowered: {construct}")
    return found


def _third(made: Subject, claim: Claim) -> Sides | None:
    """A third solver on the same text."""
    try:
        return ask_lowered(made.policy.checked, made.case, made.policy.claim(claim.text), by_cvc5)
    except RefusedError:
        return None


def _printed(made: Subject, claim: Claim) -> Sides | None:
    try:
        return ask_printed(made.example, claim, made.policy.smtlib(BUDGET))
    except (NotAskedError, PolicyError):
        return None


def _truth(answer: Truth) -> bool | None:
    return None if answer is Truth.UNDECIDED else answer is Truth.YES


Check = Callable[[Example], list[Disagreement]]
