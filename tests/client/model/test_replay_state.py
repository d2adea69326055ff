from hypothesis import given
from hypothesis import strategies as st

from replay_examples import HOUR, LANDMARKS, timeline
from undertide_client.model.replay_state import Reel
from undertide_client.model.safe import MAX_TICK
from undertide_shared.messages import (
    MAX_LANDMARKS,
    MAX_SPEED,
    Landmark,
    LandmarkKind,
    Moment,
    Timeline,
)

EVERY: set[LandmarkKind] = {"floor", "death", "boss", "amulet", "end"}


def reel_at(tick: int) -> Reel:
    reel = Reel("a run")
    reel.stretch(timeline())
    reel.show(Moment(tick, 100))
    return reel


def test_it_knows_how_far_the_run_reaches_and_where_it_is() -> None:
    reel = reel_at(9_000)
    assert (reel.first, reel.last, reel.tick, reel.speed) == (0, HOUR, 9_000, 100)
    assert reel.share(reel.tick) == 0.25
    assert reel.at(0.25) == 9_000
    assert not reel.at_end
    assert reel_at(HOUR).at_end


def test_a_live_run_grows_with_the_moments_that_are_told() -> None:
    reel = reel_at(HOUR + 50)
    assert (reel.tick, reel.last) == (HOUR + 50, HOUR + 50)


def test_what_was_told_before_a_jump_s_keyframe_is_out_of_date() -> None:
    reel = reel_at(9_000)
    reel.jump(20_000)
    reel.show(Moment(9_010, 50))
    assert (reel.tick, reel.speed) == (20_000, 50)
    reel.land()
    reel.show(Moment(20_003, 50))
    assert reel.tick == 20_003


def test_a_jump_stays_within_the_run() -> None:
    reel = reel_at(9_000)
    reel.jump(10**12)
    assert reel.tick == HOUR
    reel.jump(-1)
    assert reel.tick == 0


def test_landmarks_are_found_forwards_and_backwards_by_kind() -> None:
    reel = reel_at(9_000)
    assert reel.after(9_000, EVERY) == LANDMARKS[2]
    assert reel.after(9_000, {"amulet"}) == LANDMARKS[4]
    assert reel.before(9_000, EVERY) == LANDMARKS[0]
    assert reel.before(HOUR, {"death", "boss"}) == LANDMARKS[3]
    assert reel.after(HOUR, EVERY) is None
    assert reel.before(9_000, {"death"}) is None


def test_a_run_of_no_length_has_a_beginning() -> None:
    reel = Reel("a run")
    assert (reel.share(5), reel.at(0.5), reel.at_end) == (0.0, 0, True)


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
    reel = Reel("a run")
    reel.stretch(told)
    reel.show(moment)
    assert 0 <= reel.first <= reel.tick <= reel.last <= MAX_TICK
    assert 0 <= reel.speed <= MAX_SPEED
    ticks = [one.tick for one in reel.landmarks]
    assert ticks == sorted(ticks)
    assert all(reel.first <= tick <= reel.last for tick in ticks)
    assert all(one.text.isprintable() for one in reel.landmarks)


def test_no_more_landmarks_are_kept_than_a_timeline_tells() -> None:
    reel = Reel("a run")
    reel.stretch(timeline(landmarks=[Landmark(1, "floor", "x")] * (MAX_LANDMARKS + 5)))
    assert len(reel.landmarks) == MAX_LANDMARKS
