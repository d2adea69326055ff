"""A run is lost once no hero is left who could play on."""

from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.events import Event, RunEnded
from undertide_server.simulation.state.inputs import Asked, PlayerLost, SeatTaken, Ticked, Withdrawn
from undertide_shared.messages import Use

ROOM = ["########", "#@.....#", "#.....>#", "########"]


def test_a_run_without_heroes_has_not_ended() -> None:
    stage = Stage(ROOM)
    stage.step()
    assert not stage.run.progress.ended


def test_the_run_ends_with_its_last_hero() -> None:
    stage = Stage(ROOM)
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(6, 1))
    for row in (ann, ben):
        row.body.life = 1
        stage.monster((row.cell[0], 2), mood="hunting", power=50)
    assert ends(stage.tick(20)) == [RunEnded(won=False)]
    assert stage.run.progress.ended
    assert not stage.run.progress.won


def test_a_sleeper_keeps_the_run_going() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann")
    stage.hero("Ben", cell=(6, 1))
    stage.step(PlayerLost(1))
    stage.step(Withdrawn(1))
    ann.body.life = 1
    stage.monster((1, 2), mood="hunting", power=50)
    stage.tick(5)
    assert ann.hero.fate
    assert not stage.run.progress.ended


def test_who_takes_a_seat_as_the_last_one_falls_plays_on() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann")
    ann.body.life = 1
    ann.inventory.stacks.clear()
    give_stack(ann.inventory, "fireball_scroll", 1)
    stage.monster((1, 2), mood="hunting", power=50)
    burn = Use(ann.inventory.stacks[0].id, 1, 2)
    stage.step(SeatTaken(1, "Ben"), Asked(0, 1, burn), Ticked(1))
    assert ann.is_fallen
    assert not stage.run.progress.ended


def ends(events: list[Event]) -> list[RunEnded]:
    return [event for event in events if isinstance(event, RunEnded)]
