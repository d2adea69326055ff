"""While a disk takes nothing, a run waits: its players are told, and told when it goes on."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.processes.waiting import LONGEST
from support.sessions.durable_host import Host
from support.sessions.lobby import Lobby, SlowJournal
from support.sessions.made_sessions import make_session
from undertide_server.sessions.announcer import BUSY
from undertide_server.sessions.broadcast.outbox import MOST_HELD
from undertide_server.sessions.disk import GOES_ON, REACHED, UNREACHED, WAITS, lobby_heroes
from undertide_server.sessions.durability.journal_writer import MOST_UNCOMMITTED
from undertide_server.sessions.durability.recovery import recover
from undertide_server.sessions.members.members import WATCHER_COLOUR
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.request_handler import SeatedMessage
from undertide_server.simulation.snapshot import state_hash
from undertide_server.store.errors import StoreFaultError
from undertide_server.store.fencing import Refused
from undertide_server.store.reader import Reader
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Write
from undertide_shared.limits import MAX_LOBBY_HEROES
from undertide_shared.messages import (
    Chat,
    Delta,
    Follow,
    Keyframe,
    ListKinds,
    LobbyHero,
    PartyMember,
    Resync,
    Say,
    Wait,
)

HOST = "Undertide"


def in_trouble(*, is_remote: bool = False) -> tuple[Lobby, SlowJournal]:
    """Return a session with one player, whose disk or database just began to fail."""
    journal = SlowJournal()
    journal.is_remote = is_remote
    lobby = Lobby("real", journal)
    lobby.join(1, "Ann")
    journal.commit()
    lobby.deliver()
    lobby.forget_mail()
    journal.trouble = "database or disk is full"
    return lobby, journal


@pytest.mark.parametrize(
    ("is_remote", "waits", "goes_on"), [(False, WAITS, GOES_ON), (True, UNREACHED, REACHED)]
)
def test_members_are_told_when_the_run_waits_and_when_it_goes_on(
    is_remote: bool,
    waits: str,
    goes_on: str,
) -> None:
    lobby, journal = in_trouble(is_remote=is_remote)
    lobby.wait(10.0)
    assert lobby.mail == {1: [Chat(HOST, WATCHER_COLOUR, waits, server=True)]}
    journal.trouble = ""
    lobby.session.disk_changed()
    journal.commit()
    lobby.deliver()
    assert lobby.took(1, Chat)[1:] == [Chat(HOST, WATCHER_COLOUR, goes_on, server=True)]


def test_they_are_told_at_once_though_nobody_does_anything() -> None:
    journal = SlowJournal()
    lobby = Lobby("auto", journal)
    lobby.join(1, "Ann")
    journal.commit()
    lobby.act(1, Wait())
    lobby.forget_mail()
    journal.trouble = "gone"
    lobby.session.disk_changed()
    lobby.deliver()
    assert lobby.mail == {1: [Chat(HOST, WATCHER_COLOUR, WAITS, server=True)]}


def test_no_more_steps_are_taken_than_may_wait_and_none_is_shown() -> None:
    lobby, journal = in_trouble()
    before = lobby.session.run.progress.step
    for _ in range(10):
        lobby.act(1, Wait())
        lobby.wait(10.0)
    assert lobby.session.run.progress.step == before + MOST_UNCOMMITTED
    assert lobby.took(1, Delta) == []
    journal.trouble = ""
    journal.commit()
    lobby.wait(1.0)
    journal.commit()
    lobby.deliver()
    assert lobby.session.run.progress.step > before + MOST_UNCOMMITTED
    assert lobby.took(1, Delta)


def test_nobody_joins_or_watches_a_run_that_waits() -> None:
    lobby, _ = in_trouble()
    lobby.wait(1.0)
    with pytest.raises(RequestRefusedError) as refused:
        lobby.join(2, "Ben")
    assert (refused.value.code, refused.value.reason) == ("server_full", WAITS)
    with pytest.raises(RequestRefusedError):
        lobby.watch(3)
    assert [seat.name for seat in lobby.session.members.seating] == ["Ann"]


def hanging() -> tuple[Lobby, SlowJournal]:
    """Return a session of one player whose disk takes long, and has not failed."""
    lobby, journal = in_trouble()
    journal.trouble = ""
    lobby.wait(10.0)
    assert lobby.session.journal_writer.is_full
    return lobby, journal


def test_nobody_joins_or_watches_while_a_disk_takes_too_long() -> None:
    lobby, journal = hanging()
    with pytest.raises(RequestRefusedError, match="server_full"):
        lobby.join(2, "Ben")
    with pytest.raises(RequestRefusedError, match="server_full"):
        lobby.watch(3)
    journal.commit()
    lobby.join(2, "Ben")


def talk(lobby: Lobby, lines: int) -> None:
    for _ in range(lines):
        lobby.tell(1, Say("is anybody there?"))


def test_what_is_said_meanwhile_is_refused_once_too_much_waits() -> None:
    lobby, journal = hanging()
    with pytest.raises(RequestRefusedError, match=BUSY):
        talk(lobby, MOST_HELD)
    assert len(lobby.session.outbox) <= MOST_HELD
    with pytest.raises(RequestRefusedError, match="too_fast"):
        lobby.tell(1, ListKinds())
    journal.commit()
    lobby.deliver()
    lobby.tell(1, Say("there you are"))
    lobby.tell(1, ListKinds())


@pytest.mark.parametrize("wish", [Resync(), Follow(None)])
def test_keyframes_that_wait_do_not_pile_up(wish: SeatedMessage) -> None:
    lobby, journal = in_trouble()
    journal.trouble = ""
    journal.commit()
    lobby.watch(2)
    lobby.wait(10.0)
    before = len(lobby.session.outbox)
    for _ in range(100):
        lobby.tell(2, wish)
    assert len(lobby.session.outbox) <= before + 1
    lobby.forget_mail()
    journal.commit()
    lobby.deliver()
    assert [type(frame) for frame in lobby.mail[2]] == [Keyframe]


def test_the_lobby_names_the_living_before_the_dead_and_not_too_many() -> None:
    dead = PartyMember(0, "Cid", 0x112233, 0, 0, 4, "dead")
    living = [
        PartyMember(seat, f"Ann{seat}", 0xFF0000, 2, 50, 3, "asleep", away=True)
        for seat in range(1, 1 + MAX_LOBBY_HEROES)
    ]
    assert lobby_heroes([dead, *living]) == tuple(
        LobbyHero(hero.seat, hero.name, 0xFF0000, 2, 3, "asleep", away=True) for hero in living
    )
    assert [hero.name for hero in lobby_heroes([dead, living[0]])] == ["Ann1", "Cid"]


def test_nothing_is_lost_when_a_full_disk_has_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Host(tmp_path)
    host.journal.on_trouble = lambda _reason: host.registry.trouble_changed()
    host.play(30)
    apply, fails = Writer.apply, [True]

    def fill_up(writer: Writer, writes: Sequence[Write]) -> Sequence[Refused]:
        if fails:
            raise StoreFaultError("database or disk is full")
        return apply(writer, writes)

    monkeypatch.setattr(Writer, "apply", fill_up)
    while not host.session.journal_writer.is_full:
        host.now += 0.1
        host.session.advance(host.now)
    while not host.journal.trouble:
        host.calls.get(timeout=LONGEST)()
    with pytest.raises(RequestRefusedError):
        make_session(host.registry, "default", "real", host.now)
    fails.clear()
    host.play(30)
    host.stop()
    with Reader(tmp_path) as reader:
        assert state_hash(recover(reader, host.name, REPERTOIRE).run) == state_hash(
            host.session.run
        )
