from dataclasses import replace

import pytest

from undertide_server.inspection.balance.plan import Plan, seed_of_run
from undertide_server.inspection.balance.workers import play_all
from undertide_shared.errors import UnknownBrainError

PLANS = [
    Plan("default", None, seed_of_run(b"sixteen bytes ok", 0), skill, 2, "party", 200, staged=False)
    for skill in ("careful", "still")
]


def test_processes_of_their_own_play_the_same_runs_in_the_same_order() -> None:
    done: list[None] = []
    here = play_all(PLANS, 1, lambda: done.append(None))
    there = play_all(PLANS, 2, lambda: done.append(None))
    assert here == there
    assert [run.skill for run in here] == ["careful", "still"]
    assert len(done) == 4


@pytest.mark.parametrize("workers", [1, 2])
def test_a_brain_that_nobody_has_ends_it(workers: int) -> None:
    plans = [replace(PLANS[0], skill="clever"), *PLANS]
    with pytest.raises(UnknownBrainError):
        play_all(plans, workers, lambda: None)
