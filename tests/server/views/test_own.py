"""What a hero's own player is told, and that it is told whenever it changes."""

from collections.abc import Callable

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.inputs import Asked
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.views.own import own_of
from undertide_shared.messages import Accompany, Wait

HOUSE = [
    "############",
    "#@...#.....#",
    "#....#.....#",
    "#....#....>#",
    "############",
]


def test_its_status_is_what_its_own_player_knows() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life = 7
    row.hero.experience = 12
    status = own_of(stage.run, row).hero
    levels = stage.run.rules.heroes.levels
    assert (status.life, status.max_life, status.level) == (7, row.body.max_life, 1)
    assert (status.experience, status.next_level) == (12, levels[1].experience)
    assert status.attack == row.attack.power


def test_its_status_says_what_it_is_casts_with_and_lives_on() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    rules = stage.run.rules
    row.magic.mana, row.magic.max_mana, row.magic.power = 3, 9, 4
    row.hero.food = rules.hunger.full * rules.hunger.starving.percent // 100
    row.attack.extra, row.attack.range = (("fire", 2),), 6
    row.resistance.worn, row.resistance.counted = (0, 12, 0, 0, 0, 0), (0, 10, 0, 0, 0, 0)
    status = own_of(stage.run, row).hero
    assert status.calling == rules.callings[rules.heroes.calling].name
    assert (status.mana, status.max_mana, status.magic) == (3, 9, 4)
    assert (status.hunger, status.food) == ("starving", rules.hunger.starving.percent)
    assert (status.extra, status.range) == ([("fire", 2)], 6)
    assert (status.worn, status.resistances) == ([("cold", 12)], [("cold", 10)])
    assert (status.absorb, status.speed) == (row.body.absorb, row.actor.speed)


def test_the_highest_level_has_no_next() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.hero.level = len(stage.run.rules.heroes.levels)
    status = own_of(stage.run, row).hero
    assert status.next_level == 0


def test_an_intent_that_waits_is_reported_as_waiting() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.step(Asked(0, 4, Wait()), Asked(0, 5, Wait()))
    report = own_of(stage.run, row).intent
    assert (report.received, report.sequence, report.outcome) == (5, 4, "waiting")


def test_a_pack_says_what_using_each_thing_asks_for() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.inventory.stacks.clear()
    for item in ("health_potion", "fireball_scroll", "confusion_scroll"):
        give_stack(row.inventory, item, 2)
    pack = own_of(stage.run, row).pack
    assert [(item.target, item.radius > 0) for item in pack] == [
        ("none", False),
        ("cell", True),
        ("cell", False),
    ]
    assert pack[0].name == stage.run.rules.items["health_potion"].plural
    assert [item.item for item in pack] == [stack.id for stack in row.inventory.stacks]


def test_its_gold_is_its_own_player_s_to_know() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.hero.gold = 70
    assert own_of(stage.run, row).hero.gold == 70


def test_what_is_only_held_is_told_to_be_of_no_use() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.inventory.stacks.clear()
    for item in (stage.run.rules.victory.amulets[0], "health_potion"):
        give_stack(row.inventory, item, 1)
    pack = own_of(stage.run, row).pack
    assert [item.usable for item in pack] == [False, True]


def test_what_a_player_is_told_is_what_was_told_before_until_it_changes() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    first = own_of(stage.run, row)
    assert own_of(stage.run, row, first) is first
    row.body.life = 1
    hurt = own_of(stage.run, row, first)
    row.intents.received = 9
    heard = own_of(stage.run, row, hurt)
    give_stack(row.inventory, "fireball_scroll", 1)
    richer = own_of(stage.run, row, heard)
    owns = [hurt, heard, richer]
    assert [each.hero.life for each in owns] == [1, 1, 1]
    assert [each.intent.received for each in owns] == [0, 9, 9]
    had = len(first.pack)
    assert [len(each.pack) for each in owns] == [had, had, had + 1]


def test_what_has_not_changed_of_it_is_the_same_object() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.effects.remaining = {"poisoned": 5}
    first = own_of(stage.run, row)
    row.effects.remaining = {"poisoned": 4}
    later = own_of(stage.run, row, first)
    row.intents.received = 9
    heard = own_of(stage.run, row, later)
    assert [each.hero.effects for each in (first, later)] == [[("poisoned", 5)], [("poisoned", 4)]]
    assert later.hero == own_of(stage.run, row).hero
    assert (later.intent, later.pack, later.spells) == (first.intent, first.pack, first.spells)
    assert later.intent is first.intent
    assert heard.hero is later.hero
    assert heard.pack is later.pack is first.pack


def test_a_fight_is_a_journey_on_the_wire_and_says_what_it_is() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    assert not own_of(stage.run, row).hero.fights
    row.auto_action.activity = "fight"
    status = own_of(stage.run, row).hero
    assert (status.activity, status.fights) == ("travel", True)


CHANGES: list[Callable[[HeroRow], None]] = [
    lambda row: setattr(row.body, "life", row.body.life - 1),
    lambda row: setattr(row.hero, "experience", 9),
    lambda row: setattr(row.hero, "gold", 9),
    lambda row: setattr(row.hero, "presence", "asleep"),
    lambda row: setattr(row.hero, "food", 1),
    lambda row: setattr(row.magic, "mana", 1),
    lambda row: setattr(row.auto_action, "activity", "rest"),
    lambda row: setattr(row.auto_action, "activity", "fight"),
    lambda row: row.effects.remaining.update(confused=3),
    lambda row: setattr(row.intents, "received", 9),
    lambda row: setattr(row.intents, "settled", 9),
    lambda row: setattr(row.intents, "outcome", "refused"),
    lambda row: setattr(row.intents, "reason", "no way"),
    lambda row: row.intents.waiting.append((9, Wait())),
]
FIGURES: list[Callable[[HeroRow], None]] = [
    lambda row: setattr(row.hero, "level", 2),
    lambda row: setattr(row.actor, "speed", 11),
    lambda row: setattr(row.body, "max_life", row.body.max_life + 1),
    lambda row: setattr(row.body, "absorb", 9),
    lambda row: setattr(row.attack, "power", 99),
    lambda row: setattr(row.attack, "extra", (("fire", 1),)),
    lambda row: setattr(row.attack, "range", 8),
    lambda row: setattr(row.attack, "close", 50),
    lambda row: setattr(row.magic, "max_mana", 99),
    lambda row: setattr(row.magic, "power", 99),
    lambda row: setattr(row.resistance, "worn", (5, *row.resistance.worn[1:])),
    lambda row: setattr(row.resistance, "counted", (5, *row.resistance.counted[1:])),
]
"""Changes of the figures that only a refit works out, and notes."""


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_is_told(change: Callable[[HeroRow], None]) -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    before = own_of(stage.run, row)
    change(row)
    after = own_of(stage.run, row, before)
    assert (after.hero, after.intent) != (before.hero, before.intent)
    assert after == own_of(stage.run, row)


@pytest.mark.parametrize("change", FIGURES)
def test_whatever_a_refit_changes_is_told(change: Callable[[HeroRow], None]) -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    before = own_of(stage.run, row)
    change(row)
    stage.run.index.mark_company_changed()
    after = own_of(stage.run, row, before)
    assert after.hero != before.hero
    assert after == own_of(stage.run, row)


def test_it_says_whom_the_hero_follows() -> None:
    stage = Stage(HOUSE)
    stage.hero("Ann", cell=(1, 1))
    row = stage.hero("Ben", cell=(4, 3))
    before = own_of(stage.run, row)
    stage.ask(Accompany(0), seat=1)
    after = own_of(stage.run, row, before)
    told = [(own.hero.activity, own.hero.follows) for own in (before, after)]
    assert told == [("none", -1), ("travel", 0)]
    row.auto_action.activity = "regroup"
    walks = own_of(stage.run, row, after).hero
    assert (walks.activity, walks.follows) == ("travel", -1)
