"""Parse texts with clingo in a process of its own, since clingo can abort on bad input.

One JSON string a line comes in, one JSON list goes out: [accepted, [[kind, text, place], ...], place of the first
error]; a place is [line, column, end line, end column].
"""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile

import clingo.ast

ERROR = re.compile(r"<string>:(\d+):(\d+)(?:-(?:(\d+):)?(\d+))?: error: (.*)")

Statement = tuple[str, str, tuple[int, int, int, int]]


def parse(text: str) -> tuple[bool, list[Statement], list[int] | None]:
    statements: list[Statement] = []

    def keep(node: clingo.ast.AST) -> None:
        begin, end = node.location.begin, node.location.end
        if node.ast_type.name == "Comment" or begin.filename != "<string>":
            return
        if node.ast_type.name == "Program" and begin == end:
            return  # the `#program base.` that clingo puts before each file
        statements.append((node.ast_type.name, str(node), (begin.line, begin.column, end.line, end.column)))

    messages: list[str] = []
    try:
        clingo.ast.parse_string(text, keep, logger=lambda _code, message: messages.append(message))
    except RuntimeError:
        found = [match for match in map(ERROR.match, messages) if match is not None]
        # that an included file is missing says nothing of the syntax
        errors = [match for match in found if not match[5].startswith("file could not be opened")]
        if errors or not found:
            first = errors[0] if errors else None
            return False, [], [int(first[1]), int(first[2])] if first is not None else None
    return True, statements, None


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # nothing there to include
        for line in sys.stdin:
            print(json.dumps(parse(json.loads(line))), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
