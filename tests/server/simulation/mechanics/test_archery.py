"""Heroes shoot at enemies that they see, within the reach of what they hold."""

from support.content.own_rules import with_terrain
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.state.events import Hit
from undertide_server.simulation.state.inputs import SeatTaken
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Shoot

ALLEY = ["#" * 20, "#@" + "." * 17 + "#", "#" * 20]


def archer(stage: Stage) -> HeroRow:
    stage.step(SeatTaken(0, "Ann", "strider"))
    row = stage.floor.heroes[max(stage.floor.heroes)]
    row.effects.remaining.clear()
    assert row.attack.range > 2
    return row


def shots(stage: Stage, x: int, y: int = 1) -> list[Hit]:
    return [event for event in stage.ask(Shoot(x, y)) if isinstance(event, Hit)]


def reason(stage: Stage, row: HeroRow, x: int, y: int = 1) -> str:
    """Return why a shot is refused; it takes no time then."""
    energy = row.actor.energy
    assert not shots(stage, x, y)
    assert (row.intents.outcome, row.actor.energy) == ("refused", energy)
    return row.intents.reason


def test_what_is_too_far_or_out_of_sight_is_refused() -> None:
    stage = Stage(ALLEY, make_test_game())
    row = archer(stage)
    stage.monster((2 + row.attack.range, 1), mood="asleep")
    assert "too far" in reason(stage, row, 2 + row.attack.range)
    assert "can't see" in reason(stage, row, 3, -5)
    assert "can't see" in reason(stage, row, 2**40, 1)


def test_nobody_there_oneself_and_companions_are_no_targets() -> None:
    stage = Stage(ALLEY, make_test_game())
    row = archer(stage)
    stage.step(SeatTaken(1, "Ben"))
    ben = stage.floor.heroes[max(stage.floor.heroes)]
    assert "nobody" in reason(stage, row, 5)
    assert "nobody" in reason(stage, row, row.cell[0])
    assert "your friends" in reason(stage, row, *ben.cell)


def test_who_holds_no_bow_or_is_confused_does_not_shoot() -> None:
    stage = Stage(ALLEY, make_test_game())
    row = archer(stage)
    stage.monster((4, 1), mood="asleep")
    row.effects.remaining["confused"] = 50
    assert "confused" in reason(stage, row, 4)
    row.effects.remaining.clear()
    row.attack.range = 0
    assert "nothing to shoot with" in reason(stage, row, 4)


def test_the_peaceful_are_left_in_peace() -> None:
    stage = Stage(ALLEY, make_test_game())
    row = archer(stage)
    kinds = [kind for kind in stage.run.kinds.values() if kind.behaviour.peaceful]
    monster = stage.monster((4, 1), kind=kinds[0])
    assert "is peaceful" in reason(stage, row, *monster.cell)


def test_cover_may_stop_a_missile_and_its_target_knows_whence_it_came() -> None:
    stage = Stage(ALLEY, with_terrain("rubble", cover=100))
    row = archer(stage)
    monster = stage.monster((4, 1), mood="asleep", life=500)
    stage.turn(monster.cell, "rubble")
    assert not [each for each in shots(stage, 4) if each.source.entity == row.entity]
    assert row.intents.outcome == "done"
    assert (monster.body.life, monster.mind.mood) == (500, "hunting")


def test_who_lies_in_wait_is_not_betrayed_by_a_refusal() -> None:
    stage = Stage(ALLEY, make_test_game())
    row = archer(stage)
    monster = stage.monster((4, 1), mood="asleep")
    monster.behaviour = monster.behaviour.model_copy(update={"lurks": True})
    assert monster.is_hidden
    assert reason(stage, row, 4) == reason(stage, row, 6)


def test_missiles_pass_glass() -> None:
    stage = Stage(["#######", "#@.G..#", "#######"], make_test_game(), legend={"G": "glass"})
    row = archer(stage)
    monster = stage.monster((4, 1), mood="asleep", life=500)
    assert [hit.target.entity for hit in shots(stage, 4) if hit.source.entity == row.entity]
    assert monster.body.life < 500
