"""What rules, sight, fog and a journal cost: this server beside bare servers of rooms.

    peers.py [--together 1|4|8] [--number PLAYERS] [--results FILE]

A real `undertide serve --data` with human-like players is measured first. Then bare servers get as
many clients, who send the same intents at the same moments; each has as many actors in a room, and
sends each client frames of the same sizes, as often. One is asyncio with the library `websockets`
that this server uses, too, on the same event loop. The other one is Colyseus, from npm, where node
and npm are at hand: its own state carries the actors, so it sends their changes beside those
frames. A server that keeps its runs in memory shows what the journal costs. All take turns, each
stopped while another is measured; servers have one core, their clients the other.
"""

import argparse
import shutil
import statistics
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from interleaving import (
    CROWD_CORE,
    SERVER_CORE,
    Side,
    Slice,
    end_cleanly,
    measured_in_turns,
    undertide_side,
)
from knee import Lateness
from rounds import FOLDER, add_round
from workers import HERE, Worker

from undertide_shared.time import UNSTATED_RATE

PLAYERS: Final = 200
MONSTERS: Final = 12
MONSTERS_OF_HERO: Final = 8
"""A floor of the preset `default` has 20 monsters for one hero, 45 for four, and 75 for eight."""
WARM_SECONDS: Final = 10.0
"""After the players came: newcomers see all of a floor for the first time."""
RECORDED_SECONDS: Final = 10.0
"""For which this server is measured, for the sizes of frames."""
TURNS: Final = 6
TURN_SECONDS: Final = 3.0
PACKAGE: Final = HERE / "peer" / "package.json"
OURS: Final = "undertide"
IN_MEMORY: Final = "in memory"


def main() -> None:
    """Measure a round, and print what all rounds say."""
    chosen = _arguments()
    end_cleanly()
    with ExitStack() as stack:
        ours = undertide_side(stack, OURS, "human", chosen.together)
        in_memory = undertide_side(stack, IN_MEMORY, "human", chosen.together, keeps_runs=False)
        with in_memory.running():
            in_memory.become(chosen.number)
        with ours.running():
            ours.become(chosen.number)
            time.sleep(WARM_SECONDS)
            recorded = ours.measure(RECORDED_SECONDS)
        peers = [_bare_rooms(stack, chosen.together), *_colyseus(stack, chosen.together)]
        ticks = recorded.players * recorded.seconds * UNSTATED_RATE
        for peer in peers:
            with peer.running():
                peer.become(chosen.number)
                peer.tell_server("begin", sizes=recorded.sizes, chance=recorded.frames / ticks)
        sides = [ours, in_memory, *peers]
        slices = measured_in_turns(sides, TURNS, TURN_SECONDS)
    figures: dict[str, Any] = {"together": chosen.together, "number": chosen.number}
    figures["sides"] = {
        side.name: _figures(those) for side, those in zip(sides, slices, strict=True)
    }
    rounds = add_round(chosen.results, figures)
    _tell(
        [
            each
            for each in rounds
            if all(each[key] == figures[key] for key in ("together", "number"))
        ]
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="This server beside bare servers of rooms.")
    parser.add_argument("--together", type=int, default=8, help="players of a session")
    parser.add_argument("--number", type=int, default=PLAYERS, help="players of each server")
    parser.add_argument("--results", type=Path, default=FOLDER / "peers.jsonl")
    return parser.parse_args()


def _actors(together: int) -> int:
    """Return the actors of a room: its heroes, and as many monsters as a floor has."""
    return together + MONSTERS + MONSTERS_OF_HERO * together


# --- servers of rooms ---------------------------------------------------------------------------


def _bare_rooms(stack: ExitStack, together: int) -> Side:
    """Start rooms of asyncio and websockets."""
    size = str(together), str(_actors(together))
    server = stack.enter_context(Worker("metered_server.py", "rooms", *size, core=SERVER_CORE))
    return _side(stack, "websockets", server, "bare", together)


def _colyseus(stack: ExitStack, together: int) -> list[Side]:
    """Start rooms of Colyseus, unless node or npm is missing, or doesn't get the packages."""
    if not (shutil.which("node") and shutil.which("npm")):
        print("Colyseus is left out: there is no node, or no npm")
        return []
    folder = stack.enter_context(tempfile.TemporaryDirectory())
    shutil.copy(PACKAGE, folder)
    install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
    installed = subprocess.run(install, cwd=folder, capture_output=True, text=True, check=False)
    if installed.returncode:
        print(f"Colyseus is left out: npm did not install it\n{installed.stderr}")
        return []
    rooms = "peer/rooms.cjs", folder, str(together), str(_actors(together))
    server = stack.enter_context(Worker(*rooms, command=("node",), core=SERVER_CORE))
    return [_side(stack, "colyseus", server, "colyseus", together)]


def _side(stack: ExitStack, name: str, server: Worker, kind: str, together: int) -> Side:
    crowd = Worker("room_crowd.py", server.address(), kind, core=CROWD_CORE)
    return Side(name, server, stack.enter_context(crowd), together, _late)


def _late(server: Worker) -> Lateness:
    """Return how many ticks of rooms were no later than each bound so far."""
    return Lateness({float(bound): count for bound, count in server.ask("late").items()})


# --- what was measured --------------------------------------------------------------------------


def _figures(slices: list[Slice]) -> dict[str, Any]:
    player_seconds = sum(each.players * each.seconds for each in slices)
    return {
        "costs": [each.cost for each in slices],
        "frames": sum(each.frames for each in slices) / player_seconds,
        "bytes": sum(each.bytes for each in slices) / player_seconds,
        "intents": sum(each.intents for each in slices) / player_seconds,
    }


def _tell(rounds: list[dict[str, Any]]) -> None:
    first = rounds[0]
    print(f"{len(rounds)} rounds of {first['number']} players, {first['together']} to a session")
    for name in first["sides"]:
        sides = [
            (each["sides"][OURS], each["sides"][name]) for each in rounds if name in each["sides"]
        ]
        costs = [cost for _, side in sides for cost in side["costs"]]
        ratios = [
            ours / theirs
            for our, side in sides
            for ours, theirs in zip(our["costs"], side["costs"], strict=True)
        ]
        frames, size, intents = (
            statistics.mean(side[key] for _, side in sides)
            for key in ("frames", "bytes", "intents")
        )
        print(f"  {name:10} {statistics.median(costs):6.1f} µs a player and tick", end="")
        print(f", {frames:.1f} frames, {size:.0f} bytes, {intents:.2f} intents a second", end="")
        print("" if name == OURS else f"; ours by it {statistics.median(ratios):.1f}")


if __name__ == "__main__":
    main()
