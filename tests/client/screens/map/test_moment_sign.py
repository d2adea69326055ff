import numpy as np
import pytest

from support.client.screen_text import LARGE, SMALL, drawn, playing, rows_of
from undertide_client.displays.cells import Console
from undertide_client.model.moments import NotableMoment
from undertide_client.screens.map.moment_sign import BLOOD, CLOSE, FADING, draw_sign
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.drawing import Area
from undertide_client.screens.widgets.layout import layout_of
from undertide_shared.geometry import Cell

AREA = Area(0, 0, 54, 19)
LEVEL = NotableMoment("level", "Level 3")


def signed(moment: NotableMoment, beats: int, hero: Cell | None = None) -> Console:
    console, ui = Console(80, 24), playing()
    ui.moment, ui.beats = moment, beats
    draw_sign(console, AREA, ui, hero)
    return console


def row_with(console: Console, words: str) -> int:
    return next(y for y, row in enumerate(rows_of(console)) if words in row)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_words_stand_on_the_map_alone(size: tuple[int, int]) -> None:
    ui = playing()
    before = rows_of(drawn(MapScreen(ui), size=size))
    ui.moment, ui.beats = LEVEL, 1
    after = rows_of(drawn(MapScreen(ui), size=size))
    area = layout_of(*size).map
    changed = [y for y, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    assert len(changed) == 1
    assert changed[0] < area.bottom
    assert "Level 3" in after[changed[0]][: area.width]
    assert before[changed[0]][area.width :] == after[changed[0]][area.width :]


@pytest.mark.parametrize("y", range(AREA.height))
def test_they_never_come_near_the_hero(y: int) -> None:
    assert abs(row_with(signed(LEVEL, 3, (20, y)), "Level 3") - y) > CLOSE


def test_they_fade_and_end() -> None:
    papers = [signed(LEVEL, beats).rgb["bg"].astype(int).sum() for beats in range(FADING, -1, -1)]
    assert papers == sorted(set(papers), reverse=True)
    assert papers[-1] == 0


def test_words_that_are_too_long_are_cut() -> None:
    row = rows_of(signed(NotableMoment("boss", "♛ " + "x" * 90), 3))[AREA.height // 5]
    assert not row[AREA.width :].strip("\0 ")


def test_a_death_reddens_the_rim_of_the_map_and_hides_nothing() -> None:
    before, after = Console(80, 24), signed(NotableMoment("death"), 6)
    assert (before.rgb["ch"] == after.rgb["ch"]).all()
    assert tuple(after.rgb["bg"][0, 0]) == BLOOD
    inside = np.s_[3 : AREA.height - 3, 6 : AREA.width - 6]
    assert (before.rgb["bg"][inside] == after.rgb["bg"][inside]).all()
    assert (before.rgb["bg"][:, AREA.width :] == after.rgb["bg"][:, AREA.width :]).all()


def test_the_words_about_time_pulse_when_it_begins_to_run() -> None:
    ui = playing()
    ui.moment = NotableMoment("time")
    pictures = []
    for beats in (0, 1, 2, 3):
        ui.beats = beats
        pictures.append(drawn(MapScreen(ui)).rgb["bg"].copy())
    still, lit, dark, again = pictures
    assert (still == dark).all()
    assert (lit == again).all()
    assert len(set(np.nonzero((still != lit).any(axis=2))[0])) == 1, "one row of the panel"
