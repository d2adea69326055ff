"""Who the player is: asked at the first start, and remembered."""

from dataclasses import replace
from typing import Any

import pytest

from support.client.screen_text import text_of
from undertide_client.app.entry import Entry, JoinEntry, LobbyEntry
from undertide_client.app.stage import Stage
from undertide_client.displays.cells import Console
from undertide_client.net.link import Link, connect
from undertide_client.net.status import LinkStatus
from undertide_client.saved.profile import MemoryProfile, Profile
from undertide_client.saved.saved_data import in_memory
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import PROTOCOL, CallingInfo, Welcome

CALLINGS = [CallingInfo("warden", "warden", "One."), CallingInfo("mender", "mender", "Two.")]
NEW = JoinEntry("new", "user", asks=True, offers_tutorial=True)
PLAY, JOIN_LOBBY = JoinEntry("", "user", asks=True), LobbyEntry("user", asks=True)


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The seats that links asked for: session, name and calling of each, and any preset."""
    asked: list[tuple[str, ...]] = []

    def join(_link: Link, session: str, name: str, calling: str = "", **more: Any) -> None:
        assert not more["makes_if_full"]
        preset = more.get("preset")
        asked.append((session, name, calling, preset) if preset else (session, name, calling))

    monkeypatch.setattr(Link, "join", join)
    return asked


def stage_of(entry: Entry, profile: MemoryProfile, callings: list[CallingInfo] = CALLINGS) -> Stage:
    """Return a stage that the server has just welcomed."""
    link = connect("ws://host:1")
    link.status = LinkStatus("connected")
    stage = Stage(Ui(link.url, entry.name), link, entry, replace(in_memory(), profile=profile))
    welcome(stage, callings)
    return stage


def welcome(stage: Stage, callings: list[CallingInfo] = CALLINGS) -> None:
    stage.take_in(Welcome(PROTOCOL, "host", ["default", "tutorial"], callings))
    stage.take_in(LinkStatus("connected"))


def text(stage: Stage) -> str:
    console = Console(80, 24)
    stage.draw(console)
    return text_of(console)


def type_in(stage: Stage, name: str) -> None:
    for key in (*["backspace"] * len("user"), *name, "enter"):
        stage.press(key)


def choose(stage: Stage, letter: str) -> None:
    stage.press(letter)
    stage.press("enter")


def test_a_first_start_asks_for_name_and_calling_and_remembers_them(
    joined: list[tuple[str, ...]],
) -> None:
    profile = MemoryProfile()
    stage = stage_of(PLAY, profile)
    assert "Your name user" in text(stage)
    assert joined == []
    type_in(stage, "Ann")
    assert "b) mender" in text(stage)
    choose(stage, "b")
    assert joined == [("", "Ann", "mender")]
    assert profile.load() == Profile("Ann", "mender")
    assert (stage.ui.name, stage.ui.calling) == ("Ann", "mender")


@pytest.mark.parametrize(("key", "asked"), [("a", ("tutorial",)), ("b", ())])
def test_a_first_game_of_ones_own_may_be_the_tutorial(
    joined: list[tuple[str, ...]], key: str, asked: tuple[str, ...]
) -> None:
    stage = stage_of(NEW, MemoryProfile())
    type_in(stage, "Ann")
    choose(stage, "b")
    assert "What do you want to play first?" in text(stage)
    choose(stage, key)
    assert joined == [("new", "Ann", "mender", *asked)]


def test_the_next_start_asks_nothing(joined: list[tuple[str, ...]]) -> None:
    stage_of(JoinEntry("abcde", "user", asks=True), MemoryProfile(Profile("Ann", "mender")))
    assert joined == [("abcde", "Ann", "mender")]


def test_an_option_answers_for_one_start_alone(joined: list[tuple[str, ...]]) -> None:
    profile = MemoryProfile(Profile("Ann", "mender"))
    stage_of(JoinEntry("", "Bob", "warden"), profile)
    assert joined == [("", "Bob", "warden")]
    assert profile.load() == Profile("Ann", "mender")


def test_a_calling_that_this_server_lacks_is_left_to_the_server(
    joined: list[tuple[str, ...]],
) -> None:
    stage_of(PLAY, MemoryProfile(Profile("Ann", "lamplighter")))
    assert joined == [("", "Ann", "")]


def test_a_server_with_one_calling_is_asked_for_no_other(
    joined: list[tuple[str, ...]],
) -> None:
    type_in(stage_of(PLAY, MemoryProfile(), CALLINGS[:1]), "Ann")
    assert joined == [("", "Ann", "")]


def test_an_invalid_name_is_asked_for_again(joined: list[tuple[str, ...]]) -> None:
    stage = stage_of(PLAY, MemoryProfile())
    type_in(stage, " ")
    assert joined == []
    assert "mender" not in text(stage)


def test_an_outage_asks_no_second_time(joined: list[tuple[str, ...]]) -> None:
    stage = stage_of(PLAY, MemoryProfile())
    type_in(stage, "Ann")
    choose(stage, "a")
    welcome(stage)
    assert joined == [("", "Ann", "warden")]


def test_nobody_has_to_answer() -> None:
    playing, lobby = stage_of(PLAY, MemoryProfile()), stage_of(JOIN_LOBBY, MemoryProfile())
    playing.press("escape")
    assert playing.outcome == 0
    lobby.press("escape")
    assert isinstance(lobby.top, LobbyScreen)


def test_the_list_of_callings_leads_back_to_the_name() -> None:
    stage = stage_of(PLAY, MemoryProfile())
    type_in(stage, "Ann")
    stage.press("escape")
    assert "Your name Ann" in text(stage)


def test_the_lobby_plays_under_the_answers_and_remembers_changes(
    joined: list[tuple[str, ...]],
) -> None:
    profile = MemoryProfile()
    stage = stage_of(JOIN_LOBBY, profile)
    type_in(stage, "Ann")
    choose(stage, "a")
    assert "You play as Ann, warden" in text(stage)
    stage.press("c")
    choose(stage, "b")
    assert profile.load() == Profile("Ann", "mender")
    assert joined == []
