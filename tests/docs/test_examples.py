"""Every example of README.md and of docs/ prints what the page says it prints."""

from __future__ import annotations

import contextlib
import doctest
from pathlib import Path

import pytest

from tests.docs.console import ROOT, Block, Shell, blocks, folder, mask, matches, pages, steps


def _run_console(block: Block, shell: Shell, page: str) -> str:
    """The block as it would have to read; fails unless it reads so already."""
    out: list[str] = []
    for step in steps(block.body):
        actual = mask(shell.run(step.command))
        out.append(step.shown)
        out.append(step.expected.rstrip() if matches(step.expected, actual) else actual)
    return "\n".join(part for part in out if part) + "\n"


def _run_python(block: Block, names: dict[str, object], page: str) -> None:
    test = doctest.DocTestParser().get_doctest(block.body, names, page, page, block.line)
    report: list[str] = []
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append, clear_globs=False)
    names.update(test.globs)
    assert failed.failed == 0, "".join(report)


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_examples(page: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    work = tmp_path / "work"
    work.mkdir()
    folder(work)
    text = page.read_text("utf-8")
    name = str(page.relative_to(ROOT))
    rewritten, at, names = [], 0, dict[str, object]()
    shell = Shell(work)
    with contextlib.closing(shell), contextlib.chdir(work):
        for block in blocks(text):
            rewritten.append(text[at : block.start])
            at = block.start + len(block.body)
            new = block.body
            if block.file is not None:
                target = work / block.file
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(block.body, "utf-8")
            elif block.language == "console":
                new = _run_console(block, shell, name)
            elif block.language == "pycon":
                _run_python(block, names, name)
            rewritten.append(new)
    rewritten.append(text[at:])
    if request.config.getoption("--rewrite-examples"):
        page.write_text("".join(rewritten), "utf-8")
    else:
        assert text == "".join(rewritten), "run pytest tests/docs --rewrite-examples and read what changed"


def _readme(language: str) -> list[str]:
    text = (ROOT / "README.md").read_text("utf-8")
    return [block.body for block in blocks(text) if block.language == language]


def test_the_readme_is_checked_at_all() -> None:
    commands = [step.command for body in _readme("console") for step in steps(body)]
    assert sum("bicameral check rules/travel" in command for command in commands) >= 3


def test_ci_runs_the_test_command_of_the_readme() -> None:
    setup = [body.strip() for body in _readme("sh") if "pip install" in body]
    assert len(setup) == 2, "one command for the main job, one for the tests"
    assert setup[1].endswith(".venv/bin/pytest -n auto")
    assert setup[1] in (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
