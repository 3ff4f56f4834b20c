"""Tests, in the order of the stages; `reference`, `differential` and `fuzz` cut across them."""
