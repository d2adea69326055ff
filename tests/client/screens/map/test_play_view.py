from support.client.client_examples import GROUND, joined, keyframe
from support.client.screen_text import shown, ui_of
from undertide_client.screens.map.play_view import MARGIN, size_for_known
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.layout import MAX_COLUMNS, MAX_ROWS, layout_of
from undertide_shared.messages import FloorInfo, Left

WIDTH, HEIGHT = 120, 40


def test_all_that_is_known_fits_into_the_map_and_no_more() -> None:
    floor = FloorInfo(1, 1, "a hall", WIDTH, HEIGHT, "a hall")
    known = keyframe(floor=floor, tiles=[0, WIDTH * HEIGHT], sight=[0, 1], sightings=[])
    ui = ui_of(joined(), known)
    assert size_for_known(ui.mirror) == (MAX_COLUMNS, MAX_ROWS)
    row = [GROUND, 100, 0, WIDTH - 100]
    ui.mirror.apply(keyframe(floor=floor, tiles=row * 30 + [0, WIDTH * 10], sight=[0, 1]))
    columns, rows = size_for_known(ui.mirror)
    assert layout_of(columns, rows).map.width == 100 + 2 * MARGIN
    assert layout_of(columns, rows).map.height == 30 + 2 * MARGIN


def test_the_log_of_the_session_before_is_gone_when_another_opens() -> None:
    ui = ui_of(joined(), keyframe())
    assert "A goblin shouts!" in shown(MapScreen(ui))
    ui.mirror.apply(Left("k7m2q", "you left"))
    assert "A goblin shouts!" not in shown(MapScreen(ui))
    ui.mirror.apply(joined())
    assert "A goblin shouts!" in shown(MapScreen(ui)), "the log of the same session is kept"
