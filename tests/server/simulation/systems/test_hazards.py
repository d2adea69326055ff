"""The ground harms whoever stands on it, at each beat of the terrain."""

from support.content.own_rules import with_terrain
from support.worlds.outcomes import hits
from support.worlds.staging import Stage
from undertide_server.content.records.terrain import Harm
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.rules.damage import TYPE_INDEX
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_server.simulation.state.rows import MonsterRow

ROOM = ["#######", "#@^^..#", "#^^^..#", "#######"]


def pool(percent: int = 10) -> Stage:
    game = with_terrain("acid", harm=Harm(damage="poison", percent=percent))
    return Stage(ROOM, game, legend={"^": "acid"})


def beat(stage: Stage) -> list[Event]:
    """Let the ticks from one beat to just before the next pass."""
    return stage.tick(stage.run.rules.living.beat)


def resist(stage: Stage, entity: int, points: int) -> None:
    counted = [0] * 6
    counted[TYPE_INDEX["poison"]] = points
    stage.run.world.get(entity, Resistance).counted = tuple(counted)


def sleeper(stage: Stage, cell: tuple[int, int], life: int = 50) -> MonsterRow:
    """Put a sleeping monster without any resistance somewhere."""
    monster = stage.monster(cell, life=life, mood="asleep")
    resist(stage, monster.entity, 0)
    return monster


def test_a_beat_takes_its_share_of_full_life_from_heroes_and_monsters() -> None:
    stage = pool()
    row, monster = stage.hero(cell=(2, 1)), sleeper(stage, (3, 2), 50)
    safe = sleeper(stage, (5, 1), 50)
    told = {hit.target.entity: hit for hit in hits(beat(stage))}
    assert told.keys() == {row.entity, monster.entity}
    assert told[row.entity].parts == ((row.body.max_life // 10, "poison"),)
    assert (monster.body.life, safe.body.life) == (45, 50)
    assert told[monster.entity].source.name == "pool of acid"


def test_a_small_share_still_hurts() -> None:
    stage = pool(percent=1)
    monster = sleeper(stage, (3, 2), 7)
    beat(stage)
    assert monster.body.life == 6


def test_between_beats_the_ground_waits() -> None:
    stage = pool()
    stage.hero(cell=(2, 1))
    assert len(hits(beat(stage))) == len(hits(beat(stage))) == 1


def test_resistance_counts_and_above_ten_heals() -> None:
    stage = pool()
    half, healed = sleeper(stage, (3, 2)), sleeper(stage, (2, 2))
    resist(stage, half.entity, 5)
    resist(stage, healed.entity, 12)
    healed.body.life = 40
    parts = {hit.target.entity: hit.parts for hit in hits(beat(stage))}
    assert parts == {half.entity: ((3, "poison"),), healed.entity: ((-1, "poison"),)}


def test_nothing_is_told_of_the_immune_and_of_the_whole_that_it_would_heal() -> None:
    stage = pool()
    immune, whole = sleeper(stage, (3, 2)), sleeper(stage, (2, 2))
    resist(stage, immune.entity, 10)
    resist(stage, whole.entity, 12)
    assert beat(stage) == []
    assert (immune.body.life, whole.body.life) == (50, 50)


def test_a_sleeping_monster_wakes_and_walks_out_of_what_hurts_it() -> None:
    stage = pool(percent=1)
    monster = sleeper(stage, (3, 2))
    stage.tick(100)
    assert monster.mind.mood == "idle"
    assert monster.cell[0] > 3
    assert monster.body.life > 0


def test_what_kills_a_hero_is_its_fate() -> None:
    stage = pool()
    row = stage.hero(cell=(2, 1))
    row.body.life = 1
    beat(stage)
    assert row.hero.fate == "pool of acid"


def test_the_link_dead_are_harmed_and_the_sleeping_are_not() -> None:
    stage = pool()
    ann, ben = stage.hero("Ann", cell=(2, 1)), stage.hero("Ben", cell=(3, 1))
    stage.step(PlayerLost(0), PlayerLost(1))
    stage.step(Withdrawn(1))
    assert {hit.target.entity for hit in hits(beat(stage))} == {ann.entity}
    assert ben.body.life == ben.body.max_life


def test_the_sealed_are_left_alone() -> None:
    stage = pool()
    boss = stage.monster((3, 2), mood="sealed")
    assert beat(stage) == []
    assert boss.body.life == boss.body.max_life
