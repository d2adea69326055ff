"""Statuses take, give and change what they say, run out once, and say so."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.mechanics.damage import deal_damage
from undertide_server.simulation.state.events import Fell, Hit, Seen, thing
from undertide_server.simulation.state.rows import ActorRow

ROOM = ["#########", "#@......#", "#########"]
APART = ["#########", "#@.#....#", "#########"]
NO_RESISTANCE = (0,) * 6


def bare(stage: Stage, row: ActorRow, counted: tuple[int, ...] = NO_RESISTANCE) -> None:
    """Give somebody a round life that doesn't come back, and this much resistance."""
    row.body.life = row.body.max_life = 1000
    row.body.regen = row.body.absorb = row.body.absorb_tenths = 0
    stage.run.world.get(row.entity, Resistance).counted = counted


def test_a_status_lasts_its_ticks_and_its_end_is_told_once() -> None:
    stage = Stage(ROOM)
    row, monster = stage.hero(), stage.monster((7, 1), mood="asleep")
    row.effects.remaining["confused"] = 3
    monster.effects.remaining["confused"] = 2
    events = stage.tick(2)
    assert row.effects.remaining == {"confused": 1}
    assert monster.effects.remaining == {}
    events += stage.tick(5)
    told = [event for event in events if isinstance(event, Seen) and "no longer" in event.others]
    assert [event.others for event in told] == [
        f"The {monster.actor.name} is no longer confused.",
        "Ann is no longer confused.",
    ]
    assert told[1].own == "You are no longer confused."


def test_several_statuses_run_side_by_side() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.effects.remaining |= {"sheltered": 5, "confused": 2}
    stage.tick(3)
    assert row.effects.remaining == {"sheltered": 2}


def test_the_end_of_what_others_do_not_see_is_told_to_nobody_else() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.effects.remaining["sheltered"] = 1
    [told] = [event for event in stage.tick() if isinstance(event, Seen)]
    assert (told.own, told.others) == ("You are no longer sheltered.", "")


@pytest.mark.parametrize("key", ["burning", "poisoned"])
def test_what_harms_takes_its_share_at_its_beats_from_heroes_and_monsters(key: str) -> None:
    stage = Stage(APART)
    toll = stage.run.rules.statuses[key].harm
    assert toll is not None
    rows = [stage.hero(), stage.monster((7, 1), mood="asleep")]
    for row in rows:
        bare(stage, row)
        row.effects.remaining[key] = 4 * toll.every
    stage.tick(4 * toll.every + 10)
    assert [row.body.life for row in rows] == [1000 - 4 * 10 * toll.percent] * 2


def test_resistance_counts_against_it_and_above_ten_it_heals() -> None:
    stage = Stage(ROOM)
    toll = stage.run.rules.statuses["burning"].harm
    assert toll is not None
    stage.hero()
    lives = []
    for points, x in ((5, 3), (12, 5), (-5, 7)):
        monster = stage.monster((x, 1), mood="asleep")
        bare(stage, monster, (0, 0, points, 0, 0, 0))
        monster.body.life = 500
        monster.effects.remaining["burning"] = toll.every
        lives.append(monster)
    stage.tick(toll.every)
    whole = 10 * toll.percent
    expected = [500 - whole // 2, 500 + whole // 5, 500 - whole * 3 // 2]
    assert [monster.body.life for monster in lives] == expected


def test_it_kills_and_is_the_fate_of_its_victim() -> None:
    stage = Stage(ROOM)
    stage.hero("Ben", cell=(5, 1))
    stage.put_to_sleep()
    row = stage.hero()
    row.body.life, row.body.regen = 1, 0
    row.effects.remaining["poisoned"] = 100
    events = stage.tick(20)
    assert [event.victim.name for event in events if isinstance(event, Fell)] == ["Ann"]
    assert row.hero.fate == "poison"


def test_it_pays_like_any_other_end_of_a_monster() -> None:
    stage = Stage(ROOM)
    hero, monster = stage.hero(), stage.monster((7, 1), mood="asleep")
    bare(stage, monster)
    monster.body.life = 1
    monster.monster.experience = 7
    monster.effects.remaining["burning"] = 30
    stage.tick(10)
    assert hero.hero.experience == 7


def test_it_wakes_those_who_sleep() -> None:
    stage = Stage(ROOM)
    stage.hero()
    monster = stage.monster((7, 1), mood="asleep")
    bare(stage, monster)
    monster.effects.remaining["burning"] = 30
    stage.tick(10)
    assert monster.mind.mood != "asleep"


def test_what_mends_gives_back_at_its_beats_and_never_too_much() -> None:
    stage = Stage(ROOM)
    mending = stage.run.rules.statuses["regenerating"].mends
    assert mending is not None
    row = stage.hero()
    bare(stage, row)
    row.body.life = 500
    row.effects.remaining["regenerating"] = 200
    stage.tick(2 * mending.every)
    assert row.body.life == 500 + 2 * 10 * mending.percent
    row.body.life = 999
    stage.tick(2 * mending.every)
    assert row.body.life == 1000


@pytest.mark.parametrize(("key", "ticks"), [(None, 4), ("slowed", 8), ("hasted", 3)])
def test_statuses_change_how_soon_somebody_is_ready_again(key: str | None, ticks: int) -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    row.actor.speed, row.actor.energy = 10, -40
    if key is not None:
        row.effects.remaining[key] = 100
    stage.tick(ticks - 1)
    assert row.actor.energy < 0
    stage.tick()
    assert row.actor.energy == 0


def test_a_status_at_work_is_told_as_a_hit() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    bare(stage, row)
    row.effects.remaining["burning"] = 5
    hits = [event for event in stage.tick(5) if isinstance(event, Hit)]
    assert [(hit.source.name, hit.parts[0][1]) for hit in hits] == [("fire", "fire")]


def test_a_ward_takes_a_share_of_the_full_life_off_every_hit_but_never_over_half_of_it() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    bare(stage, row)
    off = 10 * stage.run.rules.statuses["warded"].absorb_percent
    row.effects.remaining["warded"] = 50
    source = thing("a rock", row.cell)
    for damage, left in ((3 * off, 2 * off), (off, off - off // 2)):
        row.body.life = 1000
        deal_damage(stage.run, stage.floor, source, row, [(damage, "physical")])
        assert 1000 - row.body.life == left
