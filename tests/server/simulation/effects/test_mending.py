"""Healing and curing: oneself, or a friend who is seen and near enough."""

import pytest

from support.worlds.outcomes import refusal
from support.worlds.spellcraft import HALL, MANA, cast, caster, told
from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.inventory import give_stack
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
    assert "Ben looks better." in told(events)


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
    assert row.body.max_life > full
    assert row.body.life >= 5 + row.body.max_life - full
