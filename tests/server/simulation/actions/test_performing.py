"""When heroes can perform an ability, and what it costs."""

import gc

from support.worlds.companies import hero_of, perform, refusal
from support.worlds.staging import Stage
from undertide_server.simulation.state.events import Seen

HALL = ["##############", "#@...........#", "#............#", "##############"]


def test_an_ability_takes_time_and_mana_rests_and_is_told() -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "spellwright")
    row.magic.mana, row.magic.regen = 50, 0
    ability = stage.run.rules.abilities["empower"]
    clock = stage.floor.state.clock
    events = perform(stage, "empower")
    passed = stage.floor.state.clock - clock
    assert passed >= ability.energy // row.actor.speed
    assert row.magic.mana == 50 - ability.mana
    assert row.hero.resting == {"empower": ability.cooldown - passed}
    said = [(event.own, event.others) for event in events if isinstance(event, Seen)]
    assert ("You use empower.", f"{row.actor.name.capitalize()} uses empower.") in said


def test_what_rests_is_refused_until_it_is_ready() -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "warden")
    perform(stage, "brace")
    left = row.hero.resting["brace"]
    assert refusal(stage, row, "brace") == "brace is not ready yet"
    stage.tick(left)
    perform(stage, "brace")
    assert row.intents.outcome == "done"


def test_each_ability_rests_by_itself() -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "warden")
    stage.monster((3, 1), mood="hunting", life=500)
    perform(stage, "brace")
    perform(stage, "taunt")
    assert row.intents.outcome == "done"
    assert row.hero.resting.keys() == {"brace", "taunt"}


def test_a_hero_needs_the_calling_and_the_mana() -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "mender")
    hero_of(stage, "warden", (2, 1))
    assert refusal(stage, row, "taunt") == "your calling doesn't have that ability"
    row.magic.mana = 0
    cost = stage.run.rules.abilities["link"].mana
    assert refusal(stage, row, "link", (2, 1)) == f"it takes {cost} mana; you have 0"


def test_a_lasting_gift_is_not_performed() -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "mender")
    assert refusal(stage, row, "field_care") == "field care always works by itself"


def test_the_confused_can_not_aim_but_can_cleave() -> None:
    stage = Stage(HALL)
    strider = hero_of(stage, "strider", (1, 1))
    reaver = hero_of(stage, "reaver", (5, 2))
    monster = stage.monster((6, 2), mood="hunting", life=5000)
    strider.effects.remaining["confused"] = reaver.effects.remaining["confused"] = 50
    assert "confused" in refusal(stage, strider, "mark", monster.cell)
    perform(stage, "cleave", seat=1)
    assert reaver.intents.outcome == "done"


def test_a_taunt_ends_shelter_and_a_brace_does_not() -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "warden")
    stage.monster((3, 1), mood="idle", life=500)
    row.effects.remaining["sheltered"] = 500
    perform(stage, "brace")
    assert "sheltered" in row.effects.remaining
    perform(stage, "taunt")
    assert "sheltered" not in row.effects.remaining


def test_a_refused_ability_leaves_no_cyclic_garbage() -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "strider")
    assert refusal(stage, row, "mark") == "it needs a target"
    gc.collect()
    assert refusal(stage, row, "mark") == "it needs a target"
    assert gc.collect() == 0
