import pytest
from tcod.console import Console

from client_examples import joined, keyframe, session_info
from screen_text import text_of
from undertide_client.connection import connect
from undertide_client.entry import Entry, JoinEntry, LobbyEntry
from undertide_client.screens.help_screen import HelpScreen
from undertide_client.screens.lobby_screen import LobbyScreen
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.outage_screen import OutageScreen
from undertide_client.screens.screen import Home, LeaveGame, Note, Pop, Push, Rename, Send, Speak
from undertide_client.screens.ui import Ui
from undertide_client.stage import MAX_PRESETS, MAX_SCREENS, MAX_SESSIONS, Stage
from undertide_client.status import Status
from undertide_shared.messages import PROTOCOL, Sessions, Wait, Welcome

LOBBY = LobbyEntry("Ann")


def stage_of(entry: Entry = LOBBY, status: Status | None = None) -> Stage:
    """Return a stage whose link has no connection; all it is asked for is lost."""
    link = connect("ws://host:1")
    link.status = status or Status("connected")
    stage = Stage(Ui(link.url, "Ann"), link, entry)
    stage.take_in(link.status)
    return stage


def text(stage: Stage) -> str:
    console = Console(80, 24, order="C")
    stage.draw(console)
    return text_of(console)


def test_it_begins_where_the_entry_says() -> None:
    assert isinstance(stage_of().top, LobbyScreen)
    assert isinstance(stage_of(JoinEntry("", "Ann")).top, MapScreen)


def test_the_lowest_screen_is_never_taken_away() -> None:
    stage = stage_of()
    stage.perform((Pop(), Pop(), Home(), Pop()))
    assert isinstance(stage.top, LobbyScreen)


def test_screens_go_on_top_and_come_off_again() -> None:
    stage = stage_of()
    stage.perform((Push(HelpScreen(stage.ui)),))
    assert isinstance(stage.top, HelpScreen)
    stage.perform((Pop(),))
    assert isinstance(stage.top, LobbyScreen)
    stage.perform((Push(HelpScreen(stage.ui)), Push(HelpScreen(stage.ui)), Home()))
    assert isinstance(stage.top, LobbyScreen)


def test_screens_never_pile_up_without_bound() -> None:
    stage = stage_of()
    stage.perform(tuple(Push(HelpScreen(stage.ui)) for _ in range(100)))
    stage.perform(tuple(Pop() for _ in range(MAX_SCREENS - 1)))
    assert isinstance(stage.top, LobbyScreen)


def test_without_a_connection_the_outage_is_on_top_of_everything() -> None:
    stage = stage_of(status=Status("waiting", "the cable fell out", 3.0, 2))
    assert isinstance(stage.top, OutageScreen)
    shown = text(stage)
    assert "the cable fell out" in shown
    assert "You play as Ann" in shown


def test_what_is_asked_without_a_connection_is_told_as_lost() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    stage.perform((Send(Wait()), Speak("hello?")))
    shown = text(stage)
    assert "lost: there is no connection" in shown
    assert "Nobody heard you" in shown


def test_notes_and_names_are_taken() -> None:
    stage = stage_of()
    stage.perform((Note("So it is."), Rename("Bob")))
    assert stage.ui.mirror.lines[-1].text == "So it is."
    assert stage.ui.name == "Bob"


def test_leaving_is_a_good_end_and_leaving_what_failed_a_bad_one() -> None:
    stage = stage_of()
    stage.perform((LeaveGame(),))
    assert (stage.outcome, stage.farewell) == (0, "")
    broken = stage_of(status=Status("gave up", "nobody listens"))
    broken.perform((LeaveGame(),))
    assert (broken.outcome, broken.farewell) == (1, "gave up: nobody listens")


def test_who_never_got_in_leaves_at_once_when_it_is_given_up() -> None:
    stage = stage_of(JoinEntry("", "Ann"), Status("gave up", "nobody listens"))
    stage.link_ended()
    assert (stage.outcome, stage.farewell) == (1, "gave up: nobody listens")


def test_who_was_in_stays_to_read_why_it_ended() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    stage.take_in(joined())
    stage.take_in(keyframe())
    stage.ui.status = Status("gave up", "nobody listens")
    stage.link_ended()
    assert stage.outcome is None
    assert "nobody listens" in text(stage)


def test_a_refusal_after_an_outage_leads_to_the_lobby() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    stage.take_in(joined())
    stage.take_in(Status("refused", "this session is over"))
    assert isinstance(stage.top, LobbyScreen)
    assert "this session is over" in text(stage)


def test_what_is_open_survives_an_outage() -> None:
    stage = stage_of(JoinEntry("", "Ann"))
    stage.take_in(joined())
    stage.perform((Push(HelpScreen(stage.ui)),))
    stage.take_in(joined(token=b"secret-2"))
    assert isinstance(stage.top, HelpScreen)


@pytest.mark.parametrize("count", [0, 3, MAX_SESSIONS + 5])
def test_the_lobby_lists_so_many_sessions_at_most(count: int) -> None:
    stage = stage_of()
    stage.take_in(Sessions([session_info(f"s{number}") for number in range(count)]))
    assert stage.ui.lobby.sessions is not None
    assert len(stage.ui.lobby.sessions) == min(count, MAX_SESSIONS)


def test_presets_are_bounded_and_harmless_when_drawn() -> None:
    stage = stage_of()
    stage.take_in(Welcome(PROTOCOL, "x", ["\x1b[2Jevil"] * 500))
    assert len(stage.ui.lobby.presets) == MAX_PRESETS
    stage.perform(stage.top.press("n"))
    assert "?[2Jevil" in text(stage)
    assert "\x1b" not in text(stage)
