"""The child process: one job in on standard input, one line of JSON out for each query.

The parent kills it when the budget is spent; what it had answered by then still counts.
"""

from __future__ import annotations

import json
import sys

from bicameral.backends.asp import control, job
from bicameral.backends.contract import Budget

_MEMORY = 4 * 1024**3  # bytes: a grounding that grows for ever is to end before the machine does


def limit_memory() -> None:
    """Keep this process within its memory, and leave no core behind when it dies."""
    try:
        import resource
    except ImportError:  # not a POSIX system
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))


def main() -> None:
    limit_memory()
    data = json.load(sys.stdin)
    budget = Budget(int(data["milliseconds"]))
    for result in control.run(job.job_from_json(data["job"]), budget):
        sys.stdout.write(json.dumps(job.to_json(result)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
