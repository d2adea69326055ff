import pytest

from support.client.client_examples import joined, keyframe, watching
from support.client.screen_text import LARGE, SMALL, drawn, rows_of, shown, ui_of
from undertide_client.screens.map.goal_card import draw_goal
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.layout import layout_of
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import PresetInfo

GOAL = ["Find the amulets: they lie in dead ends of keeps.", "Kill the boss.", "Don't linger."]


def first_seen(*messages: object, goal: list[str] = GOAL) -> Ui:
    ui = ui_of(*(messages or (joined(), keyframe())))
    ui.lobby.preset_infos = {ui.mirror.preset: PresetInfo(ui.mirror.preset, "Down", "", goal)}
    return ui


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_first_picture_states_the_goal_and_the_first_keys(size: tuple[int, int]) -> None:
    text = shown(MapScreen(first_seen()), size=size)
    for words in (*GOAL, "o explores ? help"):
        assert words in text


def test_it_hides_neither_the_hero_nor_the_log_on_a_small_screen() -> None:
    text = shown(MapScreen(first_seen()))
    assert "@" in text.split("explores")[1]
    assert "You enter the drowned warren." in text


@pytest.mark.parametrize("size", [SMALL, (100, 32), LARGE])
def test_it_leaves_the_panel_in_sight(size: tuple[int, int]) -> None:
    ui, panel = first_seen(), layout_of(*size).panel
    with_card = rows_of(drawn(MapScreen(ui), size=size))
    ui.lobby.preset_infos = {}
    without = rows_of(drawn(MapScreen(ui), size=size))
    assert with_card != without
    assert [row[panel.x :] for row in with_card] == [row[panel.x :] for row in without]


def test_the_first_key_does_its_work_and_ends_the_card() -> None:
    screen = MapScreen(first_seen())
    assert screen.press("o") == MapScreen(first_seen()).press("o") != ()
    assert GOAL[0] not in shown(screen)


def test_the_first_click_ends_it_too() -> None:
    screen = MapScreen(first_seen())
    shown(screen)
    screen.click(0, 23, False)
    assert GOAL[0] not in shown(screen)


def test_it_is_for_players_who_want_hints() -> None:
    ui = first_seen()
    ui.hinting = False
    assert GOAL[0] not in shown(MapScreen(ui))
    assert GOAL[0] not in shown(MapScreen(first_seen(watching(), keyframe())))


def test_a_game_without_a_goal_shows_none() -> None:
    assert "explores" not in shown(MapScreen(first_seen(goal=[])))


@pytest.mark.parametrize("size", [SMALL, (100, 32), LARGE])
@pytest.mark.parametrize("row", range(0, 40, 3))
@pytest.mark.parametrize("lines", [3, 30])
def test_it_is_never_over_the_hero(size: tuple[int, int], row: int, lines: int) -> None:
    room = layout_of(*size).map
    hero = (room.width // 2, min(row, room.height - 1))
    console = drawn(MapScreen(ui_of()), size=size)
    before = rows_of(console)
    draw_goal(console, first_seen(goal=["Find what lies in the deep."] * lines), hero)
    after = rows_of(console)
    assert after != before
    assert after[hero[1]] == before[hero[1]]
    assert after[room.height :] == before[room.height :]
    assert any("o explores" in line for line in after), "its keys are always there"


def test_it_comes_once_a_seat() -> None:
    ui = first_seen()
    assert GOAL[0] in shown(MapScreen(ui))
    ui.is_seat_new = False
    assert GOAL[0] not in shown(MapScreen(ui))
    assert GOAL[0] not in MapScreen(ui).as_text().lines
