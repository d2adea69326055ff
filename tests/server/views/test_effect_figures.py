"""Effects in figures: they follow from content, with the run's multipliers."""

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from support.worlds.staging import SEED, make_test_game
from undertide_server.content.records.changes import with_changes
from undertide_server.content.records.effects import Bolt
from undertide_server.content.records.variety import Change
from undertide_server.views.effect_figures import (
    item_figures,
    shown_statuses,
    spell_figures,
    status_figures,
    tile_figures,
)
from undertide_server.worldgen.game.game import make_game
from undertide_shared.messages import EffectFigures

GAME = make_test_game()
RULES = GAME.ruleset


def test_a_potion_tells_its_share_and_its_least() -> None:
    effect = RULES.items["health_potion"].effect
    assert effect.does == "heal"
    (told,) = item_figures(RULES, effect)
    assert told == EffectFigures("heal", percent=effect.percent, of="life", least=effect.least)


def test_food_tells_the_share_of_a_full_stomach() -> None:
    meals = [each.effect for each in RULES.items.values() if each.effect.does == "feed"]
    assert meals
    for meal in meals:
        (told,) = item_figures(RULES, meal)
        assert (told.does, told.of) == ("feed", "food")
        assert 0 < told.percent <= 100


def test_a_scroll_strikes_by_the_attack_and_a_spell_by_the_magic() -> None:
    (scroll, *_) = item_figures(RULES, RULES.items["fireball_scroll"].effect)
    (spell, burning) = spell_figures(RULES, RULES.spells["fireball"])
    assert (scroll.of, spell.of) == ("attack", "magic")
    assert (spell.percent, spell.damage, spell.radius, spell.range) == (150, "fire", 2, 8)
    assert (burning.name, burning.chance, burning.ticks) == ("burning", 30, 30)
    assert (burning.percent, burning.damage, burning.every) == (4, "fire", 10)


def test_a_book_tells_the_spell_that_it_teaches() -> None:
    book = next(each.effect for each in RULES.items.values() if each.effect.does == "teach")
    assert book.does == "teach"
    spell = RULES.spells[book.spell]
    first, *rest = item_figures(RULES, book)
    assert (first.does, first.name) == ("teach", spell.name)
    assert rest == spell_figures(RULES, spell)


def test_a_chain_tells_how_many_it_strikes_and_a_summons_whom_it_calls() -> None:
    (chain,) = spell_figures(RULES, RULES.spells["chain_lightning"])
    (bones,) = spell_figures(RULES, RULES.spells["wake_bones"])
    assert chain.count == 4
    assert (bones.name, bones.count, bones.ticks) == (RULES.people["skeleton"].name, 2, 200)


def test_statuses_tell_their_speed_their_ward_and_their_mending() -> None:
    assert status_figures(RULES, "slowed", 25).speed == 50
    assert status_figures(RULES, "warded", 25).absorb == 3
    mending = status_figures(RULES, "regenerating", 25)
    assert (mending.percent, mending.of, mending.damage, mending.every) == (2, "life", "", 5)


def test_statuses_tell_how_they_change_damage() -> None:
    assert status_figures(RULES, "marked").taken == 125
    assert status_figures(RULES, "shaken").dealt == 75


def test_only_statuses_that_show_on_others_are_told_to_everybody() -> None:
    names = [each.name for each in shown_statuses(RULES)]
    assert names == [each.adjective for _, each in sorted(RULES.statuses.items()) if each.shown]
    assert "burning" in names
    hidden = RULES.model_copy(update={"statuses": {"burning": RULES.statuses["burning"]}})
    burning = hidden.statuses["burning"].model_copy(update={"shown": False})
    assert shown_statuses(hidden.model_copy(update={"statuses": {"burning": burning}})) == []


def test_traps_and_harmful_ground_tell_their_damage_and_nothing_else_does() -> None:
    codes = GAME.terrain.codes
    (vent,) = tile_figures(GAME, codes["fire_trap"])
    assert (vent.does, vent.percent, vent.of) == ("trap", 25, "average")
    assert (vent.damage, vent.radius) == ("fire", 1)
    (spikes,) = tile_figures(GAME, codes["spikes"])
    assert (spikes.does, spikes.of, spikes.every) == ("ground", "life", RULES.living.beat)
    assert tile_figures(GAME, codes["floor"]) == []


def test_the_runs_multipliers_count() -> None:
    changes = [
        Change(key="damage.fire", percent=150),
        Change(key="damage.explosions", percent=200),
        Change(key="damage.explosion_size", percent=200),
    ]
    game = make_game(with_changes(unvaried(shipped("default")), changes), SEED, REPERTOIRE)
    rules = game.ruleset
    (ball, burning) = spell_figures(rules, rules.spells["fireball"])
    (bolt, _) = spell_figures(rules, rules.spells["fire_bolt"])
    (vent,) = tile_figures(game, game.terrain.codes["fire_trap"])
    assert isinstance(rules.spells["fire_bolt"].effect, Bolt)
    assert (ball.percent, ball.radius, burning.percent) == (450, 4, 6)
    assert bolt.percent == 210
    assert (vent.percent, vent.radius) == (75, 2)


def test_what_is_only_carried_has_no_effects() -> None:
    assert item_figures(RULES, None) == []
    assert item_figures(RULES, RULES.items["amulet_of_embers"].effect) == []


def test_every_effect_that_ships_has_figures() -> None:
    for item in RULES.items.values():
        inert = item.effect.does in {"coin", "keepsake", "essence"}
        assert bool(item_figures(RULES, item.effect)) is not inert
    assert all(spell_figures(RULES, spell) for spell in RULES.spells.values())
