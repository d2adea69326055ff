"""The bar of a replay: the time, a track with the run's landmarks, and the speed."""

from collections.abc import Iterator
from typing import Final

from undertide_client.displays.cells import Console
from undertide_client.model.replay_state import NORMAL_SPEED, ReplayState
from undertide_client.model.run_time import clock
from undertide_client.screens.replay.marks import MARKS, RANKS
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import TIMES, Area, draw_text, fill
from undertide_shared.messages import Landmark

SPEED_WIDTH: Final = 12
"""Most cells of the words about the speed, with a gap: those of the slowest speed in a pause."""
PLAYED, AHEAD, CURSOR = "━", "·", "┃"
"""The glyphs of the track. They differ without colours too."""
LIVE_MILLISECONDS: Final = 2000
"""Milliseconds before the end within which the replay of a live run counts as live."""


def draw_replay_bar(console: Console, area: Area, replay_state: ReplayState, speed: int) -> None:
    """Draw the bar into an area of one row. `speed` is the chosen speed, in percent."""
    fill(console, area, palette.FIELD)
    draw_text(console, area.x + 1, area.y, time_words(replay_state), palette.BRIGHT)
    track = track_of(area, replay_state)
    here = _column(track, replay_state, replay_state.elapsed)
    for x in range(track.x, track.right):
        glyph, ink = (PLAYED, palette.GOLD) if x < here else (AHEAD, palette.FAINT)
        draw_text(console, x, area.y, glyph, ink)
    draw_text(console, here, area.y, CURSOR, palette.BRIGHT)
    for x, landmark in _marked(track, replay_state):
        mark = MARKS[landmark.kind]
        draw_text(console, x, area.y, mark.glyph, mark.ink)
    console.rgb[area.y, here : here + 1]["bg"] = palette.CHOSEN
    draw_text(console, track.right + 1, area.y, speed_words(replay_state, speed), palette.GOLD)


def moment_at(area: Area, replay_state: ReplayState, x: int, y: int) -> int | None:
    """Return the real time of a click on the bar, or of a landmark there; None beside the track."""
    track = track_of(area, replay_state)
    if not track.contains(x, y):
        return None
    landmark = dict(_marked(track, replay_state)).get(x)
    if landmark is not None:
        return landmark.elapsed
    return replay_state.at((x - track.x) / max(1, track.width - 1))


def track_of(area: Area, replay_state: ReplayState) -> Area:
    """Return the area of the track on the bar."""
    left = area.x + 1 + len(time_words(replay_state)) + 1
    return Area(left, area.y, max(1, area.right - SPEED_WIDTH - 1 - left), 1)


def time_words(replay_state: ReplayState) -> str:
    """Return the present and the run's length: "0:12:34 / 3:00:00", always of the same width."""
    last = clock(replay_state.ends)
    return f"{clock(replay_state.elapsed):>{len(last)}} / {last}"


def speed_words(replay_state: ReplayState, speed: int) -> str:
    """Return the state of the replay: its speed, "paused", "the end", or "▶ live"."""
    if not replay_state.speed and replay_state.at_end and not replay_state.live:
        return "the end"
    if not replay_state.speed:
        return "paused" if speed == NORMAL_SPEED else f"paused {factor(speed)}"
    if replay_state.live and replay_state.ends - replay_state.elapsed <= LIVE_MILLISECONDS:
        return "▶ live"
    return f"▶ {factor(replay_state.speed)}"


def factor(percent: int) -> str:
    """Return a speed as people write it: 4 times, 1/4 times."""
    if percent >= NORMAL_SPEED:
        return f"{percent // NORMAL_SPEED}{TIMES}"
    return f"1/{NORMAL_SPEED // max(1, percent)}{TIMES}"


def _column(track: Area, replay_state: ReplayState, elapsed: int) -> int:
    return track.x + round(replay_state.share(elapsed) * (track.width - 1))


def _marked(track: Area, replay_state: ReplayState) -> Iterator[tuple[int, Landmark]]:
    """Yield each column that has landmarks, with the weightiest of them."""
    found: dict[int, Landmark] = {}
    for landmark in replay_state.landmarks:
        x = _column(track, replay_state, landmark.elapsed)
        known = found.get(x)
        if known is None or RANKS[landmark.kind] < RANKS[known.kind]:
            found[x] = landmark
    yield from found.items()
