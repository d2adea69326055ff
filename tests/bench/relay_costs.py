"""What it costs that a client is at one worker and its run at another; two parts, in rounds.

    relay_costs.py frames [ROUNDS] [--sessions SESSIONS] [--results FILE]
    relay_costs.py watchers [ROUNDS] [--results FILE]

`frames`: a server of two workers hosts sessions of bots, whose connections are all at the first
worker. In turn, all runs are moved to the first worker and to the second, and the CPU of both
workers together is divided by the frames that reached the bots. The fewer sessions there are, the
fewer frames share a message between the workers, and the more does each of them cost.

`watchers`: one session of bots at the second worker, and first one and then 500 spectators at the
first. The CPU of the second worker, the owner, is compared.

With --postgres, the two are nodes over a PostgreSQL server of the measurement's own, and their link
goes by TLS.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from chosen_host import Host, chosen_host
from postgres_host import PostgresHost
from rounds import FOLDER, add_round, total
from serving_process import cpu_of
from steered_port import steered_port
from workers import Worker, wait_until

SESSIONS: Final = 16
BOTS: Final = 4
WATCHERS: Final = 500
TOGETHER: Final = 50
ROUNDS: Final = 4
"""Of each kind in one call: two minutes."""
SETTLE_SECONDS: Final = 2.0
"""After a move, before it is measured."""
SLICE_SECONDS: Final = 8.0
FRAMES_GOAL: Final = 1.15
OWNER_GOAL: Final = 1.1


@dataclass
class Spent:
    """CPU and frames of some slices."""

    cpu: list[float] = field(default_factory=list)
    frames: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Pair:
    """A server of two workers, and a crowd of bots at the first of them."""

    host: Host
    first: str
    second: str
    bots: Worker
    address: str
    """Where spectators come: to the first worker, though not each time if both share a port."""

    def gather(self, node: str) -> None:
        """Move all runs to a worker, and wait until it is calm."""
        for each in self.host.owned():
            if each.node != node:
                self.host.move(each.run, node)
        time.sleep(SETTLE_SECONDS)

    def cpu(self, *nodes: str) -> float:
        """Return the CPU that workers have used so far."""
        processes = self.host.workers()
        return sum(cpu_of(processes[node]) for node in nodes)

    def measure(self, spent: Spent, *nodes: str) -> None:
        """Add what workers spend on a slice."""
        began, cpu, frames = time.monotonic(), self.cpu(*nodes), self._frames()
        time.sleep(SLICE_SECONDS)
        spent.cpu.append(self.cpu(*nodes) - cpu)
        spent.frames.append(self._frames() - frames)
        spent.seconds.append(time.monotonic() - began)

    def _frames(self) -> int:
        frames: int = self.bots.ask("counts")["frames"]
        return frames


@contextmanager
def pair(chosen: argparse.Namespace, sessions: int) -> Iterator[Pair]:
    """Run a server of two workers, and let bots play whose connections are at the first."""
    with ExitStack() as stack:
        host = stack.enter_context(chosen_host(chosen, 2))
        first, second = sorted(host.workers())
        if isinstance(host, PostgresHost):
            shared = address = host.nodes()[first].address
        else:
            shared = host.address
            address = stack.enter_context(steered_port(shared, host.workers()[first]))
        bots = stack.enter_context(Worker("bot_crowd.py", address, str(sessions), str(BOTS)))
        wait_until(bots, "playing", sessions * BOTS * 9 // 10)  # some have died already
        yield Pair(host, first, second, bots, shared)


def frames(chosen: argparse.Namespace) -> dict[str, Any]:
    """Measure frames of members at their owner's and at another worker, in turn."""
    direct, relayed = Spent(), Spent()
    with pair(chosen, chosen.sessions) as two:
        for _ in range(chosen.rounds):
            for node, spent in ((two.first, direct), (two.second, relayed)):
                two.gather(node)
                two.measure(spent, two.first, two.second)
    return {
        "sessions": chosen.sessions,
        "direct_cpu": sum(direct.cpu),
        "direct_frames": sum(direct.frames),
        "relayed_cpu": sum(relayed.cpu),
        "relayed_frames": sum(relayed.frames),
    }


def tell_frames(all_rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds of equally many sessions say of frames."""
    cost = {
        kind: total(all_rounds, f"{kind}_cpu") / total(all_rounds, f"{kind}_frames") * 1e6
        for kind in ("direct", "relayed")
    }
    sessions = all_rounds[-1]["sessions"]
    print(f"Frames of {sessions} sessions of {BOTS} bots, {len(all_rounds)} calls")
    for kind, micros in cost.items():
        print(f"  {kind:8} {micros:7.1f} µs of CPU, {total(all_rounds, f'{kind}_frames')} frames")
    print(f"  ratio {cost['relayed'] / cost['direct']:.3f}; goal: at most {FRAMES_GOAL}")


def watchers(chosen: argparse.Namespace) -> dict[str, Any]:
    """Measure the owner of a session that one, and then many, watch at another worker."""
    one, many = Spent(), Spent()
    with pair(chosen, 1) as two, ExitStack() as stack:
        two.gather(two.second)
        crowd = stack.enter_context(Worker("watcher_crowd.py", two.address))
        process = two.host.workers()[two.first]
        for number, spent in ((1, one), (WATCHERS - 1, many)):
            _let_in(crowd, number, process)
            time.sleep(SETTLE_SECONDS)
            for _ in range(chosen.rounds):
                two.measure(spent, two.second)
    return {
        "one_cpu": sum(one.cpu),
        "one_seconds": sum(one.seconds),
        "one_frames": sum(one.frames),
        "many_cpu": sum(many.cpu),
        "many_seconds": sum(many.seconds),
        "many_frames": sum(many.frames),
    }


def _let_in(crowd: Worker, number: int, process: int) -> None:
    """Let spectators come, some at a time: half of their connections reach the other worker."""
    while number > 0:
        some = min(number, TOGETHER)
        before = crowd.ask("counts")["watching"]
        crowd.ask("more", number=some, process=process)
        wait_until(crowd, "watching", before + some)
        number -= some


def tell_watchers(all_rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds together say of watchers."""
    print(f"Watchers of one session of {BOTS} bots, at the other worker, {len(all_rounds)} calls")
    cost = {
        kind: total(all_rounds, f"{kind}_cpu") / total(all_rounds, f"{kind}_frames") * 1e6
        for kind in ("one", "many")
    }
    for kind, number in (("one", 1), ("many", WATCHERS)):
        rate = total(all_rounds, f"{kind}_cpu") / total(all_rounds, f"{kind}_seconds") * 1e3
        print(f"  {number:4}: {rate:6.1f} ms of the owner's CPU a second,", end="")
        print(f" {cost[kind]:6.1f} µs for each frame of a bot")
    print(f"  ratio by frames {cost['many'] / cost['one']:.3f}; goal: at most {OWNER_GOAL}")


def main() -> None:
    """Run some rounds of one part and print all."""
    parser = argparse.ArgumentParser(description="Rounds of one part; they add up in a file.")
    parser.add_argument("part", choices=("frames", "watchers"))
    parser.add_argument("rounds", type=int, nargs="?", default=ROUNDS)
    parser.add_argument("--sessions", type=int, default=SESSIONS, help="for frames")
    parser.add_argument("--postgres", action="store_true", help="measure nodes over PostgreSQL")
    parser.add_argument("--results", type=Path)
    chosen = parser.parse_args()
    kind = "_postgres" if chosen.postgres else ""
    results = chosen.results or FOLDER / f"relay_costs_{chosen.part}{kind}.jsonl"
    if chosen.part == "frames":
        rounds = add_round(results, frames(chosen))
        tell_frames([each for each in rounds if each["sessions"] == chosen.sessions])
    else:
        tell_watchers(add_round(results, watchers(chosen)))


if __name__ == "__main__":
    main()
