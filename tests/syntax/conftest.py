from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.syntax.oracle import Oracle


@pytest.fixture(scope="package")
def clingo() -> Iterator[Oracle]:
    """clingo's parser, in a process of its own."""
    oracle = Oracle()
    yield oracle
    oracle.close()
