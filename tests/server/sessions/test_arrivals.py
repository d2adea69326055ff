"""Coming in: what newcomers are told, and that whoever is turned away changes nothing."""

import pytest

from support.sessions.lobby import Lobby
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import FOR_GOOD, SessionBan, SessionSettings
from undertide_shared.messages import Joined, Roster, Watching

EVE = Identity("eve", "192.0.2.5")


def test_spectators_are_told_how_far_behind_they_are() -> None:
    lobby = Lobby(settled=SessionSettings(delay=30))
    lobby.watch(1)
    (watching,) = lobby.took(1, Watching)
    assert watching.delay == lobby.session.disclosure.info().delay == 30
    assert lobby.took(1, Roster)[-1].terms.delay == 30
    assert lobby.session.disclosure.delay.reached(lobby.now) == 0


def test_players_and_spectators_are_told_what_statuses_do() -> None:
    lobby = Lobby()
    lobby.join(1, "Ann")
    lobby.watch(2)
    (joined,), (watching,) = lobby.took(1, Joined), lobby.took(2, Watching)
    assert "burning" in [each.name for each in joined.statuses]
    assert watching.statuses == joined.statuses


def test_the_servers_own_delay_holds_where_it_is_longer() -> None:
    lobby = Lobby(settled=SessionSettings(delay=30), delay=44.5)
    assert lobby.session.disclosure.info().delay == 45


def test_a_session_has_as_many_seats_as_its_maker_chose() -> None:
    lobby = Lobby(settled=SessionSettings(seats=1))
    lobby.join(1, "Ann")
    with pytest.raises(RequestRefusedError, match="session_full"):
        lobby.join(2, "Ben")


def test_but_no_more_than_the_server_has_by_now() -> None:
    most = Lobby().settings.limits.seats
    assert Lobby(settled=SessionSettings(seats=most + 5)).session.members.seating.limit == most


@pytest.mark.parametrize("watching", [False, True])
def test_who_is_turned_away_is_nobody_here(watching: bool) -> None:
    lobby = Lobby(settled=SessionSettings(bans=[SessionBan(1, "Eve", "Ann", FOR_GOOD, "eve")]))
    before = lobby.session.policy.data
    with pytest.raises(RequestRefusedError, match="banned"):
        lobby.watch(5, identity=EVE) if watching else lobby.join(5, "Eve", identity=EVE)
    lobby.settle()
    assert lobby.session.disclosure.people(None, Identity(operator=True)).people == []
    assert not list(lobby.session.members.seating)
    assert lobby.session.policy.data == before
    assert lobby.session.occupancy.empty_since is not None


def test_a_name_that_will_not_do_makes_nobody_host() -> None:
    lobby = Lobby()
    with pytest.raises(RequestRefusedError, match="bad_name"):
        lobby.join(1, "\x1b")
    assert lobby.session.policy.roles.host_name == ""


def test_a_seat_taken_up_from_elsewhere_is_the_same_persons() -> None:
    lobby = Lobby()
    lobby.join(1, "Ann", identity=EVE)
    before = lobby.number("Ann")
    (joined,) = lobby.took(1, Joined)
    lobby.join(2, "", joined.token)
    assert lobby.session.membership.take_dismissed() == [1]
    people = lobby.people(2)
    assert list(people) == ["Ann"]
    assert (people["Ann"].id, people["Ann"].connected) == (before, True)
    assert people["Ann"].account == "", "whoever sits there now"
    lobby.session.disconnect(1, lobby.now)
    assert lobby.people(2)["Ann"].connected


def test_nobody_watches_under_a_heros_name_nor_keeps_it_from_one() -> None:
    lobby = Lobby()
    lobby.join(1, "Ann")
    lobby.watch(2, name="Ann")
    lobby.watch(3, name="Bob")
    assert [told.name for each in (2, 3) for told in lobby.took(each, Watching)] == ["Ann 2", "Bob"]
    lobby.join(4, "Bob")
    assert lobby.took(4, Joined)[0].name == "Bob"
    assert lobby.took(1, Roster)[-1].watchers == ["Ann 2", "Bob 2"]
