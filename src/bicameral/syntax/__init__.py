"""Text to tree and back, for clingo and for SMT-LIB files.

House rule: no meaning; parse(to_text(t)) == t. Trusts source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bicameral.source import ParseError, SourceFile

if TYPE_CHECKING:
    from bicameral.syntax import tree

# Reading a longer text back takes half as long as parsing it, and storing it as long again.
LONGEST_CACHED = 100_000

__all__ = ["ParseError", "parse", "parse_body", "parse_file", "parse_term", "to_text"]


def parse(text: str, name: str = "<text>") -> tree.Tree:
    """The tree of a whole file; `name` is what spans call it. Raises ParseError."""
    from bicameral.syntax.reading import read_program

    return read_program(text, name)


def parse_file(file: SourceFile) -> tree.Tree:
    """The tree of a source file, from the cache where an earlier process has read the same. Raises ParseError."""
    from bicameral.syntax.cache import cached

    if len(file.text) > LONGEST_CACHED:
        return parse(file.text, file.name)
    return cached("tree", f"{file.name}\0{file.text}", lambda: parse(file.text, file.name))


def parse_body(text: str, name: str = "<text>") -> tuple[tree.BodyElement, ...]:
    """A claim: body elements separated by commas or semicolons, no final dot. Raises ParseError."""
    from bicameral.syntax.reading import read_body

    return read_body(text, name)


def parse_term(text: str, name: str = "<text>") -> tree.Term:
    """A single term. Raises ParseError."""
    from bicameral.syntax.reading import read_term

    return read_term(text, name)


def to_text(node: Any) -> str:
    """The text of a tree or of any node in it, each statement on a line of its own."""
    from bicameral.syntax import printer_statements as _  # noqa: F401 - registers its functions
    from bicameral.syntax.printer import print_node

    return print_node(node)
