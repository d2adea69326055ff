"""Every benchmark, one after the other: `python tests/bench/all.py`, some six minutes."""

import subprocess
import sys
from pathlib import Path
from typing import Final

BENCHES: Final = (
    "player_frames",
    "spectators",
    "fight_bytes",
    "floor_generation",
    "fire",
    "durability",
    "latency",
    "watched",
    "recovery",
    "replay_seeks",
    "rendering",
    "page_frames",
    "message_costs",
    "fairness",
    "kept_runs",
    "opening",
    "capacity",
    "peers",
)


def main() -> int:
    """Run them; return how many failed."""
    here = Path(__file__).parent
    failed = 0
    for bench in BENCHES:
        failed += subprocess.call([sys.executable, str(here / f"{bench}.py")]) != 0
        print(flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
