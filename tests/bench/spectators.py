"""Server CPU per frame of a spectator beyond the first of a view, against `broadcast`.

A real `undertide serve` hosts one session of 4 bots in real time. First it is measured with one
watcher of the party's view, then with many more. What it spends more, divided by the frames that
reached them more, is a spectator's frame. The bare server does nothing but hand frames of the same
sizes to as many clients ten times a second, by `websockets.broadcast`; the two take turns.
"""

import time
from contextlib import ExitStack
from typing import Final

from meters import Meter, spread
from workers import REAL, Worker, wait_until

BOTS: Final = 4
SPECTATORS: Final = 400
"""So many that the four players' own cost is a small part of what is measured."""
WARM_SECONDS: Final = 2.0
ALONE_SECONDS: Final = 8.0
ROUNDS: Final = 8
SLICE_SECONDS: Final = 1.2
GOAL: Final = 1.3


def main() -> None:
    """Measure and print."""
    with ExitStack() as stack:
        server = stack.enter_context(
            Worker("metered_server.py", "undertide", "serve", "--port", "0", *REAL)
        )
        bots = stack.enter_context(Worker("bot_crowd.py", server.address(), "1", str(BOTS)))
        wait_until(bots, "playing", BOTS)
        watchers = stack.enter_context(Worker("watcher_crowd.py", server.address()))
        alone = _alone(server, bots, watchers)
        watchers.ask("more", number=SPECTATORS)
        wait_until(watchers, "watching", SPECTATORS + 1)
        time.sleep(WARM_SECONDS)
        bare = _bare(stack, watchers.ask("sizes"))
        game = Meter(server, (bots, watchers), watchers)
        for _ in range(ROUNDS):
            game.measure(SLICE_SECONDS)
            bare.measure(SLICE_SECONDS)
        _tell(alone, game, bare)


def _alone(server: Worker, bots: Worker, watchers: Worker) -> Meter:
    """Measure the session with a single watcher; all go on after that."""
    watchers.ask("more", number=1)
    wait_until(watchers, "watching", 1)
    time.sleep(WARM_SECONDS)
    meter = Meter(server, (bots, watchers), watchers)
    meter.measure(ALONE_SECONDS)
    for worker in (server, bots, watchers):
        worker.resume()
    return meter


def _bare(stack: ExitStack, sizes: dict[str, int]) -> Meter:
    server = stack.enter_context(Worker("metered_server.py", "bare", "broadcast"))
    clients = stack.enter_context(Worker("bare_clients.py", server.address(), str(SPECTATORS)))
    wait_until(server, "clients", SPECTATORS)
    server.ask("begin", sizes=sizes)
    server.pause()
    clients.pause()
    return Meter(server, (clients,), server)


def _tell(alone: Meter, game: Meter, bare: Meter) -> None:
    base = alone.cpu / alone.seconds
    more_cpu = game.cpu - base * game.seconds
    more_frames = game.frames - alone.frames / alone.seconds * game.seconds
    cost = more_cpu / more_frames * 1e6
    print(f"Spectators: {SPECTATORS} more than one, of the party's view of {BOTS} bots")
    rate = game.cpu / game.seconds
    print(f"  with one watcher         {base * 1000:6.1f} ms of CPU a second")
    print(f"  with {SPECTATORS} more            {rate * 1000:6.1f} ms of CPU a second")
    print(f"  a frame more             {cost:6.1f} µs, {more_frames:.0f} frames")
    print(f"  broadcast                {bare.cost:6.1f} µs, {bare.frames} frames")
    rounds = [ours / theirs for ours, theirs in zip(game.costs, bare.costs, strict=True)]
    print(f"  ratio {cost / bare.cost:.2f}; goal: at most {GOAL}")
    print(f"  single rounds, with the players' cost in them: {spread(rounds)}")


if __name__ == "__main__":
    main()
