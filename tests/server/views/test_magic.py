"""What views tell of statuses and spells."""

from spellcraft import HALL, caster
from staging import Stage
from undertide_server.views.magic import spells_of, statuses_felt, statuses_shown
from undertide_server.views.own import own_of
from undertide_server.views.scene import scene_of


def test_others_see_what_shows_and_its_own_player_knows_all() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    row.effects.remaining |= {"sheltered": 9, "poisoned": 7, "burning": 3}
    assert statuses_shown(stage.run, row) == ("burning", "poisoned")
    assert statuses_felt(stage.run, row) == [("burning", 3), ("poisoned", 7), ("sheltered", 9)]


def test_of_those_in_sight_a_scene_says_what_they_suffer_and_enjoy() -> None:
    stage = Stage(HALL)
    row, monster = stage.hero(), stage.monster((5, 1), mood="asleep")
    row.effects.remaining["hasted"] = 5
    monster.effects.remaining |= {"slowed": 5, "poisoned": 5}
    with stage.run.world.active():
        scene = scene_of(stage.run, stage.floor)
    found = scene.seen_by(row.sees)
    assert found[row.entity].statuses == ("hasted",)
    assert found[monster.entity].statuses == ("poisoned", "slowed")


def test_a_spell_is_told_with_what_casting_it_asks_for() -> None:
    stage = Stage(HALL)
    row = caster(stage, "fireball", "dawn", "blink")
    ball, wave, blink = spells_of(stage.run, row)
    record = stage.run.rules.spells["fireball"]
    assert (ball.spell, ball.name, ball.mana) == ("fireball", record.name, record.mana)
    assert (ball.target, ball.radius, ball.range) == ("cell", 2, 8)
    assert (wave.target, wave.radius, wave.range) == ("none", 5, 0)
    assert (blink.target, blink.radius, blink.range) == ("cell", 0, 6)


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
    learned = own_of(stage.run, row, first)
    row.magic.mana -= 1
    spent = own_of(stage.run, row, learned)
    assert [len(own.spells) for own in (first, learned, spent)] == [1, 2, 2]
    assert spent.hero.mana == first.hero.mana - 1
