"""The owners of runs: claims, orphans, what rests, and folders of before."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.cluster.store_clock import StoreClock, opened_by_clock
from support.sessions.kept_runs import BACK_TO_EIGHTH, header, ticks
from undertide_server.store.database import FILE
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.leases import LeaseLostError
from undertide_server.store.nodes import LEASE_SECONDS, Load, LobbyLine, Node
from undertide_server.store.ownership import NOBODY, STOPPED, Owned, Ownership
from undertide_server.store.records import Ending
from undertide_server.store.writer import Writer
from undertide_server.store.writes import (
    Appended,
    Begun,
    RunClosed,
)


def node(name: str) -> Node:
    return Node(id=name, address=f"/run/{name}", key=b"secret", rules=7, version="1.0")


def line(session: str, made: int = 1) -> LobbyLine:
    return LobbyLine(session=session, run=f"run-{session}", made=made, line=session.encode())


@pytest.fixture
def clock() -> StoreClock:
    return StoreClock()


@pytest.fixture
def runs(store: StoreAddress) -> StoreAddress:
    """A store with three resting runs."""
    writer = Writer(store)
    for number in (1, 2, 3):
        run = f"r{number}"
        writer.apply([Begun(header(run, f"s{number}")), Appended(run, ticks(1, 3), (), 6)])
    writer.close()
    return store


@pytest.fixture
def ownership(runs: StoreAddress, clock: StoreClock) -> Iterator[Ownership]:
    with opened_by_clock(runs, clock) as opened:
        yield opened


def test_only_one_node_takes_a_resting_run(ownership: Ownership) -> None:
    ownership.register(node("n1"))
    ownership.register(node("n2"))
    claim = ownership.claim_run("n1", "r1")
    assert claim == ("r1", "s1", 1, NOBODY)
    assert ownership.claim_run("n2", "r1") is None
    assert ownership.owner_of_run("r1") == Owned("r1", "s1", "n1", 1)
    assert ownership.owner_of_run("r2") == Owned("r2", "s2", NOBODY, 0)


def test_a_claim_whose_answer_was_lost_is_made_again(ownership: Ownership) -> None:
    ownership.register(node("n1"))
    ownership.claim_run("n1", "r1")
    again = ownership.claim_run("n1", "r1")
    assert again is not None
    assert again.epoch == 2


def test_a_node_without_a_lease_claims_nothing(ownership: Ownership, clock: StoreClock) -> None:
    with pytest.raises(LeaseLostError, match="n1"):
        ownership.claim_run("n1", "r1")
    ownership.register(node("n1"))
    clock.time += LEASE_SECONDS
    with pytest.raises(LeaseLostError):
        ownership.claim_run("n1", "r1")
    with pytest.raises(LeaseLostError):
        ownership.claim_orphans("n1", 9)


def test_runs_of_an_expired_node_are_orphans_that_others_share(
    ownership: Ownership, clock: StoreClock
) -> None:
    for name in ("n1", "n2", "n3"):
        ownership.register(node(name))
    for run in ("r1", "r2", "r3"):
        ownership.claim_run("n1", run)
    assert ownership.renew("n2", Load()).orphans == 0
    assert ownership.claim_orphans("n2", 9) == []
    clock.time += LEASE_SECONDS
    assert ownership.renew("n2", Load()).orphans == 3
    ownership.renew("n3", Load())
    taken = ownership.claim_orphans("n2", 2)
    assert [(each.epoch, each.former) for each in taken] == [(2, "n1"), (2, "n1")]
    (rest,) = ownership.claim_orphans("n3", 9)
    assert {rest.run, *(each.run for each in taken)} == {"r1", "r2", "r3"}
    assert {each.node for each in ownership.owned()} == {"n2", "n3"}


def test_a_node_whose_runs_were_claimed_learns_that_its_lease_is_lost(
    ownership: Ownership, clock: StoreClock
) -> None:
    ownership.register(node("n1"))
    ownership.register(node("n2"))
    ownership.claim_run("n1", "r1")
    clock.time += LEASE_SECONDS
    ownership.renew("n2", Load())
    ownership.claim_orphans("n2", 9)
    with pytest.raises(LeaseLostError):
        ownership.renew("n1", Load())


def test_runs_of_a_node_that_ended_are_orphans_at_once(ownership: Ownership) -> None:
    ownership.register(node("n1"))
    ownership.register(node("n2"))
    ownership.claim_run("n1", "r1")
    ownership.remove("n1")
    assert ownership.renew("n2", Load()).orphans == 1


def test_the_only_process_begins_with_no_node_and_all_runs_at_rest(ownership: Ownership) -> None:
    ownership.register(node("n1"))
    ownership.claim_run("n1", "r1")
    ownership.renew("n1", Load(), [line("s1")])
    ownership.clear()
    assert ownership.nodes() == ()
    assert ownership.owned() == []
    assert ownership.owner_of_run("r1") == Owned("r1", "s1", NOBODY, 1), "the epoch stays"


def test_runs_to_go_on_at_a_start_are_orphans_of_no_node(ownership: Ownership) -> None:
    ownership.register(node("n1"))
    ownership.claim_run("n1", "r2")
    ownership.orphan(["r1", "r2"])
    assert ownership.owned() == [Owned("r1", "s1", STOPPED, 0), Owned("r2", "s2", "n1", 1)]
    assert [each.run for each in ownership.claim_orphans("n1", 9)] == ["r1"]


def test_a_session_is_found_by_its_id_whether_it_is_live_or_rests(ownership: Ownership) -> None:
    ownership.register(node("n1"))
    ownership.claim_run("n1", "r1")
    assert ownership.owner_of_session("s1") == Owned("r1", "s1", "n1", 1)
    assert ownership.owner_of_session("s2") == Owned("r2", "s2", NOBODY, 0)
    assert ownership.owner_of_session("s9") is None


def test_a_session_under_another_id_than_before_is_found_by_its_lobby_line(
    ownership: Ownership,
) -> None:
    ownership.register(node("n1"))
    ownership.claim_run("n1", "r1")
    ownership.renew("n1", Load(), [LobbyLine("fresh", "r1", 1, b"")])
    assert ownership.owner_of_session("fresh") == Owned("r1", "fresh", "n1", 1)


def test_a_run_that_is_over_has_no_owner_to_find(ownership: Ownership, runs: StoreAddress) -> None:
    writer = Writer(runs)
    writer.apply([RunClosed("r1", Ending("ended", "won"))])
    writer.close()
    assert ownership.owner_of_run("r1") is None
    assert ownership.owner_of_session("s1") is None


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_runs_of_the_eighth_version_rest_without_an_owner(runs: Path, clock: StoreClock) -> None:
    connection = sqlite3.connect(runs / FILE)
    connection.executescript(BACK_TO_EIGHTH)
    connection.close()
    with opened_by_clock(runs, clock) as ownership:
        assert ownership.owner_of_run("r1") == Owned("r1", "s1", NOBODY, 0)
        ownership.register(node("n1"))
        claim = ownership.claim_run("n1", "r1")
        assert claim is not None
        assert claim.epoch == 1
