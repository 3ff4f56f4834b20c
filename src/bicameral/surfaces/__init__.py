"""Command line and hook: decode, call the engine, encode.

House rule: siblings never meet.
"""
