import pytest

from support.client.replay_examples import HOUR, LANDMARKS, moment_at, watched_again
from undertide_client.keys import Context
from undertide_client.screens.replay.replay_keys import SPEEDS, asked
from undertide_client.screens.widgets.actions import (
    ChooseSpeed,
    JumpTo,
    LeaveReplay,
    Pause,
    ResumeReplay,
    ShowNote,
    StepBy,
    WatchSession,
)
from undertide_client.screens.widgets.screen import Actions
from undertide_client.screens.widgets.ui import Ui

TICKS = [one.tick for one in LANDMARKS]


def press(ui: Ui, key: str) -> Actions | None:
    command = ui.command(Context.REPLAY, key)
    assert command is not None
    assert ui.mirror.replay_state is not None
    return asked(ui, ui.mirror.replay_state, command)


def test_space_plays_and_stands_still() -> None:
    assert press(watched_again(speed=0), "space") == (ResumeReplay(),)
    assert press(watched_again(speed=400), "space") == (Pause(),)


def test_at_the_end_space_begins_again_unless_the_run_goes_on() -> None:
    assert press(watched_again(HOUR), "space") == (JumpTo(moment_at(0)), ResumeReplay())
    assert press(watched_again(HOUR, live=True), "space") == (ResumeReplay(),)


@pytest.mark.parametrize(("key", "steps"), [(".", 1), (",", -1)])
def test_steps_go_on_and_back(key: str, steps: int) -> None:
    assert press(watched_again(), key) == (StepBy(steps),)


def test_speeds_are_doubled_and_halved_as_far_as_they_go() -> None:
    ui = watched_again()
    for keys, ladder in (("+=", SPEEDS), ("--", SPEEDS[::-1])):
        ui.speed = ladder[0]
        for speed in (*ladder[1:], ladder[-1]):
            assert press(ui, keys[0]) == press(ui, keys[1]) == (ChooseSpeed(speed),)
            ui.speed = speed
    assert (SPEEDS[0], SPEEDS[-1]) == (25, 6400)


@pytest.mark.parametrize(
    ("tick", "key", "goal"),
    [
        (7_540, "]", TICKS[1]),
        (TICKS[1], "]", TICKS[2]),
        (TICKS[1], "[", TICKS[0]),
        (TICKS[1] + 1, "[", TICKS[1]),
        (7_540, "}", TICKS[2]),
        (TICKS[2], "N", TICKS[3]),
        (HOUR, "{", TICKS[3]),
        (TICKS[3], "P", TICKS[2]),
    ],
)
def test_landmarks_are_gone_to_from_where_it_is(tick: int, key: str, goal: int) -> None:
    assert press(watched_again(tick), key) == (JumpTo(moment_at(goal)),)


def test_beyond_the_last_landmark_there_is_none() -> None:
    assert press(watched_again(HOUR), "]") == ()
    assert press(watched_again(0), "[") == ()
    assert press(watched_again(7_540), "{") == ()


def test_a_landmark_that_was_just_passed_in_play_is_not_gone_to_again() -> None:
    at_once = TICKS[1] + 15
    assert press(watched_again(at_once, speed=100), "[") == (JumpTo(moment_at(TICKS[0])),)
    assert press(watched_again(at_once, speed=0), "[") == (JumpTo(moment_at(TICKS[1])),)
    later = TICKS[1] + 100
    assert press(watched_again(later, speed=100), "[") == (JumpTo(moment_at(TICKS[1])),)
    assert press(watched_again(later, speed=800), "[") == (JumpTo(moment_at(TICKS[0])),)


@pytest.mark.parametrize("tenth", range(10))
def test_digits_go_to_tenths_of_the_run(tenth: int) -> None:
    for key in (str(tenth), f"kp{tenth}"):
        assert press(watched_again(), key) == (JumpTo(moment_at(tenth * HOUR // 10)),)


def test_tenths_are_of_what_can_be_shown() -> None:
    assert press(watched_again(first=6_000), "5") == (JumpTo(moment_at(21_000)),)


def test_a_run_that_goes_on_can_be_watched_live() -> None:
    ui = watched_again(live=True)
    ui.lobby.presets = ["default"]
    assert press(ui, "L") == (WatchSession("k7m2q", 0),)


def test_where_nobody_plays_it_there_is_nothing_to_watch_live() -> None:
    over, elsewhere = watched_again(live=False), watched_again(live=True)
    over.lobby.presets = ["default"]
    for ui in (over, elsewhere):
        (note,) = press(ui, "L") or ()
        assert isinstance(note, ShowNote)


def test_leaving_needs_no_question() -> None:
    assert press(watched_again(), "Q") == press(watched_again(), "ctrl+c") == (LeaveReplay(),)


@pytest.mark.parametrize("key", ["f", "a", "up", "c", "m", "e", "g", "?"])
def test_what_only_concerns_the_screen_is_left_to_it(key: str) -> None:
    assert press(watched_again(), key) is None
