"""Spectators of a session with a delay: what they are sent lies that far back, all of it."""

import contextlib
from itertools import takewhile

import msgspec
import pytest

from support.sessions.lobby import Lobby, SlowJournal
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.codec import decode_server
from undertide_shared.messages import (
    Act,
    Chat,
    Ended,
    Explore,
    Follow,
    Keyframe,
    ListKinds,
    Move,
    Roster,
    Say,
    Watching,
)

DELAY = 20.0
ANN, WILL, KIM = 1, 2, 3


def played(lobby: Lobby, moments: int) -> dict[int, list[tuple[float, bytes]]]:
    """Play on, and return what each member was sent, and when."""
    sent: dict[int, list[tuple[float, bytes]]] = {}
    for moment in range(moments):
        if moment % 5 == 0:
            intent = Explore() if moment % 10 else Move(moment % 3 - 1, 1)
            with contextlib.suppress(RequestRefusedError):  # It may have died.
                lobby.session.requests.handle_message(ANN, Act(moment + 1, intent), lobby.now)
        lobby.now += 0.1
        due = lobby.session.due(lobby.now)
        if due is not None and due <= lobby.now:
            lobby.session.advance(lobby.now)
        for parcel in lobby.session.outbox.take_committed():
            for member in parcel.members:
                sent.setdefault(member, []).append((lobby.now, parcel.data))
    return sent


def test_each_frame_is_one_that_the_hero_was_sent_so_long_before() -> None:
    lobby = Lobby("real", delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.wait(DELAY + 1)
    lobby.watch(WILL, seat=0)
    sent = played(lobby, 600)
    shown = {data: at for at, data in reversed(sent[ANN])}
    own = list(takewhile(lambda each: not is_whole(each[1]), sent[WILL]))
    later = [(at, data) for at, data in own if at > lobby.now - 60 + DELAY + 0.05]
    assert len(later) > 30
    assert all(at >= shown[data] + DELAY - 0.01 for at, data in later)


def is_whole(data: bytes) -> bool:
    """Whether a message is the keyframe that a spectator gets whose hero has died."""
    return isinstance(decode_server(data), Keyframe)


def test_a_spectator_is_told_how_far_behind_it_is() -> None:
    lobby = Lobby(delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.watch(WILL)
    (watching,) = lobby.took(WILL, Watching)
    assert watching.delay == 20
    assert lobby.took(WILL, Roster)
    assert not lobby.took(WILL, Keyframe)


def test_a_spectator_is_let_in_at_once_where_there_is_something_to_see() -> None:
    lobby = Lobby("real", delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.wait(DELAY + 5)
    lobby.watch(WILL)
    assert lobby.took(WILL, Keyframe)


def test_what_players_say_is_heard_later_and_what_spectators_say_at_once() -> None:
    lobby = Lobby("real", delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.watch(WILL)
    lobby.tell(ANN, Say("a boss!"))
    lobby.tell(WILL, Say("hello"))
    assert [chat.text for chat in lobby.took(ANN, Chat)] == ["a boss!", "hello"]
    assert [chat.text for chat in lobby.took(WILL, Chat)] == ["hello"]
    lobby.wait(DELAY - 1)
    lobby.watch(KIM)
    assert not lobby.took(KIM, Chat)
    lobby.wait(1.1)
    assert [chat.text for chat in lobby.took(WILL, Chat)] == ["hello", "a boss!"]
    assert [chat.text for chat in lobby.took(KIM, Chat)] == ["a boss!"]


def test_a_run_is_over_for_spectators_when_they_have_seen_its_end() -> None:
    lobby = Lobby("real", delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.wait(DELAY + 1)
    lobby.watch(WILL, seat=0)
    lobby.strike_down(ANN)
    lobby.wait(5)
    assert lobby.took(ANN, Ended)
    lobby.watch(KIM, seat=0)
    assert not lobby.took(WILL, Ended)
    lobby.wait(DELAY)
    assert lobby.took(WILL, Ended)
    assert lobby.took(KIM, Ended)
    with pytest.raises(RequestRefusedError, match="seat 0"):
        lobby.tell(WILL, Follow(0))


def test_a_spectator_may_turn_to_a_hero_of_whom_it_does_not_know_that_it_died() -> None:
    lobby = Lobby("real", delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.wait(DELAY + 1)
    lobby.strike_down(ANN)
    lobby.wait(5)
    lobby.watch(WILL)
    lobby.forget_mail()
    lobby.tell(WILL, Follow(0))
    assert lobby.took(WILL, Keyframe)[-1].seat == 0


def test_a_spectator_is_not_told_whom_the_party_has_met_meanwhile() -> None:
    lobby = Lobby(delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.watch(WILL)
    with pytest.raises(RequestRefusedError, match="with a delay"):
        lobby.tell(WILL, ListKinds())


def test_what_is_not_durable_is_not_shown_however_old_it_is() -> None:
    journal = SlowJournal()
    lobby = Lobby("real", journal=journal, delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.watch(WILL)
    lobby.wait(DELAY + 5)
    assert not lobby.took(WILL, Keyframe)
    journal.commit()
    lobby.wait(0.2)
    assert lobby.took(WILL, Keyframe)


def names(roster: Roster) -> list[tuple[str, bool]]:
    """Return who has a seat in a roster, and whether each is connected."""
    return [(seat.name, seat.connected) for seat in roster.seats]


def test_who_plays_and_who_is_away_is_known_to_spectators_after_the_delay() -> None:
    lobby = Lobby("real", delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.watch(WILL)
    assert names(lobby.took(ANN, Roster)[-1]) == [("Ann", True)]
    assert names(lobby.took(WILL, Roster)[-1]) == []
    lobby.wait(DELAY / 2)
    lobby.session.disconnect(ANN, lobby.now)
    lobby.join(9, "Ben")
    assert names(lobby.took(9, Roster)[-1]) == [("Ann", False), ("Ben", True)]
    lobby.wait(DELAY / 2 - 0.1)
    assert names(lobby.took(WILL, Roster)[-1]) == []
    assert lobby.people(WILL).keys() == {"Will"}
    for seconds in (0.2, DELAY / 2 - 0.2):
        lobby.wait(seconds)
        assert names(lobby.took(WILL, Roster)[-1]) == [("Ann", True)]
        assert lobby.people(WILL)["Ann"].connected
    lobby.wait(1)
    assert names(lobby.took(WILL, Roster)[-1]) == [("Ann", False), ("Ben", True)]
    assert lobby.people(WILL).keys() == {"Ann", "Ben", "Will"}
    assert not lobby.people(WILL)["Ann"].connected


def test_players_and_those_who_keep_order_know_at_once_who_is_there() -> None:
    lobby = Lobby("real", delay=DELAY, maker=KIM)
    lobby.join(ANN, "Ann")
    lobby.watch(KIM, name="Kim")
    assert lobby.people(ANN).keys() == lobby.people(KIM).keys() == {"Ann", "Kim"}


def test_nothing_tells_spectators_the_moment_at_which_somebody_comes_or_goes() -> None:
    lobby = Lobby("real", delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.watch(WILL)
    lobby.forget_mail()
    lobby.join(9, "Ben")
    lobby.session.disconnect(9, lobby.now)
    lobby.wait(1)
    assert lobby.took(ANN, Roster)
    assert not lobby.took(WILL, Roster)
    lobby.watch(KIM, name="Kim")
    assert [roster.watchers for roster in lobby.took(WILL, Roster)] == [["Will", "Kim"]]


def test_the_lobby_tells_of_the_heroes_after_the_delay_and_counts_at_once() -> None:
    lobby = Lobby("real", delay=DELAY)
    lobby.join(ANN, "Ann")
    at_once = lobby.session.disclosure.info()
    assert (at_once.heroes, at_once.deepest_floor, at_once.host) == (1, 0, "")
    assert at_once.party == []
    live = lobby.session.disclosure.info(live=True)
    assert (live.deepest_floor, live.host) == (1, "Ann")
    assert [(hero.name, hero.floor, hero.state) for hero in live.party] == [("Ann", 1, "alive")]
    lobby.wait(DELAY + 0.2)
    assert lobby.session.disclosure.info() == msgspec.structs.replace(live, elapsed=0)


def test_the_lobby_tells_the_time_and_the_end_of_a_run_after_the_delay() -> None:
    lobby = Lobby("real", delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.wait(12)
    assert lobby.session.disclosure.info(live=True).elapsed == 10_000
    lobby.let_die(ANN)
    assert lobby.session.disclosure.info(live=True).ended
    told = lobby.session.disclosure.info()
    assert (told.elapsed, told.ended) == (0, False)
    lobby.wait(DELAY + 1)
    told = lobby.session.disclosure.info()
    assert (told.elapsed, told.ended) == (10_000, True)
    assert [hero.state for hero in told.party] == ["dead"]
