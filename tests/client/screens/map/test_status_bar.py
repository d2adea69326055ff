import pytest
from tcod.console import Console

from support.client.client_examples import hero_status, watching
from support.client.replay_examples import watched_again
from support.client.screen_text import playing, rows_of
from undertide_client.net.intents import Fate, Stage
from undertide_client.net.status import LinkStatus
from undertide_client.screens.map.map_hints import map_hints
from undertide_client.screens.map.status_bar import draw_status_bar
from undertide_client.screens.widgets.drawing import whole
from undertide_client.screens.widgets.ui import Ui


def bar_of(ui: Ui, width: int = 80) -> str:
    console = Console(width, 1, order="C")
    draw_status_bar(console, whole(console), ui, map_hints(ui))
    return " ".join(rows_of(console)[0].split())


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("sent", "sent"),
        ("received", "received, waiting"),
        ("done", "done"),
        ("refused", "refused: a wall is in the way"),
        ("lost", "lost: a wall is in the way"),
    ],
)
def test_a_player_sees_what_became_of_the_last_intent(stage: Stage, words: str) -> None:
    ui = playing()
    ui.fate = Fate(1, stage, "a wall is in the way")
    assert f"@ Ann {words}" in bar_of(ui)


def test_a_server_that_does_not_answer_is_no_longer_called_connected() -> None:
    ui = playing()
    ui.latency, ui.silence = 0.004, 3.9
    assert bar_of(ui).endswith("○ no answer for 3 s")


def test_the_connection_and_its_latency_are_told() -> None:
    ui = playing()
    ui.latency = 0.0234
    assert bar_of(ui).endswith("● connected 23 ms")


def test_an_outage_is_told() -> None:
    ui = playing()
    ui.status = LinkStatus("waiting", "the connection broke", 4, 3)
    assert "○ waiting 4 s, attempt 3" in bar_of(ui)


def test_hints_name_the_keys_in_force() -> None:
    assert "Tab fight i pack ? help" in bar_of(playing())


def test_a_spectator_is_told_whose_eyes_it_has() -> None:
    ui = playing()
    ui.mirror.apply(watching())
    assert bar_of(ui).startswith("watching the party f next hero")


def test_a_dead_hero_s_player_is_told_so() -> None:
    ui = playing(hero=hero_status(state="dead"))
    assert bar_of(ui).startswith("dead, watching Ann")


def test_a_long_reason_never_hides_the_connection() -> None:
    ui = playing()
    ui.fate = Fate(1, "refused", "because " * 40)
    assert bar_of(ui).endswith("● connected")


def test_a_replay_is_told_with_whose_eyes_it_is_seen_through() -> None:
    ui = watched_again()
    assert bar_of(ui).startswith("replay of 01234567, watching Ann Space play/pause ? help")
    assert bar_of(ui).endswith("● connected")


def test_a_spectator_is_told_how_far_behind_it_is() -> None:
    ui = playing()
    ui.mirror.apply(watching(delay=10))
    assert bar_of(ui).startswith("watching the party, 10 s behind f next hero")
