"""What people and programs touch: decode, call the engine, encode.

House rule: the command line and the hook never meet; `entry` picks one. Trusts the engine's reports.
"""
