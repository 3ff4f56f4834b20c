"""What clingo says of a text, and what our parser says in the same terms."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from bicameral.source import ParseError, Span
from bicameral.syntax import parse, to_text, tree

CHILD = Path(__file__).with_name("clingo_child.py")

KINDS = {
    tree.Const: "Definition",
    tree.ShowNothing: "ShowSignature",
    tree.WeakConstraint: "Minimize",
}

# where a place is known: line and column, then line and column of the end
Place = tuple[int, ...]


@dataclass(frozen=True)
class Answer:
    accepted: bool
    kinds: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    error: Place | None = None


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
        accepted, statements, error = json.loads(line)
        return Answer(
            accepted,
            tuple(kind for kind, _, _ in statements),
            tuple(shown for _, shown, _ in statements),
            tuple(tuple(place) for _, _, place in statements),
            tuple(error) if error is not None else None,
        )

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.wait()
            for pipe in (self._child.stdin, self._child.stdout):
                if pipe is not None:
                    pipe.close()
            self._child = None


def ours(text: str) -> tuple[Answer, tree.Tree | None]:
    """Our answer, and the tree where there is one."""
    try:
        program = parse(text)
    except ParseError as fault:
        at = fault.span
        return Answer(accepted=False, error=(at.line, at.column) if at is not None else None), None
    found = [(kind, tuple(span[1:])) for kind, span in _statements(program)]
    return Answer(accepted=True, kinds=tuple(kind for kind, _ in found), places=tuple(at for _, at in found)), program


def _statements(program: tree.Tree) -> list[tuple[str, Span]]:
    """The kinds of statements that clingo makes of a tree."""
    found: list[tuple[str, Span]] = []
    for statement in program.statements:
        match statement:
            case tree.Annotation() | tree.Include():
                continue
            case tree.Optimize():
                found += [("Minimize", element.span) for element in statement.elements]
            case tree.Edge():
                found += [("Edge", statement.span)] * len(statement.edges)
            case _:
                found.append((KINDS.get(type(statement), type(statement).__name__), statement.span))
    return found


def difference(oracle: Oracle, text: str) -> str | None:
    """How our answer to a text differs from clingo's, or what is wrong with its printed form."""
    mine, program = ours(text)
    theirs = oracle.ask(text)
    if theirs == CRASHED:
        return "clingo crashed on what we accept" if mine.accepted else None
    if mine.accepted != theirs.accepted:
        return f"we {'accept' if mine.accepted else 'reject'}, clingo does not"
    if program is None:
        return None
    if mine.kinds != theirs.kinds:
        return f"kinds differ: {mine.kinds} / {theirs.kinds}"
    printed = to_text(program)
    if parse(printed) != program:
        return f"does not survive printing: {printed}"
    again = oracle.ask(printed)
    if again.texts != theirs.texts:
        return f"clingo reads the printed form otherwise: {printed}\n{theirs.texts}\n{again.texts}"
    return None
