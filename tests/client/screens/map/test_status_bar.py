import pytest

from support.client.client_examples import hero_status, joined, keyframe, watching
from support.client.replay_examples import watched_again
from support.client.screen_text import playing, rows_of, shown
from undertide_client.displays.cells import Console
from undertide_client.net.intents import Fate, Stage
from undertide_client.net.status import LinkStatus
from undertide_client.screens.map.map_hints import map_hints
from undertide_client.screens.map.status_bar import banner_words, draw_status_bar
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.drawing import whole
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import PaceStatus, PartyMember


def bar_of(ui: Ui, width: int = 80) -> str:
    console = Console(width, 1)
    draw_status_bar(console, whole(console), ui, map_hints(ui))
    return " ".join(rows_of(console)[0].split())


@pytest.mark.parametrize(
    ("stage", "words"),
    [
        ("sent", "sent"),
        ("received", "received, waiting"),
        ("done", "done"),
        ("refused", "not now: a wall is in the way"),
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


def test_the_fallen_read_how_long_a_companion_has() -> None:
    ui = playing(hero=hero_status(life=0, dies_in=95))
    assert banner_words(ui) == "Fallen: a companion has 48 turns to revive you"
    assert banner_words(ui) in shown(MapScreen(ui))


def test_they_read_when_care_will_have_worked() -> None:
    ui = playing(hero=hero_status(life=0, dies_in=95, revived_in=29), pace=PaceStatus("real"))
    assert banner_words(ui) == "Fallen: you are up again in 3 s"


def test_the_dead_read_when_their_new_hero_comes() -> None:
    coming = PartyMember(0, "Ann", 0, 0, 0, 1, "dead", returns=True)
    ui = playing(hero=None, party=[coming])
    assert banner_words(ui) == "Your new hero begins on the next new floor"


def test_nobody_else_reads_anything() -> None:
    assert banner_words(playing()) == ""
    ui = playing(hero=hero_status(seat=1, dies_in=95))
    assert banner_words(ui) == ""
    ui = playing()
    ui.mirror.apply(watching())
    assert banner_words(ui) == ""


def test_a_server_that_does_not_answer_comes_before_all_else() -> None:
    ui = playing(hero=hero_status(life=0, dies_in=95))
    ui.silence = 4.2
    assert banner_words(ui) == "No answer for 4 s: the game may go on without you"
    assert banner_words(ui) in shown(MapScreen(ui))


def test_who_keeps_the_others_waiting_is_told() -> None:
    ui = playing(pace=PaceStatus("party", waiting_for=[0], limit_in=6000, nudge=True))
    assert banner_words(ui) == "Your turn: the others wait for you (6 s left)"
    assert banner_words(ui) in shown(MapScreen(ui))


def test_seconds_are_those_of_the_session() -> None:
    ui = playing()
    ui.mirror.apply(joined(ticks_per_second=5))
    fallen = hero_status(life=0, dies_in=95)
    ui.mirror.apply(keyframe(hero=fallen, pace=PaceStatus("real")))
    assert banner_words(ui) == "Fallen: a companion has 19 s to revive you"
