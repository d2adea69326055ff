"""Healing and curing: oneself, or a friend who is seen and near enough."""

import pytest

from support.content.own_rules import game_with
from support.worlds.companies import State, two_together
from support.worlds.outcomes import refusal, told_onlookers
from support.worlds.staging import HALL, MANA, Stage, cast, caster
from undertide_server.content.records.ruleset import HouseRules
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.stats import refit
from undertide_shared.messages import Use


def test_a_hero_heals_itself() -> None:
    stage = Stage(HALL)
    row = caster(stage, "heal")
    row.body.life = 100
    cast(stage, "heal")
    assert row.body.life == 100 + 5000 * 30 // 100


def test_a_friend_is_healed_by_its_own_full_life() -> None:
    stage = Stage(HALL)
    row = caster(stage, "heal")
    friend = caster(stage, name="Ben", cell=(5, 2))
    friend.body.max_life, friend.body.life, row.body.life = 1000, 100, 100
    events = cast(stage, "heal", friend.cell)
    assert (row.body.life, friend.body.life) == (100, 400)
    assert "Ben looks better." in told_onlookers(events)


def test_nobody_is_healed_beyond_its_full_life() -> None:
    stage = Stage(HALL)
    row = caster(stage, "heal")
    row.body.life = 4999
    cast(stage, "heal", row.cell)
    assert row.body.life == 5000


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ((1, 1), "you are already in full health"),
        ((5, 2), "Ben is already in full health"),
        ((3, 3), "there is nobody"),
        ((12, 2), "that is too far away"),
        ((-1, 2), "you can't see that place"),
        ((5, 3), "that isn't a friend of yours"),
    ],
)
def test_what_would_do_nothing_is_refused(target: tuple[int, int], reason: str) -> None:
    stage = Stage(HALL)
    row = caster(stage, "heal")
    caster(stage, name="Ben", cell=(5, 2))
    caster(stage, name="Cid", cell=(12, 2))
    stage.monster((5, 3), mood="asleep")
    cast(stage, "heal", target)
    assert refusal(row) == reason
    assert row.magic.mana == MANA


@pytest.mark.parametrize("target", [None, (5, 2)])
def test_cleansing_ends_what_is_bad(target: tuple[int, int] | None) -> None:
    stage = Stage(HALL)
    row = caster(stage, "cleanse")
    friend = caster(stage, name="Ben", cell=(5, 2))
    cured, other = (row, friend) if target is None else (friend, row)
    for each in (cured, other):
        each.effects.remaining |= {"poisoned": 100, "slowed": 100, "warded": 100}
    cast(stage, "cleanse", target)
    assert set(cured.effects.remaining) == {"warded"}
    assert set(other.effects.remaining) == {"poisoned", "slowed", "warded"}


def test_the_sound_need_no_cure() -> None:
    stage = Stage(HALL)
    row = caster(stage, "cleanse")
    row.effects.remaining["hasted"] = 50
    cast(stage, "cleanse")
    assert refusal(row) == "you are not in need of a cure"


def test_a_draught_cures_where_no_word_works() -> None:
    stage = Stage(HALL)
    row = caster(stage)
    stage.turn((1, 1), "quiet_floor")
    row.effects.remaining["poisoned"] = 100
    give_stack(row.inventory, "bitter_draught", 1)
    stage.ask(Use(row.inventory.stacks[0].id))
    assert row.effects.remaining == {}


def test_a_heart_heals_as_it_raises() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    stack = give_stack(row.inventory, "heart_container", 1)
    full = row.body.max_life
    row.body.life = 5
    stage.ask(Use(stack.id))
    assert refusal(row) == ""
    assert (row.body.max_life, row.body.life) == (full + 4, 9), "8 % of 16 is less than 4"


def test_a_heart_raises_a_long_life_by_its_share() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    row.hero.level = 20
    row.inventory.stacks.clear()
    refit(stage.run, row)
    full = row.body.max_life
    stage.ask(Use(give_stack(row.inventory, "heart_container", 1).id))
    assert (full, row.body.max_life) == (515, 515 + 41), "105 % of 490, and 8 % of that"


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
    assert f"The {monster.actor.name} can't be frozen." in told_onlookers(events)
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
    ticks = [monster.effects.remaining["frozen"]]
    cast(stage, "freeze", monster.cell)
    ticks.append(monster.effects.remaining["frozen"])
    assert ticks == [26, 22], "30 at first, and each cast takes four ticks"


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
    assert "Cid is no longer warded." in told_onlookers(events)
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


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("well", "Ben is already in full health"),
        ("hurt", ""),
        ("asleep", "there is nobody"),
        ("fallen", "there is nobody"),
        ("far", "you can't see that place"),
    ],
)
def test_a_companion_is_healed_who_stands_in_view_and_is_hurt(state: State, reason: str) -> None:
    pair = two_together(state)
    pair.ann.body.life = 1
    pair.ann.magic.spells[:], pair.ann.magic.mana = ["heal"], 100
    before = pair.ben.body.life
    cast(pair.stage, "heal", pair.ben.cell)
    assert refusal(pair.ann) == reason
    assert (pair.ann.body.life, pair.ben.body.life) == (1, before + (0 if reason else 300))


def test_a_status_for_a_friend_has_a_giver_and_one_for_oneself_has_none() -> None:
    pair = two_together()
    pair.ann.magic.spells[:], pair.ann.magic.mana = ["haste"], 100
    cast(pair.stage, "haste", pair.ben.cell)
    cast(pair.stage, "haste")
    assert pair.ben.effects.givers == {"hasted": pair.ann.entity}
    assert ("hasted" in pair.ann.effects.remaining, pair.ann.effects.givers) == (True, {})


@pytest.mark.parametrize(
    ("food", "reason"), [(14_250, ""), (14_251, "you are too full to eat that")]
)
def test_nobody_eats_of_whose_meal_more_than_half_would_be_wasted(food: int, reason: str) -> None:
    stage = Stage(HALL)
    row = stage.hero()
    row.hero.food = food
    stage.ask(Use(give_stack(row.inventory, "pale_mushroom", 1).id))
    assert refusal(row) == reason
    assert row.hero.food == (14_251 if reason else 15_000 - 2), "a meal of 1500 takes two ticks"
