"""What the annotations of a policy declare: lines, directives, declarations."""
