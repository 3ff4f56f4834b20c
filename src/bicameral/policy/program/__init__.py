"""The rules of a policy: read, named, resolved against the declarations, checked."""
