"""Spells that bring a status: on enemies, on friends, on oneself."""

import pytest

from support.content.own_rules import game_with
from support.worlds.outcomes import refusal
from support.worlds.spellcraft import HALL, cast, caster, told
from support.worlds.staging import Stage
from undertide_server.content.records.house import HouseRules
from undertide_server.simulation.components.actors import Resistance

AT_OTHERS = {"freeze": "frozen", "confuse": "confused", "slow": "slowed"}
AT_FRIENDS = {"haste": "hasted", "ward": "warded", "mend": "regenerating"}


@pytest.mark.parametrize(("spell", "status"), AT_OTHERS.items())
def test_an_enemy_is_bewitched_and_turns_on_the_caster(spell: str, status: str) -> None:
    stage = Stage(HALL)
    caster(stage, spell)
    kind = next(each for each in stage.game.roster.kinds if not any(each.resistances))
    monster = stage.monster((5, 1), mood="asleep", kind=kind)
    cast(stage, spell, monster.cell)
    assert status in monster.effects.remaining
    assert monster.mind.mood == "hunting"


@pytest.mark.parametrize(("spell", "status"), AT_FRIENDS.items())
@pytest.mark.parametrize("target", [None, (1, 1), (4, 2)])
def test_oneself_or_a_friend_is_blessed(
    spell: str, status: str, target: tuple[int, int] | None
) -> None:
    stage = Stage(HALL)
    row = caster(stage, spell)
    friend = caster(stage, name="Ben", cell=(4, 2))
    cast(stage, spell, target)
    blessed, other = (friend, row) if target == friend.cell else (row, friend)
    assert set(blessed.effects.remaining) == {status}
    assert other.effects.remaining == {}


def test_who_can_not_be_bewitched_is_told_of_and_the_mana_is_gone() -> None:
    stage = Stage(HALL)
    row = caster(stage, "freeze")
    monster = stage.monster((5, 1))
    stage.run.world.get(monster.entity, Resistance).counted = (0, 10, 0, 0, 0, 0)
    events = cast(stage, "freeze", monster.cell)
    assert f"The {monster.actor.name} can't be frozen." in told(events)
    assert row.intents.outcome == "done"
    assert monster.effects.remaining == {}


@pytest.mark.parametrize(("friendly_fire", "strikes"), [(True, True), (False, False)])
def test_friends_are_bewitched_where_the_house_rules_have_it_so(
    friendly_fire: bool, strikes: bool
) -> None:
    house = HouseRules(friendly_fire=friendly_fire, new_heroes=True)
    stage = Stage(HALL, game_with(house=house))
    row = caster(stage, "slow")
    friend = caster(stage, name="Ben", cell=(4, 2))
    cast(stage, "slow", friend.cell)
    assert ("slowed" in friend.effects.remaining) is strikes
    assert refusal(row) == ("" if strikes else "your magic spares your friends here")


def test_nobody_bewitches_oneself() -> None:
    stage = Stage(HALL)
    row = caster(stage, "slow")
    cast(stage, "slow", row.cell)
    assert refusal(row) == "there is nobody to enchant"


def test_frozen_twice_is_not_frozen_longer() -> None:
    stage = Stage(HALL)
    caster(stage, "freeze")
    kind = next(each for each in stage.game.roster.kinds if not any(each.resistances))
    monster = stage.monster((5, 1), kind=kind)
    cast(stage, "freeze", monster.cell)
    left = monster.effects.remaining["frozen"]
    cast(stage, "freeze", monster.cell)
    assert monster.effects.remaining["frozen"] < left


def test_a_new_ward_ends_the_earlier_one_of_the_same_caster_alone() -> None:
    stage = Stage(HALL)
    ann = caster(stage, "ward")
    ben = caster(stage, "ward", name="Ben", cell=(4, 2))
    cid = caster(stage, name="Cid", cell=(5, 2))
    cast(stage, "ward", cid.cell)
    assert "warded" in cid.effects.remaining
    events = cast(stage, "ward", ben.cell)
    assert "warded" in ben.effects.remaining
    assert "warded" not in cid.effects.remaining
    assert "Cid is no longer warded." in told(events)
    ben.effects.givers["warded"] = ben.entity
    cast(stage, "ward", ann.cell)
    assert "warded" in ben.effects.remaining
    assert "warded" in ann.effects.remaining


def test_a_ward_that_is_renewed_stays() -> None:
    stage = Stage(HALL)
    row = caster(stage, "ward")
    cast(stage, "ward", row.cell)
    cast(stage, "ward", row.cell)
    assert "warded" in row.effects.remaining
