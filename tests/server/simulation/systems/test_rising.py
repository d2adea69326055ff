"""Some of the fallen rise again, once."""

from dataclasses import replace

from support.worlds.staging import Stage
from undertide_server.content.records.monsters import Behaviour
from undertide_server.simulation.components.floors import Graves
from undertide_server.simulation.mechanics.dying import leave_remains
from undertide_server.simulation.state.events import Event, Seen
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_shared.geometry import distance
from undertide_shared.messages import Move

ROOM = ["########", "#@.....#", "#......#", "########"]
TICKS = 20


def skeleton(stage: Stage, rises: int = TICKS) -> MonsterKind:
    kind = replace(
        stage.game.roster.kinds[0],
        name="skeleton",
        behaviour=Behaviour(rises=rises, asleep=0),
    )
    stage.run.kinds[kind.id] = kind
    return kind


def fell(stage: Stage, kind: MonsterKind) -> MonsterRow:
    """Let a hero in and kill a monster beside it."""
    stage.hero()
    monster = stage.monster((2, 1), life=1, kind=kind)
    stage.ask(Move(1, 0))
    assert not stage.floor.monsters
    return monster


def rises(stage: Stage, within: int) -> tuple[int, list[Event]]:
    """Return after how many ticks somebody is there again, and what was told then."""
    for tick in range(1, within + 1):
        events = stage.tick()
        if stage.floor.monsters:
            return tick, events
    return 0, []


def test_a_skeleton_gets_up_where_it_fell_after_its_ticks() -> None:
    stage = Stage(ROOM)
    kind = skeleton(stage)
    fell(stage, kind)
    passed = stage.floor.state.clock
    tick, events = rises(stage, TICKS)
    assert tick + passed == TICKS
    (risen,) = stage.floor.monsters.values()
    assert (risen.cell, risen.monster.kind) == ((2, 1), kind.id)
    assert risen.body.life == kind.life
    assert "The skeleton gets up again." in [
        event.others for event in events if isinstance(event, Seen)
    ]


def test_it_rises_once_and_pays_once() -> None:
    stage = Stage(ROOM)
    fell(stage, skeleton(stage))
    rises(stage, TICKS)
    (risen,) = stage.floor.monsters.values()
    row = next(iter(stage.floor.heroes.values()))
    paid = row.hero.experience
    risen.body.life = 1
    stage.ask(Move(1, 0))
    assert not stage.floor.monsters
    assert row.hero.experience == paid
    assert rises(stage, TICKS * 3) == (0, [])


def test_it_rises_beside_whoever_stands_there_now() -> None:
    stage = Stage(ROOM)
    fell(stage, skeleton(stage))
    stage.ask(Move(1, 0))
    assert rises(stage, TICKS)[0]
    (risen,) = stage.floor.monsters.values()
    assert distance(risen.cell, (2, 1)) == 1


def test_others_stay_down() -> None:
    stage = Stage(ROOM)
    fell(stage, skeleton(stage, rises=0))
    assert stage.run.world.get(stage.floor.entity, Graves).waiting == []
    assert rises(stage, TICKS * 2) == (0, [])


def test_those_who_fought_for_the_party_stay_down_and_are_not_counted() -> None:
    stage = Stage(ROOM)
    stage.hero()
    kind = skeleton(stage)
    ally = stage.monster((3, 1), kind=kind)
    ally.effects.remaining["summoned"] = 1000
    stage.run.progress.met[kind.id] = 0
    leave_remains(stage.run, stage.floor, ally)
    assert stage.run.world.get(stage.floor.entity, Graves).waiting == []
    assert stage.run.progress.met == {kind.id: 0}
