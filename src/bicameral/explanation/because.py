"""From the elements of a reason to the entries of `because`."""

from __future__ import annotations

from bicameral.backends.contract import Element
from bicameral.explanation.views import declaration, own
from bicameral.policy.model import Case, CheckedPolicy, NamedStatement
from bicameral.verdict.report import Because, Place, SourcePlace


class Citations:
    """The entries of one policy; those that no case changes are made once."""

    def __init__(self, policy: CheckedPolicy) -> None:
        self._policy = policy
        self._statements: dict[str, NamedStatement] = {}
        for statement in policy.statements:
            self._statements.setdefault(statement.name, statement)
        self._made: dict[Element, Because] = {}

    def entry(self, element: Element, case: Case) -> Because:
        """The entry that cites `element`."""
        if element.kind == "fact":
            origin = case.origins.get(element.name)
            return Because(
                "fact",
                element.name,
                value=own(self._policy, element.name, case.stated[element.name]),
                label=None if origin is None else origin.name,
            )
        if element.kind == "assumed":
            return Because("assumed", element.name, value=case.assumed.get(element.name))
        made = self._made.get(element)
        if made is None:
            made = self._made[element] = self._fixed(element)
        return made

    def _fixed(self, element: Element) -> Because:
        if element.kind in ("rule", "constraint"):
            return self._statement(element)
        if element.kind == "closed-world":
            return Because("closed-world", element.name, rules=element.rules)
        if element.kind == "range":
            return self._range(element)
        return Because(element.kind, element.name)

    def _statement(self, element: Element) -> Because:
        statement = self._statements.get(element.name)
        if statement is None:
            return Because(element.kind, element.name)
        anchor = next((anchor for anchor in statement.anchors if anchor is not None), None)
        return Because(
            element.kind,
            element.name,
            text=statement.text,
            at=Place(statement.span.file, statement.span.line),
            source=None if anchor is None else SourcePlace(anchor.file, anchor.line, anchor.heading),
        )

    def _range(self, element: Element) -> Because:
        declared = declaration(self._policy, element.name)
        if declared is None:
            return Because("range", element.name)
        low, high = (own(self._policy, element.name, end) for end in (declared.low, declared.high))
        return Because("range", element.name, low=low, high=high)
