"""The thumbnail of a session is made when somebody asks, and shows what spectators may see."""

import msgspec
import pytest

from support.sessions.lobby import Lobby, SlowJournal
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.session_thumbnail import FRESH_SECONDS
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.settings import SessionBan, SessionSettings
from undertide_server.simulation.state.run import Run
from undertide_server.views.thumbnail import ShownMap
from undertide_shared.messages import Access, Explore, Thumbnail

DELAY = 4.0
ANN, WILL = 1, 2


def thumbnail_of(lobby: Lobby, identity: Identity = NOBODY) -> Thumbnail | None:
    data = lobby.session.disclosure.thumbnail(lobby.now, identity)
    return None if data is None else msgspec.msgpack.decode(data, type=Thumbnail)


def cells_of(lobby: Lobby) -> list[tuple[int, int]]:
    thumbnail = thumbnail_of(lobby)
    assert thumbnail is not None
    return [(x, y) for x, y, _ in thumbnail.heroes]


def walk(lobby: Lobby, seconds: float) -> None:
    """Let Ann explore on for some seconds."""
    for _ in range(round(seconds / 2)):
        lobby.act(ANN, Explore())
        lobby.wait(2.0)


def test_it_shows_the_floor_and_where_the_heroes_are_now() -> None:
    lobby = Lobby("real")
    lobby.join(ANN, "Ann")
    walk(lobby, 4)
    thumbnail = thumbnail_of(lobby)
    assert thumbnail is not None
    floor, row = lobby.row_of(ANN)
    assert (thumbnail.session, thumbnail.floor) == (lobby.session.id, 1)
    assert (thumbnail.width, thumbnail.height) == (floor.width, floor.height)
    assert thumbnail.heroes == [(*row.cell, row.hero.colour)]


def test_it_is_made_once_in_a_while_however_many_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    show = Audience.shown_map

    def shown_map(audience: Audience, run: Run) -> ShownMap | None:
        made.append(run.progress.step)
        return show(audience, run)

    monkeypatch.setattr(Audience, "shown_map", shown_map)
    lobby = Lobby("real")
    lobby.join(ANN, "Ann")
    walk(lobby, 4)
    assert made == []
    first = lobby.session.disclosure.thumbnail(lobby.now, NOBODY)
    assert lobby.session.disclosure.thumbnail(lobby.now, NOBODY) is first
    lobby.wait(FRESH_SECONDS - 0.1)
    assert lobby.session.disclosure.thumbnail(lobby.now, NOBODY) is first
    assert len(made) == 1
    lobby.wait(0.2)
    lobby.session.disclosure.thumbnail(lobby.now, NOBODY)
    assert len(made) == 2


def test_it_is_fresh_for_less_than_its_time() -> None:
    lobby = Lobby("real")
    lobby.join(ANN, "Ann")
    thumbnail = lobby.session.disclosure.session_thumbnail
    assert not thumbnail.is_fresh(0.0)
    thumbnail.latest(64.0, 0)
    times = [64.0 + each for each in (0.0, FRESH_SECONDS - 0.5, FRESH_SECONDS)]
    assert [thumbnail.is_fresh(now) for now in times] == [True, True, False]


def test_it_shows_nothing_that_is_not_durable() -> None:
    journal = SlowJournal()
    lobby = Lobby("real", journal)
    lobby.join(ANN, "Ann")
    lobby.wait(0.5)
    assert thumbnail_of(lobby) is None
    journal.commit()
    assert thumbnail_of(lobby) is not None


def test_where_spectators_are_delayed_it_shows_what_they_may_see_by_now() -> None:
    lobby = Lobby("real", delay=DELAY)
    lobby.join(ANN, "Ann")
    lobby.wait(0.2)
    places = {lobby.now: lobby.place_of(ANN)}
    for moment in range(100):
        if moment % 10 == 0:
            lobby.act(ANN, Explore())
        lobby.wait(0.1)
        places[lobby.now] = lobby.place_of(ANN)
        if lobby.now < 100.0 + DELAY:
            assert thumbnail_of(lobby) is None
    past = {cell for at, cell in places.items() if at <= lobby.now - DELAY}
    shown = set(cells_of(lobby))
    assert shown
    assert shown <= past
    assert lobby.place_of(ANN) not in past


@pytest.mark.parametrize(
    "settled",
    [SessionSettings(access="unlisted"), SessionSettings(access="invited", secret="abc")],
)
def test_private_sessions_have_none(settled: SessionSettings) -> None:
    lobby = Lobby("real", settled=settled)
    lobby.join(ANN, "Ann", said=lobby.session.policy.invite)
    lobby.wait(1.0)
    assert thumbnail_of(lobby) is None
    assert thumbnail_of(lobby, Identity(operator=True)) is None


def test_a_session_that_becomes_private_has_none_any_more() -> None:
    lobby = Lobby("real")
    lobby.join(ANN, "Ann")
    lobby.wait(1.0)
    assert thumbnail_of(lobby) is not None
    access: Access = "unlisted"
    lobby.session.policy.settings.access = access
    assert thumbnail_of(lobby) is None


def test_nobody_gets_it_who_could_not_watch() -> None:
    lobby = Lobby("real", spectators=1)
    lobby.join(ANN, "Ann")
    lobby.wait(1.0)
    eve = Identity("eve")
    lobby.session.policy.settings.bans = [SessionBan(1, "Eve", "Ann", 0.0, "eve", watching=True)]
    assert thumbnail_of(lobby, eve) is None
    assert thumbnail_of(lobby) is not None
    lobby.watch(WILL)
    assert thumbnail_of(lobby) is None
    lobby.session.disconnect(WILL, lobby.now)
    lobby.session.policy.settings.locked = True
    assert thumbnail_of(lobby) is None


def test_after_the_last_death_it_stays_as_it_was() -> None:
    lobby = Lobby("real")
    lobby.join(ANN, "Ann")
    lobby.wait(1.0)
    before = thumbnail_of(lobby)
    lobby.let_die(ANN)
    lobby.wait(FRESH_SECONDS)
    assert lobby.session.run.progress.ended
    assert thumbnail_of(lobby) == before
