"""The command line: one module for each command, imported when it is called.

House rule: a command reads its words, asks the engine, prints, and returns an exit code; it decides nothing.
"""
