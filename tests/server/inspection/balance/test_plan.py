from pathlib import Path

from undertide_server.inspection.balance.plan import plans_of, seed_of_run
from undertide_server.util.rng import SEED_BYTES

SEED = b"sixteen bytes ok"


def test_every_run_of_a_seed_has_a_seed_of_its_own() -> None:
    seeds = {seed_of_run(SEED, number) for number in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {SEED_BYTES}
    assert seed_of_run(SEED, 7) == seed_of_run(SEED, 7)


def test_all_skills_play_the_same_seeds() -> None:
    plans = plans_of(
        "default", Path(), SEED, ["one", "two"], 3, heroes=3, pace="party", ticks=9, staged=False
    )
    assert [plan.skill for plan in plans] == ["one"] * 3 + ["two"] * 3
    assert [plan.seed for plan in plans[:3]] == [plan.seed for plan in plans[3:]]
