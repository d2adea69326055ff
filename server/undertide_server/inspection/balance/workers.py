"""The processes that play many runs."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

from undertide_server.content.load import load_ruleset
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.extending.loading import repertoire_of_this_process
from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Played
from undertide_server.inspection.balance.table import play
from undertide_server.worldgen.game.game import make_game
from undertide_shared.brains import brain_maker


def check(plans: Sequence[Plan]) -> None:
    """Raise ContentError or UnknownBrainError if any of the plans can't be played."""
    for plan in plans:
        brain_maker(plan.skill)
        _content(plan.preset, plan.config)


def play_each(plans: Mapping[int, Plan], workers: int) -> Iterator[tuple[int, Played]]:
    """Play plans by their numbers. Yield the number and the run of each, in the order of their end.

    A single worker is this process itself. Raises ContentError or UnknownBrainError before any run
    starts.
    """
    check([*plans.values()])
    if plans:
        yield from _here(plans) if workers == 1 else _in_processes(plans, workers)


def _here(plans: Mapping[int, Plan]) -> Iterator[tuple[int, Played]]:
    for number, plan in plans.items():
        yield number, play_one(plan)


def _in_processes(plans: Mapping[int, Plan], workers: int) -> Iterator[tuple[int, Played]]:
    # Spawned, not forked: a copy of a process that has threads may hang.
    pool = ProcessPoolExecutor(min(workers, len(plans)), mp_context=get_context("spawn"))
    try:
        numbers = {pool.submit(play_one, plan): number for number, plan in plans.items()}
        for future in as_completed(numbers):
            yield numbers[future], future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def play_one(plan: Plan) -> Played:
    """Play one run with the content of its plan. Raises ContentError or UnknownBrain."""
    game = make_game(_content(plan.preset, plan.config), plan.seed, repertoire_of_this_process())
    return play(plan, game, brain_maker(plan.skill))


@lru_cache(maxsize=1)
def _content(preset: str, config: Path | None) -> Ruleset:
    """Return the content of all plans of one call. Cached, since it is slow to load."""
    return load_ruleset(preset, config)
