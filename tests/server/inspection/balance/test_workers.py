from dataclasses import replace

import pytest

from undertide_server.inspection.balance.plan import Plan, seed_of_run
from undertide_server.inspection.balance.workers import play_each
from undertide_shared.errors import UnknownBrainError

PLANS = [
    Plan("default", None, seed_of_run(b"sixteen bytes ok", 0), skill, 2, "party", 200, staged=False)
    for skill in ("careful", "still")
]


def test_processes_of_their_own_play_the_same_runs() -> None:
    plans = dict(enumerate(PLANS))
    here, there = dict(play_each(plans, 1)), dict(play_each(plans, 2))
    assert here == there
    assert [here[number].skill for number in plans] == ["careful", "still"]


def test_nothing_is_played_where_nothing_is_missing() -> None:
    assert list(play_each({}, 2)) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_a_brain_that_nobody_has_ends_it(workers: int) -> None:
    plans = {0: replace(PLANS[0], skill="clever"), 1: PLANS[1]}
    with pytest.raises(UnknownBrainError):
        next(play_each(plans, workers))
