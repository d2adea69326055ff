"""Intents that name nothing in the game are refused before the journal hears of them."""

import pytest

from support.sessions.lobby import RUN, Lobby, refusal
from undertide_server.simulation.state.inputs import Asked
from undertide_shared.limits import MAX_STACK
from undertide_shared.messages import (
    AcceptTrade,
    Accompany,
    Break,
    Cast,
    Climb,
    Craft,
    Delta,
    Doff,
    Drop,
    EndTrade,
    Give,
    Intent,
    MarkCell,
    Move,
    OfferTrade,
    Regroup,
    Shoot,
    Travel,
    Use,
    Wear,
)


@pytest.fixture(scope="module")
def lobby() -> Lobby:
    """Return a session with two players, Ann (1) and Ben (2)."""
    lobby = Lobby("real")
    lobby.join(1, "Ann")
    lobby.join(2, "Ben")
    return lobby


def asked(lobby: Lobby) -> list[Asked]:
    """Return the intents in the journal."""
    records = lobby.journal.steps(RUN)
    return [each for inputs in records for each in inputs if isinstance(each, Asked)]


@pytest.mark.parametrize(
    "intent",
    [
        Move(2, 0),
        Move(0, -(2**63)),
        Drop(0),
        Drop(10_000),
        Wear(-1),
        Doff(2**64 - 1),
        Break(777),
        Use(777),
        Use(1, 10**6, 1),
        Shoot(-1, 0),
        Travel(0, 10_000),
        Climb(10_000, 1),
        MarkCell("danger", 3, -1),
        Cast("x" * 1900),
        Cast("no such spell"),
        Cast("firebolt", 2**40, 0),
        Give(1, 2),
        Give(1, -1),
        Accompany(2),
        Accompany(-(2**63)),
        Regroup(2),
        Regroup(2**63),
        Give(1, 1, MAX_STACK + 1),
        Give(777, 1),
        Craft(777, []),
        Craft(1, [(777, 1)]),
        Craft(1, [(1, 0)]),
        Craft(1, [(1, 1), (1, 1)]),
        OfferTrade(7),
        OfferTrade(1, [(777, 1)]),
        OfferTrade(1, [(1, 0)]),
        OfferTrade(1, [(1, -1)]),
        OfferTrade(1, [(1, 1), (1, 1)]),
        OfferTrade(1, [], -1),
        OfferTrade(1, [], 2**63),
        AcceptTrade(-1),
        AcceptTrade(2**63),
    ],
    ids=lambda intent: repr(intent)[:40],
)
def test_an_intent_that_names_nothing_is_refused_and_not_journalled(
    lobby: Lobby, intent: Intent
) -> None:
    before = asked(lobby)
    refused = refusal(lobby, 1, intent)
    assert (refused.code, bool(refused.sequence)) == ("bad_intent", True)
    assert len(refused.reason) < 120
    assert asked(lobby) == before


@pytest.mark.parametrize(
    "intent",
    [
        Move(0, 0),
        Use(1),
        Drop(1),
        Give(1, 0),
        Shoot(0, 0),
        Travel(1, 1),
        Craft(1, [(2, 1)]),
        OfferTrade(0, [(1, 1)], 5),
        AcceptTrade(1),
        EndTrade(),
    ],
    ids=repr,
)
def test_the_rules_decide_about_the_rest(intent: Intent) -> None:
    lobby = Lobby()
    lobby.join(1, "Ann")
    sequence = lobby.act(1, intent)
    assert [each.intent for each in asked(lobby)] == [intent]
    report = lobby.took(1, Delta)[-1].intent
    assert report is not None
    assert report.sequence == sequence
