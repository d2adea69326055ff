"""A party pauses when all who are there agree, and goes on when one of them acts."""

import pytest

from support.sessions.lobby import Lobby, last_keyframe
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.party_pause import ANSWER_SECONDS, LONGEST_PAUSE
from undertide_shared.messages import (
    Delta,
    Joined,
    Pace,
    PaceStatus,
    PauseParty,
    Resync,
    Stop,
    Wait,
)


def company(pace: Pace = "real") -> Lobby:
    """Return a session in which two heroes stand on one floor, and somebody watches."""
    lobby = Lobby(pace)
    lobby.join(1, "Ann")
    lobby.join(2, "Ben")
    lobby.watch(3)
    lobby.wait(lobby.settings.pace.warning_seconds + 0.5)
    for member in (1, 2):
        lobby.act(member, Stop())
    lobby.wait(0.3)
    return lobby


def paused(pace: Pace = "real") -> Lobby:
    lobby = company(pace)
    for member in (1, 2):
        lobby.tell(member, PauseParty())
    return lobby


def shown(lobby: Lobby, member: int) -> PaceStatus:
    """Return the pace that a member was shown last."""
    return [delta.pace for delta in lobby.took(member, Delta) if delta.pace is not None][-1]


def ticks(lobby: Lobby) -> int:
    return lobby.session.run.progress.ticks


def test_the_wish_of_one_is_told_and_time_goes_on() -> None:
    lobby = company()
    before = ticks(lobby)
    lobby.tell(1, PauseParty())
    assert shown(lobby, 2).pause_asked == [0]
    assert shown(lobby, 2).paused_for == 0
    lobby.wait(2.0)
    assert ticks(lobby) > before


@pytest.mark.parametrize("pace", ["real", "auto", "party"])
def test_when_all_agree_nothing_moves(pace: Pace) -> None:
    lobby = paused(pace)
    before = ticks(lobby)
    lobby.wait(LONGEST_PAUSE - 1)
    assert ticks(lobby) == before
    assert not any(lobby.row_of(member)[1].hero.idleness != "none" for member in (1, 2))


def test_everybody_sees_the_minutes_that_are_left() -> None:
    lobby = paused()
    minute = 60_000
    assert shown(lobby, 2).paused_for == shown(lobby, 3).paused_for == 10 * minute
    lobby.wait(61.0)
    assert shown(lobby, 2).paused_for == 9 * minute
    lobby.tell(3, Resync())
    assert last_keyframe(lobby.mail[3]).pace.paused_for == 9 * minute
    paces = [delta for delta in lobby.took(3, Delta) if delta.pace and delta.pace.paused_for]
    assert len(paces) == 2, "a frame for each minute, and no more"


def test_a_pause_ends_by_itself_without_a_rush_of_ticks() -> None:
    lobby = paused()
    before = ticks(lobby)
    lobby.wait(LONGEST_PAUSE)
    assert shown(lobby, 2).paused_for == 0
    lobby.wait(1.0)
    rate = lobby.settings.pace.ticks_per_second
    assert 0 < ticks(lobby) - before <= rate + 1


def test_any_action_ends_it() -> None:
    lobby = paused()
    before = ticks(lobby)
    lobby.wait(100.0)
    lobby.act(1, Wait())
    assert (shown(lobby, 2).paused_for, shown(lobby, 2).pause_asked) == (0, [])
    lobby.wait(1.0)
    assert ticks(lobby) > before


def test_one_who_wants_no_pause_any_more_ends_it() -> None:
    lobby = paused()
    lobby.tell(2, PauseParty(wanted=False))
    assert shown(lobby, 1).paused_for == 0
    before = ticks(lobby)
    lobby.wait(1.0)
    assert ticks(lobby) > before


def test_one_who_asks_again_changes_nothing() -> None:
    lobby = paused()
    lobby.tell(1, PauseParty())
    assert lobby.session.party_pause.is_on


def test_a_newcomer_ends_it() -> None:
    lobby = paused()
    lobby.join(4, "Cat")
    before = ticks(lobby)
    lobby.wait(1.0)
    assert ticks(lobby) > before


def test_a_wish_that_nobody_shares_ends_after_a_while() -> None:
    lobby = company()
    lobby.tell(1, PauseParty())
    lobby.wait(ANSWER_SECONDS + 0.2)
    assert shown(lobby, 2).pause_asked == []
    lobby.tell(2, PauseParty())
    assert not lobby.session.party_pause.is_on
    lobby.tell(2, PauseParty(wanted=False))
    assert shown(lobby, 1).pause_asked == []


def test_sleepers_need_not_agree() -> None:
    lobby = company()
    lobby.session.disconnect(2, lobby.now)
    lobby.wait(lobby.settings.pace.linkdead_seconds + 1)
    lobby.join(4, "", lobby.took(2, Joined)[-1].token)
    before = ticks(lobby)
    with pytest.raises(RequestRefusedError, match="no hero"):
        lobby.tell(4, PauseParty())
    lobby.tell(1, PauseParty())
    lobby.wait(5.0)
    assert ticks(lobby) == before
    lobby.act(4, Stop())
    assert not lobby.session.party_pause.is_on


def test_one_for_whom_time_waits_anyway_needs_no_pause() -> None:
    lobby = Lobby("auto")
    lobby.join(1, "Ann")
    with pytest.raises(RequestRefusedError, match="waits for you"):
        lobby.tell(1, PauseParty())
    lobby.watch(3)
    with pytest.raises(RequestRefusedError, match="no hero"):
        lobby.tell(3, PauseParty())
