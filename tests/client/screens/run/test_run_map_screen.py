import pytest

from support.client.client_examples import ARENA, HERO, STAIRS, TREE, VAULT, delta, watching
from support.client.screen_text import LARGE, SMALL, playing, shown, ui_of
from undertide_client.screens.run.run_map_screen import RunMapScreen
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_shared.messages import BranchInfo, Climb, Shift


def chosen_after(*keys: str) -> str:
    """Return what is told of the floor that is chosen after some keys."""
    screen = RunMapScreen(playing())
    for key in keys:
        screen.press(key)
    return shown(screen).split("\n")[-3]


@pytest.mark.parametrize("size", [(60, 20), SMALL, LARGE])
def test_it_shows_the_run_and_what_is_special_about_it(size: tuple[int, int]) -> None:
    text = shown(RunMapScreen(playing()), size=size)
    for words in ("restless bones", "[c a crypt]", "a crypt (here), floor 3", "@ Ann"):
        assert words in text


def test_a_long_subtitle_leaves_room_for_the_map() -> None:
    ui = playing()
    ui.mirror.subtitle = "restless bones, " * 24
    assert "[c a crypt]" in shown(RunMapScreen(ui))


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("", "a crypt (here), floor 3"),
        ("up", "a keep, floor 2"),
        ("k k", "the entrance, floor 1"),
        ("up up up", "the entrance, floor 1"),
        ("down", "an arena (ahead), floor 4"),
        ("down right", "a vault (ahead), floor 4"),
        ("down right right", "a vault (ahead), floor 4"),
        ("down right left", "an arena (ahead), floor 4"),
        ("up left", "a warren (ahead), floor 2"),
        ("up left down", "a warren (ahead), floor 2"),
        ("up up down", "a keep, floor 2"),
        ("tab", "an arena (ahead), floor 4"),
        ("tab tab", "a crypt (here), floor 3"),
        ("up up c", "a crypt (here), floor 3"),
        ("f9", "a crypt (here), floor 3"),
    ],
)
def test_keys_move_along_the_tree(keys: str, words: str) -> None:
    assert words in chosen_after(*keys.split())


def test_going_down_prefers_a_floor_that_was_entered() -> None:
    assert "a keep" in chosen_after("up", "up", "down")


@pytest.mark.parametrize("key", ["escape", "q", "M", "ctrl+c"])
def test_it_is_left(key: str) -> None:
    assert RunMapScreen(playing()).press(key) == (Pop(),)


def test_choosing_sets_out_for_the_stairs_that_lead_there() -> None:
    screen = RunMapScreen(playing(stairs=STAIRS))
    screen.press("down")
    assert screen.press("enter") == (Pop(), Send(Climb(7, 3)))


def test_far_floors_are_gone_to_by_the_first_stairs_on_the_way() -> None:
    screen = RunMapScreen(playing(stairs=STAIRS))
    for key in ("up", "up", "down", "left"):
        screen.press(key)
    assert screen.press("enter") == (Pop(), Send(Climb(3, 3)))


def test_stairs_underfoot_are_taken() -> None:
    ui = playing(stairs=STAIRS)
    ui.mirror.apply(delta(shifted=[Shift(HERO, 7, 3)]))
    screen = RunMapScreen(ui)
    screen.press("down")
    assert screen.press("enter") == (Pop(), Send(Climb()))


def test_unknown_stairs_are_told_and_not_asked_for() -> None:
    screen = RunMapScreen(playing(stairs=STAIRS))
    for key in ("down", "right"):
        screen.press(key)
    assert screen.press("enter") == (Pop(), ShowNote("You know of no stairs here that lead there."))


def test_one_s_own_floor_and_a_spectator_s_choice_lead_nowhere() -> None:
    assert RunMapScreen(playing(stairs=STAIRS)).press("enter") == ()
    ui = playing(stairs=STAIRS)
    ui.mirror.apply(watching())
    assert RunMapScreen(ui).press("enter") == ()


def test_an_unknown_run_is_drawn_as_such() -> None:
    screen = RunMapScreen(ui_of())
    assert "Nobody knows this run yet." in shown(screen)
    for key in ("up", "down", "left", "right", "tab", "c", "enter"):
        assert screen.press(key) == ()


def test_it_grows_while_it_is_open() -> None:
    ui = playing()
    screen = RunMapScreen(ui)
    grown = [*TREE, BranchInfo(9, ARENA, 4, 0, "the last floor", "B", 0xFF5F5F, False)]
    ui.mirror.apply(delta(branches=grown))
    assert "B the last floor" in shown(screen)


def test_a_choice_that_is_gone_falls_back_to_the_present_floor() -> None:
    ui = playing()
    screen = RunMapScreen(ui)
    screen.press("down")
    ui.mirror.apply(delta(branches=[one for one in TREE if one.id not in {ARENA, VAULT}]))
    assert "a crypt (here)" in shown(screen)


def test_every_known_floor_can_be_reached_by_keys() -> None:
    walks = ("", "up", "up up", "up left", "up right", "right", "down", "down right")
    seen = {chosen_after(*keys.split()).split(",")[0] for keys in walks}
    assert len(seen) == len(TREE)
