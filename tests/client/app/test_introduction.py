"""Who the player is: asked at the first start, and remembered."""

from dataclasses import replace
from typing import Any

import pytest

from support.client.client_examples import joined as seated
from support.client.screen_text import text_of
from undertide_client.app.entry import Entry, JoinEntry, LobbyEntry
from undertide_client.app.stage import Stage
from undertide_client.displays.cells import Console
from undertide_client.net.link import Link, connect
from undertide_client.net.seat_keeper import SeatKeeper
from undertide_client.net.status import LinkStatus
from undertide_client.saved.profile import MemoryProfile, Profile
from undertide_client.saved.saved_data import in_memory
from undertide_client.saved.tokens import MemoryTokens, SavedSeat
from undertide_client.screens.lobby.lobby_screen import LobbyScreen
from undertide_client.screens.lobby.name_screen import other_name
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_NAME
from undertide_shared.messages import PROTOCOL, CallingInfo, ErrorCode, Join, Options, Welcome

CALLINGS = [CallingInfo("warden", "warden", "One."), CallingInfo("mender", "mender", "Two.")]
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


@pytest.mark.parametrize(
    ("entry", "ended", "gentle"),
    [
        (JoinEntry("new", "user"), False, True),
        (JoinEntry("new", "user"), True, None),
        (JoinEntry("new", "user", is_stated=True), False, None),
        (JoinEntry("", "Known", asks=True), False, True),
        (JoinEntry("", "Known", asks=True), True, None),
    ],
)
def test_a_session_made_for_a_newcomer_is_gentle_unless_it_was_stated(
    entry: JoinEntry, ended: bool, gentle: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Options] = []
    monkeypatch.setattr(Link, "join", lambda *_, options, **__: asked.append(options))
    stage_of(entry, MemoryProfile(Profile("Known", ended=ended)))
    assert asked == [Options(gentle=gentle)]


def text(stage: Stage) -> str:
    console = Console(80, 24)
    stage.draw(console)
    return text_of(console)


def type_in(stage: Stage, name: str, *before_enter: str) -> None:
    for key in (*["backspace"] * len("user"), *name, *before_enter, "enter"):
        stage.press(key)


OTHER_CALLING = ("down", "right", "up")
"""The keys that choose the second calling in the form for the name."""


def test_a_first_start_asks_for_name_and_calling_and_remembers_them(
    joined: list[tuple[str, ...]],
) -> None:
    profile = MemoryProfile()
    stage = stage_of(PLAY, profile)
    assert "Your name user" in text(stage)
    assert joined == []
    assert "You are a warden" in text(stage)
    type_in(stage, "Ann", *OTHER_CALLING)
    assert joined == [("", "Ann", "mender")]
    assert profile.load() == Profile(), "the server may refuse the name"
    stage.take_in(seated())
    assert profile.load() == Profile("Ann", "mender")
    assert (stage.ui.name, stage.ui.calling) == ("Ann", "mender")


def test_a_first_game_of_ones_own_takes_one_answer(joined: list[tuple[str, ...]]) -> None:
    stage = stage_of(JoinEntry("new", "user", asks=True, preset="keep"), MemoryProfile())
    stage.press("enter")
    assert joined == [("new", "user", "warden", "keep")]


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
    assert "a name needs" in text(stage)


def test_an_outage_asks_no_second_time(joined: list[tuple[str, ...]]) -> None:
    stage = stage_of(PLAY, MemoryProfile())
    type_in(stage, "Ann")
    welcome(stage)
    assert joined == [("", "Ann", "warden")]


def test_nobody_has_to_answer() -> None:
    playing, lobby = stage_of(PLAY, MemoryProfile()), stage_of(JOIN_LOBBY, MemoryProfile())
    playing.press("escape")
    assert playing.outcome == 0
    lobby.press("escape")
    assert isinstance(lobby.top, LobbyScreen)


def test_the_lobby_plays_under_the_answers_and_remembers_changes(
    joined: list[tuple[str, ...]],
) -> None:
    profile = MemoryProfile()
    stage = stage_of(JOIN_LOBBY, profile)
    type_in(stage, "Ann")
    assert "You play as Ann, warden" in text(stage)
    for key in ("c", "b", "enter"):
        stage.press(key)
    assert profile.load() == Profile("Ann", "mender")
    assert joined == []


def refusal(code: ErrorCode, name: str, session: str = "k7m-secretab") -> LinkStatus:
    """Return how a link tells that a seat under a name was refused."""
    return LinkStatus("refused", "somebody is called so", code=code, join=Join(session, name))


@pytest.mark.parametrize(("code", "suggested"), [("name_taken", "Ann 2"), ("bad_name", "Ann")])
def test_a_refused_name_is_asked_for_again_and_the_invite_is_kept(
    joined: list[tuple[str, ...]], code: ErrorCode, suggested: str
) -> None:
    profile = MemoryProfile()
    stage = stage_of(JoinEntry("k7m-secretab", "user", asks=True), profile, CALLINGS[:1])
    type_in(stage, "Ann")
    stage.take_in(refusal(code, "Ann"))
    assert stage.outcome is None
    assert profile.load() == Profile(), "nobody is called so yet"
    shown = text(stage)
    assert "Choose another name" in shown
    assert f"Your name {suggested}" in shown
    assert "somebody is called so" in shown
    for key in (*["backspace"] * len(suggested), *"Bea", "enter"):
        stage.press(key)
    assert joined == [("k7m-secretab", "Ann", ""), ("k7m-secretab", "Bea", "")]
    stage.take_in(seated())
    assert profile.load().name == "Bea"


def test_who_wants_no_other_name_leaves_or_stays_in_the_lobby(
    joined: list[tuple[str, ...]],
) -> None:
    stage = stage_of(JoinEntry("k7m-secretab", "Ann"), MemoryProfile())
    stage.take_in(refusal("name_taken", "Ann"))
    stage.press("escape")
    assert stage.outcome == 0
    stage = stage_of(LobbyEntry("Ann"), MemoryProfile())
    stage.take_in(refusal("name_taken", "Ann"))
    stage.press("escape")
    assert stage.outcome is None
    assert stage.in_lobby
    assert len(joined) == 1


@pytest.mark.parametrize(
    ("refused", "other"),
    [
        ("Hero", "Hero 2"),
        ("Hero 9", "Hero 10"),
        ("A name of sixteen"[:16], "A name of sixt 2"),
        ("7", "7 2"),
    ],
)
def test_another_name_is_suggested_by_a_number(refused: str, other: str) -> None:
    assert other_name(refused) == other
    assert len(other) <= MAX_NAME


def test_who_has_a_seat_in_a_session_comes_back_to_it_under_whatever_name(
    joined: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = MemoryTokens()
    for name, session in (("Rogue", "k7m"), ("Mage", "k7m"), ("Ann", "b3r")):
        tokens.store_token(SavedSeat("ws://host:1", session, name), b"token")
    monkeypatch.setattr(Link, "seat_name", SeatKeeper("ws://host:1", tokens).seat_name)
    for known, session, name in (
        ("", "k7m-secretab", "Mage"),
        ("Rogue", "k7m-secretab", "Rogue"),
        ("Ann", "k7m", "Mage"),
        ("Ann", "zzz", "Ann"),
    ):
        joined.clear()
        stage_of(JoinEntry(session, "user", asks=True), MemoryProfile(Profile(known)))
        assert joined == [(session, name, "")]
