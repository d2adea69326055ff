"""The lobby and replays are told of durable steps alone, and no sooner than spectators."""

from pathlib import Path

from support.sessions.durable_host import Host
from support.sessions.fake_server import settings_with
from support.sessions.lobby import Lobby, SlowJournal
from undertide_shared.messages import Wait


def test_without_a_delay_all_that_is_durable_may_be_seen() -> None:
    journal = SlowJournal()
    lobby = Lobby("real", journal=journal)
    lobby.join(1, "Ann")
    lobby.wait(1.0)
    assert lobby.session.disclosure.watchable(lobby.now) == 0
    journal.commit()
    assert lobby.session.disclosure.watchable(lobby.now) == lobby.session.run.progress.step


def test_with_a_delay_what_is_seen_lies_as_far_back(tmp_path: Path) -> None:
    host = Host(tmp_path, settings=settings_with(watching={"delay_seconds": 5.0}))
    host.play(120)
    step, now = host.session.run.progress.step, host.now
    assert 0 < host.session.disclosure.watchable(now) <= step - 50
    host.stop()
    while not host.calls.empty():
        host.calls.get()()
    assert host.session.disclosure.watchable(now + 0.1) < step
    assert host.session.disclosure.watchable(now + 5.1) == step


def test_the_lobby_tells_nothing_that_is_not_durable() -> None:
    journal = SlowJournal()
    lobby = Lobby("auto", journal)
    disclosure = lobby.session.disclosure
    assert disclosure.info().deepest_floor == 0
    lobby.join(1, "Ann")
    assert (disclosure.info().heroes, disclosure.info().deepest_floor) == (0, 0)
    assert disclosure.info().party == []
    journal.commit()
    assert disclosure.info().heroes == 1
    assert [hero.level for hero in disclosure.info().party] == [1]
    lobby.session.run.progress.deepest = 5
    lobby.row_of(1)[1].hero.level = 3
    lobby.act(1, Wait())
    assert disclosure.info().deepest_floor == 1
    assert [hero.level for hero in disclosure.info().party] == [1]
    journal.commit()
    assert disclosure.info().deepest_floor == 5
    assert [hero.level for hero in disclosure.info().party] == [3]
