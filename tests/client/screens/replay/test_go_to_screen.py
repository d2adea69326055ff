from support.client.replay_examples import watched_again
from support.client.screen_text import last_row, typed
from undertide_client.model.run_time import RunMoment
from undertide_client.screens.replay.go_to_screen import GoToScreen
from undertide_client.screens.widgets.actions import JumpTo, Pop


def test_a_moment_to_go_to_is_written_as_a_tick_or_a_time() -> None:
    assert "Go to (a tick, or a time such as 1:02:30):" in last_row(GoToScreen(watched_again()))
    assert typed(GoToScreen(watched_again()), "1:02:30").press("enter") == (
        Pop(),
        JumpTo(RunMoment(3_750_000)),
    )
    assert typed(GoToScreen(watched_again()), "500").press("enter") == (
        Pop(),
        JumpTo(RunMoment(None, 500)),
    )
    assert GoToScreen(watched_again()).press("enter") == (Pop(),)


def test_a_moment_that_is_none_is_told_and_can_be_mended() -> None:
    screen = typed(GoToScreen(watched_again()), "soon")
    assert screen.press("enter") == ()
    assert "expected a tick, or a time" in last_row(screen)
    screen.press("ctrl+u")
    assert typed(screen, "2:30").press("enter") == (Pop(), JumpTo(RunMoment(150_000)))
