"""What views tell of statuses and spells."""

from typing import get_args

from support.worlds.staging import HALL, Stage, caster
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.views.magic import effects_of, status_effect, statuses_shown, visible_statuses
from undertide_server.views.private_facts import own_of, spells_of
from undertide_server.views.scene import scene_of
from undertide_shared.messages import Effect

OF_ABILITIES = {"taunt", "guard", "mark", "weaken", "empower"}
OF_ABILITIES |= {"sweep", "shot", "detonate", "disarm", "ambush", "care"}
UNDONE = {"shelter", "ally", "trap", "ground"} | OF_ABILITIES
"""What no item or spell does by itself."""


def test_others_see_what_shows_and_its_own_player_knows_all() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    row.effects.remaining |= {"sheltered": 9, "poisoned": 7, "burning": 3}
    assert statuses_shown(visible_statuses(stage.run.rules), row) == (
        ("burning", "poisoned"),
        ("harm", "harm"),
    )
    told = own_of(stage.run, row).hero
    assert told.effects == [("burning", 3), ("poisoned", 7), ("sheltered", 9)]
    assert told.status_effects == ["harm", "harm", "shelter"]


def test_what_each_status_does_is_told() -> None:
    run = Stage(HALL).run
    assert {key: status_effect(run.rules, key) for key in run.rules.statuses} == {
        "burning": "harm",
        "poisoned": "harm",
        "frozen": "hinder",
        "slowed": "hinder",
        "confused": "hinder",
        "hasted": "boost",
        "regenerating": "boost",
        "warded": "boost",
        "sheltered": "shelter",
        "summoned": "ally",
        "taunted": "taunt",
        "braced": "guard",
        "guarded": "guard",
        "linked": "guard",
        "marked": "mark",
        "shaken": "weaken",
        "disarmed": "weaken",
        "empowered": "empower",
    }


def test_every_deed_of_the_content_has_its_word() -> None:
    run = Stage(HALL).run
    items = {key: item.effect for key, item in run.rules.items.items()}
    deeds = items | {key: spell.effect for key, spell in run.rules.spells.items()}
    told = {key: effects_of(run, deed) for key, deed in deeds.items()}
    assert {word for words in told.values() for word in words} == set(get_args(Effect)) - UNDONE
    assert {key: words for key, words in told.items() if words[:1] != [deeds[key].does]} == {
        "confusion_scroll": ["hinder"],
        "slow_draught": ["boost"],
        "quick_draught": ["boost"],
        "stone_draught": ["boost"],
        "amulet_of_embers": [],
        "amulet_of_frost": [],
        "amulet_of_venom": [],
        "gold": [],
        "essence": [],
        "freeze": ["hinder"],
        "confuse": ["hinder"],
        "slow": ["hinder"],
        "mend": ["boost"],
        "haste": ["boost"],
        "ward": ["boost"],
    }
    assert (told["frost_scroll"], told["fireball"]) == (["ball", "hinder"], ["ball", "harm"])


def test_spells_and_items_are_told_with_what_they_do() -> None:
    stage = Stage(HALL)
    row = caster(stage, "frost_lance", "light")
    give_stack(row.inventory, "health_potion", 1)
    give_stack(row.inventory, "long_sword^1", 1)
    assert [spell.does for spell in spells_of(stage.run, row)] == [["bolt", "hinder"], ["light"]]
    assert [item.does for item in own_of(stage.run, row).pack] == [["heal"], []]


def test_of_those_in_sight_a_scene_says_what_they_suffer_and_enjoy() -> None:
    stage = Stage(HALL)
    row, monster = stage.hero(), stage.monster((5, 1), mood="asleep")
    row.effects.remaining["hasted"] = 5
    monster.effects.remaining |= {"slowed": 5, "poisoned": 5}
    scene = scene_of(stage.run, stage.floor)
    found = scene.shown_to(row.sees)
    assert found[row.entity].statuses == ("hasted",)
    assert found[row.entity].status_effects == ("boost",)
    assert found[monster.entity].statuses == ("poisoned", "slowed")
    assert found[monster.entity].status_effects == ("harm", "hinder")
