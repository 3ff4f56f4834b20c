"""The record of approvals, asked for one trip: a stand-in for the system that your managers approve trips in."""

import json
import sys
from pathlib import Path

call = json.load(sys.stdin)
record = json.loads(Path(__file__).with_name("approvals.json").read_text(encoding="utf-8"))
print(json.dumps(record.get(str(call["tool_input"].get("trip_id")), {})))  # noqa: T201 (this is its answer)
