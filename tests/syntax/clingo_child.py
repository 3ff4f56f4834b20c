"""Parse texts with clingo in a process of its own, since clingo can abort on bad input.

One JSON string a line comes in, one JSON list goes out: [accepted, [[kind, text], ...]].
"""

import json
import os
import sys
import tempfile

import clingo.ast


def parse(text: str) -> tuple[bool, list[tuple[str, str]]]:
    statements: list[tuple[str, str]] = []

    def keep(node: clingo.ast.AST) -> None:
        begin, end = node.location.begin, node.location.end
        if node.ast_type.name == "Comment" or begin.filename != "<string>":
            return
        if node.ast_type.name == "Program" and begin == end:
            return  # the `#program base.` that clingo puts before each file
        statements.append((node.ast_type.name, str(node)))

    messages: list[str] = []
    try:
        clingo.ast.parse_string(text, keep, logger=lambda _code, message: messages.append(message))
    except RuntimeError:
        # that an included file is missing says nothing of the syntax
        errors = [message for message in messages if ": error: " in message]
        return all("error: file could not be opened" in message for message in errors), statements
    return True, statements


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # nothing there to include
        for line in sys.stdin:
            print(json.dumps(parse(json.loads(line))), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
