import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.client.replay_examples import HOUR, LANDMARKS, timeline
from support.client.screen_text import rows_of
from undertide_client.displays.cells import Console
from undertide_client.model.replay_state import ReplayState
from undertide_client.screens.replay.replay_bar import (
    AHEAD,
    CURSOR,
    PLAYED,
    draw_replay_bar,
    factor,
    moment_at,
    speed_words,
    track_of,
)
from undertide_client.screens.replay.replay_keys import SPEEDS
from undertide_client.screens.widgets.drawing import Area, whole
from undertide_shared.messages import Landmark, Moment

ROW = Area(0, 0, 80, 1)


def replay_state_of(tick: int = 9_000, speed: int = 0, **changes: object) -> ReplayState:
    replay_state = ReplayState("a run")
    replay_state.stretch(timeline(**changes))
    replay_state.show(Moment(tick, speed))
    return replay_state


def bar_of(replay_state: ReplayState, width: int = 80, speed: int = 100) -> str:
    console = Console(width, 1)
    draw_replay_bar(console, whole(console), replay_state, speed)
    return rows_of(console)[0]


def test_it_tells_the_time_the_length_the_marks_and_the_speed() -> None:
    bar = bar_of(replay_state_of(7_540, 400))
    assert bar.startswith(" 0:12:34 / 1:00:00 ▼━")
    assert bar.rstrip().endswith("■ ▶ 4×")  # noqa: RUF001
    track = bar[19:67]
    assert [track.count(glyph) for glyph in "▼♛†◆■┃"] == [2, 1, 0, 1, 1, 1]
    assert track.index(PLAYED) < track.index(CURSOR) < track.index(AHEAD)


@pytest.mark.parametrize("width", [80, 120, 240])
@pytest.mark.parametrize("tick", [0, 100, HOUR // 2, HOUR])
def test_it_fits_any_width_and_any_time(width: int, tick: int) -> None:
    far = bar_of(replay_state_of(tick, 0, last=10**9), width, 25)
    assert far.rstrip().endswith("paused 1/4×")  # noqa: RUF001
    assert len(far) == width
    assert bar_of(replay_state_of(tick), width).rstrip().endswith(("paused", "the end"))


def test_of_several_landmarks_in_a_cell_the_weightiest_is_shown() -> None:
    order = ["end", "boss", "death", "amulet", "floor"]
    for kept in range(5):
        marks = [Landmark(18_000 + n, kind, "x") for n, kind in enumerate(order[kept:])]  # type: ignore[arg-type]
        for landmarks in (marks, marks[::-1]):
            drawn = [
                glyph
                for glyph in bar_of(replay_state_of(0, landmarks=landmarks))
                if glyph in "■♛†◆▼"
            ]
            assert drawn == ["■♛†◆▼"[kept]]


def test_a_run_before_anything_happened_has_a_bar() -> None:
    assert CURSOR in bar_of(ReplayState("a run"))


@pytest.mark.parametrize(
    ("changes", "tick", "speed", "words"),
    [
        ({}, 9_000, 0, "paused"),
        ({}, 9_000, 200, "▶ 2×"),  # noqa: RUF001
        ({}, 9_000, 50, "▶ 1/2×"),  # noqa: RUF001
        ({}, HOUR, 0, "the end"),
        ({"live": True}, HOUR, 0, "paused"),
        ({"live": True}, HOUR - 5, 100, "▶ live"),
        ({"live": True}, 9_000, 100, "▶ 1×"),  # noqa: RUF001
    ],
)
def test_the_speed_is_told_in_a_word(
    changes: dict[str, object], tick: int, speed: int, words: str
) -> None:
    assert speed_words(replay_state_of(tick, speed, **changes), 100) == words


def test_the_speed_that_was_chosen_is_told_while_it_stands_still() -> None:
    assert speed_words(replay_state_of(), 800) == "paused 8×"  # noqa: RUF001
    assert [factor(speed)[:-1] for speed in SPEEDS] == [
        *("1/4", "1/2"),
        *(str(2**doubled) for doubled in range(7)),
    ]


def test_a_click_on_a_mark_means_its_landmark() -> None:
    replay_state = replay_state_of()
    bar = bar_of(replay_state)
    for glyph, landmark in (("♛", LANDMARKS[2]), ("◆", LANDMARKS[4]), ("■", LANDMARKS[5])):
        assert moment_at(ROW, replay_state, bar.index(glyph), 0) == 100 * landmark.tick


def test_a_click_beside_the_track_means_nothing() -> None:
    replay_state = replay_state_of()
    assert moment_at(ROW, replay_state, 3, 0) is None
    assert moment_at(ROW, replay_state, 75, 0) is None
    assert moment_at(ROW, replay_state, 30, 1) is None


@given(st.integers(19, 66))
def test_a_click_leads_to_where_the_cursor_is_drawn(x: int) -> None:
    replay_state = replay_state_of(landmarks=[])
    elapsed = moment_at(ROW, replay_state, x, 0)
    assert elapsed is not None
    assert bar_of(replay_state_of(elapsed // 100, landmarks=[])).index(CURSOR) == x


def test_the_track_takes_what_room_there_is() -> None:
    track = track_of(ROW, replay_state_of())
    assert (track.x, track.right) == (19, 67)
