"""What those who keep order are told of who is in a session."""

from support.sessions.lobby import ANN, BEN, CAT, GUEST, OPERATOR, gathered
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import FOR_GOOD
from undertide_server.sessions.model.settings import SessionBan as Banned
from undertide_shared.codec import encode
from undertide_shared.limits import MAX_LISTED_BANS, MAX_LISTED_PEOPLE, MAX_SERVER_MESSAGE
from undertide_shared.messages import Appoint, Ban, Mute


def test_it_tells_who_they_are_and_what_one_is_oneself() -> None:
    lobby = gathered()
    lobby.order(1, Mute(lobby.number("Cat")), ANN)
    lobby.session.disconnect(3, lobby.now)
    people = lobby.session.disclosure.people(2, BEN)
    assert people.session == lobby.session.id
    assert people.role == "player"
    assert [(each.name, each.role, each.seat, each.account) for each in people.people] == [
        ("Ann", "host", 0, "ann"),
        ("Ben", "player", 1, "ben"),
        ("Cat", "player", 2, "cat"),
        ("Will", "spectator", None, ""),
    ]
    assert [each.connected for each in people.people] == [True, True, False, True]
    assert [each.muted for each in people.people] == [False, False, True, False]
    assert people.people[1].id == people.you
    assert people.terms == lobby.session.policy.terms


def test_addresses_are_for_operators_and_bans_for_who_may_end_them() -> None:
    lobby = gathered()
    lobby.order(1, Appoint(lobby.number("Ben"), "moderator"), ANN)
    lobby.order(1, Ban(lobby.number("Will")), ANN)
    asked = [(None, OPERATOR), (1, ANN), (2, BEN), (3, CAT)]
    told = [lobby.session.disclosure.people(member, identity) for member, identity in asked]
    assert [len(people.bans) for people in told] == [1, 1, 1, 0]
    assert [people.role for people in told] == ["host", "host", "moderator", "player"]
    assert [each.address for each in told[0].people] == [
        ANN.address_key,
        BEN.address_key,
        CAT.address_key,
    ]
    assert not any(each.address for people in told[1:] for each in people.people)
    assert GUEST.address_key not in repr(told)


def test_of_a_crowd_the_players_come_first_and_all_of_it_fits_a_message() -> None:
    lobby = gathered()
    for member in range(100, 100 + MAX_LISTED_PEOPLE):
        address_key = Identity("a" * 32, f"2001:db8:{member:x}::")
        lobby.session.watch(member, "Ω" * 16, None, lobby.now, address_key)
    lobby.join(4, "Dan")
    lobby.session.policy.settings.bans = [
        Banned(number, "Ω" * 16, "Ω" * 16, FOR_GOOD, f"a{number}", reason="Ω" * 120)
        for number in range(MAX_LISTED_BANS)
    ]
    people = lobby.session.disclosure.people(None, OPERATOR)
    assert len(people.people) == MAX_LISTED_PEOPLE
    assert len(people.bans) == MAX_LISTED_BANS
    assert [each.name for each in people.people[:4]] == ["Ann", "Ben", "Cat", "Dan"]
    assert len(encode(people)) < MAX_SERVER_MESSAGE
