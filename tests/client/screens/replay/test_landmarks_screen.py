import pytest

from support.client.replay_examples import LANDMARKS, moment_at, watched_again
from support.client.screen_text import LARGE, SMALL, playing, shown
from undertide_client.screens.replay.landmarks_screen import LandmarksScreen
from undertide_client.screens.widgets.actions import JumpTo, Pop


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_every_landmark_is_told_with_its_time_its_kind_and_what_happened(
    size: tuple[int, int],
) -> None:
    text = shown(LandmarksScreen(watched_again()), size=size)
    for words in (
        "0:15:00 ▼ a floor They enter a keep.",
        "0:30:00 ♛ a boss The gatekeeper falls.",
        "0:30:03 † a death Bob dies, killed by the gatekeeper.",
        "0:50:00 ◆ an amulet Ann takes the amulet of embers.",
        "1:00:00 ■ the end The party has fallen.",
    ):
        assert words in text


def test_it_opens_at_the_present_and_goes_to_the_chosen_one() -> None:
    screen = LandmarksScreen(watched_again(18_010))
    assert screen.press("enter") == (Pop(), JumpTo(moment_at(18_000)))
    screen.press("down")
    assert screen.press("enter") == (Pop(), JumpTo(moment_at(LANDMARKS[3].tick)))
    screen.press("home")
    assert screen.press("enter") == (Pop(), JumpTo(moment_at(0)))
    assert screen.press("escape") == (Pop(),)


def test_a_run_in_which_nothing_happened_says_so() -> None:
    screen = LandmarksScreen(watched_again(landmarks=[]))
    assert "Nothing has happened in this run yet." in shown(screen)
    assert screen.press("enter") == ()


def test_when_the_replay_ends_under_it_it_is_empty() -> None:
    assert LandmarksScreen(playing()).press("enter") == ()
