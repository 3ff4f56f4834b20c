"""A second opinion that shares no code with the package: the stable model semantics by definition."""
