"""What a run costs without a server: steps for a second of CPU, resets, memory, and bots' runs.

    python tests/bench/headless_steps.py
    python tests/bench/headless_steps.py --nle PYTHON      beside the NetHack Learning Environment

A step lets one hero take a random step, and time pass until it can act again. A whole observation
is a look and all arrays of `undertide_shared.learning`, with the map around the hero. Each measure
is repeated in turns with the others, and the median of the rounds is printed: CPU time, so that
what else the machine does counts little. `PYTHON` is the interpreter of an environment in which
`nle` is installed; its steps are random compass moves with its usual observation.
"""

import argparse
import gc
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Final

from undertide_server.headless import HeadlessRun, Move, begin_run
from undertide_server.inspection.balance.plan import Plan, seed_of_run
from undertide_server.inspection.balance.workers import play_one
from undertide_shared.geometry import Cell
from undertide_shared.learning import Observer

ROUNDS: Final = 5
STEPS: Final = 1500
RESETS: Final = 15
WINDOW: Final = 10
"""Radius of the observed map: that of the environments."""
RUNS: Final = 40
"""Runs that are kept at once to weigh one."""
WALK: Final = 100
"""Steps that each of those has taken."""
TICKS: Final = 6000
"""The length of a bots' run: the first floors."""
DIRECTIONS: Final[tuple[Cell, ...]] = (
    (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1),
)  # fmt: skip
NLE: Final = """
import sys, time, random
import gymnasium, nle
env, chance = gymnasium.make("NetHackScore-v0"), random.Random(1)
compass = range(1, 9)
steps, took = 0, 0.0
env.reset(seed=1)
while steps < {steps}:
    over = cut = False
    begun = time.process_time()
    while steps < {steps} and not over and not cut:
        _, _, over, cut, _ = env.step(chance.choice(compass))
        steps += 1
    took += time.process_time() - begun
    env.reset()
begun = time.process_time()
for _ in range({resets}):
    env.reset()
print({steps} / took, 1000 * (time.process_time() - begun) / {resets})
"""
"""The measures of NetHack: steps a second of CPU, and milliseconds of a reset."""


def cpu(repeat: Callable[[], object]) -> float:
    """Return the seconds of CPU that a call takes."""
    begun = time.process_time()
    repeat()
    return time.process_time() - begun


def steps_of(number: int, *, observed: bool) -> float:
    """Return the steps a second of CPU of heroes that walk at random, each in another dungeon.

    When one has died, the next begins, which is no part of the time.
    """
    chance, steps, took = Random(number), 0, 0.0
    for seed in count(100 * number):
        if steps == STEPS:
            break
        with begin_run("default", seed=seed) as run:
            observer = Observer(run.looks, window=WINDOW)
            begun = time.process_time()
            while steps < STEPS and run.is_alive(0):
                take_step(run, chance)
                steps += 1
                if observed:
                    observer.observe(run.look(0))
            took += time.process_time() - begun
    return STEPS / took


def take_step(run: HeadlessRun, chance: Random) -> None:
    """Let the living hero of seat 0 take a random step."""
    run.ask_hero(0, Move(*chance.choice(DIRECTIONS)))
    run.take_turn()


def reset_of(first: int) -> float:
    """Return the milliseconds of CPU to begin a run in a new dungeon, with a first look."""

    def begin() -> None:
        for number in range(first, first + RESETS):
            with begin_run("default", seed=number) as run:
                run.look(0)

    return 1000 * cpu(begin) / RESETS


def return_of(number: int) -> float:
    """Return the milliseconds of CPU to go back to a saved moment of a run, with a look."""
    with begin_run("default", seed=number) as run:
        saved = run.save()

        def restore() -> None:
            for _ in range(RESETS):
                run.restore(saved)
                run.look(0)

        return 1000 * cpu(restore) / RESETS


def bots_run(number: int) -> float:
    """Return the seconds of CPU of the beginning of a run of three experts."""
    seed = seed_of_run(b"headless steps!!", number)
    plan = Plan("default", None, seed, "expert", 3, "party", TICKS, staged=False)
    return cpu(lambda: play_one(plan))


def kilobytes_of_a_run() -> float:
    """Return the resident memory that another run takes, when it has been played for a while."""
    runs = [walked(number) for number in range(RUNS // 4)]  # what all share is there then
    before = resident()
    runs += [walked(number) for number in range(RUNS // 4, RUNS)]
    grown = (resident() - before) / (RUNS - RUNS // 4)
    for run in runs:
        run.close()
    return grown


def walked(number: int) -> HeadlessRun:
    """Return a run in which a hero has walked at random, and looked."""
    run, chance = begin_run("default", seed=number), Random(number)
    for _ in range(WALK):
        if run.is_alive(0):
            run.look(0)
            take_step(run, chance)
    return run


def resident() -> int:
    """Return the kilobytes of memory that this process has had at most."""
    gc.collect()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def nethack(python: str) -> tuple[float, float]:
    """Return the steps a second of CPU and the milliseconds of a reset of NetHack."""
    program = NLE.format(steps=5 * STEPS, resets=RESETS)
    told = subprocess.run([python, "-c", program], capture_output=True, text=True, check=True)
    steps, reset = map(float, told.stdout.split())
    return steps, reset


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nle", metavar="PYTHON", help="an interpreter that has nle")
    python = parser.parse_args().nle
    memory = kilobytes_of_a_run()
    play_one(Plan("default", None, bytes(16), "still", 1, "party", 10, staged=False))
    found: dict[str, list[float]] = {}
    for number in range(ROUNDS):
        found.setdefault("steps/s", []).append(steps_of(number, observed=False))
        found.setdefault("steps/s, observed", []).append(steps_of(number, observed=True))
        found.setdefault("reset, ms", []).append(reset_of(1000 * (number + 1)))
        found.setdefault("restore, ms", []).append(return_of(number))
        found.setdefault(f"3 experts, {TICKS} ticks, s", []).append(bots_run(number))
        if python:
            steps, reset = nethack(python)
            found.setdefault("NLE steps/s", []).append(steps)
            found.setdefault("NLE reset, ms", []).append(reset)
    print(f"Medians of {ROUNDS} rounds, Python {sys.version.split()[0]}, seconds of CPU")
    for name, figures in found.items():
        low, middle, high = min(figures), statistics.median(figures), max(figures)
        print(f"  {name:30}{middle:9.2f}   ({low:.2f} to {high:.2f})")
    print(f"  {'memory of another run, kB':30}{memory:9.0f}")


if __name__ == "__main__":
    main()
