"""Server CPU per player-frame, everything included, against bare `websockets` servers.

A real `undertide serve` hosts 50 sessions of 4 bots, always in real time; the bots play in another
process. Two bare servers send frames of the sizes that the bots got to as many clients, ten a
second to each: one from a handler and a clock for each client, as servers are mostly written, and
one in a single loop over all clients, which is the least that `send` can cost.

A player-frame is a `Keyframe` or `Delta` that reached a bot. A tick in which nothing changed for a
player sends it none, and still costs: that is spread over the frames that were sent. The second
ratio counts as bare servers do, ten frames a second for each of the clients, sent or not.
"""

import time
from contextlib import ExitStack
from typing import Final

from meters import Meter, spread
from workers import REAL, Worker, running, wait_until

from undertide_shared.time import UNSTATED_RATE

SESSIONS: Final = 50
BOTS: Final = 4
WARM_SECONDS: Final = 3.0
"""After the last bot came: monsters wake, heroes part."""
ROUNDS: Final = 9
SLICE_SECONDS: Final = 1.2
SAMPLED_SECONDS: Final = 5.0
GOAL: Final = 6.0


def main() -> None:
    """Measure and print."""
    with ExitStack() as stack:
        server = stack.enter_context(
            Worker("metered_server.py", "undertide", "serve", "--port", "0", *REAL)
        )
        players = str(SESSIONS), str(BOTS)
        crowd = stack.enter_context(Worker("bot_crowd.py", server.address(), *players))
        wait_until(crowd, "playing", SESSIONS * BOTS * 9 // 10)  # some have died already
        time.sleep(WARM_SECONDS)
        sizes = crowd.ask("sizes")
        server.pause()
        crowd.pause()
        game = Meter(server, (crowd,), crowd)
        clocks = _bare(stack, "own clocks", sizes)
        burst = _bare(stack, "one burst", sizes)
        before = _played(game)
        for _ in range(ROUNDS):
            for meter in (game, clocks, burst):
                meter.measure(SLICE_SECONDS)
        _tell(game, clocks, burst)
        _tell_play(game, before)
        _tell_parts(game, clocks)


def _bare(stack: ExitStack, way: str, sizes: dict[str, int]) -> Meter:
    """Return the meter of a bare server, stopped."""
    server = stack.enter_context(Worker("metered_server.py", "bare", way))
    number = SESSIONS * BOTS
    clients = stack.enter_context(Worker("bare_clients.py", server.address(), str(number)))
    wait_until(server, "clients", number)
    server.ask("begin", sizes=sizes)
    server.pause()
    clients.pause()
    return Meter(server, (clients,), server)


def _played(game: Meter) -> dict[str, int]:
    """Return what the bots count, whether they run or not."""
    with running(game.counter):
        counts: dict[str, int] = game.counter.ask("counts")
    return counts


def _tell(game: Meter, clocks: Meter, burst: Meter) -> None:
    ticked = game.cpu / (game.seconds * UNSTATED_RATE * SESSIONS * BOTS) * 1e6
    print(f"Player-frames: {SESSIONS} sessions of {BOTS} bots in real time, {ROUNDS} rounds")
    print(f"  undertide        {game.cost:6.1f} µs of CPU a frame, {game.frames} frames")
    print(f"                   {ticked:6.1f} µs a player and tick, frame or none")
    for name, bare in (("own clocks", clocks), ("one burst", burst)):
        ratios = [ours / theirs for ours, theirs in zip(game.costs, bare.costs, strict=True)]
        print(f"  bare, {name:10} {bare.cost:6.1f} µs of CPU a frame, {bare.frames} frames")
        print(f"    ratio {game.cost / bare.cost:.1f} (single rounds: {spread(ratios)})")
        print(f"    ratio by player and tick {ticked / bare.cost:.1f}")
    print(f"  goal: at most {GOAL:.0f} times a bare server with a clock for each client")


def _tell_play(game: Meter, before: dict[str, int]) -> None:
    """Say how lively the game was in the slices and between them."""
    after = _played(game)
    frames = after["frames"] - before["frames"]
    intents = after["intents"] - before["intents"]
    size = (after["bytes"] - before["bytes"]) / frames
    print(f"  {intents / frames:.2f} intents and {size:.0f} bytes a frame")
    print(f"  {after['deaths']} deaths and {after['faults']} faults so far")


def _tell_parts(game: Meter, bare: Meter) -> None:
    """Sample where the CPU goes, apart from the slices that were measured."""
    with running(game.server, *game.clients):
        game.server.ask("sample")
        time.sleep(SAMPLED_SECONDS)
        samples: dict[str, int] = game.server.ask("samples")
    total = sum(samples.values())
    print("  where it goes (samples of the process's CPU time, innermost part of ours):")
    for part, count in sorted(samples.items(), key=lambda item: -item[1]):
        share = count / total
        print(f"    {part:18} {share:6.1%}  {share * game.cost / bare.cost:5.2f} bare frames")


if __name__ == "__main__":
    main()
