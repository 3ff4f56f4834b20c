"""Decides one agent call: exit 0 lets it through, exit 2 blocks it, and there is no third.

`supervisor` is the process that answers; it starts `decider`, which does the work, and blocks unless that one says,
and proves, that the verdict is VALID. House rule: doubt blocks. Trusts the mapping file, and the sources it names.
"""
