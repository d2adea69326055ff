"""Who is heard, and who wants to hear whom."""

import pytest

from support.sessions.lobby import ANN, BEN, CAT, GUEST, OPERATOR, Lobby, gathered
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import SessionMute as Muted
from undertide_server.sessions.moderation.sanctions import MOST_MUTES
from undertide_shared.messages import (
    Appoint,
    Chat,
    Hear,
    Listening,
    Mute,
    Roster,
    Say,
    SetChat,
    Unmute,
)


def says(lobby: Lobby, member: int) -> bool:
    """Whether a member may talk now."""
    try:
        lobby.tell(member, Say("hello"))
    except RequestRefusedError as refusal:
        assert refusal.code == "muted"  # noqa: PT017
        return False
    return True


class TestMutes:
    def test_nobody_hears_who_is_muted_until_they_are_again(self) -> None:
        lobby = gathered()
        lobby.order(1, Mute(lobby.number("Ben")), ANN)
        assert not says(lobby, 2)
        assert lobby.took(1, Chat) == []
        lobby.order(1, Unmute(lobby.number("Ben")), ANN)
        assert says(lobby, 2)

    def test_it_ends_when_its_time_is_over_and_everyone_is_told(self) -> None:
        lobby = gathered()
        lobby.order(1, Mute(lobby.number("Ben"), 2), ANN)
        assert lobby.took(3, Roster)[-1].seats[1].muted
        lobby.wait(119)
        assert not says(lobby, 2)
        lobby.wait(1)
        assert says(lobby, 2)
        assert not lobby.took(3, Roster)[-1].seats[1].muted
        assert lobby.session.policy.settings.mutes == []

    def test_coming_back_ends_none(self) -> None:
        lobby = gathered()
        lobby.order(1, Mute(lobby.number("Will")), ANN)
        lobby.session.leave(9, lobby.now)
        lobby.watch(10, name="Bill", identity=GUEST)
        assert not says(lobby, 10)
        lobby.order(1, Mute(lobby.number("Ben")), ANN)
        lobby.session.leave(2, lobby.now)
        lobby.watch(2, identity=Identity("ben", "203.0.113.1"))
        assert not says(lobby, 2)

    def test_players_behind_a_muted_spectators_router_are_heard(self) -> None:
        lobby = gathered()
        lobby.join(4, "Dan", identity=GUEST)
        lobby.order(1, Mute(lobby.number("Will")), ANN)
        assert says(lobby, 4)
        assert not says(lobby, 9)

    def test_a_muted_guest_is_heard_under_no_other_name(self) -> None:
        lobby = gathered()
        lobby.join(4, "Dan", identity=GUEST)
        lobby.order(1, Mute(lobby.number("Dan")), ANN)
        lobby.session.leave(4, lobby.now)
        lobby.watch(10, name="Danny", identity=GUEST)
        assert not says(lobby, 10)
        lobby.session.leave(10, lobby.now)
        lobby.join(5, "Fay", identity=GUEST)
        assert not says(lobby, 5)
        lobby.order(1, Unmute(lobby.number("Fay")), ANN)
        assert says(lobby, 5)

    def test_muting_again_changes_the_time(self) -> None:
        lobby = gathered()
        for minutes in (5, 1):
            lobby.order(1, Mute(lobby.number("Ben"), minutes), ANN)
        assert len(lobby.session.policy.settings.mutes) == 1
        lobby.wait(60)
        assert says(lobby, 2)

    def test_there_is_a_bound(self) -> None:
        lobby = gathered()
        ben = lobby.number("Ben")
        lobby.session.policy.settings.mutes = [
            Muted(0.0, f"somebody{number}") for number in range(MOST_MUTES)
        ]
        with pytest.raises(RequestRefusedError, match="turn off spectator chat"):
            lobby.order(1, Mute(ben), ANN)


class TestSpectators:
    def test_they_are_silent_where_the_session_says_so(self) -> None:
        lobby = gathered()
        lobby.order(1, SetChat(False), ANN)
        assert not says(lobby, 9)
        assert says(lobby, 2)
        lobby.order(1, SetChat(True), ANN)
        assert says(lobby, 9)

    def test_those_who_keep_order_talk_while_they_watch(self) -> None:
        lobby = gathered()
        lobby.order(1, Appoint(lobby.number("Ben"), "moderator"), ANN)
        lobby.order(1, SetChat(False), ANN)
        lobby.watch(20, identity=OPERATOR)
        lobby.watch(21, identity=BEN)
        lobby.watch(22, identity=CAT)
        assert [says(lobby, member) for member in (20, 21, 22)] == [True, True, False]


class TestHearing:
    @pytest.mark.parametrize(
        ("whom", "heard"),
        [("all", ["Ben", "Will"]), ("players", ["Ben"]), ("nobody", [])],
    )
    def test_everyone_hears_whom_they_want_to(self, whom: Listening, heard: list[str]) -> None:
        lobby = gathered()
        lobby.tell(1, Hear(whom))
        for member in (2, 9):
            lobby.tell(member, Say("hello"))
        assert [chat.name for chat in lobby.took(1, Chat)] == heard
        assert [chat.name for chat in lobby.took(3, Chat)] == ["Ben", "Will"]

    def test_ones_own_words_come_back_anyway(self) -> None:
        lobby = gathered()
        lobby.tell(9, Hear("nobody"))
        lobby.tell(9, Say("hello"))
        assert [chat.name for chat in lobby.took(9, Chat)] == ["Will"]

    def test_it_can_be_taken_back(self) -> None:
        lobby = gathered()
        lobby.tell(1, Hear("nobody"))
        lobby.tell(1, Hear("all"))
        lobby.tell(9, Say("hello"))
        assert lobby.took(1, Chat)
