"""Cases written are read back as they were."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

from bicameral import Policy
from bicameral.casebook import Casebook
from bicameral.casebook.questions import heading, questions
from bicameral.casebook.writing import Question, facts_of, written
from bicameral.equivalence.boundaries.cases import boundaries
from bicameral.policy import check_text, load
from bicameral.policy.documents.yaml_reader import read_yaml
from bicameral.policy.model import Value
from bicameral.source import SourceFile

RULES = Path(__file__).resolve().parents[2] / "rules"

PEOPLE = """
%@ sort person
%@ sort kind = no | null_ | yes
%@ input pay(person): decimal(2) 0..100
%@ input born: date 2000-01-01..2020-12-31
%@ input optional kind(person): kind
%@ input closed knows(person, person)
%@ outcome ok(person)
ok(P) :- pay(P, S), S > 1050, kind(P, no).
"""


def test_values_in_own_units() -> None:
    policy = check_text(PEOPLE)
    inputs: dict[str, Value] = {
        "pay(ann)": 1051,
        'pay("Bob B")': 0,
        "born": 10957,
        "kind(ann)": "no",
        'kind("Bob B")': None,
    }
    facts = facts_of(policy, {**inputs, "knows(ann,ann)": False, 'knows(ann,"Bob B")': True})
    people = {"person": ("ann", "Bob B")}
    text = written([Question('say "hi": x', facts, people, ("ok(ann)", 'ok("Bob B")'), ("a line\nbroken",))], ["top"])
    assert text.startswith("# top\n\n# a line broken\n- name: ")
    assert read_yaml(SourceFile("cases.yaml", text)).data == [
        {
            "name": 'say "hi": x',
            "entities": {"person": ["ann", "Bob B"]},
            "facts": {
                "pay": {"ann": Decimal("10.51"), "Bob B": Decimal("0.00")},
                "born": "2000-01-01",
                "kind": {"ann": "no", "Bob B": False},
                "knows": {"ann": {"Bob B": True}},
            },
            "expect": {"ok(ann)": None, 'ok("Bob B")': None},
        }
    ]


def test_boundaries_are_questions_that_test_leaves_open() -> None:
    """Read back, each case has the inputs that it was made with, and nothing in it is answered."""
    for name in ("travel", "lending", "health_plan", "approval_chain"):
        policy = Policy(load(RULES / name))
        found = boundaries(policy.checked)
        text = written(questions(policy.checked, found), heading(policy.checked, found))
        book = Casebook(policy, SourceFile("cases.yaml", text))
        for entry, case in zip(book.entries, found.cases, strict=True):
            read = policy.cases.make_case(entry.facts, entities=entry.entities)
            assert {key: {**read.stated, **read.assumed}[key] for key in case.inputs} == case.inputs
        result = book.run()
        assert result.passed
        assert result.exit_code == 0
        assert len(result.unanswered) == len(found.cases) > 0
        assert result.coverage is not None
        assert {one.rule for one in result.coverage.exceptions.uncovered} == set()
