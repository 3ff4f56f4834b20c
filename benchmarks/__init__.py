"""Measurements beside the script that the field starts from, in the same run. No test here asserts a time."""
