"""Exit codes other than the verdicts' own (0 and 10 to 14, `Verdict.exit_code`)."""

FAILED = 1  # `test`: a case failed
BAD_INPUT = 2  # nothing was decided: a bad option, case or fact, or a policy with errors
CRASHED = 70  # our own fault
INTERRUPTED = 130  # Ctrl-C, as shells have it
BROKEN_PIPE = 141  # nobody reads our output any more, as shells have it
