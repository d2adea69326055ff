from hypothesis import given
from hypothesis import strategies as st

from support.client.replay_examples import HOUR, LANDMARKS, timeline
from undertide_client.model.replay_state import ReplayState
from undertide_shared.limits import MAX_LANDMARKS, MAX_MILLISECONDS, MAX_SPEED, MAX_TICK
from undertide_shared.messages import Landmark, LandmarkKind, Moment, Timeline

HOUR_MS = 100 * HOUR
EVERY: set[LandmarkKind] = {"floor", "death", "boss", "amulet", "end"}


def replay_state_at(tick: int) -> ReplayState:
    replay_state = ReplayState("a run")
    replay_state.stretch(timeline())
    replay_state.show(Moment(tick, 100))
    return replay_state


def test_it_knows_how_far_the_run_reaches_and_where_it_is() -> None:
    replay_state = replay_state_at(9_000)
    ticks = (replay_state.first, replay_state.tick, replay_state.last, replay_state.speed)
    assert ticks == (0, 9_000, HOUR, 100)
    assert (replay_state.begins, replay_state.elapsed, replay_state.ends) == (0, 900_000, HOUR_MS)
    assert replay_state.share(replay_state.elapsed) == 0.25
    assert replay_state.at(0.25) == 900_000
    assert not replay_state.at_end
    assert replay_state_at(HOUR).at_end


def test_the_real_time_that_a_server_tells_counts_not_its_ticks() -> None:
    """Turns, half speed and several floors: ticks say little of the clock."""
    replay_state = ReplayState("a run")
    marks = [Landmark(100, "floor", "a", 50_000), Landmark(900, "death", "b", 60_000)]
    replay_state.stretch(Timeline(0, 1_000, False, marks, 0, 80_000))
    replay_state.show(Moment(700, 100, 55_000))
    assert (replay_state.begins, replay_state.elapsed, replay_state.ends) == (0, 55_000, 80_000)
    assert replay_state.before(replay_state.elapsed, EVERY) == marks[0]
    assert replay_state.after(replay_state.elapsed, EVERY) == marks[1]
    assert replay_state.share(20_000) == 0.25


def test_a_live_run_grows_with_the_moments_that_are_told() -> None:
    replay_state = replay_state_at(HOUR + 50)
    assert (replay_state.tick, replay_state.last) == (HOUR + 50, HOUR + 50)
    assert (replay_state.elapsed, replay_state.ends) == (HOUR_MS + 5_000, HOUR_MS + 5_000)


def test_what_was_told_before_a_jump_s_keyframe_is_out_of_date() -> None:
    replay_state = replay_state_at(9_000)
    replay_state.jump(2_000_000)
    replay_state.show(Moment(9_010, 50))
    assert (replay_state.elapsed, replay_state.speed) == (2_000_000, 50)
    replay_state.land()
    replay_state.show(Moment(20_003, 50))
    assert (replay_state.tick, replay_state.elapsed) == (20_003, 2_000_300)


def test_a_jump_stays_within_the_run() -> None:
    replay_state = replay_state_at(9_000)
    replay_state.jump(10**12)
    assert replay_state.elapsed == HOUR_MS
    replay_state.jump(-1)
    assert replay_state.elapsed == 0


def test_landmarks_are_found_forwards_and_backwards_by_kind() -> None:
    replay_state = replay_state_at(9_000)
    shown = replay_state.landmarks
    assert [(one.tick, one.text) for one in shown] == [(one.tick, one.text) for one in LANDMARKS]
    assert replay_state.after(900_000, EVERY) == shown[2]
    assert replay_state.after(900_000, {"amulet"}) == shown[4]
    assert replay_state.before(900_000, EVERY) == shown[0]
    assert replay_state.before(HOUR_MS, {"death", "boss"}) == shown[3]
    assert replay_state.after(HOUR_MS, EVERY) is None
    assert replay_state.before(900_000, {"death"}) is None


def test_a_run_of_no_length_has_a_beginning() -> None:
    replay_state = ReplayState("a run")
    assert (replay_state.share(5), replay_state.at(0.5), replay_state.at_end) == (0.0, 0, True)


@given(
    st.builds(
        Timeline,
        st.integers(),
        st.integers(),
        st.booleans(),
        st.lists(
            st.builds(
                Landmark,
                st.integers(),
                st.sampled_from(sorted(EVERY)),
                st.text(max_size=9),
                st.integers(),
            ),
            max_size=20,
        ),
        st.integers(),
        st.integers(),
    ),
    st.builds(Moment, st.integers(), st.integers(), st.integers()),
)
def test_whatever_is_told_makes_a_line_that_can_be_drawn(told: Timeline, moment: Moment) -> None:
    replay_state = ReplayState("a run")
    replay_state.stretch(told)
    replay_state.show(moment)
    assert 0 <= replay_state.first <= replay_state.tick <= replay_state.last <= MAX_TICK
    assert 0 <= replay_state.speed <= MAX_SPEED
    begins, ends = replay_state.begins, replay_state.ends
    assert 0 <= begins <= replay_state.elapsed <= ends <= MAX_MILLISECONDS
    times = [one.elapsed for one in replay_state.landmarks]
    assert times == sorted(times)
    assert all(begins <= time <= ends for time in times)
    assert all(one.text.isprintable() for one in replay_state.landmarks)


def test_no_more_landmarks_are_kept_than_a_timeline_tells() -> None:
    replay_state = ReplayState("a run")
    replay_state.stretch(timeline(landmarks=[Landmark(1, "floor", "x")] * (MAX_LANDMARKS + 5)))
    assert len(replay_state.landmarks) == MAX_LANDMARKS
