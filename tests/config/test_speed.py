"""The shipped speed of real time: fights leave a player the time to think."""

import pytest

from support.content.shipped import shipped
from support.worlds.duels import kind_like
from support.worlds.staging import Stage, make_test_game
from undertide_server.content.load import load_settings
from undertide_server.sessions.clock.floor_scheduler import FloorScheduler
from undertide_server.sessions.model.settings import Tempo
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.floors import spawn_monster

ROOM = ["#####", "#@..#", "#####"]
LEAST_SECONDS = 8.0
LONGEST = 120.0
TROLLS = tuple(shipped("default").families["troll"].classes)
STRENGTHS = sorted(make_test_game().curve.floors[0].strengths)[:-1]
"""Those of the first floor but for its strongest kind, which is one monster in fifteen."""
FORMER = Tempo(ticks_per_second=10, slow_below=0)
"""The speed before both could be chosen."""


def seconds_to_kill(troll: str, strength: int, tempo: Tempo) -> float:
    """Return the real time in which a troll of the first floor kills a new warden who only waits.

    The troll has hunted it down already and stands beside it.
    """
    stage = Stage(ROOM)
    run, floor = stage.run, stage.floor
    warden = stage.hero(cell=(1, 1))
    assert warden.hero.calling == "warden"
    kind = kind_like(stage.game.ruleset, "troll", troll, strength)
    run.kinds[kind.id] = kind
    spawn_monster(run, floor, kind, (2, 1), Mind("hunting"))
    scheduler = FloorScheduler(run, "real", load_settings().pace, set(), tempo)
    now = 0.0
    scheduler.update_paces(now)
    while warden.entity in floor.heroes and now < LONGEST:
        now = scheduler.due(now) or pytest.fail("no time passes")
        moves = scheduler.take_due_moves(now)
        if moves:
            stage.step(*moves)
        scheduler.update_paces(now)
    run.world.close()
    return now


def shipped_tempo() -> Tempo:
    pace = load_settings().pace
    return Tempo(pace.ticks_per_second, pace.slow_below_percent)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_troll_of_the_first_floor_takes_a_while_to_kill_a_new_warden(strength: int) -> None:
    for troll in TROLLS:
        assert LEAST_SECONDS <= seconds_to_kill(troll, strength, shipped_tempo()) < LONGEST, troll


def test_that_was_too_short_at_ten_ticks_a_second_without_half_speed() -> None:
    assert seconds_to_kill(TROLLS[0], STRENGTHS[1], FORMER) < LEAST_SECONDS
