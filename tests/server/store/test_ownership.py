"""The owners of runs: claims, orphans, what rests, and folders of before."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from support.cluster.memory_store import StoreClock, opened_by_clock
from support.cluster.stored_nodes import line, node
from support.postgres.interleaving import InterruptedConnection, Meanwhile
from support.sessions.kept_runs import BACK_TO_EIGHTH, header, ticks
from undertide_server.content.records.ruleset import hash_of
from undertide_server.content.schema.extensions import Addition, only_installed
from undertide_server.simulation.version import RULES
from undertide_server.store.database import FILE
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.fencing import Refused
from undertide_server.store.leases import LEASE_SECONDS, LeaseLostError, Load, LobbyLine
from undertide_server.store.ownership import (
    NOBODY,
    STOPPED,
    LackedExtensionError,
    NewerRulesError,
    Owned,
    Ownership,
    RunClaim,
    opened_ownership,
)
from undertide_server.store.records import Ending, RulesStretch, Snapshot
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Deleted, Renewed, RunClosed

Result = TypeVar("Result")
in_postgres = pytest.mark.parametrize("store", ["postgres"], indirect=True)


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


def newer(rules: int, runs: StoreAddress, *names: str) -> None:
    """Have a later version of the rules take up runs."""
    writer = Writer(runs)
    for run in names:
        writer.apply([Renewed(run, RulesStretch(rules, Snapshot(3, b"state")))])
    writer.close()


def test_runs_that_later_rules_have_played_are_left_to_nodes_that_know_these(
    ownership: Ownership, runs: StoreAddress
) -> None:
    for name, rules in (("old", 7), ("new", 8), ("gone", 8)):
        ownership.register(replace(node(name), rules=rules))
    newer(8, runs, "r1", "r3")
    for run in ("r1", "r2"):
        ownership.claim_run("gone", run)
    ownership.remove("gone")
    assert [each.run for each in ownership.claim_orphans("old", 9)] == ["r2"]
    with pytest.raises(NewerRulesError, match="rules 8, and this server knows 7"):
        ownership.claim_run("old", "r3")
    assert [each.run for each in ownership.claim_orphans("new", 9)] == ["r1"]
    assert ownership.claim_run("new", "r3") is not None
    with pytest.raises(NewerRulesError):
        ownership.take_run("old", "r3", 1)
    assert ownership.take_run("new", "r3", 1) is not None


def test_a_run_that_no_node_can_play_is_claimed_to_be_set_aside(
    ownership: Ownership, runs: StoreAddress
) -> None:
    ownership.register(node("old"))
    newer(8, runs, "r1")
    assert ownership.claim_run("old", "r1") is not None


def test_runs_of_later_rules_rest_on_at_a_start(ownership: Ownership, runs: StoreAddress) -> None:
    newer(RULES + 1, runs, "r1")
    ownership.orphan(["r1", "r2"])
    assert [each.run for each in ownership.owned()] == ["r2"]


def needing(runs: StoreAddress, run: str, rules: int) -> None:
    """Keep a run whose content needs the extension `lamp` with rules of a number."""
    content = msgspec.json.encode({"preset": {"extensions": {"lamp": rules}}})
    needs = replace(
        header(run, f"session of {run}"), content=content, content_hash=hash_of(content)
    )
    writer = Writer(runs)
    writer.apply([Begun(needs), Appended(run, ticks(1, 3), (), 6)])
    writer.close()


def test_runs_are_left_to_nodes_that_have_what_they_need(
    ownership: Ownership, runs: StoreAddress, clock: StoreClock
) -> None:
    lamp = Addition(name="lamp", version="1.0", rules=2)
    for name in ("one", "two", "gone"):
        ownership.register(node(name))
    needing(runs, "r4", 2)
    needing(runs, "r5", 1)
    needing(runs, "r6", 2)
    with only_installed(replace(lamp, plays=frozenset({1}))):
        for run in ("r1", "r4", "r5"):
            assert ownership.claim_run("gone", run) is not None
    ownership.remove("gone")
    with opened_by_clock(runs, clock) as lacking, only_installed():
        assert [each.run for each in lacking.claim_orphans("one", 9)] == ["r1"]
        assert lacking.claim_orphans("one", 9) == [], "it asks for them no more"
        with pytest.raises(LackedExtensionError, match="run r6 needs the extension lamp with rule"):
            lacking.claim_run("one", "r6")
    with opened_by_clock(runs, clock) as having, only_installed(lamp):
        (claim,) = having.claim_orphans("two", 9)
    assert claim.run == "r4", "it doesn't play by the rules that r5 needs"
    with (
        opened_by_clock(runs, clock) as lacking,
        only_installed(),
        pytest.raises(LackedExtensionError),
    ):
        lacking.take_run("one", "r4", claim.epoch)


@pytest.fixture
def first(runs: StoreAddress) -> Iterator[InterruptedConnection]:
    """A connection of the first of two nodes to a PostgreSQL database; both have a lease."""
    assert isinstance(runs, PostgresAddress)
    with opened_ownership(runs) as ownership:
        for name in ("n1", "n2"):
            ownership.register(node(name))
    with closing(InterruptedConnection(runs)) as connection:
        yield connection


def of_second(
    first: InterruptedConnection, act: Callable[[Ownership], Result]
) -> Meanwhile[Result]:
    """Return what the second node does just before the next commit of the first."""

    def acted() -> Result:
        with opened_ownership(first.address) as ownership:
            return act(ownership)

    later = Meanwhile(first.address, acted)
    first.before_commit = later.begin
    return later


@in_postgres
def test_two_nodes_that_claim_one_run_at_once_get_one_epoch(first: InterruptedConnection) -> None:
    later = of_second(first, lambda owners: owners.claim_run("n2", "r1"))
    claim = Ownership(first).claim_run("n1", "r1")
    assert claim == ("r1", "s1", 1, NOBODY)
    assert later.result() is None
    assert Ownership(first).owner_of_run("r1") == Owned("r1", "s1", "n1", 1)


@in_postgres
def test_two_nodes_that_share_orphans_at_once_wait_for_nobody_and_take_none_twice(
    first: InterruptedConnection,
) -> None:
    Ownership(first).orphan(["r1", "r2", "r3"])
    later = of_second(first, lambda owners: owners.claim_orphans("n2", 9))
    mine = Ownership(first).claim_orphans("n1", 2)
    assert later.has_ended, "it waited for the rows of the first"
    theirs = later.result()
    assert (len(mine), len(theirs)) == (2, 1)
    assert {each.run for each in (*mine, *theirs)} == {"r1", "r2", "r3"}


@in_postgres
def test_a_run_is_claimed_or_deleted_but_not_both(first: InterruptedConnection) -> None:
    def delete_it(address: PostgresAddress) -> list[Refused]:
        with closing(Writer(address)) as writer:
            return writer.apply([Deleted("r1")])

    later = Meanwhile(first.address, lambda: delete_it(first.address))
    first.before_commit = later.begin
    assert Ownership(first).claim_run("n1", "r1") is not None
    assert later.result() == []
    assert Ownership(first).owner_of_run("r1") == Owned("r1", "s1", "n1", 1)


@in_postgres
def test_a_node_that_is_at_work_is_not_removed_although_its_lease_looks_expired(
    first: InterruptedConnection,
) -> None:
    first.execute("UPDATE nodes SET expires = expires + 1000 WHERE id = 'n2'")

    ahead = first.now() + 100

    def claim_later() -> list[RunClaim]:
        with opened_by_clock(first.address, StoreClock(ahead)) as owners:
            return owners.claim_orphans("n2", 9)

    later = Meanwhile(first.address, claim_later)
    first.before_commit = later.begin
    Ownership(first).renew("n1", Load())
    assert later.result() == []
    assert [each.id for each in Ownership(first).nodes()] == ["n1", "n2"]


@in_postgres
def test_a_node_that_was_removed_while_it_renewed_learns_that_its_lease_is_lost(
    first: InterruptedConnection,
) -> None:
    def renew(owners: Ownership) -> None:
        with pytest.raises(LeaseLostError):
            owners.renew("n2", Load())

    later = of_second(first, renew)
    Ownership(first).remove("n2")
    later.result()
    assert [each.id for each in Ownership(first).nodes()] == ["n1"]
