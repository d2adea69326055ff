"""What players read of abilities."""

from support.content.shipped import shipped
from support.worlds.companies import hero_of, perform
from support.worlds.staging import Stage
from undertide_server.views.abilities import (
    TOLD_EVERY,
    abilities_of_calling,
    abilities_of_hero,
    resting_of,
)
from undertide_server.views.private_facts import own_of

HALL = ["######", "#@...#", "######"]
RULES = shipped("default")


def test_each_ability_is_told_with_what_it_does_and_asks_for() -> None:
    told = {
        each.ability: each for key in RULES.callings for each in abilities_of_calling(RULES, key)
    }
    assert {key: each.does for key, each in told.items()} == {
        "taunt": ["taunt"],
        "brace": ["guard", "guard"],
        "cleave": ["sweep"],
        "war_cry": ["weaken"],
        "mark": ["mark"],
        "pinning_shot": ["shot", "hinder"],
        "detonate": ["detonate"],
        "empower": ["empower"],
        "link": ["guard"],
        "field_care": ["care"],
        "disarm": ["disarm", "weaken"],
        "sneak_attack": ["ambush"],
    }
    aimed = {key: each.range for key, each in told.items() if each.target == "cell"}
    assert aimed == {
        "mark": 10, "pinning_shot": 0, "detonate": 8, "empower": 7, "link": 7, "disarm": 1,
    }  # fmt: skip
    helping = {key for key, each in told.items() if not each.harms}
    assert helping == {"brace", "empower", "link", "field_care", "sneak_attack"}
    assert {key for key, each in told.items() if each.passive} == {"field_care", "sneak_attack"}
    taunt = told["taunt"]
    assert (taunt.radius, taunt.cooldown, taunt.mana) == (3, 150, 0)


def test_a_players_own_facts_tell_what_rests_in_whole_seconds() -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "warden")
    before = own_of(stage.run, row)
    assert [each.ability for each in before.abilities] == ["taunt", "brace"]
    assert before.abilities == abilities_of_hero(stage.run, row)
    perform(stage, "brace")
    row.effects.remaining.clear()
    row.hero.resting["brace"] = 2 * TOLD_EVERY
    now = own_of(stage.run, row, before)
    assert now.hero.resting == resting_of(row.hero) == [("brace", 2 * TOLD_EVERY)]
    row.hero.resting["brace"] -= TOLD_EVERY - 1
    assert own_of(stage.run, row, now) is now
    row.hero.resting["brace"] -= 1
    later = own_of(stage.run, row, now)
    assert later.hero.resting == [("brace", TOLD_EVERY)]
    assert later.abilities is before.abilities


def test_a_bows_weakness_is_told() -> None:
    stage = Stage(HALL)
    assert own_of(stage.run, hero_of(stage, "strider")).hero.close == 50
    assert own_of(stage.run, hero_of(stage, "warden")).hero.close == 100
