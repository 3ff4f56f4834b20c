"""JSON and YAML documents, read exactly."""
