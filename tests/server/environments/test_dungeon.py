"""Gymnasium's environment for one hero."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import VectorEnv

from undertide_server.environments import DUNGEON
from undertide_server.environments.dungeon import DungeonEnvironment
from undertide_shared.learning import ACTIONS, PARTS

SMALL = ("terrain", "actors", "figures", "legal")
NUMBER = {name: number for number, name in enumerate(ACTIONS)}


@pytest.fixture
def env() -> Iterator[DungeonEnvironment]:
    made = gymnasium.make(DUNGEON, render_mode="ansi", view=7).unwrapped
    assert isinstance(made, DungeonEnvironment)
    yield made
    made.close()


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)


def play(env: gymnasium.Env[dict[str, Any], np.int64], seed: int, steps: int) -> list[Any]:
    """Play random legal actions; return all that came of it."""
    found: list[Any] = [env.reset(seed=seed)]
    env.action_space.seed(seed)
    for _ in range(steps):
        observation, *_ = found[-1]
        action = env.action_space.sample(mask=observation["legal"])
        found.append(env.step(action))
        if found[-1][2] or found[-1][3]:
            break
    return found


def test_the_checker_of_gymnasium_passes(env: DungeonEnvironment) -> None:
    check_env(env)


@pytest.mark.parametrize("view", [3, (43, 80)])
def test_the_checker_passes_for_each_view(view: int | tuple[int, int]) -> None:
    env = gymnasium.make(DUNGEON, view=view, parts=SMALL).unwrapped
    check_env(env, skip_render_check=True)
    env.close()


def test_a_name_alone_finds_the_environment() -> None:
    env = gymnasium.make(f"undertide_server.environments:{DUNGEON}", parts=SMALL)
    assert isinstance(env.unwrapped, DungeonEnvironment)
    env.close()


def test_episodes_of_one_seed_are_equal(env: DungeonEnvironment) -> None:
    one, other = play(env, 5, 60), play(env, 5, 60)
    assert len(one) == len(other) > 10
    for first, second in zip(one, other, strict=True):
        assert same(first[0], second[0])
        assert first[1:-1] == second[1:-1]
        assert same(first[-1], second[-1])


def test_a_seed_decides_all_episodes_to_come(env: DungeonEnvironment) -> None:
    runs = []
    for _ in range(2):
        env.reset(seed=3)
        first = env.episode.run.seed
        env.reset()
        runs.append((first, env.episode.run.seed))
    assert runs[0] == runs[1]
    assert runs[0][0] != runs[0][1]


def test_dungeons_are_drawn_from_those_that_are_named() -> None:
    env = DungeonEnvironment(seeds=(4, 5), parts=SMALL)
    seen = set()
    for seed in range(8):
        env.reset(seed=seed)
        seen.add(env.episode.run.seed)
    assert len(seen) == 2
    env.reset(options={"dungeon": 4})
    assert env.episode.run.seed in seen
    env.close()


def test_observations_keep_to_their_space(env: DungeonEnvironment) -> None:
    for found in play(env, 9, 40):
        assert found[0] in env.observation_space
    assert set(found[0]) == set(PARTS)


def test_infos_have_the_same_types_at_every_moment(env: DungeonEnvironment) -> None:
    types = {
        tuple((key, type(value)) for key, value in found[-1].items()) for found in play(env, 2, 40)
    }
    assert len(types) == 1


def test_an_episode_ends_with_the_hero_and_is_cut_after_its_length() -> None:
    env = DungeonEnvironment(parts=SMALL, length=2)
    env.reset(seed=1)
    wait = np.int64(NUMBER["wait"])
    assert env.step(wait)[2:4] == (False, False)
    assert env.step(wait)[2:4] == (False, True)
    env = DungeonEnvironment(parts=SMALL)
    env.reset(seed=1)
    found = env.episode.run.state.index.of_seat(0)
    assert found is not None
    found[1].body.life, found[1].hero.food, found[1].body.regen = 1, 0, 0
    last = env.step(wait)
    while not last[2]:
        last = env.step(wait)
    assert last[1:4] == (0.0, True, False)
    env.close()


def test_a_picture_shows_the_hero_and_its_life(env: DungeonEnvironment) -> None:
    env.reset(seed=1)
    picture = env.render()
    assert picture is not None
    assert "@" in picture
    assert "life 21/21" in picture
    assert DungeonEnvironment(parts=SMALL).render() is None


def test_options_that_are_impossible_are_refused() -> None:
    with pytest.raises(TypeError):
        gymnasium.make(DUNGEON, colour="green")
    with pytest.raises(ValueError, match="no rewards"):
        gymnasium.make(DUNGEON, rewards={"fame": 1})


@pytest.mark.parametrize(("mode", "count"), [("sync", 4), ("async", 2)])
def test_vectors_step_many_runs_as_each_alone(mode: str, count: int) -> None:
    seeds = [*range(count)]
    vector: VectorEnv[Any, Any, Any] = gymnasium.make_vec(
        DUNGEON,
        num_envs=count,
        vectorization_mode=mode,
        vector_kwargs={"context": "spawn"} if mode == "async" else None,
        parts=SMALL,
        view=4,
        length=12,
    )
    lone = [DungeonEnvironment(parts=SMALL, view=4, length=12) for _ in seeds]
    try:
        seen, _ = vector.reset(seed=seeds)  # type: ignore[arg-type]  # it takes one each, too
        alone = [env.reset(seed=seed)[0] for env, seed in zip(lone, seeds, strict=True)]
        for _ in range(10):
            for number, one in enumerate(alone):
                assert same({part: seen[part][number] for part in SMALL}, one)
            actions = [int(np.flatnonzero(one["legal"])[-1]) for one in alone]
            seen, rewards, over, _, infos = vector.step(np.array(actions))
            steps = [env.step(np.int64(action)) for env, action in zip(lone, actions, strict=True)]
            alone = [step[0] for step in steps]
            assert rewards.tolist() == [step[1] for step in steps]
            assert over.tolist() == [step[2] for step in steps]
            assert infos["ticks"].tolist() == [step[4]["ticks"] for step in steps]
    finally:
        vector.close()
        for env in lone:
            env.close()
