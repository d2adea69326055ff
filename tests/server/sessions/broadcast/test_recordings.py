"""The part of a view that delayed spectators may see."""

from undertide_server.sessions.broadcast.recordings import DelayedView


def test_frames_follow_a_keyframe() -> None:
    view = DelayedView()
    view.begin(3, b"whole")
    view.follow(4, b"delta")
    assert (view.step, view.frames, view.size) == (4, [b"whole", b"delta"], 10)


def test_a_keyframe_starts_over() -> None:
    view = DelayedView()
    view.begin(3, b"whole")
    view.follow(4, b"delta")
    view.begin(9, b"new")
    assert (view.step, view.frames, view.size) == (9, [b"new"], 3)


def test_a_frame_without_a_keyframe_is_not_shown() -> None:
    view = DelayedView()
    view.follow(4, b"delta")
    assert (view.step, view.frames, view.size) == (0, [], 0)


def test_a_view_that_was_cleared_waits_for_a_keyframe() -> None:
    view = DelayedView()
    view.begin(3, b"whole")
    view.clear()
    view.follow(4, b"delta")
    assert (view.frames, view.size) == ([], 0)
