"""What a hero's own player is told, and that it is told whenever it changes."""

from collections.abc import Callable

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from support.worlds.companies import two_together
from support.worlds.staging import HALL, SEED, Stage, caster, make_test_game
from undertide_server.content.records.changes import with_changes
from undertide_server.content.records.variety import Change
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.inputs import Asked
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.views.pack import carried_of, pack_of
from undertide_server.views.private_facts import own_of, spells_of, trades_of
from undertide_server.worldgen.game.game import make_game
from undertide_shared.messages import AcceptTrade, Accompany, OfferTrade, TradeTable, Wait

WIDER = Change(key="damage.explosion_size", percent=200)
HOUSE = [
    "############",
    "#@...#.....#",
    "#....#.....#",
    "#....#....>#",
    "############",
]
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
TRADING_HALL = ["########", "#@.....#", "#......#", "########"]


def test_a_spell_is_told_with_what_casting_it_asks_for() -> None:
    stage = Stage(HALL)
    row = caster(stage, "fireball", "dawn", "blink")
    ball, wave, blink = spells_of(stage.run, row)
    record = stage.run.rules.spells["fireball"]
    assert (ball.spell, ball.name, ball.mana) == ("fireball", record.name, record.mana)
    assert (ball.target, ball.radius, ball.range) == ("cell", 2, 8)
    assert (wave.target, wave.radius, wave.range) == ("none", 5, 0)
    assert (blink.target, blink.radius, blink.range) == ("cell", 0, 6)


def test_a_radius_is_told_as_the_run_has_it() -> None:
    wider = with_changes(unvaried(shipped("default")), [WIDER])
    stage = Stage(HALL, make_game(wider, SEED, REPERTOIRE))
    row = caster(stage, "fireball", "dawn", "light")
    assert [spell.radius for spell in spells_of(stage.run, row)] == [4, 10, 14]
    give_stack(row.inventory, "fireball_scroll", 1)
    (scroll,) = pack_of(stage.run, carried_of(stage.run, row))
    assert scroll.radius == 6


def test_a_spell_tells_whether_it_harms_or_helps() -> None:
    stage = Stage(HALL)
    keys = ("fireball", "dawn", "chain_lightning", "freeze", "heal", "cleanse", "haste", "blink")
    told = spells_of(stage.run, caster(stage, *keys, "light", "wake_bones"))
    harming = {spell.spell for spell in told if spell.harms}
    assert harming == {"fireball", "dawn", "chain_lightning", "freeze"}
    assert {spell.spell for spell in told if spell.helps} == {"heal", "cleanse", "haste"}


def test_a_spell_that_is_learned_is_told_and_so_is_mana_that_is_spent() -> None:
    stage = Stage(HALL)
    row = caster(stage, "blink")
    first = own_of(stage.run, row)
    row.magic.spells.append("light")
    stage.run.index.mark_company_changed()
    learned = own_of(stage.run, row, first)
    row.magic.mana -= 1
    spent = own_of(stage.run, row, learned)
    assert [len(own.spells) for own in (first, learned, spent)] == [1, 2, 2]
    assert spent.hero.mana == first.hero.mana - 1


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


def trading() -> tuple[Stage, list[HeroRow]]:
    """Let Ann offer Ben two potions and a shield, and Ben five gold; Cat stands by."""
    stage = Stage(HALL, make_test_game())
    rows = [stage.hero(name) for name in ("Ann", "Ben", "Cat")]
    for row in rows:
        row.hero.gold = 10
        row.inventory.stacks.clear()
        row.inventory.last_id = 40
    give_stack(rows[0].inventory, "lightning_scroll", 1)
    give_stack(rows[0].inventory, "health_potion", 5)
    give_stack(rows[0].inventory, "round_shield^3", 1)
    stage.step(Asked(0, 1, OfferTrade(1, [(42, 2), (43, 1)])))
    stage.step(Asked(1, 1, OfferTrade(0, [], 5)))
    return stage, rows


def table_of(stage: Stage, row: HeroRow) -> TradeTable:
    [table] = trades_of(stage.run, row)
    return table


def test_each_sees_its_own_side_and_what_the_other_offers() -> None:
    stage, (ann, ben, cat) = trading()
    mine, yours = table_of(stage, ann), table_of(stage, ben)
    assert (mine.seat, mine.gives, mine.gives_gold, mine.gets_gold) == (1, [(42, 2), (43, 1)], 0, 5)
    assert (yours.seat, yours.gives, yours.gives_gold, yours.gets_gold) == (0, [], 5, 0)
    assert [(each.item, each.name, each.count) for each in yours.gets] == [
        (1, "health potions", 2),
        (2, "round shield", 1),
    ]
    assert yours.gets[1].figures
    assert mine.gets == []
    assert trades_of(stage.run, cat) == []


def test_nothing_of_the_partners_pack_shows_in_what_it_offers() -> None:
    stage, (_, ben, _) = trading()
    for item in table_of(stage, ben).gets:
        assert (item.item <= 2, item.letter, item.slot, item.suits) == (True, "", "", None)


def test_consent_shows_on_both_sides() -> None:
    stage, (ann, ben, _) = trading()
    stage.step(Asked(0, 2, AcceptTrade(table_of(stage, ann).number)))
    assert (table_of(stage, ann).accepts, table_of(stage, ann).is_accepted) == (True, False)
    assert (table_of(stage, ben).accepts, table_of(stage, ben).is_accepted) == (False, True)


def test_a_players_facts_are_the_same_until_the_trade_changes() -> None:
    stage, (ann, ben, cat) = trading()
    owns = {row.entity: own_of(stage.run, row) for row in (ann, ben, cat)}
    stage.step()
    assert all(own_of(stage.run, row, owns[row.entity]) is owns[row.entity] for row in (ann, cat))
    stage.step(Asked(1, 2, OfferTrade(0, [], 6)))
    assert own_of(stage.run, ann, owns[ann.entity]).trades[0].gets_gold == 6
    assert own_of(stage.run, cat, owns[cat.entity]) is owns[cat.entity]


def test_the_fallen_read_their_time_and_those_who_tend_them_that_they_do() -> None:
    pair = two_together("fallen")
    pair.ann.auto_action.activity, pair.ann.auto_action.goal = "revive", pair.ben.cell
    ann, ben = (own_of(pair.stage.run, row).hero for row in (pair.ann, pair.ben))
    assert (ann.tends, ann.activity, ann.dies_in, ann.revived_in) == (True, "rest", 0, 0)
    assert (ben.tends, ben.dies_in, ben.revived_in) == (False, 150, 0)
    for tended, left in ((10, 20), (29, 1), (30, 1)):
        pair.ben.hero.tended = tended
        assert own_of(pair.stage.run, pair.ben).hero.revived_in == left
