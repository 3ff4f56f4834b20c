"""What a policy may not hold: code, theories, other program parts, numbers that clingo cannot read."""

from __future__ import annotations

from typing import Any

from bicameral.policy.bounds import INT_HIGH
from bicameral.policy.program.scan import Scan
from bicameral.policy.vocabulary.findings import Findings
from bicameral.syntax import tree


def check_constructs(found: Scan, findings: Findings) -> None:
    """Report each refused construct of one statement."""
    statement = found.named.statement
    match statement:
        case tree.Script():
            hint = "nothing in a policy runs code: compute with rules or `%@ derive`"
            findings.error("script", "`#script` is refused", statement.span, hint)
            return
        case tree.TheoryDefinition():
            findings.error("theory", "`#theory` is refused", statement.span)
            return
        case tree.Program() if statement.name != "base" or statement.parameters:
            hint = "all rules of a policy are in the part `base`"
            shown = f"{statement.name}({', '.join(statement.parameters)})" if statement.parameters else statement.name
            findings.error("program-part", f"the program part `{shown}` is refused", statement.span, hint)
        case tree.External() if statement.type is not None and statement.type != tree.Function("false"):
            hint = "an `#external` is a closed input here, false when it is not stated; or declare it with `%@ input`"
            findings.error("external-type", "this type of `#external` is refused", statement.type.span, hint)
        case _:
            pass
    for node in found.nodes:
        _check_node(node, findings)


def _check_node(node: Any, findings: Findings) -> None:
    kind = type(node)
    if kind is tree.Number:
        if node.value > INT_HIGH:
            message = f"{_short(node.value)} is outside the 32 bits that clingo reads: it would wrap around"
            findings.error("number-out-of-32-bits", message, node.span, f"the greatest number is {INT_HIGH}")
    elif kind is tree.Function:
        if node.external:
            hint = "what rules mean may not hang on code: use `%@ derive`"
            findings.error("external-function", f"`@{node.name}` calls code, which is refused", node.span, hint)
    elif kind is tree.TheoryAtom:
        findings.error("theory", f"the theory atom `&{node.name}` is refused", node.span)


def _short(value: int) -> str:
    return str(value) if value.bit_length() < 200 else "this number"
