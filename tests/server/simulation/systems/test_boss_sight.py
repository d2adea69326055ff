"""A hero that sees a boss for the first time reads its name and stops its auto action (R3)."""

from support.worlds.special_kinds import kind_that
from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.victory import make_boss
from undertide_server.simulation.state.events import Event, Seen
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.systems.boss_sight import announce_bosses
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_shared.geometry import Cell
from undertide_shared.messages import Rest

HOUSE = ["##########", "#@..#....#", "#...+....#", "##########"]


def boss_at(stage: Stage, cell: Cell, kind: MonsterKind | None = None) -> MonsterRow:
    row = stage.monster(cell, mood="asleep", kind=kind)
    make_boss(stage.run, stage.floor, row)
    return row


def told(row: HeroRow, events: list[Event]) -> list[str]:
    seen = [each for each in events if isinstance(each, Seen) and each.actor.entity == row.entity]
    return [each.own for each in seen if each.own]


def test_each_hero_reads_once_of_a_boss_that_it_sees() -> None:
    stage = Stage(HOUSE)
    ann, ben = stage.hero(), stage.hero("Ben", cell=(6, 1))
    boss = boss_at(stage, (3, 1))
    assert boss.boss is not None
    events = stage.tick()
    (line,) = told(ann, events)
    assert line.startswith(f"You see {boss.boss.name}, the {boss.actor.name}")
    assert told(ben, events) == []
    assert told(ann, stage.tick(3)) == []


def test_the_sight_of_a_boss_stops_an_auto_action_even_when_it_sleeps() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life = 1
    stage.ask(Rest())
    boss_at(stage, (3, 1))
    stage.tick()
    assert row.auto_action.activity == "none"


def test_a_known_boss_stops_nothing() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life = 1
    boss_at(stage, (3, 1), kind_that(stage, notices=1))
    stage.tick()
    stage.ask(Rest())
    stage.tick()
    assert row.auto_action.activity == "rest"


def test_the_care_of_the_fallen_goes_on() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    boss_at(stage, (3, 1))
    row.auto_action.activity = "revive"
    announce_bosses(stage.run, stage.floor)
    assert stage.run.events
    assert row.auto_action.activity == "revive"


def test_a_boss_in_hiding_is_not_told_of() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    boss_at(stage, (3, 1), kind_that(stage, lurks=True))
    assert told(row, stage.tick()) == []


def test_others_read_of_the_first_who_sees_it() -> None:
    stage = Stage(HOUSE)
    stage.hero()
    stage.hero("Ben", cell=(1, 2))
    boss = boss_at(stage, (3, 1))
    assert boss.boss is not None
    lines = [each.others for each in stage.tick() if isinstance(each, Seen) and each.own]
    assert lines == [f"Ann sees {boss.boss.name}, the {boss.actor.name}: a boss!", ""]
