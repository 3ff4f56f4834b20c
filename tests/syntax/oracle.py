"""What clingo says of a text, and what our parser says in the same terms."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bicameral.source import ParseError
from bicameral.syntax import parse, tree

CHILD = Path(__file__).with_name("clingo_child.py")

KINDS = {
    tree.Const: "Definition",
    tree.ShowNothing: "ShowSignature",
    tree.WeakConstraint: "Minimize",
}


@dataclass(frozen=True)
class Answer:
    accepted: bool
    kinds: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


CRASHED = Answer(accepted=False, kinds=("crashed",))


class Oracle:
    """A clingo process, started anew after each crash."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[str] | None = None

    def ask(self, text: str) -> Answer:
        if self._child is None:
            self._child = subprocess.Popen(
                [sys.executable, str(CHILD)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps(text) + "\n")
        self._child.stdin.flush()
        line = self._child.stdout.readline()
        if not line:
            self.close()
            return CRASHED
        accepted, statements = json.loads(line)
        return Answer(accepted, tuple(kind for kind, _ in statements), tuple(text for _, text in statements))

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            for pipe in (self._child.stdin, self._child.stdout):
                if pipe is not None:
                    pipe.close()
            self._child = None


def ours(text: str) -> tuple[Answer, tree.Tree | None]:
    try:
        program = parse(text)
    except ParseError:
        return Answer(accepted=False), None
    return Answer(accepted=True, kinds=tuple(kinds(program))), program


def kinds(program: tree.Tree) -> list[str]:
    """The kinds of statements that clingo makes of a tree."""
    found: list[str] = []
    for statement in program.statements:
        match statement:
            case tree.Annotation() | tree.Include():
                continue
            case tree.Optimize():
                found += ["Minimize"] * len(statement.elements)
            case tree.Edge():
                found += ["Edge"] * len(statement.edges)
            case _:
                found.append(KINDS.get(type(statement), type(statement).__name__))
    return found
