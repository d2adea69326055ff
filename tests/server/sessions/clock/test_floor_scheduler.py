"""When each floor moves on: beats, turns and their limits, without waiting for a clock."""

from collections.abc import Sequence
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.worlds.staging import Stage
from undertide_server.content.load import load_settings
from undertide_server.sessions.clock.floor_scheduler import LATE_BEATS, UNHURRIED, FloorScheduler
from undertide_server.sessions.model.settings import Tempo
from undertide_server.simulation.components.floors import Agreement
from undertide_server.simulation.mechanics.dying import strike_down
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.inputs import (
    Asked,
    Input,
    PlayerBack,
    PlayerLost,
    Ticked,
    Turned,
    Withdrawn,
)
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Accompany, Climb, Explore, Pace, Wait
from undertide_shared.time import UNSTATED_RATE

ROOM = ["#" * 30, "#@" + "." * 27 + "#", "#" + "." * 27 + ">#", "#" * 30]
SETTINGS = load_settings().pace
TICK_SECONDS = 1 / UNSTATED_RATE


class Clocked:
    """A stage, its clockwork, and a clock that is set by hand."""

    def __init__(self, choice: Pace, heroes: int, tempo: Tempo = UNHURRIED) -> None:
        self.stage = Stage(ROOM)
        for seat in range(heroes):
            self.stage.hero(f"Hero {seat}")
        self.asking: set[int] = set()
        self.floor_scheduler = FloorScheduler(self.stage.run, choice, SETTINGS, self.asking, tempo)
        self.now = 50.0
        self.follow()

    def follow(self) -> None:
        self.floor_scheduler.update_paces(self.now)

    def moves(self) -> list[Input]:
        """Return what moves on now, let it take effect, and follow."""
        moves = self.floor_scheduler.take_due_moves(self.now)
        self.stage.step(*moves)
        self.asking.clear()
        self.follow()
        return moves

    def due(self) -> float | None:
        return self.floor_scheduler.due(self.now)

    def takes_intents(self, branch: int | None) -> bool:
        return self.floor_scheduler.takes_intents(branch, self.now)

    def ask(self) -> None:
        """Let an intent of the first hero wait in the session's inbox."""
        self.asking.update({0})

    def hurt(self, seat: int, percent: int) -> HeroRow:
        """Leave a hero so many percent of its life, and follow."""
        _, row = self.stage.run.index.of_seat(seat) or pytest.fail("nobody there")
        row.body.max_life, row.body.life = 100, percent
        self.stage.step()
        self.follow()
        return row

    def next_ticks(self, count: int) -> list[float]:
        """Return the seconds until each of the next ticks of real time."""
        since, told = self.now, list[float]()
        while len(told) < count:
            self.now = self.due() or pytest.fail("nothing is due")
            if self.moves():
                told.append(self.now - since)
        return told

    def knock_down(self, seat: int) -> None:
        """Let a hero fall, while another one stands."""
        floor, row = self.stage.run.index.of_seat(seat) or pytest.fail("nobody there")
        strike_down(self.stage.run, floor, row, thing("a test", row.cell))
        self.stage.step()
        self.follow()

    def lull(self, seat: int) -> None:
        self.stage.step(PlayerLost(seat), Withdrawn(seat))
        self.follow()


class TestRealTime:
    def test_a_floor_ticks_once_a_beat(self) -> None:
        clocked = Clocked("real", 1)
        assert clocked.due() == pytest.approx(50.0 + TICK_SECONDS)
        assert clocked.moves() == []
        for _ in range(5):
            due = clocked.due()
            assert due is not None
            clocked.now = due
            assert clocked.moves() == [Ticked(1)]
        assert clocked.now == pytest.approx(50.0 + 5 * TICK_SECONDS)

    def test_late_beats_are_made_up_for_but_not_all(self) -> None:
        clocked = Clocked("real", 1)
        clocked.now += 100.0
        made_up = 0
        while clocked.moves():
            made_up += 1
        assert 1 < made_up <= LATE_BEATS + 1

    def test_all_floors_in_real_time_share_one_beat_in_the_order_of_branches(self) -> None:
        clocked = Clocked("real", 2)
        clocked.stage.run.index.move(clocked.stage.floor.heroes[3], (28, 2))
        clocked.stage.let_leave()
        clocked.stage.step(Asked(0, 1, Climb()), Ticked(1))
        clocked.follow()
        due = clocked.due()
        assert due is not None
        clocked.now = due
        assert clocked.moves() == [Ticked(1), Ticked(2)]

    def test_beats_stop_when_all_sleep(self) -> None:
        clocked = Clocked("real", 1)
        clocked.lull(0)
        assert clocked.due() is None
        clocked.now += 10.0
        assert clocked.moves() == []


@pytest.mark.parametrize("rate", [1, 3, 5, 7, 10, 15, 20])
def test_a_session_keeps_its_rate_in_the_long_run(rate: int) -> None:
    clocked = Clocked("real", 1, Tempo(ticks_per_second=rate))
    assert clocked.next_ticks(3 * rate)[-1] == pytest.approx(3.0, abs=0.051)


class TestHalfSpeed:
    tempo = Tempo(ticks_per_second=5, slow_below=40)

    def test_a_badly_hurt_hero_halves_the_speed_of_its_floor(self) -> None:
        clocked = Clocked("real", 2, self.tempo)
        assert clocked.next_ticks(2) == pytest.approx([0.2, 0.4])
        clocked.hurt(1, 39)
        assert clocked.floor_scheduler.statuses[1].slow
        assert clocked.next_ticks(3) == pytest.approx([0.4, 0.8, 1.2])
        clocked.hurt(1, 40)
        assert not clocked.floor_scheduler.statuses[1].slow
        assert clocked.next_ticks(2) == pytest.approx([0.2, 0.4])

    def test_other_floors_keep_their_speed(self) -> None:
        clocked = Clocked("real", 2, self.tempo)
        clocked.stage.run.index.move(clocked.stage.floor.heroes[3], (28, 2))
        clocked.stage.let_leave()
        clocked.stage.step(Asked(0, 1, Climb()), Ticked(1))
        clocked.hurt(1, 10)
        moved: list[Input] = []
        for _ in range(4):
            clocked.now = clocked.due() or pytest.fail("nothing is due")
            moved += clocked.moves()
        assert (moved.count(Ticked(1)), moved.count(Ticked(2))) == (2, 4)

    def test_a_fallen_hero_counts_as_badly_hurt(self) -> None:
        clocked = Clocked("real", 2, self.tempo)
        clocked.knock_down(0)
        assert clocked.floor_scheduler.statuses[1].slow

    def test_who_sleeps_or_rests_slows_nobody(self) -> None:
        clocked = Clocked("real", 3, self.tempo)
        resting = clocked.hurt(0, 10)
        resting.auto_action.activity = "rest"
        clocked.hurt(1, 10)
        clocked.lull(1)
        assert not clocked.floor_scheduler.statuses[1].slow
        resting.auto_action.activity = "none"
        clocked.stage.step()
        clocked.follow()
        assert clocked.floor_scheduler.statuses[1].slow

    @pytest.mark.parametrize("choice", get_args(Pace))
    def test_turns_have_no_speed(self, choice: Pace) -> None:
        clocked = Clocked(choice, 1, self.tempo)
        clocked.hurt(0, 10)
        status = clocked.floor_scheduler.statuses[1]
        assert status.slow == (status.mode == "real")

    def test_a_server_may_switch_it_off(self) -> None:
        clocked = Clocked("real", 2, Tempo(ticks_per_second=5, slow_below=0))
        clocked.knock_down(1)
        clocked.hurt(0, 1)
        assert not clocked.floor_scheduler.statuses[1].slow


class TestTurns:
    def test_alone_nothing_is_due_until_something_is_asked(self) -> None:
        clocked = Clocked("auto", 1)
        assert clocked.due() is None
        clocked.asking.update({0})
        assert clocked.due() == clocked.now
        assert clocked.moves() == [Turned(1)]
        assert clocked.due() is None

    def test_an_errand_takes_its_steps_at_the_rate_that_the_host_set(self) -> None:
        clocked = Clocked("auto", 1)
        clocked.stage.step(Asked(0, 1, Explore()))
        assert clocked.moves() == [Turned(1)]
        assert clocked.moves() == []
        due = clocked.due()
        assert due == pytest.approx(clocked.now + 1 / SETTINGS.errand_steps_per_second)
        assert due is not None
        clocked.now = due
        assert clocked.moves() == [Turned(1)]

    def test_a_floor_is_in_turns_until_beats_take_its_intents(self) -> None:
        clocked = Clocked("auto", 1)
        assert clocked.takes_intents(1)
        assert clocked.takes_intents(None)
        assert clocked.takes_intents(99)
        assert not Clocked("real", 1).takes_intents(1)


class TestRateOfSingleActions:
    def test_a_burst_is_taken_at_once_and_the_rest_at_the_rate(self) -> None:
        clocked = Clocked("auto", 1)
        for _ in range(SETTINGS.step_burst):
            clocked.ask()
            assert clocked.moves() == [Turned(1)]
        for _ in range(3):
            clocked.ask()
            assert not clocked.takes_intents(1)
            assert clocked.moves() == []
            clocked.ask()
            due = clocked.due()
            assert due == pytest.approx(clocked.now + 1 / SETTINGS.steps_per_second)
            assert due is not None
            clocked.now = due
            assert clocked.takes_intents(1)
            assert clocked.moves() == [Turned(1)]

    def test_steps_of_an_auto_action_do_not_count(self) -> None:
        clocked = Clocked("auto", 1)
        (row,) = clocked.stage.floor.heroes.values()
        for _ in range(2 * SETTINGS.step_burst):
            row.auto_action.activity = "explore"
            assert clocked.floor_scheduler.take_due_moves(clocked.now) == [Turned(1)]
            clocked.now += 1 / SETTINGS.errand_steps_per_second
        assert clocked.takes_intents(1)

    def test_party_turns_and_real_time_have_no_such_rate(self) -> None:
        clocked = Clocked("party", 1)
        for _ in range(3 * SETTINGS.step_burst):
            clocked.ask()
            assert clocked.takes_intents(1)
            assert clocked.moves() == [Turned(1)]


class TestCompany:
    def test_solo_turns_end_when_the_warning_has_run_out(self) -> None:
        clocked = Clocked("auto", 1)
        clocked.stage.hero("Late")
        clocked.follow()
        assert clocked.floor_scheduler.statuses[1].next == "real"
        clocked.now += SETTINGS.warning_seconds - 0.01
        clocked.follow()
        assert clocked.takes_intents(1)
        clocked.now += 0.02
        clocked.follow()
        assert not clocked.takes_intents(1)
        due = clocked.due()
        assert due is not None
        assert clocked.now < due <= clocked.now + TICK_SECONDS

    def test_the_warning_is_taken_back_when_company_goes_to_sleep(self) -> None:
        clocked = Clocked("auto", 1)
        clocked.stage.hero("Late")
        clocked.follow()
        clocked.lull(1)
        status = clocked.floor_scheduler.statuses[1]
        assert (status.mode, status.next) == ("solo", None)
        assert clocked.due() is None

    def test_alone_again_turns_are_solo_at_once(self) -> None:
        clocked = Clocked("auto", 2)
        clocked.now += SETTINGS.warning_seconds
        clocked.follow()
        clocked.lull(1)
        assert clocked.takes_intents(1)
        assert clocked.due() is None


class TestParty:
    def test_turns_wait_for_all_and_name_whom(self) -> None:
        clocked = Clocked("party", 3)
        clocked.asking.update({1})
        clocked.follow()
        assert clocked.moves() == []
        clocked.asking.update({1})
        clocked.follow()
        assert clocked.floor_scheduler.statuses[1].waiting_for == [0, 2]
        clocked.asking.update({0, 1, 2})
        assert clocked.moves() == [Turned(1)]

    def test_the_limit_counts_from_the_first_who_decided(self) -> None:
        clocked = Clocked("party", 2)
        assert clocked.due() is None
        clocked.stage.step(Asked(0, 1, Wait()))
        clocked.follow()
        limit = clocked.now + SETTINGS.party_limit_seconds
        while clocked.now < limit:
            assert clocked.moves() == []
            clocked.now = clocked.due() or pytest.fail("nothing is due")
        assert clocked.now == pytest.approx(limit)
        assert clocked.moves() == [Turned(1)]
        assert clocked.due() is None

    def test_one_who_follows_waits_for_the_other_without_a_limit(self) -> None:
        clocked = Clocked("party", 2)
        clocked.stage.step(Asked(1, 1, Accompany(0)), Asked(0, 1, Wait()))
        clocked.follow()
        assert clocked.moves() == [Turned(1)]
        assert clocked.due() is None
        assert clocked.floor_scheduler.statuses[1].waiting_for == [0]
        clocked.now += 2 * SETTINGS.party_limit_seconds
        clocked.follow()
        assert clocked.moves() == []
        clocked.stage.step(Asked(0, 2, Wait()))
        clocked.follow()
        assert clocked.moves() == [Turned(1)]

    def test_the_limit_counts_down_and_nudges_those_who_are_waited_for(self) -> None:
        clocked = Clocked("party", 2)
        clocked.asking.update({0})
        clocked.follow()
        told: list[tuple[int, bool]] = []
        while clocked.floor_scheduler.statuses[1].limit_in > 1000:
            status = clocked.floor_scheduler.statuses[1]
            told.append((status.limit_in // 1000, status.nudge))
            clocked.now = clocked.due() or pytest.fail("nothing is due")
            clocked.follow()
        limit, nudge = SETTINGS.party_limit_seconds, SETTINGS.party_nudge_seconds
        assert told == [(left, limit - left >= nudge) for left in range(int(limit), 1, -1)]
        clocked.asking.update({0, 1})
        assert clocked.moves() == [Turned(1)]
        status = clocked.floor_scheduler.statuses[1]
        assert (status.limit_in, status.nudge) == (0, False)

    def test_sleepers_are_not_waited_for(self) -> None:
        clocked = Clocked("party", 2)
        clocked.lull(1)
        clocked.asking.update({0})
        assert clocked.moves() == [Turned(1)]

    def test_the_link_dead_are_not_waited_for_and_move_nothing_themselves(self) -> None:
        clocked = Clocked("party", 2)
        clocked.stage.step(PlayerLost(1))
        clocked.follow()
        assert clocked.floor_scheduler.statuses[1].limit_in == 0, "nor do they hurry anybody"
        assert clocked.due() is None
        clocked.asking.update({0})
        assert clocked.moves() == [Turned(1)]
        clocked.stage.step(PlayerLost(0))
        clocked.follow()
        assert clocked.due() is None


HAPPENINGS: dict[str, tuple[Input, ...]] = {
    "a beat": (),
    "one is lost": (PlayerLost(1),),
    "one sleeps": (PlayerLost(1), Withdrawn(1)),
    "all sleep": (PlayerLost(0), PlayerLost(1), Withdrawn(0), Withdrawn(1)),
    "one is back": (PlayerBack(1),),
    "the other is back": (PlayerBack(0),),
    "one wakes": (PlayerBack(1), Asked(1, 1, Wait())),
    "one goes down": (Asked(0, 1, Climb()),),
    "one explores": (Asked(1, 1, Explore()),),
}


class ThoroughScheduler(FloorScheduler):
    """A scheduler that looks at every floor each time, whatever may have changed."""

    def update_paces(self, now: float) -> None:
        self._settled = None
        super().update_paces(now)

    def take_due_moves(self, now: float) -> list[Input]:
        self._settled = None
        return super().take_due_moves(now)


class TestWhatIsPassedOver:
    @settings(max_examples=30)
    @given(
        choice=st.sampled_from(get_args(Pace)),
        happenings=st.lists(st.sampled_from(sorted(HAPPENINGS)), max_size=12),
        late=st.sampled_from([0.0, 0.04, 3.0]),
    )
    def test_paces_are_as_if_all_were_followed_after_each_step(
        self, choice: Pace, happenings: Sequence[str], late: float
    ) -> None:
        clocked = Clocked(choice, 2)
        clocked.stage.run.index.move(next(iter(clocked.stage.floor.heroes.values())), (28, 2))
        thorough = ThoroughScheduler(clocked.stage.run, choice, SETTINGS, clocked.asking)
        thorough.update_paces(clocked.now)
        for happening in happenings:
            clocked.stage.step(*HAPPENINGS[happening])
            clocked.now = max(clocked.now, clocked.due() or 0.0) + late
            for floor_scheduler in (clocked.floor_scheduler, thorough):
                floor_scheduler.update_paces(clocked.now)
            moves = clocked.floor_scheduler.take_due_moves(clocked.now)
            assert moves == thorough.take_due_moves(clocked.now)
            clocked.stage.step(*moves)
            for floor_scheduler in (clocked.floor_scheduler, thorough):
                floor_scheduler.update_paces(clocked.now)
            assert clocked.floor_scheduler.statuses == thorough.statuses
            assert clocked.due() == thorough.due(clocked.now)


class TestTheFallen:
    def test_party_turns_wait_for_nobody_who_has_fallen(self) -> None:
        clocked = Clocked("party", 2)
        clocked.knock_down(1)
        assert clocked.floor_scheduler.statuses[1].waiting_for == [0]
        clocked.ask()
        assert clocked.moves() == [Turned(1)]

    def test_they_keep_a_floor_in_real_time(self) -> None:
        clocked = Clocked("auto", 2)
        clocked.knock_down(1)
        assert clocked.floor_scheduler.statuses[1].mode == "real"

    @pytest.mark.parametrize("choice", get_args(Pace))
    def test_their_time_passes_where_nobody_stands_until_they_are_dead(self, choice: Pace) -> None:
        clocked = Clocked(choice, 2)
        run = clocked.stage.run
        _, ann = run.index.of_seat(0) or pytest.fail("nobody there")
        run.index.move(ann, (28, 2))
        clocked.stage.let_leave()
        clocked.stage.ask(Climb())
        clocked.knock_down(1)
        for _ in range(200):
            if run.index.of_seat(1) is None:
                break
            clocked.now += TICK_SECONDS
            clocked.moves()
        assert run.index.of_seat(1) is None
        clocked.follow()
        assert clocked.floor_scheduler.statuses[1].mode == "idle"

    def test_no_time_passes_for_one_that_sleeps_alone(self) -> None:
        clocked = Clocked("auto", 2)
        clocked.knock_down(1)
        clocked.lull(0)
        modes = [clocked.floor_scheduler.statuses[1].mode]
        clocked.lull(1)
        modes.append(clocked.floor_scheduler.statuses[1].mode)
        assert modes == ["real", "idle"]


def test_party_turns_go_on_while_all_wait_for_each_other_at_different_stairs() -> None:
    clocked = Clocked("party", 2)
    run, floor = clocked.stage.run, clocked.stage.floor
    ann, ben = floor.heroes.values()
    run.index.move(ann, (28, 2))
    for row in (ann, ben):
        floor.state.agreements.append(Agreement(row.cell, [row.entity], [], 40))
        row.auto_action.activity = "climb"
    clocked.follow()
    for _ in range(20):
        due = clocked.due()
        assert due is not None
        clocked.now = due
        clocked.moves()
    assert [one.ticks for one in floor.state.agreements] == [0, 0]
    clocked.now += 10.0
    clocked.moves()
    assert clocked.floor_scheduler.statuses[1].waiting_for == [0, 1]
