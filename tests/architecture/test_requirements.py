"""The pinned requirements: exact, hashed, complete, and without an address."""

from __future__ import annotations

import re
import tomllib

from tests.architecture.tree import ROOT

TEXT = (ROOT / "requirements.txt").read_text("utf-8")


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_requirement_is_exact_and_hashed() -> None:
    joined = TEXT.replace("\\\n", " ")
    lines = [line for line in joined.splitlines() if line.strip() and not line.startswith("#")]
    assert lines
    for line in lines:
        assert re.match(r"[A-Za-z0-9._-]+==[0-9][^\s;]*", line), line
        assert "--hash=sha256:" in line, line


def test_no_index_and_no_path() -> None:
    assert not re.search(r"://|--(extra-)?index-url|--find-links|^-|@ ", TEXT, re.MULTILINE)


def test_everything_declared_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    declared = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for extra in project["project"]["optional-dependencies"].values():
        declared += extra
    pinned = {_canonical(name) for name in re.findall(r"^([A-Za-z0-9._-]+)==", TEXT, re.MULTILINE)}
    for requirement in declared:
        name = re.match(r"[A-Za-z0-9._-]+", requirement)
        assert name is not None
        assert _canonical(name[0]) in pinned, requirement
