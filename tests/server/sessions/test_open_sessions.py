"""Sessions that people find without naming one: to join, to watch, or in a list."""

import msgspec
import pytest

from support.sessions.fake_server import Host, refusal
from support.sessions.made_sessions import make_session
from undertide_server.sessions.disclosure import Disclosure
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.open_sessions import OpenSessions, underway_words
from undertide_shared.codec import encode
from undertide_shared.limits import (
    MAX_DELAY,
    MAX_HEROES,
    MAX_LISTED_SESSIONS,
    MAX_LOBBY_HEROES,
    MAX_NAME,
    MAX_NAMED_SESSIONS,
    MAX_SAID,
    MAX_SERVER_MESSAGE,
)
from undertide_shared.messages import LobbyHero, SessionInfo, Sessions

ANN = Identity("ann", "192.0.2.1")


def test_joining_any_leads_to_where_most_players_are_and_makes_nothing() -> None:
    host = Host(seats=2)
    with pytest.raises(RequestRefusedError) as caught:
        host.registry.open_sessions.find_to_join()
    assert refusal(caught) == "unknown_session"
    assert not host.registry.sessions
    deserted, played = (make_session(host.registry, "", None, 0.0) for _ in range(2))
    for session in (deserted, played):
        session.join(1, "Ann", b"", 0.0)
    deserted.disconnect(1, 0.0)
    assert host.registry.open_sessions.find_to_join() is played
    played.join(2, "Ben", b"", 0.0)
    assert host.registry.open_sessions.find_to_join() is deserted
    deserted.join(2, "Ben", b"", 0.0)
    with pytest.raises(RequestRefusedError, match="session_full"):
        host.registry.open_sessions.find_to_join()


def test_joining_any_leads_into_no_run_past_its_first_floor_and_names_it_instead() -> None:
    host = Host(seats=5)
    far, near = (make_session(host.registry, "", None, 0.0) for _ in range(2))
    for member, name in enumerate(("Ann", "Ben", "Cid", "Dot"), 1):
        far.join(member, name, b"", 0.0)
    far.advance(0.0)
    far.run.progress.deepest = 2
    far.advance(1.0)
    assert host.registry.open_sessions.find_to_join() is near
    near.run.progress.ended = True
    with pytest.raises(RequestRefusedError) as caught:
        host.registry.open_sessions.find_to_join()
    assert refusal(caught) == "session_full"
    named = f"in session {far.id} Ann, Ben, Cid and 1 more are on floor 2 already"
    assert caught.value.reason.startswith(named)


@pytest.mark.parametrize(
    ("party", "words"),
    [
        ([], "its heroes are on floor 3 already"),
        (["Ann"], "Ann is on floor 3 already"),
        (["Ann", "Ben"], "Ann and Ben are on floor 3 already"),
    ],
)
def test_a_party_that_is_further_on_is_named(party: list[str], words: str) -> None:
    heroes = [LobbyHero(seat, name, 0, 3, 1, "alive") for seat, name in enumerate(party)]
    dead = LobbyHero(9, "Dead", 0, 0, 1, "dead")
    info = SessionInfo("abcde", "default", "auto", 2, 0, 8, 3, party=[*heroes, dead])
    asleep = SessionInfo("sleep", "default", "auto", 4, 0, 8, 9, asleep=4)
    expected = f"in session abcde {words}: choose to join there, or make a new game"
    assert underway_words([asleep, info]) == expected


def test_a_newcomer_learns_of_a_calling_that_nobody_has_before_it_makes_a_session() -> None:
    with pytest.raises(RequestRefusedError) as caught:
        Host().registry.open_sessions.find_to_join("nocalling")
    assert refusal(caught) == "bad_calling"


def test_a_session_that_saw_too_many_heroes_has_no_room_for_any_more() -> None:
    host = Host()
    worn = make_session(host.registry, "", None, 0.0)
    for member in range(MAX_HEROES):
        worn.members.seating.note_death(worn.members.seating.give_seat(member, f"Hero {member}"))
    assert not worn.has_room
    with pytest.raises(RequestRefusedError, match="session_full"):
        host.registry.open_sessions.find_to_join()


def test_watching_any_means_where_most_heroes_are() -> None:
    host = Host()
    with pytest.raises(RequestRefusedError) as caught:
        host.registry.open_sessions.find_to_watch()
    assert refusal(caught) == "unknown_session"
    make_session(host.registry, "", None, 0.0)
    busy = make_session(host.registry, "", None, 0.0)
    busy.join(1, "Ann", b"", 0.0)
    assert host.registry.open_sessions.find_to_watch() is busy
    busy.run.progress.ended = True
    assert host.registry.open_sessions.find_to_watch() is not busy


def test_watching_any_means_a_party_that_plays_and_none_that_sleeps() -> None:
    host = Host()
    asleep, awake = (make_session(host.registry, "", None, 0.0) for _ in range(2))
    for member, name in enumerate(("Ann", "Ben"), 1):
        asleep.join(member, name, b"", 0.0)
        asleep.disconnect(member, 0.0)
    awake.join(4, "Dot", b"", 0.0)
    assert host.registry.open_sessions.find_to_watch() is awake
    awake.disconnect(4, 0.0)
    assert host.registry.open_sessions.find_to_watch() is asleep


def test_the_lobby_lists_every_session_and_no_seed() -> None:
    host = Host()
    session = make_session(host.registry, "", None, 0.0)
    session.join(1, "Ann", b"", 0.0)
    session.watch(2, "Will", None, 0.0)
    session.advance(0.0)
    (info,) = host.registry.open_sessions.infos()
    assert (info.session, info.preset, info.seats) == (session.id, "default", 2)
    assert (info.heroes, info.spectators, info.deepest_floor) == (1, 1, 1)
    assert session.run.game.seed.hex() not in repr(info)


def test_the_largest_page_fits_into_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    name = MAX_NAME * "🐉"
    hero = LobbyHero(MAX_HEROES, name, 0xFFFFFF, 100, 100, "linkdead", away=True)
    dear = SessionInfo(
        MAX_SAID * "a",
        "default",
        "party",
        8,
        1000,
        8,
        20,
        120 * "a",
        host=name,
        delay=MAX_DELAY,
    )
    whole = msgspec.structs.replace(dear, party=MAX_LOBBY_HEROES * [hero], elapsed=2**40)

    def info(_disclosure: Disclosure, *, live: bool, named: bool) -> SessionInfo:
        return whole if named else dear

    host = Host()
    made = make_session(host.registry, "", None, 0.0)
    many = {str(number): made for number in range(MAX_LISTED_SESSIONS)}
    monkeypatch.setattr(Disclosure, "info", info)
    page = OpenSessions(many, host.registry.offers).infos()
    assert [bool(each.party) for each in page].count(True) == MAX_NAMED_SESSIONS
    assert len(encode(Sessions(page))) < MAX_SERVER_MESSAGE
