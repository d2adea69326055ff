"""What a view tells of the spells that its hero knows."""

from support.content.shipped import shipped
from support.content.without_variety import unvaried
from support.worlds.spellcraft import HALL, caster
from support.worlds.staging import SEED, Stage
from undertide_server.content.records.changes import with_changes
from undertide_server.content.records.variety import Change
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.views.own import own_of
from undertide_server.views.pack import carried_of, pack_of
from undertide_server.views.spells import spells_of
from undertide_server.worldgen.game.game import make_game

WIDER = Change(key="damage.explosion_size", percent=200)


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
    stage = Stage(HALL, make_game(wider, SEED))
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
