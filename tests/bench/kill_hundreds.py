"""Kill a server again and again while 8 bots play, and count what was lost: nothing may be.

    kill_hundreds.py [KILLS]

After each kill the run is simulated from its first step and compared with everything that any bot
was ever shown: the reports on its intents and its hero's figures. A run begins anew after some
kills, so that simulating it stays a matter of seconds.
"""

import asyncio
import random
import signal
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from support.gateway.raw_clients import new_session
from support.processes.restarted_server import Lasting, lasting
from support.sessions.remembering_bots import (
    Witness,
    could_be_shown,
    lost,
    only_run,
    until,
    witnesses,
)
from undertide_server.store.reader import Reader

BOTS: Final = 8
KILLS_A_RUN: Final = 25
LONGEST_SECONDS: Final = 1.5
"""Of play between two kills; the moment is drawn from none to this."""


@dataclass
class Count:
    """What came of all kills."""

    kills: int = 0
    reports: int = 0
    """Different reports on intents that bots were shown."""
    settled: int = 0
    figures: int = 0
    steps: int = 0
    missing: list[str] = field(default_factory=list)

    def add(self, links: list[Witness]) -> None:
        """Count what was shown in a run that is over."""
        shown = [each for link in links for each in link.shown.values()]
        self.reports += sum(len(each.reports) for each in shown)
        self.figures += sum(len(each.figures) for each in shown)
        self.settled += sum(each.settled for each in shown)

    def tell(self) -> None:
        """Print it."""
        print(f"{self.kills} kills with {BOTS} bots, {self.steps} steps", flush=True)
        print(f"  shown: {self.settled} intents settled, {self.reports} reports, ", end="")
        print(f"{self.figures} figures of heroes")
        print(f"  lost: {len(self.missing)}")
        for each in self.missing[:20]:
            print(f"    {each}")


async def torment(host: Lasting, kills: int, count: Count) -> None:
    """Kill one run's server so many times at random moments."""
    session = await new_session(host.address)
    async with witnesses(host.address, session, BOTS) as links:
        for _ in range(kills):
            await until(links, lambda: all(link.playing for link in links), "everyone plays")
            await asyncio.sleep(random.uniform(0.0, LONGEST_SECONDS))
            await asyncio.to_thread(host.server.stop, signal.SIGKILL)
            run = only_run(host.folder)
            count.missing += lost(links, could_be_shown(host.folder, run))
            count.kills += 1
            await asyncio.to_thread(host.restart)
        count.add(links)
    count.steps += _steps(host.folder)


def _steps(folder: Path) -> int:
    with Reader(folder) as reader:
        return sum(info.steps for info in reader.runs())


def main() -> int:
    """Torment runs and print the counts; return 1 when anything was lost."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    count = Count()
    while count.kills < wanted:
        kills = min(KILLS_A_RUN, wanted - count.kills)
        with tempfile.TemporaryDirectory() as folder, lasting(Path(folder), "--pace", "real") as it:
            asyncio.run(torment(it, kills, count))
        count.tell()
    return 1 if count.missing else 0


if __name__ == "__main__":
    sys.exit(main())
