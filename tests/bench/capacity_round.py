"""One round of all that `capacity.py` and `peers.py` tell, in some twenty minutes.

    capacity_round.py [OPTION …]        options of capacity.py, such as --against FOLDER

Rounds add up in `bench-results/`. The machine should have nothing else to do meanwhile.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
KINDS: Final = (("human", 4), ("bots", 8), ("human", 8), ("human", 1))
"""Players, and how many are in a session; those that goals are for come first."""
FIRST: Final = {1: 100, 4: 200, 8: 200}
"""Players of the first stage. Those who are alone cost twice as much."""


def main() -> int:
    """Run them; return how many failed."""
    failed = 0
    for players, together in KINDS:
        how = ["--players", players, "--together", str(together), "--first", str(FIRST[together])]
        how += ["--plain"] if (players, together) == KINDS[0] else []
        failed += _run("capacity.py", *how, *sys.argv[1:])
    return failed + _run("peers.py")


def _run(program: str, *options: str) -> bool:
    """Run a program; return whether it failed."""
    code = subprocess.call([sys.executable, str(HERE / program), *options])
    print(flush=True)
    return code != 0


if __name__ == "__main__":
    sys.exit(main())
