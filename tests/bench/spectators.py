"""Server CPU per frame of a spectator beyond the first of a view.

A real `undertide serve` hosts one session of 4 bots in real time. First it is measured with one
watcher of the party's view, then with many more. What it spends more, divided by the frames that
reached them more, is a spectator's frame.
"""

import time
from dataclasses import dataclass
from typing import Final

from workers import REAL, Worker, wait_until

BOTS: Final = 4
SPECTATORS: Final = 400
"""So many that the four players' own cost is a small part of what is measured."""
WARM_SECONDS: Final = 2.0
SECONDS: Final = 10.0
"""For which each of the two is measured."""


@dataclass(frozen=True)
class Spent:
    """What a server spent in a second, and the frames that reached watchers in it."""

    cpu: float
    frames: float


def main() -> None:
    """Measure and print."""
    with (
        Worker("metered_server.py", "undertide", "serve", "--port", "0", *REAL) as server,
        Worker("bot_crowd.py", server.address(), "1", str(BOTS)) as bots,
        Worker("watcher_crowd.py", server.address()) as watchers,
    ):
        wait_until(bots, "playing", BOTS)
        alone = measure(server, watchers, 1)
        crowded = measure(server, watchers, SPECTATORS)
    print(f"Spectators: {SPECTATORS} more than one, of the party's view of {BOTS} bots")
    for watching, spent in ((1, alone), (1 + SPECTATORS, crowded)):
        print(f"  {watching:4} watch {spent.cpu * 1e3:8.1f} ms of CPU a second", end="")
        print(f", {spent.frames:.0f} frames a second")
    cost = (crowded.cpu - alone.cpu) / (crowded.frames - alone.frames)
    print(f"  a frame more {cost * 1e6:6.1f} µs")


def measure(server: Worker, watchers: Worker, more: int) -> Spent:
    """Let so many more spectators come, and return what a second costs with them."""
    watching = watchers.ask("counts")["watching"]
    watchers.ask("more", number=more)
    wait_until(watchers, "watching", watching + more)
    time.sleep(WARM_SECONDS)
    began, cpu, frames = time.monotonic(), server.ask("cpu"), watchers.ask("counts")["frames"]
    time.sleep(SECONDS)
    seconds = time.monotonic() - began
    cpu, frames = server.ask("cpu") - cpu, watchers.ask("counts")["frames"] - frames
    return Spent(cpu / seconds, frames / seconds)


if __name__ == "__main__":
    main()
