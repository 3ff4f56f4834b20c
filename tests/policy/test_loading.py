"""Where a policy comes from: folders, files, includes, links, the cache."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest

from bicameral.policy import check_text, load
from bicameral.source import PolicyError


def write(root: Path, **files: str) -> None:
    for name, text in files.items():
        path = root / name.replace("__", "/")
        path = path.with_name(path.name.replace("_lp", ".lp").replace("_md", ".md"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def codes(path: Path) -> list[str]:
    with pytest.raises(PolicyError) as caught:
        load(path)
    return [found.code for found in caught.value.diagnostics]


def test_a_folder_or_its_file(tmp_path: Path) -> None:
    write(tmp_path, rules__travel__policy_lp="%@ outcome o\no.")
    folder = tmp_path / "rules" / "travel"
    assert load(folder) == load(folder / "policy.lp")
    policy = load(folder)
    assert policy.name == "travel"
    assert policy.folder == str(folder.resolve())
    assert [file.name for file in policy.files] == ["policy.lp"]
    assert policy.statements[0].name == "policy.lp:2"


def test_what_the_policy_directive_says() -> None:
    policy = check_text('%@ policy p "Title" version "1.0" effective 2026-01-01..\n%@ outcome o\no.')
    assert (policy.name, policy.title, policy.version) == ("p", "Title", "1.0")
    assert policy.effective == (dt.date(2026, 1, 1), None)


def test_includes_reach_the_folder_above(tmp_path: Path) -> None:
    write(
        tmp_path,
        rules__travel__policy_lp='%@ outcome o\n#include "../shared/a.lp".\no :- a.\n'
        '#include "b.lp".\n#include "b.lp".',
        rules__shared__a_lp='%@ define a\n#include "deep/c.lp".\na :- c.\n#include "../travel/policy.lp".',
        rules__shared__deep__c_lp="%@ rule c\nc.",
        rules__travel__b_lp="b. b :- a. ",
    )
    policy = load(tmp_path / "rules" / "travel")
    assert [file.name for file in policy.files] == ["policy.lp", "../shared/a.lp", "../shared/deep/c.lp", "b.lp"]
    assert [named.name for named in policy.statements] == ["c", "../shared/a.lp:3", "policy.lp:3", "b.lp:1", "b.lp:1:4"]


def test_includes_go_no_further(tmp_path: Path) -> None:
    write(
        tmp_path,
        rules__travel__policy_lp='%@ outcome o\n#include "../../outside.lp".\n#include "/etc/passwd".\n'
        '#include "link.lp".\n#include "linked/x.lp".\n#include "..".\n#include "".\no.',
        outside_lp="x.",
        elsewhere__x_lp="x.",
    )
    folder = tmp_path / "rules" / "travel"
    (folder / "link.lp").symlink_to(tmp_path / "outside.lp")
    (folder / "linked").symlink_to(tmp_path / "elsewhere")
    assert codes(folder) == ["include-out-of-bounds"] * 4 + ["unreadable-file"] * 2


def test_links_within_bounds_and_in_loops(tmp_path: Path) -> None:
    write(
        tmp_path,
        rules__travel__policy_lp='%@ outcome o\n#include "link.lp".\n#include "a.lp".\no :- x.',
        rules__x_lp="x.",
    )
    folder = tmp_path / "rules" / "travel"
    (folder / "link.lp").symlink_to(tmp_path / "rules" / "x.lp")
    (folder / "a.lp").symlink_to(folder / "b.lp")
    (folder / "b.lp").symlink_to(folder / "a.lp")
    assert codes(folder) == ["unreadable-file"]
    (folder / "a.lp").unlink()
    (folder / "a.lp").write_text("y.", encoding="utf-8")
    assert [file.name for file in load(folder).files] == ["policy.lp", "../x.lp", "a.lp"]


def test_a_policy_behind_a_link(tmp_path: Path) -> None:
    write(tmp_path, real__travel__policy_lp="%@ outcome o\no.")
    (tmp_path / "shown").symlink_to(tmp_path / "real" / "travel")
    assert load(tmp_path / "shown").name == "travel"


@pytest.mark.parametrize("name", ["none", "none/policy.lp", "a\0b"])
def test_no_such_policy(tmp_path: Path, name: str) -> None:
    assert codes(tmp_path / name) == ["unreadable-file"]


def test_a_pipe_is_no_file(tmp_path: Path) -> None:
    write(tmp_path, rules__travel__policy_lp='%@ outcome o\n#include "pipe".\no.')
    os.mkfifo(tmp_path / "rules" / "travel" / "pipe")
    assert codes(tmp_path / "rules" / "travel") == ["unreadable-file"]
    os.mkfifo(tmp_path / "pipe.lp")
    assert codes(tmp_path / "pipe.lp") == ["unreadable-file"]


@pytest.mark.parametrize(
    ("data", "code"), [(b"o :- \xff.", "not-utf8"), (b"o\0.", "nul-byte"), ("o :- zo\u00e9.".encode(), "syntax")]
)
def test_texts_that_clingo_never_sees(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "policy.lp").write_bytes(data)
    assert codes(tmp_path) == [code]


def test_an_empty_file_is_an_empty_policy(tmp_path: Path) -> None:
    write(tmp_path, policy_lp="")
    assert load(tmp_path).statements == ()


def test_fingerprints_are_of_texts_and_names(tmp_path: Path) -> None:
    base = {"rules__a__policy_lp": '#include "x.lp".\no.', "rules__a__x_lp": "x."}
    write(tmp_path, **base)
    first = load(tmp_path / "rules" / "a").sha256
    write(tmp_path, **{name.replace("__a__", "__b__"): text for name, text in base.items()})
    assert load(tmp_path / "rules" / "b").sha256 == first
    (tmp_path / "rules" / "a" / "policy.lp").write_bytes(b'\xef\xbb\xbf#include "x.lp".\r\no.')
    assert load(tmp_path / "rules" / "a").sha256 == first  # a mark and line ends are no text
    write(tmp_path, rules__a__x_lp="x. ")
    assert load(tmp_path / "rules" / "a").sha256 != first
    assert len(first) == 64


def test_what_is_kept_follows_every_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BICAMERAL_CACHE_DIR", str(tmp_path / "cache"))
    write(tmp_path, p__policy_lp='%@ source source.md\n%@ outcome o\n%@ rule r "Yes."\no.', p__source_md="Yes.")
    first = load(tmp_path / "p")
    assert load(tmp_path / "p") == first
    assert list((tmp_path / "cache").iterdir())
    write(tmp_path, p__source_md="No.")
    assert codes(tmp_path / "p") == ["quote-not-in-source"]
    write(tmp_path, p__source_md="\n\nYes.")
    anchor = load(tmp_path / "p").statements[0].anchors[0]
    assert anchor is not None
    assert anchor.line == 3
    for kept in (tmp_path / "cache").iterdir():
        kept.write_bytes(b"damaged")
    assert load(tmp_path / "p").statements[0].anchors[0] == anchor


def test_documents_of_shared_files(tmp_path: Path) -> None:
    write(
        tmp_path,
        rules__p__policy_lp='%@ source source.md\n#include "../s/s.lp".\n#include "../t.lp".\n'
        '%@ outcome o\n%@ rule r "Here."\no.',
        rules__p__source_md="# One\nHere. Also.",
        rules__s__s_lp='%@ source source.md\n%@ rule s "There."\nx.',
        rules__s__source_md="There.",
        rules__t_lp='%@ rule t "Also."\ny.',
    )
    policy = load(tmp_path / "rules" / "p")
    assert [[a.file for a in named.anchors if a] for named in policy.statements] == [
        ["../s/source.md"],
        ["source.md"],
        ["source.md"],
    ]
    assert policy.source is not None
    assert policy.source.name == "source.md"


def test_names_too_long_for_a_file_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="not a usable path"):
        load(tmp_path / ("x" * 5000))
    (tmp_path / "policy.lp").write_text(f"%@ source {'x' * 5000}\n%@ outcome o\no.\n", encoding="utf-8")
    with pytest.raises(PolicyError, match="not a usable path"):
        load(tmp_path)


def test_an_empty_policy_is_warned_of() -> None:
    for text in ("", "% nothing here\n"):
        assert [found.code for found in check_text(text).warnings] == ["empty-policy"]
    assert check_text("a.\n").warnings == ()
