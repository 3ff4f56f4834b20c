"""Claims: read in either form, checked, compiled to rules."""
