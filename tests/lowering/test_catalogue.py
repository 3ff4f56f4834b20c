"""Every construct of the catalogue: its example is lowered and decided by both, or refused for what it says."""

from __future__ import annotations

import ast
from pathlib import Path

import clingo
import pytest

import bicameral.lowering
from bicameral.engine import Policy
from bicameral.lowering.catalogue import LOWERED, REFUSED, Lowered, policy_text
from bicameral.lowering.limitations import text
from bicameral.policy import check_text
from bicameral.verdict.report import Verdict

ROOT = Path(__file__).parents[2]
EXAMPLES = {key: one.example for key, one in REFUSED.items() if one.example is not None}
# what a checked policy never holds: `policy` refuses it first
NOT_IN_A_POLICY = {"external-function", "script", "theory-atom", "unsafe", "pattern"}


def stock_clingo(example: str) -> Verdict:
    """Whether `p` follows with `a` and n = 5, by clingo on the example as it stands."""
    answers: list[bool] = []
    control = clingo.Control(["0", "--opt-mode=ignore", "--warn=none"])
    control.add("base", [], f"{example}\na. n(5).")
    control.ground([("base", [])])
    control.solve(on_model=lambda model: answers.append(model.contains(clingo.Function("p"))))
    if not answers:
        return Verdict.INCONSISTENT
    return Verdict.VALID if all(answers) else Verdict.SATISFIABLE if any(answers) else Verdict.INVALID


@pytest.mark.parametrize("one", LOWERED, ids=lambda one: one.title)
def test_what_is_lowered_is_decided_by_both(one: Lowered) -> None:
    policy = Policy(check_text(policy_text(one.example)))
    assert not policy.lowered().refusals
    report = policy.check({"a": True, "n": 5}, "p")
    assert (report.verdict, report.agreement) == (stock_clingo(one.example), "both"), report.notes
    assert report.verdict is Verdict.VALID


@pytest.mark.parametrize("key", EXAMPLES)
def test_what_is_refused_says_so_and_clingo_decides(key: str) -> None:
    example = EXAMPLES[key]
    policy = Policy(check_text(policy_text(example)))
    refusal = policy.lowered().refusals[0]
    assert refusal.construct == key
    assert refusal.witness
    if key == "growing":
        return  # stock clingo would not come to an end either
    report = policy.check({"a": True, "n": 5}, "p")
    assert (report.verdict, report.agreement) == (stock_clingo(example), "asp"), report.notes
    assert any(refusal.witness in note.text for note in report.notes if note.code == "one-backend")


def test_the_catalogue_has_what_is_raised_and_nothing_else() -> None:
    raised = set()
    for file in Path(bicameral.lowering.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("RefusedError", "Refusal"):
                raised |= {arg.value for arg in node.args[:2] if isinstance(arg, ast.Constant)} & {*REFUSED}
                named = [arg for arg in node.args[:2] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
                assert all(arg.value in REFUSED for arg in named[:1]), ast.unparse(node)
            if isinstance(node, ast.Constant) and node.value in ("aggregate-recursion", "condition-recursion"):
                raised.add(node.value)
    assert raised == set(REFUSED)
    assert {key for key, one in REFUSED.items() if one.example is None} == NOT_IN_A_POLICY


def test_the_page_is_made_from_the_catalogue() -> None:
    assert (ROOT / "LIMITATIONS.md").read_text(encoding="utf-8") == text()
