"""Monsters cast spells, at whom they go for or on themselves."""

import pytest

from support.worlds.outcomes import told
from support.worlds.staging import Stage, kind_that, make_test_game
from undertide_server.content.records.tricks import Rush, SpellUse, Tricks
from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.state.events import Hit
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.geometry import distance

HALL = ["#" * 14, "#@" + "." * 11 + "#", "#" + "." * 12 + "#", "#" * 14]
GAME = make_test_game()
USED = sorted(
    {
        use.spell
        for kind in (*GAME.roster.kinds, *GAME.people.values())
        for use in kind.behaviour.tricks.spells
    }
    | {
        use.spell
        for family in GAME.ruleset.families.values()
        for tricks in (family.boss, *(member.tricks for member in family.classes.values()))
        for use in tricks.spells
    }
)


def caster(stage: Stage, *uses: SpellUse, cell: tuple[int, int] = (4, 1)) -> MonsterRow:
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    kind = kind_that(stage, Tricks(spells=uses))
    return stage.monster(cell, mood="hunting", kind=kind, power=50)


@pytest.mark.parametrize("spell", USED)
def test_every_spell_that_a_monster_knows_can_be_cast_by_one(spell: str) -> None:
    stage = Stage(HALL, GAME)
    row = caster(stage, SpellUse(spell=spell, percent=100), cell=(2, 1))
    row.body.life = 10
    name = stage.run.rules.spells[spell].name
    assert f"The beast casts {name}." in told(stage.tick(1))


def test_spells_strike_whom_it_goes_for() -> None:
    stage = Stage(HALL, GAME)
    row = caster(stage, SpellUse(spell="fire_bolt", percent=100))
    events = stage.tick(1)
    (hit,) = [each for each in events if isinstance(each, Hit)]
    assert (hit.source.entity, hit.target.is_hero) == (row.entity, True)
    assert hit.parts[0][1] == "fire"


def test_spells_that_do_good_are_for_itself() -> None:
    stage = Stage(HALL, GAME)
    row = caster(stage, SpellUse(spell="ward", percent=100, below=60))
    stage.tick(1)
    assert "warded" not in row.effects.remaining
    row.body.life = row.body.max_life * 60 // 100
    stage.tick(4)
    assert "warded" in row.effects.remaining


def test_a_spell_rests_before_it_comes_again() -> None:
    stage = Stage(HALL, GAME)
    caster(stage, SpellUse(spell="arcane_dart", percent=100, rest=50))
    texts = told(stage.tick(60))
    name = stage.run.rules.spells["arcane_dart"].name
    assert texts.count(f"The beast casts {name}.") == 1


def test_out_of_reach_it_comes_nearer_instead() -> None:
    stage = Stage(["#" * 30, "#@" + "." * 27 + "#", "#" * 30], GAME)
    row = caster(stage, SpellUse(spell="smite", percent=100), cell=(15, 1))
    stage.tick(1)
    assert row.cell == (14, 1)


def test_nobody_casts_on_ground_that_quells_magic() -> None:
    stage = Stage(HALL, GAME)
    row = caster(stage, SpellUse(spell="fire_bolt", percent=100))
    stage.turn(row.cell, "quiet_floor")
    assert not any("casts" in text for text in told(stage.tick(1)))


LONG_HALL = ["#" * 14, "#@" + "." * 11 + "#", "#" + "." * 12 + "#", "#" + "." * 12 + "#", "#" * 14]
RUNS = Tricks(rushes=Rush(reach=6, rest=5))
BLINKS = Tricks(rushes=Rush(reach=6, rest=5, blinks=True))


def rusher(stage: Stage, cell: tuple[int, int], tricks: Tricks) -> MonsterRow:
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    return stage.monster(cell, mood="hunting", kind=kind_that(stage, tricks))


def test_it_charges_in_a_straight_line() -> None:
    stage = Stage(LONG_HALL)
    row = rusher(stage, (6, 1), RUNS)
    assert "The beast charges at you!" in told(stage.tick(1))
    assert row.cell == (2, 1)


@pytest.mark.parametrize(("x", "lands"), [(7, 2), (8, 7)])
def test_it_charges_from_six_cells_away_and_no_further(x: int, lands: int) -> None:
    stage = Stage(LONG_HALL)
    row = rusher(stage, (x, 1), RUNS)
    stage.tick(1)
    assert row.cell == (lands, 1)


def test_slanting_ways_are_straight_too() -> None:
    stage = Stage(LONG_HALL)
    row = rusher(stage, (3, 3), RUNS)
    stage.tick(1)
    assert row.cell == (2, 2)


def test_it_does_not_charge_round_corners_through_others_or_from_afar() -> None:
    for cell, between in (((6, 2), None), ((6, 1), (4, 1)), ((8, 1), None)):
        stage = Stage(LONG_HALL)
        row = rusher(stage, cell, RUNS)
        if between:
            stage.monster(between, mood="asleep")
        stage.tick(1)
        assert distance(row.cell, cell) <= 1


def test_it_does_not_charge_into_harm() -> None:
    stage = Stage(LONG_HALL)
    row = rusher(stage, (6, 1), RUNS)
    stage.turn((4, 1), "acid")
    stage.tick(1)
    assert row.cell != (2, 1)


def test_then_it_rests() -> None:
    stage = Stage(LONG_HALL)
    row = rusher(stage, (6, 1), RUNS)
    stage.tick(1)
    stage.run.index.move(row, (7, 1))
    row.actor.energy = 0
    stage.tick(1)
    assert distance(row.cell, (7, 1)) == 1


def test_those_that_blink_care_for_nothing_between() -> None:
    stage = Stage(LONG_HALL)
    row = rusher(stage, (6, 2), BLINKS)
    stage.monster((4, 1), mood="asleep")
    assert "The beast is gone, and there again, beside you!" in told(stage.tick(1))
    assert distance(row.cell, (1, 1)) == 1


def test_nobody_blinks_where_no_magic_works() -> None:
    stage = Stage(LONG_HALL)
    row = rusher(stage, (6, 1), BLINKS)
    stage.turn((6, 1), "quiet_floor")
    stage.tick(1)
    assert distance(row.cell, (6, 1)) <= 1


def test_guardians_rush_nowhere_beyond_their_bounds() -> None:
    stage = Stage(LONG_HALL)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    kind = kind_that(stage, BLINKS, guards=2)
    row = stage.monster((6, 1), mood="hunting", kind=kind)
    row.post = GuardPost(6, 1)
    stage.tick(10)
    assert distance(row.cell, (6, 1)) <= 2
