"""Whatever is thrown at a policy, a case or a claim ends in a diagnostic."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bicameral.policy import check_text
from bicameral.policy.cases.reader import CaseReader, read_case
from bicameral.source import BicameralError, Diagnostic, InputError, PolicyError, SourceFile

HERE = Path(__file__).parent
POLICIES = [path.read_text(encoding="utf-8") for path in sorted((HERE / "good").glob("*.lp"))]
TRAVEL = (HERE / "good" / "travel.lp").read_text(encoding="utf-8")
READER = CaseReader(check_text(TRAVEL))

CASES = {
    "json": '{"facts": {"cost": 2500, "international": false}, "claim": "trip_approved", "unknown": [], '
    '"meta": {"cost": {"name": "x", "from": "y"}}, "as_of": "2026-01-01", "entities": {}}',
    "yaml": "facts:\n  cost: 2500.0\n  international: false\n"
    "claims: [trip_approved, 'not trip_approved']\nas_of: 2026-01-01\n",
    "lp": "%@ fact f\ncost(2500). not international.\nclaim :- trip_approved, not booking_allowed, cost(C), C > 3.\n",
    "smt2": "(assert (! (= costEur 2500) :named fact-cost))\n(assert (not international))\n"
    "(define-fun claim () Bool (and tripApproved (>= (+ costEur (* 2 tenureMonths)) 3)))",
}
CLAIMS = [
    "trip_approved, not booking_allowed, cost(C), C > 1000",
    "cost >= 20",
    "trip_approved, #count { X : cost(X) } > 0",
]


def findings(error: type[BicameralError], call: Callable[[], object]) -> tuple[Diagnostic, ...]:
    """What is wrong, at least one thing of it; nothing when the call goes well. Any other exception is a fault."""
    try:
        call()
    except error as fault:
        return fault.diagnostics or (Diagnostic("none", ""),)
    return ()


def mutated(text: str, chance: random.Random) -> str:
    """A few edits: characters dropped, doubled, swapped for others, pieces moved."""
    characters = list(text)
    if chance.random() < 0.5:  # one small edit, which may well leave something valid
        at = chance.randrange(len(characters))
        characters[at] = chance.choice(["", characters[at] * 2, str(chance.randrange(10)), chance.choice(characters)])
        return "".join(characters)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(characters) + 1)
        match chance.randrange(5):
            case 0:
                del characters[at : at + chance.randint(1, 8)]
            case 1:
                characters[at:at] = chance.choice(
                    ["(", ")", ",", ".", '"', "%", "%*", "%@ ", "{", "}", "-", "0", "9" * 12]
                )
            case 2:
                characters[at:at] = chance.choice(
                    ["not ", "\n", "é", "\x00", "\ud800", "\t", "#", "@", "&", ";", ":", "|", "*"]
                )
            case 3:
                piece = characters[at : at + chance.randint(1, 30)]
                characters[chance.randrange(len(characters) + 1) : 0] = piece
            case _:
                other = chance.randrange(len(characters) + 1)
                characters[at:at] = characters[other : other + 20]
    return "".join(characters)


@pytest.mark.parametrize("seed", range(120))
def test_mutated_policies(seed: int) -> None:
    chance = random.Random(seed)
    text = mutated(chance.choice(POLICIES), chance)
    for found in findings(PolicyError, lambda: check_text(text)):
        assert found.render()


@pytest.mark.parametrize("kind", sorted(CASES))
@pytest.mark.parametrize("seed", range(60))
def test_mutated_cases(kind: str, seed: int) -> None:
    chance = random.Random(f"{kind} {seed}")
    text = mutated(CASES[kind], chance)
    for found in findings(InputError, lambda: read_case(READER.policy, SourceFile("case", text), kind)):
        assert found.render()


@pytest.mark.parametrize("seed", range(120))
def test_mutated_claims(seed: int) -> None:
    chance = random.Random(seed)
    text = mutated(chance.choice(CLAIMS), chance)
    for found in findings(InputError, lambda: READER.claims.read(text)):
        assert found.render()


DEEP = 100_000


@pytest.mark.parametrize(
    "text",
    [
        "o :- p(" + "(" * DEEP + "1" + ")" * DEEP + ").",
        "o :- p(" + "f(" * 5000 + "1" + ")" * 5000 + ").",
        "o :- " + "-" * 5000 + "1 > 0.",
        "o :- 1" + "+1" * 5000 + " > 0.",
        "#const c = " + "(" * 5000 + "1" + ")" * 5000 + ". o(c).",
        "#const c = 1" + "+1" * 5000 + ". o(c).",
        "".join(f"#const c{i} = c{i + 1}.\n" for i in range(5000)) + "#const c5000 = 1. o(c0).",
        "o(" + ";".join("X" * (i % 3 + 1) for i in range(2000)) + ") :- p(X), p(XX), p(XXX).",
        "o(" + ",".join(["(a;b)"] * 60) + ").",
        "o :- " + ", ".join(f"p(X{i})" for i in range(3000)) + ".",
        "o :- " + "|" * 1001 + "1" + "|" * 1001 + " > 0.",
        "%@ input x" + "x" * 100_000 + "\no.",
        "%@ rule " + "r" * 100_000 + "\no.",
        '%@ rule r "' + "word " * 50_000 + '"\no.',
        "%@ input x: int " + "9" * 100_000 + "..\no.",
        "%@ input x: decimal(" + "9" * 1000 + ")\no.",
        "%@ const c : int = " + "9" * 100_000 + "\n#const c = 1.\no.",
        "o :- x > " + "9" * 4000 + ".",
        "%@ " + "\n%@ ".join(["inpt"] * 2000),
    ],
    ids=range(19),
)
def test_oversized_policies(text: str) -> None:
    started = time.perf_counter()
    assert len(findings(PolicyError, lambda: CaseReader(check_text(text)).make_case({}))) <= 100
    assert time.perf_counter() - started < 20


@pytest.mark.parametrize("kind", sorted(CASES))
@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "[]",
        "{}",
        "null",
        "[" * DEEP,
        "(" * DEEP,
        "{" * DEEP,
        "9" * 1_000_000,
        '"' + "\\ud800" * 10 + '"',
        "%" * 100_000,
        ";" * 100_000,
        "cost(" * 5000,
        "\ufeff{}",
        "- " * 1000,
    ],
    ids=range(15),
)
def test_oversized_cases(kind: str, text: str) -> None:
    started = time.perf_counter()
    for found in findings(InputError, lambda: read_case(READER.policy, SourceFile("case", text), kind)):
        assert found.span is not None
    assert time.perf_counter() - started < 20


@pytest.mark.parametrize(
    "value",
    [10**5000, float("inf"), object(), {1, 2}, b"x", [[]], {"a": {"b": {}}}, "\ud800", "x" * 10**6, -0.0, 1j, range(3)],
    ids=range(12),
)
@pytest.mark.parametrize("name", ["cost", "international", "nothing", "tenure"])
def test_odd_python_values(name: str, value: object) -> None:
    with pytest.raises(InputError) as caught:
        READER.make_case({name: value})
    assert len(caught.value.diagnostics[0].message) < 400
    caught.value.args[0].encode()


@pytest.mark.parametrize("value", [10**5000, 3, [3], {"a": 1}, object(), "\ud800"], ids=range(6))
@pytest.mark.parametrize("key", ["unknown", "meta", "as_of", "entities"])
def test_odd_python_arguments(key: str, value: object) -> None:
    with pytest.raises(InputError) as caught:
        READER.make_case({}, **{key: value})  # type: ignore[arg-type]
    caught.value.args[0].encode()
