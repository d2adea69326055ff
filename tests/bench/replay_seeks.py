"""How long a viewer waits for a replay to open, and for jumps in a long run.

    replay_seeks.py [HOURS [JUMPS]]

The run is really played, by heroes who are hard to kill, fight what they see and go down. It is
opened through a real gateway of `undertide_server replays`, as `undertide replay --data` does;
jumps are timed from the question to the keyframe: to random ticks, to the worst ones, which are
those just before a snapshot, and back by a step. What CPU they take is measured apart, in this
process.
"""

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from support.gateway.raw_clients import Client, guest
from support.sessions.spectated import spectated
from undertide_server.replays.playback import Playback
from undertide_server.replays.run_reader import Goal, RunReader
from undertide_server.store.reader import Reader
from undertide_shared.messages import Keyframe, Leave, Left, Moment, Replay, Seek, Step, Timeline

HOURS: Final = 3.0
JUMPS: Final = 100
HEROES: Final = 4
LIFE: Final = 1_000_000
"""Of each hero: little but hunger kills it."""
RELIEF: Final = 4000
"""Steps after which another hero comes, if there is room: somebody always lives."""
STEPS_AN_HOUR: Final = 36_000
OPENINGS: Final = 10
PAUSE_SECONDS: Final = 0.25
"""Between two jumps: as fast as a server lets one client ask."""
GOAL_SECONDS: Final = 1.0


def main() -> None:
    """Measure and print."""
    hours = float(sys.argv[1]) if len(sys.argv) > 1 else HOURS
    jumps = int(sys.argv[2]) if len(sys.argv) > 2 else JUMPS
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        began = time.monotonic()
        name = play(folder, round(hours * STEPS_AN_HOUR))
        with Reader(folder) as reader:
            info, kept = reader.info(name), reader.moments(name)
        print(f"Replay: a run of {info.steps} steps, {info.ticks} ticks")
        print(f"  played in {time.monotonic() - began:.0f} s; {len(kept)} snapshots", flush=True)
        worst = [moment.ticks for moment in kept[1:]]
        measure_work(folder, name, jumps, info.ticks)
        with shown(folder) as address:
            asyncio.run(measure(address, name, jumps, info.ticks, worst))
        print(f"  goal: any jump within {GOAL_SECONDS} s")


def play(folder: Path, steps: int) -> str:
    """Play a run of so many steps, and return its name."""
    with spectated(folder, "real", HEROES, LIFE, watched=False) as made:
        while made.step < steps and not made.session.run.progress.ended:
            made.play(min(RELIEF, steps - made.step))
            made.join()
        floors = len(made.session.run.index.floors)
        print(f"  {HEROES} heroes came to {floors} floors")
        return made.run


@contextmanager
def shown(folder: Path) -> Iterator[str]:
    """Yield the address of a server that shows the runs of a folder."""
    command = (sys.executable, "-m", "undertide_server", "replays", "--data", str(folder))
    with Popen([*command, "--attended"], stdin=PIPE, stdout=PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            yield server.stdout.readline().decode().strip()
        finally:
            server.stdin.close()


def measure_work(folder: Path, name: str, jumps: int, ticks: int) -> None:
    """Jump about in this process, and tell what CPU that takes, whatever else the machine does."""
    chance = random.Random(2)
    began = time.process_time()
    playback = Playback(RunReader(folder, name))
    tell("CPU: opened at its beginning", [time.process_time() - began])
    spent: list[float] = []
    for _ in range(jumps):
        began = time.process_time()
        playback.seek(Goal(chance.randrange(ticks)))
        playback.frames()
        spent.append(time.process_time() - began)
    tell("CPU: jumps to any tick", spent)


async def measure(address: str, name: str, jumps: int, ticks: int, worst: list[int]) -> None:
    """Open the run again and again, and jump about in it."""
    chance = random.Random(1)
    async with guest(address) as client:
        tell("opened at its beginning", [await opened(client, name, 0) for _ in range(OPENINGS)])
        await enter(client, name, ticks // 2)
        timeline = [chance.randrange(ticks) for _ in range(jumps)]
        tell("jumps to any tick", [await jump(client, Seek(tick)) for tick in timeline])
        edges = chance.sample(worst, min(jumps, len(worst)))
        tell("to the last tick before a snapshot", [await jump(client, Seek(at)) for at in edges])
        tell("one step back", [await jump(client, Step(-1)) for _ in range(jumps)])


async def opened(client: Client, name: str, tick: int) -> float:
    """Return how long it takes from the question for a replay to its first picture."""
    seconds = await enter(client, name, tick)
    await client.send(Leave())
    await client.until(Left)
    await asyncio.sleep(PAUSE_SECONDS)
    return seconds


async def enter(client: Client, name: str, tick: int) -> float:
    """Open a replay; return how long it took to its first picture."""
    began = time.monotonic()
    await client.send(Replay(name, None, tick))
    await client.until(Timeline)
    await client.until(Keyframe)
    seconds = time.monotonic() - began
    await client.until(Moment)
    return seconds


async def jump(client: Client, wish: Seek | Step) -> float:
    """Return how long a jump takes, from the question to its picture."""
    await asyncio.sleep(PAUSE_SECONDS)
    began = time.monotonic()
    await client.send(wish)
    await client.until(Keyframe)
    seconds = time.monotonic() - began
    await client.until(Moment)
    return seconds


def tell(what: str, seconds: list[float]) -> None:
    """Print the middle and the worst of what was measured."""
    inorder = sorted(seconds)
    middle, worst = inorder[len(inorder) // 2], inorder[-1]
    print(f"  {what:36} {1000 * middle:6.0f} ms, at the worst {1000 * worst:6.0f} ms", flush=True)


if __name__ == "__main__":
    main()
