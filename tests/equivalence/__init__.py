"""Cross-checks of translations against brute force, and what boundaries ask."""
