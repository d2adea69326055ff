"""The lobby and replays are told of durable steps alone, and no sooner than spectators."""

from pathlib import Path

from support.sessions.durable_host import Host
from support.sessions.fake_server import settings_with
from support.sessions.lobby import Lobby, SlowJournal
from undertide_server.store.journal import MemoryJournal
from undertide_shared.messages import Joined, SeatState, SeatStatus, Wait


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


class TestSeatStatus:
    """What became of a seat, for whoever has its token."""

    def lobby(self, journal: MemoryJournal | None = None) -> Lobby:
        lobby = Lobby("real", journal)
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        return lobby

    def told(self, lobby: Lobby) -> tuple[SeatState, str, int]:
        status = lobby.session.disclosure.seat_status(lobby.took(1, Joined)[-1].token)
        assert status.session == lobby.session.id
        return status.state, status.name, status.floor

    def test_it_says_whether_the_hero_can_be_harmed(self) -> None:
        lobby = self.lobby()
        assert self.told(lobby) == ("awake", "Ann", 1)
        lobby.session.disconnect(1, lobby.now)
        lobby.settle()
        assert self.told(lobby) == ("awake", "Ann", 1), "it stands there for a moment"
        lobby.wait(60)
        lobby.settle()
        assert self.told(lobby) == ("asleep", "Ann", 1)

    def test_a_dead_hero_of_a_party_that_plays_on_is_dead(self) -> None:
        lobby = self.lobby()
        lobby.let_die(1)
        assert self.told(lobby) == ("dead", "Ann", 0)

    def test_an_end_is_told_once_it_is_durable(self) -> None:
        journal = SlowJournal()
        lobby = Lobby("auto", journal)
        lobby.join(1, "Ann")
        journal.commit()
        lobby.deliver()
        lobby.strike_down(1)
        lobby.act(1, Wait())
        assert lobby.session.run.progress.ended
        assert self.told(lobby)[0] == "awake"
        journal.commit()
        assert self.told(lobby)[0] == "over"

    def test_of_a_run_that_is_over_it_says_so(self) -> None:
        lobby = self.lobby()
        lobby.let_die(1)
        lobby.let_die(2)
        lobby.settle()
        assert self.told(lobby)[:2] == ("over", "Ann")

    def test_other_tokens_open_nothing(self) -> None:
        lobby = self.lobby()
        disclosure = lobby.session.disclosure
        assert disclosure.seat_status(bytes(16)) == SeatStatus(lobby.session.id, "gone")
        seat = lobby.session.members.seating.get(0)
        assert seat is not None
        lobby.session.membership.vacate(seat, "kicked")
        assert self.told(lobby) == ("gone", "", 0)
