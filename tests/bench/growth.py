"""How cost grows with what there may be much of: a table with the cost of one, and ratios.

    growth.py                    all of it: some minutes
    growth.py PART…              players, asleep, hunting, length, floors, kept, spectators

Growth is linear where one costs as much among many as among few: where no ratio rises with the
number. Costs are CPU time, the least of some rounds, for others may use the machine too.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

sys.path.append(str(Path(__file__).parents[1]))

from instructions import FEWER, MORE, Script, Table, play, recorded
from kept_runs import keep_run, measure_cpu, read_page
from spectators import BOTS, measure
from workers import REAL, Worker, wait_until

from support.sessions.copied_runs import copy_run
from support.sessions.spectated import Spectated
from support.sessions.synchronous_journal import WritingJournal
from support.worlds.staging import Stage
from undertide_server.sessions.model.identity import NOBODY
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.mechanics.moods import set_mood
from undertide_server.simulation.snapshot import state_hash

ROUNDS: Final = 3
PLAYERS: Final = 32
TOGETHER: Final = (1, 2, 4, 8, 16, 32)
MONSTERS: Final = (16, 32, 64, 128, 256)
HALL: Final = (70, 40)
"""Columns and rows of the hall in which monsters are."""
TICKS: Final = 100
LIFE: Final = 1_000_000
"""Of heroes that nothing may end: the length of a run is measured, and not its luck."""
PARTY: Final = 4
LENGTHS: Final = (1000, 2000, 4000, 8000)
"""Steps of a run, at the end of the stretches that are measured."""
STRETCH: Final = 500
KEPT: Final = (100, 1000, 10_000)
STEPS: Final = 200
LOOKS: Final = 15
WATCHING: Final = (100, 300, 1000)
AT_ONCE: Final = 100
"""Watchers who come together: a busy machine lets them in before a measurement's patience ends."""
ONE_ADDRESS: Final = """[limits]
connections_per_address = 1500
handshakes_per_address = 1000
connections_per_second = 500
"""
"""Settings of a server to whom all watchers come from one address."""


class Cost(NamedTuple):
    """What one of so many costs."""

    number: int
    each: float


def main() -> None:
    """Measure and print."""
    chosen = sys.argv[1:] or list(PARTS)
    for name in chosen:
        title, unit, measured = PARTS[name]
        print(f"{title} ({unit}):", flush=True)
        first: float | None = None
        for number, each in measured():
            first = first or each
            print(f"  {number:7,} {each:9.2f}, {each / first:.2f} of the first", flush=True)


def of_players() -> Iterator[Cost]:
    """Yield the µs of a player and tick, by the players of a session."""
    for together in TOGETHER:
        script = recorded("human", together, PLAYERS)
        least = min(_play_again(script, together) for _ in range(ROUNDS))
        yield Cost(together, 1e6 * least / (PLAYERS * (MORE - FEWER)))


def _play_again(script: Script, together: int) -> float:
    """Return the seconds of what was recorded, once everybody is on the way."""
    table = Table(together, PLAYERS)
    play(table, script[:FEWER])
    return spent(lambda: play(table, script[FEWER:]))


def of_monsters(mood: Mood) -> Iterator[Cost]:
    """Yield the µs of a tick for each monster of a floor, with one hero."""
    for number in MONSTERS:
        least = min(_tick_among(number, mood) for _ in range(ROUNDS))
        yield Cost(number, 1e6 * least / (TICKS * number))


def _tick_among(number: int, mood: Mood) -> float:
    """Return the seconds of some ticks of a hall: a hero, and monsters that know where it is."""
    width, height = HALL
    wall, inside = "#" * width, "#" + "." * (width - 2) + "#"
    stage = Stage([wall, "#@" + inside[2:], *[inside] * (height - 3), wall])
    hero = stage.hero()
    hero.body.life = hero.body.max_life = LIFE
    for index in range(number):
        across, down = divmod(index, height - 4)
        row = stage.monster((width - 3 - 2 * across, 2 + down), life=LIFE)
        row.mind.last_seen, row.mind.patience = hero.cell, LIFE
        set_mood(stage.floor, row, mood)
    stage.tick()
    return spent(lambda: stage.tick(TICKS))


class Measured(Spectated):
    """A session that plays by itself, and the CPU that it takes without its players' thoughts."""

    seconds = 0.0

    def _settle(self) -> None:
        self.seconds += spent(super()._settle)

    def _look(self) -> None:
        self.session.outbox.take_committed()


def of_length() -> Iterator[Cost]:
    """Yield the µs of a hero and step, by the steps that the run has behind it."""
    for live in _grown():
        before, at = live.seconds, live.step
        live.play(STRETCH)
        yield Cost(live.step, 1e6 * (live.seconds - before) / (PARTY * (live.step - at)))


def of_floors() -> Iterator[Cost]:
    """Yield the µs of a hash of a run's state for each of its floors, by their number."""
    for live in _grown():
        run = live.session.run
        least = min(spent(lambda: state_hash(run)) for _ in range(LOOKS))  # noqa: B023
        yield Cost(len(run.index.floors), 1e6 * least / len(run.index.floors))


def _grown() -> Iterator[Measured]:
    """Yield a session's run again and again, each time after more steps."""
    with tempfile.TemporaryDirectory() as folder, WritingJournal(Path(folder)) as journal:
        live = Measured(journal, "real", PARTY, LIFE, watched=False)
        for length in LENGTHS:
            live.play(length - STRETCH - live.step)
            yield live


def of_kept() -> Iterator[Cost]:
    """Yield the µs of a page of the list of runs, by the runs that are kept."""
    for number in KEPT:
        with tempfile.TemporaryDirectory() as folder:
            data = Path(folder) / "data"
            keep_run(data, STEPS)
            copy_run(data, number - 1)
            looks = [
                asyncio.run(measure_cpu(lambda: read_page(data, NOBODY, "")))  # noqa: B023
                for _ in range(LOOKS)
            ]
            yield Cost(number, 1e3 * median(looks))


def of_spectators() -> Iterator[Cost]:
    """Yield the µs of a frame more for spectators, up to so many of them, by real sockets."""
    with tempfile.TemporaryDirectory() as config:
        (Path(config) / "server.toml").write_text(ONE_ADDRESS)
        served = ("serve", "--port", "0", "--config", config, *REAL)
        with (
            Worker("metered_server.py", "undertide", *served) as server,
            Worker("bot_crowd.py", server.address(), "1", str(BOTS)) as bots,
            Worker("watcher_crowd.py", server.address()) as watchers,
        ):
            wait_until(bots, "playing", BOTS)
            there, before = 1, measure(server, watchers, 1)
            for number in WATCHING:
                for more in range(there + AT_ONCE, number, AT_ONCE):
                    watchers.ask("more", number=AT_ONCE)
                    wait_until(watchers, "watching", more)
                    there = more
                now = measure(server, watchers, number - there)
                cpu, frames = now.cpu - before.cpu, now.frames - before.frames
                there, before = number, now
                yield Cost(number, 1e6 * cpu / frames)


def spent(work: Callable[[], object]) -> float:
    """Return the seconds of CPU that something takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


PARTS: Final[dict[str, tuple[str, str, Callable[[], Iterator[Cost]]]]] = {
    "players": ("Players in a session", "µs a player and tick, human-like", of_players),
    "asleep": ("Monsters asleep", "µs a monster and tick", lambda: of_monsters("asleep")),
    "hunting": ("Monsters hunting", "µs a monster and tick", lambda: of_monsters("hunting")),
    "length": ("Steps of a run", "µs a hero and step, a party of four", of_length),
    "floors": ("Floors of a run", "µs of a hash of the state, a floor", of_floors),
    "kept": ("Kept runs", "µs a page of their list", of_kept),
    "spectators": ("Spectators", "µs a frame more", of_spectators),
}


if __name__ == "__main__":
    main()
