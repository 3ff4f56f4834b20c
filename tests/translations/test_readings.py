"""Every translation of every policy says what its manifest says of it, by Z3 on the texts themselves."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import z3
from ruamel.yaml import YAML

from bicameral import Policy
from tests.translations.owned import cases
from tests.translations.points import Point, at, points
from tests.translations.sides import ROOT, TRANSLATIONS, Comparison, Side, Term, as_sort, members, steps, text_of

NAMES = sorted(folder.name for folder in TRANSLATIONS.iterdir() if folder.is_dir())
KINDS = {
    "strict-for-non-strict",
    "dropped-exception",
    "missing-closed-world",
    "swapped-priority",
    "wrong-unit",
    "exception-on-wrong-rule",
}
PARTLY = "leaves open in part"
# What the proofs have to know of the calendar; the first test proves it of the definitions.
LEMMAS = {"holiday_uk": "(= (calendar.months_between year_start year_start) 0)"}
# Dates that make the calendar arithmetic of constants, where an example is wanted.
PINS = {
    "holiday_uk": {"year_start": 20454, "days_per_week": 13},
    "jurisdictions": {"day": 20544, "hired(worker_2)": 20500},
}

Entry = dict[str, Any]


@cache
def manifest(name: str) -> list[Entry]:
    text = (TRANSLATIONS / name / "manifest.yaml").read_text(encoding="utf-8")
    loaded = YAML(typ="safe", pure=True).load(text)
    assert loaded["policy"] == name
    entries: list[Entry] = loaded["translations"]
    return entries


def file(name: str, entry: Entry) -> str:
    return text_of(TRANSLATIONS / name / entry["file"])


MISREADINGS = [(name, one) for name in NAMES for one in manifest(name) if one["is"] == "misreading"]
misreadings = pytest.mark.parametrize(
    ("name", "entry"), [pytest.param(name, one, id=f"{name}-{one['file']}") for name, one in MISREADINGS]
)


def proof(name: str) -> Comparison:
    """For what has to hold of all inputs: nothing is known of the calendar but the lemmas."""
    return Comparison(name, abstract=True)


def known(name: str, compared: Comparison) -> Term:
    return compared.region(LEMMAS.get(name, "true"))


def pinned(name: str, compared: Comparison) -> Point:
    return [(compared.inputs[one], z3.IntVal(day, compared.context)) for one, day in PINS.get(name, {}).items()]


def shortcut(name: str, entry: Entry, compared: Comparison) -> list[Term]:
    """For a misreading made of the reading: that the reading says what the policy says, proved by a test of its own."""
    if entry["from"] != "reading.smt2":
        return []
    reading = compared.side(file(name, manifest(name)[1]))
    return [*reading.asserted, z3.Not(compared.differ(compared.emitted, reading))]


def says(solver: Term, *asked: Term) -> str:
    return str(solver.check(*asked))


def there(compared: Comparison, point: Point, *terms: Term) -> str:
    return says(compared.solver(), at(point, *terms))


# --- the files ---------------------------------------------------------------------------------------------------


def test_the_calendar_has_what_the_proofs_take_of_it() -> None:
    for name, lemma in LEMMAS.items():
        compared = Comparison(name)
        solver = z3.Solver(ctx=compared.context)
        assert says(solver, z3.Not(compared.region(lemma))) == "unsat"


@pytest.mark.parametrize("name", NAMES)
def test_the_manifest_lists_the_files(name: str) -> None:
    files = {one.name for one in (TRANSLATIONS / name).iterdir()} - {"manifest.yaml"}
    assert [one["is"] for one in manifest(name)[:2]] == ["emitted", "reading"]
    assert sorted(one["file"] for one in manifest(name)) == sorted(files)
    assert len([one for one in manifest(name) if one["is"] == "misreading"]) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_the_translations_of_a_policy_have_one_calendar(name: str) -> None:
    emitted = steps(file(name, manifest(name)[0]))
    for one in manifest(name)[1:]:
        assert steps(file(name, one)) <= emitted


def test_every_kind_of_fault_is_planted_several_times() -> None:
    planted = [one for folder in TRANSLATIONS.iterdir() if folder.is_dir() for one in manifest(folder.name)]
    planted = [one for one in planted if one["is"] == "misreading"]
    kinds = Counter(one["kind"] for one in planted)
    assert set(kinds) == KINDS
    assert min(kinds.values()) >= 3
    written = Counter(Path(one["file"]).suffix for one in planted)
    assert written[".lp"] >= len(planted) / 3


# --- the readings ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_reading_has_the_outcomes_of_the_policy(name: str) -> None:
    compared = proof(name)
    reading = compared.side(file(name, manifest(name)[1]))
    solver = compared.solver(compared.emitted, reading)
    assert says(solver, known(name, compared), compared.differ(compared.emitted, reading)) == "unsat"


@pytest.mark.parametrize("name", NAMES)
def test_the_reading_admits_the_inputs_of_the_policy(name: str) -> None:
    compared = Comparison(name)
    reading = compared.side(file(name, manifest(name)[1]))
    found = {
        (there(compared, point, *compared.emitted.asserted), there(compared, point, *reading.asserted))
        for point in points(compared, 60)
    }
    assert found <= {("sat", "sat"), ("unsat", "unsat")}
    assert ("sat", "sat") in found


@pytest.mark.parametrize("name", NAMES)
def test_the_reading_gives_the_verdicts_of_the_policy_on_cases_of_the_owner(name: str) -> None:
    policy = Policy.load(ROOT / "rules" / name)
    reading = Policy.load(TRANSLATIONS / name / "reading.smt2")
    owned = list(cases(name))
    tried = owned[:: max(1, len(owned) // 6)]
    assert len(tried) >= 5
    for case, facts, claims, entities in tried:
        for claim in claims:
            expected = policy.check(facts, claim, entities=entities).verdict
            assert reading.check(facts, claim).verdict is expected, (case, claim)


# --- the misreadings ---------------------------------------------------------------------------------------------


@misreadings
def test_it_parts_from_the_policy_in_its_region_alone(name: str, entry: Entry) -> None:
    compared = proof(name)
    policy, other, region = compared.emitted, compared.side(file(name, entry)), compared.region(entry["region"])
    solver = compared.solver(policy, other)
    solver.add(known(name, compared), *shortcut(name, entry, compared))
    assert says(solver, z3.Not(region), compared.differ(policy, other)) == "unsat"
    if entry["policy_says"] == "no case":
        assert says(compared.solver(policy), region) == "unsat"
    elif not {"leaves open", PARTLY} & set(entry["it_says"].values()):
        assert says(solver, region, z3.Not(compared.differ(policy, other))) == "unsat"


@misreadings
def test_its_region_has_a_case(name: str, entry: Entry) -> None:
    compared = Comparison(name)
    other, region = compared.side(file(name, entry)), compared.region(entry["region"])
    policy = () if entry["policy_says"] == "no case" else compared.emitted.asserted
    assert there(compared, pinned(name, compared), *policy, *other.asserted, region) == "sat"


@misreadings
def test_both_say_of_each_outcome_what_the_manifest_says(name: str, entry: Entry) -> None:
    compared = proof(name)
    policy, other, region = compared.emitted, compared.side(file(name, entry)), compared.region(entry["region"])
    solver = compared.solver(*([other] if entry["policy_says"] == "no case" else [policy, other]))
    solver.add(known(name, compared), region)
    for side, words in ((policy, entry["policy_says"]), (other, entry["it_says"])):
        for outcome, word in words.items() if words != "no case" else ():
            if word == "differs":
                against = z3.Not(compared.differ_on(outcome, policy, other))
            elif word in ("varies", "leaves open", PARTLY):
                continue
            else:
                against = z3.Not(_is(compared, side, outcome, word))
            assert says(solver, against) == "unsat", (outcome, word)
    if entry["policy_says"] != "no case":
        for outcome in policy.outcomes:
            parts = "sat" if outcome in entry["it_says"] else "unsat"
            assert says(solver, compared.differ_on(outcome, policy, other)) == parts, outcome


def _is(compared: Comparison, side: Side, outcome: str, word: str | int) -> Term:
    given, value = side.outcomes[outcome]
    if word in ("proves", "refutes"):
        return value if word == "proves" else z3.Not(value)
    if isinstance(value, z3.DatatypeRef):
        return z3.And(given, value == members(value.sort())[str(word)])
    assert isinstance(word, int)
    return z3.And(given, value == word * scale(compared, outcome))


def scale(compared: Comparison, outcome: str) -> int:
    sort = compared.policy.outcomes[outcome.partition("(")[0]].sort
    return 1 if sort is None else sort.scale


@pytest.mark.parametrize(
    ("name", "entry"), [one for one in MISREADINGS if set(one[1]["it_says"].values()) & {"leaves open", PARTLY}]
)
def test_what_is_left_open_is_so_throughout_the_region(name: str, entry: Entry) -> None:
    """Everywhere in the region the translation has the policy's own case and another beside it.

    The other has the next value, the one before, or the opposite: of an outcome left open, and perhaps of more.
    """
    compared = proof(name)
    policy, other = compared.emitted, compared.side(file(name, entry))
    solver = compared.solver(policy)
    solver.add(known(name, compared), compared.region(entry["region"]))
    words: dict[str, str] = entry["it_says"]
    whole = [outcome for outcome, word in words.items() if word == "leaves open"]
    partly = [outcome for outcome, word in words.items() if word == PARTLY]
    assert says(solver, z3.Not(_case(policy, other, {}))) == "unsat"
    shifts = [dict(zip(words, steps, strict=True)) for steps in product((0, 1, -1), repeat=len(words))]
    for outcomes in [[one] for one in whole] + ([partly] if partly else []):
        others = [_case(policy, other, shift) for shift in shifts if any(shift[one] for one in outcomes)]
        assert says(solver, z3.Not(z3.Or(others))) == "unsat", outcomes


def _case(policy: Side, other: Side, shift: dict[str, int]) -> Term:
    """That the other has the case which the policy has, some outcomes shifted in it."""
    pairs = []
    for outcome, (_, value) in policy.outcomes.items():
        step, mine = shift.get(outcome, 0), other.outcomes[outcome][1]
        moved = value if not step else z3.Not(value) if isinstance(value, z3.BoolRef) else value + step
        pairs.append((mine, as_sort(moved, mine)))
    assert {str(term) for term in other.own} <= {str(term) for term, _ in pairs}
    return z3.substitute(z3.And(*other.asserted), *pairs)


@misreadings
def test_single_inputs_are_in_the_region_if_the_two_part_there(name: str, entry: Entry) -> None:
    """Here the definitions of the calendar count, and inputs that one of the two does not admit."""
    compared = Comparison(name)
    policy, other, region = compared.emitted, compared.side(file(name, entry)), compared.region(entry["region"])
    together = (*policy.asserted, *other.asserted, compared.differ(policy, other))
    for point in points(compared, 15):
        admitted = there(compared, point, *policy.asserted), there(compared, point, *other.asserted)
        assert "unknown" not in admitted
        if "sat" in admitted:
            parted = admitted[0] != admitted[1] or there(compared, point, *together) == "sat"
            assert parted == (there(compared, point, region) == "sat"), point
