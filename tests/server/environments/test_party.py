"""PettingZoo's environment for a party."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import parallel_api_test, parallel_seed_test

from undertide_server.environments.party import PartyEnvironment, parallel_env
from undertide_shared.learning import ACTIONS

SMALL = ("terrain", "actors", "figures", "party", "legal")
WAIT = ACTIONS.index("wait")


def small(**options: Any) -> PartyEnvironment:
    return parallel_env(**{"parts": SMALL, "view": 4, "length": 40, **options})


@pytest.fixture
def env() -> Iterator[PartyEnvironment]:
    made = small(callings=("", "mender"), render_mode="ansi")
    yield made
    made.close()


def test_the_tests_of_pettingzoo_pass() -> None:
    parallel_api_test(small(), num_cycles=60)
    parallel_seed_test(small, num_cycles=30)
    parallel_api_test(parallel_env(callings=("",), length=20), num_cycles=30)


def play(env: PartyEnvironment, seed: int) -> list[Any]:
    """Play random legal actions to the end of an episode; return all that came of it."""
    found: list[Any] = [env.reset(seed=seed)]
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed + number)
    while env.agents:
        seen = found[-1][0]
        actions = {
            agent: int(env.action_space(agent).sample(mask=seen[agent]["legal"]))
            for agent in env.agents
        }
        found.append(env.step(actions))
    return found


def test_episodes_of_one_seed_are_equal_to_their_ends(env: PartyEnvironment) -> None:
    one, other = play(env, 11), play(env, 11)
    assert len(one) == len(other) > 10
    for first, second in zip(one, other, strict=True):
        assert data_equivalence(first, second, exact=True)


def test_all_agents_are_cut_at_once(env: PartyEnvironment) -> None:
    env.reset(seed=1)
    for _ in range(39):
        *_, cut, _ = env.step(dict.fromkeys(env.agents, WAIT))
        assert not any(cut.values())
    *_, cut, _ = env.step(dict.fromkeys(env.agents, WAIT))
    assert cut == {"hero_0": True, "hero_1": True}
    assert env.agents == []


def starve(env: PartyEnvironment, seat: int) -> None:
    found = env.episode.run.state.index.of_seat(seat)
    assert found is not None
    found[1].body.life, found[1].hero.food, found[1].body.regen = 1, 0, 0


def test_a_dead_agent_is_told_so_once_and_then_gone() -> None:
    env = small(callings=("", ""), length=5000)
    env.reset(seed=1)
    starve(env, 0)
    told = []
    while "hero_0" in env.agents:
        told.append(env.step(dict.fromkeys(env.agents, WAIT)))
    assert told[-1][2] == {"hero_0": True, "hero_1": False}
    assert not any(over["hero_0"] for _, _, over, _, _ in told[:-1])
    assert {tuple(each) for each in told[-1]} == {("hero_0", "hero_1")}
    assert env.agents == ["hero_1"]
    last = env.step({"hero_1": WAIT})
    assert {tuple(each) for each in last} == {("hero_1",)}
    starve(env, 1)
    while env.agents:
        last = env.step({"hero_1": WAIT})
    assert last[2] == {"hero_1": True}
    assert env.episode.run.ended
    env.close()


def test_spaces_of_an_agent_are_always_the_same_objects(env: PartyEnvironment) -> None:
    seen, _ = env.reset(seed=4)
    for agent in env.agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent).contains(seen[agent])
    assert env.observation_space("hero_0") is not env.observation_space("hero_1")


def test_each_agent_sees_with_its_own_eyes(env: PartyEnvironment) -> None:
    seen, _ = env.reset(seed=4)
    assert not np.array_equal(seen["hero_0"]["figures"], seen["hero_1"]["figures"])
    assert np.array_equal(seen["hero_0"]["party"], seen["hero_1"]["party"])


def test_a_picture_shows_all_maps(env: PartyEnvironment) -> None:
    env.reset(seed=4)
    assert (env.render() or "").count("floor 1: life") == 2
    assert small().render() is None
