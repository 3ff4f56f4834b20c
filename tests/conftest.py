"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-examples", action="store_true", help="write what the documentation's commands print")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One cache folder for the run, so that tests neither read nor fill the user's."""
    folder = tmp_path_factory.getbasetemp() / "bicameral-cache"
    before = os.environ.get("BICAMERAL_CACHE_DIR")
    os.environ["BICAMERAL_CACHE_DIR"] = str(folder)
    yield folder
    if before is None:
        del os.environ["BICAMERAL_CACHE_DIR"]
    else:
        os.environ["BICAMERAL_CACHE_DIR"] = before
