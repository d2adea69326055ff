from hypothesis import given
from hypothesis import strategies as st

from support.client.replay_examples import HOUR, LANDMARKS, timeline
from undertide_client.model.replay_state import ReplayState
from undertide_client.model.safe import MAX_TICK
from undertide_shared.limits import MAX_LANDMARKS, MAX_SPEED
from undertide_shared.messages import Landmark, LandmarkKind, Moment, Timeline

EVERY: set[LandmarkKind] = {"floor", "death", "boss", "amulet", "end"}


def reel_at(tick: int) -> ReplayState:
    replay_state = ReplayState("a run")
    replay_state.stretch(timeline())
    replay_state.show(Moment(tick, 100))
    return replay_state


def test_it_knows_how_far_the_run_reaches_and_where_it_is() -> None:
    replay_state = reel_at(9_000)
    assert (replay_state.first, replay_state.last, replay_state.tick, replay_state.speed) == (
        0,
        HOUR,
        9_000,
        100,
    )
    assert replay_state.share(replay_state.tick) == 0.25
    assert replay_state.at(0.25) == 9_000
    assert not replay_state.at_end
    assert reel_at(HOUR).at_end


def test_a_live_run_grows_with_the_moments_that_are_told() -> None:
    replay_state = reel_at(HOUR + 50)
    assert (replay_state.tick, replay_state.last) == (HOUR + 50, HOUR + 50)


def test_what_was_told_before_a_jump_s_keyframe_is_out_of_date() -> None:
    replay_state = reel_at(9_000)
    replay_state.jump(20_000)
    replay_state.show(Moment(9_010, 50))
    assert (replay_state.tick, replay_state.speed) == (20_000, 50)
    replay_state.land()
    replay_state.show(Moment(20_003, 50))
    assert replay_state.tick == 20_003


def test_a_jump_stays_within_the_run() -> None:
    replay_state = reel_at(9_000)
    replay_state.jump(10**12)
    assert replay_state.tick == HOUR
    replay_state.jump(-1)
    assert replay_state.tick == 0


def test_landmarks_are_found_forwards_and_backwards_by_kind() -> None:
    replay_state = reel_at(9_000)
    assert replay_state.after(9_000, EVERY) == LANDMARKS[2]
    assert replay_state.after(9_000, {"amulet"}) == LANDMARKS[4]
    assert replay_state.before(9_000, EVERY) == LANDMARKS[0]
    assert replay_state.before(HOUR, {"death", "boss"}) == LANDMARKS[3]
    assert replay_state.after(HOUR, EVERY) is None
    assert replay_state.before(9_000, {"death"}) is None


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
            st.builds(Landmark, st.integers(), st.sampled_from(sorted(EVERY)), st.text(max_size=9)),
            max_size=20,
        ),
    ),
    st.builds(Moment, st.integers(), st.integers()),
)
def test_whatever_is_told_makes_a_line_that_can_be_drawn(told: Timeline, moment: Moment) -> None:
    replay_state = ReplayState("a run")
    replay_state.stretch(told)
    replay_state.show(moment)
    assert 0 <= replay_state.first <= replay_state.tick <= replay_state.last <= MAX_TICK
    assert 0 <= replay_state.speed <= MAX_SPEED
    ticks = [one.tick for one in replay_state.landmarks]
    assert ticks == sorted(ticks)
    assert all(replay_state.first <= tick <= replay_state.last for tick in ticks)
    assert all(one.text.isprintable() for one in replay_state.landmarks)


def test_no_more_landmarks_are_kept_than_a_timeline_tells() -> None:
    replay_state = ReplayState("a run")
    replay_state.stretch(timeline(landmarks=[Landmark(1, "floor", "x")] * (MAX_LANDMARKS + 5)))
    assert len(replay_state.landmarks) == MAX_LANDMARKS
