"""The order of everything: inputs, ticks, turns, and the end of a run."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.mechanics.victory import end_run
from undertide_server.simulation.pipeline import LONGEST_TURN
from undertide_server.simulation.snapshot import take_snapshot
from undertide_server.simulation.state.events import PartyTold
from undertide_server.simulation.state.inputs import (
    Asked,
    Input,
    PlayerLost,
    SeatTaken,
    Ticked,
    Turned,
    Withdrawn,
)
from undertide_shared.messages import Climb, Explore, Move, Wait

ROOM = ["########", "#@.....#", "#.....>#", "########"]
WIDE = ["#" * 40, "#@" + "." * 37 + "#", *["#" + "." * 38 + "#"] * 12, "#" * 40]


class TestTurns:
    def test_a_turn_without_deeds_passes_no_time(self) -> None:
        stage = Stage(ROOM)
        stage.hero()
        stage.step(Turned(1))
        assert stage.floor.state.clock == 0

    def test_a_turn_lasts_as_long_as_its_deed(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        stage.ask(Wait())
        assert stage.floor.state.clock == 2
        row.actor.speed = 1
        stage.ask(Wait())
        assert stage.floor.state.clock == 22
        assert row.is_ready

    def test_a_turn_ends_though_errands_are_out_of_step(self) -> None:
        stage = Stage(WIDE)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(1, 12))
        ann.actor.energy = -10
        stage.step(Asked(0, 1, Explore()), Asked(1, 1, Explore()))
        for _ in range(5):
            before = stage.floor.state.clock
            stage.step(Turned(1))
            assert "explore" in {ann.auto_action.activity, ben.auto_action.activity}
            assert stage.floor.state.clock - before <= 4

    def test_who_can_hardly_move_holds_up_a_turn_no_longer_than_the_bound(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        row.actor.energy = -100 * LONGEST_TURN
        stage.step(Turned(1))
        assert stage.floor.state.clock <= 2 * LONGEST_TURN

    def test_sleepers_hold_up_nobody(self) -> None:
        stage = Stage(ROOM)
        stage.hero("Ann")
        sleeper = stage.hero("Ben")
        stage.step(PlayerLost(1))
        stage.step(Withdrawn(1))
        sleeper.actor.energy = -1000
        stage.ask(Wait())
        assert stage.floor.state.clock == 2

    def test_who_comes_down_the_stairs_recovers_before_its_next_deed(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero(cell=(6, 2))
        stage.ask(Climb())
        assert row.actor.energy == -stage.run.rules.costs.climb
        stage.ask(Wait(), branch=2)
        below = stage.run.index.floors[stage.run.index.by_branch[2]]
        assert below.state.clock == 4, "two ticks of climbing and two of waiting"
        assert stage.floor.state.clock == 0


class TestInputs:
    @pytest.mark.parametrize(
        "given",
        [Ticked(9), Turned(-1), Asked(5, 1, Wait()), PlayerLost(5), Withdrawn(-3)],
    )
    def test_what_is_about_nobody_changes_nothing_but_the_step(self, given: Input) -> None:
        stage = Stage(ROOM)
        stage.hero()
        number, before = stage.run.progress.step, take_snapshot(stage.run)
        assert stage.step(given) == []
        assert stage.run.progress.step == number + 1
        stage.run.progress.step = number
        assert take_snapshot(stage.run) == before

    def test_inputs_take_effect_in_their_order(self) -> None:
        stage = Stage(ROOM)
        stage.step(SeatTaken(0, "Ann"), Asked(0, 1, Move(1, 0)), Turned(1), PlayerLost(0))
        ((row),) = stage.floor.heroes.values()
        assert row.cell == (2, 1)
        assert row.hero.presence == "linkdead"

    def test_once_the_run_has_ended_inputs_change_nothing(self) -> None:
        stage = Stage(ROOM)
        row = stage.hero()
        end_run(stage.run, won=True)
        stage.step(SeatTaken(1, "Ben"), Asked(0, 1, Move(1, 0)), Ticked(1))
        assert row.cell == (1, 1)
        assert list(stage.floor.heroes) == [row.entity]

    def test_events_are_those_of_the_step_alone(self) -> None:
        stage = Stage(ROOM)
        events = stage.step(SeatTaken(0, "Ann"))
        assert events == [PartyTold("party", "Ann joins the party on floor 1.")]
        assert stage.step() == []


def test_ticks_of_all_floors_are_counted_together() -> None:
    stage = Stage(ROOM)
    stage.hero("Ann", cell=(6, 2))
    stage.hero("Ben")
    stage.let_leave()
    stage.ask(Climb())
    before = stage.run.progress.ticks
    stage.step(Ticked(1), Ticked(2))
    assert stage.run.progress.ticks == before + 2


def test_a_step_counts_once_however_much_it_moves() -> None:
    stage = Stage(ROOM)
    before = stage.run.progress.step
    stage.step()
    stage.step(Ticked(1), Ticked(1))
    assert stage.run.progress.step == before + 2


SMALL_ROOM = ["####", "#@.#", "####"]


@pytest.mark.parametrize("inputs", [[], [Ticked(1)]], ids=["step", "tick"])
def test_marked_entities_are_gone_afterwards_and_others_stay(inputs: list[Input]) -> None:
    stage = Stage(SMALL_ROOM)
    marked, other = stage.item((2, 1), "gold"), stage.item((2, 1), "gold")
    stage.run.index.leave(marked)
    stage.run.world.delete(marked)
    assert stage.run.world.has(marked, Lying)
    stage.step(*inputs)
    assert [entity for entity, _ in stage.run.world.each(Lying)] == [other]
