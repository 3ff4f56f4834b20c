"""What can be said of a program before it is grounded.

House rule: answers come with a witness, never as a bare bool. Trusts policy.
"""
