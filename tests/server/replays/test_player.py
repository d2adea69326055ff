"""The clock of a replay: what is due when, and what a viewer is told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.sessions.durable_host import played
from undertide_server.replays.messages import Command, Open, Reach, Sent
from undertide_server.replays.playback import Playback
from undertide_server.replays.player import (
    FRAME_SECONDS,
    MOST_LATE,
    TIMELINE_SECONDS,
    ReplayPlayer,
    folded,
)
from undertide_server.replays.run_reader import RunReader
from undertide_server.store.records import Ending
from undertide_server.store.writer import Writer
from undertide_server.store.writes import RunClosed
from undertide_shared.codec import decode_server
from undertide_shared.limits import MAX_SPEED
from undertide_shared.messages import (
    Delta,
    Error,
    Follow,
    Keyframe,
    Moment,
    Play,
    Replaying,
    Resync,
    Seek,
    ServerMessage,
    Step,
    Timeline,
)

STEPS = 60


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> RunReader:
    """Return a run of real time that goes on."""
    folder = tmp_path_factory.mktemp("live")
    return RunReader(folder, played(folder, STEPS).name, REPERTOIRE)


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> RunReader:
    """Return a run of real time that is over."""
    folder = tmp_path_factory.mktemp("over")
    name = played(folder, STEPS).name
    writer = Writer(folder)
    writer.apply([RunClosed(name, Ending("abandoned"))])
    writer.close()
    return RunReader(folder, name, REPERTOIRE)


class Viewing:
    """A player, its clock, and what its viewer was told."""

    def __init__(self, source: RunReader, reach: int | None = None) -> None:
        self.now = 100.0
        self.playback = Playback(source, reach)
        self.player = ReplayPlayer(self.playback, self.now)
        self.told: list[ServerMessage] = []
        self._take(self.player.open(self.now))

    def ask(self, command: Command) -> list[ServerMessage]:
        """Ask for something, and return what is told of it."""
        return self._take(self.player.receive(command, self.now))

    def wait(self, seconds: float) -> list[ServerMessage]:
        """Let time pass, doing what is due when it is due; return what is told meanwhile."""
        until, before = self.now + seconds, len(self.told)
        while (due := self.player.due(self.now)) is not None and due <= until:
            self.now = max(self.now, due)
            self._take(self.player.advance(self.now))
        self.now = until
        return self.told[before:]

    def _take(self, told: list[Sent]) -> list[ServerMessage]:
        messages = [decode_server(each.data) for each in told]
        for each, message in zip(told, messages, strict=True):
            assert each.frame == isinstance(message, Keyframe | Delta)
        self.told += messages
        return messages


def ticks_told(messages: list[ServerMessage]) -> list[int]:
    return [message.tick for message in messages if isinstance(message, Moment)]


def test_it_begins_with_the_run_its_reach_and_where_it_stands(live: RunReader) -> None:
    viewing = Viewing(live)
    kinds = [type(message) for message in viewing.told]
    assert kinds == [Replaying, Timeline, Keyframe, Moment]
    assert viewing.player.due(viewing.now) is None
    assert viewing.wait(100) == []


@pytest.mark.parametrize(("speed", "ticks"), [(100, 10), (50, 5), (400, 40), (25, 2)])
def test_it_plays_at_its_speed(live: RunReader, speed: int, ticks: int) -> None:
    viewing = Viewing(live)
    before = viewing.playback.ticks
    assert viewing.ask(Play(speed)) == [Moment(before, speed, viewing.playback.elapsed)]
    viewing.wait(1.0)
    assert abs(viewing.playback.ticks - before - ticks) <= 1


def test_at_any_speed_only_so_many_pictures_are_shown(live: RunReader) -> None:
    viewing = Viewing(live)
    viewing.ask(Play(300))
    told = viewing.wait(1.5)
    frames = [message for message in told if isinstance(message, Delta | Keyframe)]
    assert 0 < len(frames) <= 1.5 / FRAME_SECONDS + 1


def test_moments_are_told_a_few_times_a_second(live: RunReader) -> None:
    viewing = Viewing(live)
    viewing.ask(Play(200))
    told = ticks_told(viewing.wait(2.0))
    assert 6 <= len(told) <= 9
    assert told == sorted(set(told))


def test_at_the_end_of_a_run_that_is_over_it_stands_still(over: RunReader) -> None:
    viewing = Viewing(over)
    viewing.ask(Play(MAX_SPEED))
    end = viewing.playback.extent
    assert viewing.wait(10)[-1] == Moment(end.ticks, 0, end.elapsed)
    assert viewing.player.due(viewing.now) is None
    assert viewing.ask(Play(100)) == [Moment(end.ticks, 100, end.elapsed)]
    assert viewing.wait(1) == [Moment(end.ticks, 0, end.elapsed)]


def test_at_the_end_of_a_run_that_goes_on_it_waits_for_more(live: RunReader) -> None:
    viewing = Viewing(live, reach=20)
    viewing.ask(Play(100))
    viewing.wait(60)
    assert (viewing.playback.step, viewing.player.speed) == (20, 100)
    assert viewing.player.due(viewing.now) is None
    (timeline,) = viewing.ask(Reach(40))
    assert isinstance(timeline, Timeline)
    before = viewing.playback.step
    viewing.wait(1.0)
    assert abs(viewing.playback.step - before - 10) <= 1
    viewing.wait(60)
    assert viewing.playback.step == 40
    assert ticks_told(viewing.told)[-1] == viewing.playback.ticks


def test_a_timeline_is_told_at_most_once_a_second(live: RunReader) -> None:
    viewing = Viewing(live, reach=20)
    viewing.wait(TIMELINE_SECONDS)
    assert [type(message) for message in viewing.ask(Reach(21))] == [Timeline]
    assert viewing.ask(Reach(22)) == []
    assert viewing.ask(Reach(22)) == []
    viewing.wait(TIMELINE_SECONDS)
    (told,) = viewing.ask(Reach(22))
    assert isinstance(told, Timeline)
    viewing.wait(TIMELINE_SECONDS)
    assert viewing.ask(Reach(22)) == []


def test_a_jump_keeps_the_speed_and_a_step_stands_still(live: RunReader) -> None:
    viewing = Viewing(live)
    viewing.ask(Play(100))
    keyframe, moment = viewing.ask(Seek(30))
    assert isinstance(keyframe, Keyframe)
    assert moment == Moment(30, 100, 3_000)
    assert ticks_told(viewing.ask(Step(-3))) == [27]
    assert ticks_told(viewing.ask(Step(1))) == [28]
    assert viewing.player.speed == 0


def test_a_jump_goes_by_real_time_where_that_is_told(live: RunReader) -> None:
    viewing = Viewing(live)
    keyframe, moment = viewing.ask(Seek(99_999, 1_650))
    assert isinstance(keyframe, Keyframe)
    assert moment == Moment(17, 0, 1_700)


@pytest.mark.parametrize(("asked", "speed"), [(-5, 0), (10**9, MAX_SPEED), (0, 0)])
def test_speeds_out_of_range_count_as_the_nearest(live: RunReader, asked: int, speed: int) -> None:
    viewing = Viewing(live)
    assert viewing.ask(Play(asked)) == [
        Moment(viewing.playback.ticks, speed, viewing.playback.elapsed)
    ]


def test_other_eyes_are_answered_by_a_keyframe_or_an_error(live: RunReader) -> None:
    viewing = Viewing(live)
    viewing.ask(Seek(10))
    (keyframe,) = viewing.ask(Follow(0))
    assert isinstance(keyframe, Keyframe)
    assert keyframe.seat == 0
    (error,) = viewing.ask(Follow(3))
    assert isinstance(error, Error)
    assert error.code == "unknown_seat"


def test_what_comes_after_a_resync_can_be_told_from_what_came_before(live: RunReader) -> None:
    viewing = Viewing(live)
    before = viewing.player.receive(Seek(20), viewing.now)
    after = viewing.player.receive(Resync(), viewing.now)
    assert {told.resyncs for told in before} == {0}
    assert {told.resyncs for told in after} == {1}
    assert isinstance(decode_server(after[0].data), Keyframe)


def test_what_a_machine_could_not_play_in_time_is_not_made_up_for(live: RunReader) -> None:
    viewing = Viewing(live)
    viewing.ask(Play(100))
    before = viewing.playback.step
    viewing.now += 3.0
    viewing.wait(0.0)
    assert viewing.playback.step - before <= 10 * MOST_LATE + 1


def test_a_worker_plays_one_run(live: RunReader) -> None:
    with pytest.raises(ValueError, match="one run"):
        Viewing(live).ask(Open("", "", None, 0, None))


def test_of_jumps_in_a_row_only_the_last_is_left() -> None:
    asked: list[Command] = [
        Seek(1), Seek(2), Step(1), Step(1), Step(-3), Play(100), Seek(5), Resync(), Seek(6),
    ]  # fmt: skip
    assert folded(asked) == [Seek(2), Step(-1), Play(100), Seek(5), Resync(), Seek(6)]
    assert folded([]) == []


numbers = st.one_of(st.integers(-90, 90), st.integers(-(2**63), 2**64 - 1))
wishes = st.one_of(
    st.builds(Play, numbers),
    st.builds(Seek, numbers),
    st.builds(Step, numbers),
    st.builds(Follow, st.one_of(st.none(), numbers)),
    st.just(Resync()),
    st.builds(Reach, st.integers(0, STEPS)),
)


@settings(max_examples=15, deadline=None)
@given(wishes=st.lists(wishes, max_size=12))
def test_whatever_is_asked_no_more_is_shown_than_may_be(
    live: RunReader, wishes: list[Command]
) -> None:
    viewing, bound = Viewing(live, reach=30), 30
    for wish in folded(wishes):
        viewing.ask(wish)
        viewing.wait(0.3)
        bound = max(bound, wish.step or 0) if isinstance(wish, Reach) else bound
        assert 1 <= viewing.playback.step <= bound
        assert 0 <= viewing.player.speed <= MAX_SPEED
