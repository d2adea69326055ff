"""Rows tell who stands, who has fallen, who is played, and who hides."""

import pytest

from support.worlds.companies import State, two_together
from support.worlds.staging import kind_that
from undertide_server.simulation.components.monsters import Mood


@pytest.mark.parametrize(
    ("state", "is_fallen", "stands", "is_played"),
    [
        ("well", False, True, True),
        ("hurt", False, True, True),
        ("link-dead", False, True, False),
        ("asleep", False, False, False),
        ("fallen", True, False, False),
        ("far", False, True, True),
    ],
)
def test_each_state_of_a_hero_is_told_apart(
    state: State, is_fallen: bool, stands: bool, is_played: bool
) -> None:
    ben = two_together(state).ben
    assert (ben.is_fallen, ben.stands, ben.is_played) == (is_fallen, stands, is_played)


@pytest.mark.parametrize(
    ("lurks", "mood", "is_hidden"),
    [(True, "asleep", True), (True, "idle", False), (False, "asleep", False)],
)
def test_what_lurks_hides_while_it_sleeps(lurks: bool, mood: Mood, is_hidden: bool) -> None:
    pair = two_together()
    monster = pair.stage.monster((9, 1), mood=mood, kind=kind_that(pair.stage, lurks=lurks))
    assert monster.is_hidden is is_hidden
    assert not pair.ann.is_hidden


@pytest.mark.parametrize(
    ("energy", "mood", "life", "statuses", "rests"),
    [
        (0, "idle", 50, {}, True),
        (-1, "idle", 50, {}, False),
        (0, "hunting", 50, {}, False),
        (0, "fleeing", 50, {}, False),
        (0, "asleep", 49, {}, False),
        (0, "idle", 50, {"slowed": 9}, False),
    ],
)
def test_a_monster_is_at_rest_when_time_has_no_effect_on_it(
    energy: int, mood: Mood, life: int, statuses: dict[str, int], rests: bool
) -> None:
    monster = two_together().stage.monster((9, 1), mood=mood)
    monster.actor.energy, monster.body.life, monster.body.regen = energy, life, 10
    monster.effects.remaining = statuses
    assert monster.is_at_rest is rests
    assert monster.is_ready is (energy == 0)
    if life < 50:
        monster.body.regen = 0
        assert monster.is_at_rest, "what can't heal waits for nothing"
