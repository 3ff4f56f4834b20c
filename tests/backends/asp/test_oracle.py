"""The switchable program against its definition: for each subset of elements a program written out and ground anew."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

import clingo
import pytest

from bicameral.backends.asp import AspSession
from bicameral.backends.asp.oracle import AspOracle
from bicameral.backends.contract import Answer, Element, Truth
from bicameral.explanation.reasons import NoReason, Reason, preferred
from bicameral.policy.instances import scope_of
from bicameral.policy.model import Case, Value
from tests.backends.asp.tools import backend, budget, claim_of

# a statement as it is and dropped, as DESIGN says what dropping is; then its kind (nothing: it has no entry)
RULES = [
    ("p :- a, not q.", "{p} :- a, not q.", "rule"),
    ("p :- not not p, b.", "{p} :- not not p, b.", "rule"),
    ("q :- #count{X : r(X)} >= 2.", "{q} :- #count{X : r(X)} >= 2.", "rule"),
    ("r(1) :- n(N), N >= 2, 5 > N.", "{r(1)} :- n(N), N >= 2, 5 > N.", "rule"),
    ("r(3) :- p.", "{r(3)} :- p.", "rule"),
    ("r(2).", "{r(2)}.", "rule"),
    ("r(1..2).", "{r(1..2)}.", "rule"),
    ("r(1;3) :- d(red).", "{r(1;3)} :- d(red).", "rule"),
    ("p ; q :- b.", "{p ; q} :- b.", "rule"),
    ("s ; p : c ; q : b :- a.", "{s ; p : c ; q : b} :- a.", "rule"),
    ("1 {r(1..3)} 2 :- c.", "{r(1..3)} :- c.", "rule"),
    ("{p ; q} = 1.", "{p ; q}.", "rule"),
    ("#sum{X,X : r(X) : X = 1..2} <= 2 :- a.", "{r(X) : X = 1..2} :- a.", "rule"),
    ("{q} :- a.", "{q} :- a.", ""),
    ("t(S) :- S = #sum{X : r(X)}.", "{t(S)} :- S = #sum{X : r(X)}.", "rule"),
    ("s :- t(S), S > 3.", "{s} :- t(S), S > 3.", "rule"),
    ("s :- u.", "{s} :- u.", "rule"),
    ("u :- s.", "{u} :- s.", "rule"),
    ("u :- r(X) : X = 1..2.", "{u} :- r(X) : X = 1..2.", "rule"),
    ("-p :- d(blue).", "{-p} :- d(blue).", "rule"),
    (":- q, not c.", "", "constraint"),
    ("not p :- s.", "", "constraint"),
    (":- #sum{X : r(X); 2 : p} > 4.", "", "constraint"),
    ("3 > X :- r(X), b.", "", "constraint"),
]
ADDING = [  # n is not just compared with constants here
    ("r(X) :- X = 1..2, n(N), N >= X.", "{r(X)} :- X = 1..2, n(N), N >= X.", "rule"),
    ("t(N + M) :- n(N), r(M).", "{t(N + M)} :- n(N), r(M).", "rule"),
]
INPUTS = """\
%@ input a
%@ input closed b
%@ input c
%@ input n: int 0..3
%@ sort colour = red | blue
%@ input optional d: colour
%@ outcome s
"""
CLAIMS = ("s", "p", "q", "r(X), X > 2", "not u", "t(S), S < 3")
WIDE = range(-16, 17)


@dataclass
class Written:
    """A policy as the test writes it out for a subset of entries."""

    rules: list[tuple[str, str, str]]
    case: Case
    claim: str
    universe: dict[str, list[str]] = field(default_factory=dict)

    @property
    def policy(self) -> str:
        return INPUTS + "\n".join(rule for rule, _, _ in self.rules) + "\n"

    def name(self, place: int) -> str:
        return f"policy.lp:{INPUTS.count(chr(10)) + place + 1}"

    def inputs(self, kept: set[tuple[str, str]]) -> Iterator[str]:
        given = {**self.case.stated, **self.case.assumed}
        sure = {n: v for n, v in given.items() if {("fact", n), ("assumed", n)} & kept}
        for name in "abc":
            yield (f"{name}." if sure[name] else "") if name in sure else f"{{{name}}}."
        values = [sure["n"]] if "n" in sure else range(4) if ("range", "n") in kept else WIDE
        yield f"1 {{ {'; '.join(f'n({value})' for value in values)} }} 1."
        if "d" in sure:
            yield f"d({sure['d']})." if sure["d"] is not None else ""
        else:
            yield "{ d(red); d(blue) } 1."

    def program(self, kept: set[tuple[str, str]]) -> str:
        lines = [*self.inputs(kept), f"claim :- {self.claim}."]
        lines += [
            rule if not kind or (kind, self.name(place)) in kept else dropped
            for place, (rule, dropped, kind) in enumerate(self.rules)
        ]
        for predicate, atoms in self.universe.items():
            lines += [f"{{{atom}}}." for atom in atoms if ("closed-world", atom) not in kept and predicate]
        return "\n".join(lines)

    def find_universe(self) -> None:
        """Every derived atom that clingo sees when everything is dropped; propositions of heads in any case."""
        heads = " ".join(dropped or "" for _, dropped, _ in self.rules)
        self.universe = {name: [name] for name in ("p", "q", "s", "u", "-p") if _in_heads(name, self.rules)}
        while True:
            control = grounded(self.program(set()))
            found = sorted(
                str(atom.symbol) for atom in control.symbolic_atoms if atom.symbol.name in ("r", "t") and heads
            )
            if self.universe.get("others") == found:
                return
            self.universe["others"] = found


def _in_heads(name: str, rules: Sequence[tuple[str, str, str]]) -> bool:
    """Whether some rule has the proposition in its head, by the heads as they are written dropped."""
    for _, dropped, _ in rules:
        inside = dropped.partition(":-")[0].strip(" {}.")
        if name in [part.partition(":")[0].strip() for part in inside.split(";")]:
            return True
    return False


def grounded(text: str) -> clingo.Control:
    control = clingo.Control(["--opt-mode=ignore"], logger=lambda *_: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    return control


def satisfiable(text: str, goal: bool | None) -> bool:
    asked = {None: "", True: ":- not claim.", False: ":- claim."}[goal]
    return bool(grounded(f"{text}\n{asked}").solve().satisfiable)


def written(seed: int, *, adding: bool = False) -> Written:
    chance = random.Random(seed)
    rules = chance.sample(RULES, chance.randrange(3, 9))
    if adding:
        rules += ADDING
    values: dict[str, Sequence[Value]] = {
        "a": (True, False), "b": (True, False), "c": (True, False), "n": range(4), "d": (None, "red", "blue"),
    }  # fmt: skip
    stated = {name: chance.choice(domain) for name, domain in values.items() if chance.random() < 0.6}
    assumed: dict[str, Value] = {} if "b" in stated else {"b": False}
    if not any("s" in rule.partition(":-")[0] for rule, _, _ in rules):
        rules.append(("s :- q.", "{s} :- q.", "rule"))
    defined = " ".join(dropped.partition(":-")[0] for _, dropped, _ in rules).replace("-p", "")
    for name, rule in (
        ("p", "p :- c."),
        ("q", "q :- c."),
        ("u", "u :- c."),
        ("r(", "r(1) :- c."),
        ("t(", "t(1) :- c."),
    ):
        if name not in defined:
            head, _, body = rule.partition(" :- ")
            rules.append((rule, f"{{{head}}} :- {body}", "rule"))
    found = Written(rules, Case(stated, assumed), chance.choice(CLAIMS))
    found.find_universe()
    return found


def session(one: Written, *, child: bool = False) -> AspSession:
    _, asp = backend(one.policy)
    made = asp.session(claim_of(one.claim))
    if child:
        made._preparation.reopened = lambda *_: False  # type: ignore[method-assign]
    return made


def entries(elements: Sequence[Element], kept: Sequence[int]) -> set[tuple[str, str]]:
    return {(elements[place].kind, elements[place].name) for place in kept}


@pytest.mark.parametrize("seed", range(60))
def test_every_answer_is_that_of_the_program_written_out(seed: int) -> None:
    one = written(seed, adding=seed % 4 == 3)
    chance = random.Random(seed)
    with session(one).switchable(one.case, budget()) as oracle:
        assert isinstance(oracle, AspOracle)
        size = len(oracle.elements)
        if seed % 4 == 3:  # the atoms there are depend on the values of n that are tried
            known = {element.name for element in oracle.elements}
            one.universe["others"] = [atom for atom in one.universe["others"] if atom in known]
        for number in range(25):
            kept = [place for place in range(size) if number == 0 or chance.random() < 0.75]
            goal = chance.choice((True, False, None))
            said = oracle.consistent(kept, goal, budget())
            expected = satisfiable(one.program(entries(oracle.elements, kept)), goal)
            if said.truth is not Truth.UNDECIDED:
                assert (said.truth is Truth.YES) == expected, (kept, goal)
            else:  # a number that is added to another was reopened beyond its range
                assert seed % 4 == 3, said
                assert not {("fact", "n"), ("range", "n")} & entries(oracle.elements, kept)
            if said.truth is Truth.NO:
                assert said.core <= set(kept)
                assert not satisfiable(one.program(entries(oracle.elements, sorted(said.core))), goal)


@pytest.mark.parametrize("seed", range(60, 90))
def test_the_preferred_reason_is_minimal(seed: int) -> None:
    one = written(seed)
    with session(one).switchable(one.case, budget()) as oracle:
        assert isinstance(oracle, AspOracle)
        everything = entries(oracle.elements, range(len(oracle.elements)))
        for goal in (True, False):
            found = preferred(oracle, goal, budget())
            if satisfiable(one.program(everything), goal):
                assert found == NoReason(Truth.YES)
                continue
            assert isinstance(found, Reason)
            assert found.unproved == ()
            # deletion from the least preferred, each question a program of its own
            kept = list(range(len(oracle.elements)))
            for place in reversed(range(len(oracle.elements))):
                rest = [other for other in kept if other != place]
                if not satisfiable(one.program(entries(oracle.elements, rest)), goal):
                    kept = rest
            assert list(found.elements) == kept


def test_a_child_process_gives_the_same_answers() -> None:
    one = written(5)
    here, there = session(one), session(one, child=True)
    with here.switchable(one.case, budget()) as mine, there.switchable(one.case, budget()) as other:
        assert isinstance(mine, AspOracle)
        assert isinstance(other, AspOracle)
        assert mine.elements == other.elements
        for place, goal in product(range(len(mine.elements)), (True, False, None)):
            kept = [i for i in range(len(mine.elements)) if i != place]
            assert mine.consistent(kept, goal, budget()) == other.consistent(kept, goal, budget())


KEYED = """\
%@ sort person
%@ input late(person)
%@ input age(person): int 0..120
%@ input note
%@ outcome ok
ok :- #count { P : late(P) } < 2.
older :- age(P, A), A > 60, A < 200.
#edge (1, 2) : older.
#external switched.
ok :- switched, older.
"""


@pytest.mark.parametrize(
    ("late", "expected"),
    [
        # ann may be late or not: one of two is not too many, but a further person could be the second
        (
            {"late(ann)": True, "late(bob)": False},
            [("rule", "policy.lp:6"), ("fact", "late(bob)"), ("entities", "person")],
        ),
        (
            {"late(ann)": False, "late(bob)": True},
            [("rule", "policy.lp:6"), ("fact", "late(ann)"), ("entities", "person")],
        ),
        # with both kept, one further person is not too many
        (
            {"late(ann)": False, "late(bob)": False},
            [("rule", "policy.lp:6"), ("fact", "late(ann)"), ("fact", "late(bob)")],
        ),
    ],
)
def test_further_individuals_are_an_entry(late: dict[str, Value], expected: list[tuple[str, str]]) -> None:
    policy, asp = backend(KEYED)
    ages: dict[str, Value] = {"age(ann)": 30, "age(bob)": 61}
    case = Case({**late, **ages, "note": True}, {"switched": False}, entities={"person": ("ann", "bob")})
    made = asp.session(claim_of("ok"), scope_of(policy, case.entities))
    with made.switchable(case, budget()) as oracle:
        assert isinstance(oracle, AspOracle)
        found = preferred(oracle, False, budget())
        assert isinstance(found, Reason)
        assert found.unproved == ()
        assert [(oracle.elements[i].kind, oracle.elements[i].name) for i in found.elements] == expected


def test_an_assumed_external_is_an_entry() -> None:
    policy, asp = backend(KEYED)
    late: dict[str, Value] = {"late(ann)": True, "late(bob)": True}
    stated = {**late, "age(ann)": 30, "age(bob)": 61, "note": True}
    case = Case(stated, {"switched": False}, entities={"person": ("ann", "bob")})
    made = asp.session(claim_of("ok"), scope_of(policy, case.entities))
    with made.switchable(case, budget()) as oracle:
        assert isinstance(oracle, AspOracle)
        found = preferred(oracle, True, budget())
        assert isinstance(found, Reason)
        assert [(oracle.elements[i].kind, oracle.elements[i].name) for i in found.elements] == [
            ("closed-world", "ok"),
            ("fact", "late(ann)"),
            ("fact", "late(bob)"),
            ("assumed", "switched"),
        ]


def test_an_open_input_that_follows_from_others_is_refused() -> None:
    text = "%@ input n: date 2020-01-01..2020-12-31\n%@ derive m: int 1..12 = month(n)\n%@ outcome p\np :- m(3).\n"
    _, asp = backend(text)
    with asp.session(claim_of("p")).switchable(Case({}, {}), budget()) as oracle:
        assert isinstance(oracle, Answer)
        assert oracle.reason == "m is open and follows from other inputs"


def test_a_program_that_cannot_be_ground_in_time_is_undecided() -> None:
    text = "%@ input a\n%@ outcome p\nn(0). n(X+1) :- n(X), a.\np :- n(3).\n"
    _, asp = backend(text)
    with asp.session(claim_of("p")).switchable(Case({"a": True}, {}), budget(700)) as oracle:
        assert isinstance(oracle, Answer)
        assert oracle.truth is Truth.UNDECIDED
