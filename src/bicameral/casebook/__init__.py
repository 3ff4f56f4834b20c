"""The owner's test cases of a policy."""

from bicameral.casebook.book import BookResult, Casebook, CaseResult, Expectation
from bicameral.casebook.entries import CASES_FILE

__all__ = ["CASES_FILE", "BookResult", "CaseResult", "Casebook", "Expectation"]
