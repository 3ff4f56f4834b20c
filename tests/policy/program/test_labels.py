"""Names of statements, and the sentences behind them."""

from __future__ import annotations

from bicameral.policy import check_text
from bicameral.policy.model import Anchor
from bicameral.policy.program.document import SourceDocument
from bicameral.source import SourceFile

DOCUMENT = """# Travel policy

Some words.

## Approval ##

Trips above
EUR 1,000   need approval. It's "final".

```
# not a heading
```

Booking
-------

- Nothing is booked before.
"""


def test_statements_are_named_by_label_or_place() -> None:
    policy = check_text(
        "%@ outcome o\n%@ rule one\no :- p. o :- q.\n%@ rules two\np.\n#show o/0.\nq.\n%@ end\n%@ rule one\n"
        "% a comment\n%@ define r\nr. r. r."
    )
    assert [(n.name, n.label, n.ordinal) for n in policy.statements] == [
        ("one", "one", 1),
        ("policy.lp:3:9", None, 1),
        ("two", "two", 1),
        ("policy.lp:6", None, 1),
        ("two", "two", 2),
        ("one", "one", 2),
        ("policy.lp:12:4", None, 1),
        ("policy.lp:12:7", None, 1),
    ]
    assert [n.smt_name for n in policy.statements][4:6] == ["two#2", "one#2"]


def test_sentences_are_anchored() -> None:
    policy = check_text(
        '%@ source source.md\n%@ outcome o\n%@ rule r "Trips above EUR 1,000 need  approval." "It\'s \\"final\\"."\no.',
        source=DOCUMENT,
    )
    (named,) = policy.statements
    assert named.anchors == (Anchor("source.md", 7, "Approval"), Anchor("source.md", 8, "Approval"))
    assert named.text == 'Trips above EUR 1,000 need  approval. It\'s "final".'


def test_headings() -> None:
    document = SourceDocument(SourceFile("source.md", DOCUMENT))
    assert document.find("Some words.") == Anchor("source.md", 3, "Travel policy")
    assert document.find("# not a heading") == Anchor("source.md", 11, "Approval")
    assert document.find("Nothing is booked before.") == Anchor("source.md", 17, "Booking")
    assert document.find("Nobody wrote this.") is None
    assert document.find("  ") is None
    assert SourceDocument(SourceFile("s", "Bare text.")).find("Bare text.") == Anchor("s", 1, None)


def test_without_a_source_sentences_are_not_checked() -> None:
    policy = check_text('%@ outcome o\n%@ rule r "Whatever."\no.')
    assert policy.statements[0].anchors == (None,)


def test_other_statements_take_labels_too() -> None:
    policy = check_text("%@ outcome o\n%@ rule a\n:~ o. [1]\n%@ rule b\n#minimize { 1 : o }.\n%@ rule c\n:- o.\no.")
    assert [n.label for n in policy.statements] == ["a", "b", "c", None]
