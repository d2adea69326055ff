"""The model of a fleet keeps the rules of leases, and its budgets break where they are full."""

import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from cost_table import OPERATIONS
from fleet import PAGE, page_tables, renewed
from fleet_budgets import Cost, Costs, Fleet, Machines, most_nodes, per_second, renewal_of, use_of
from fleet_events import FleetEvents, Outcome

from undertide_server.cluster.lease import RENEW_SECONDS, SOONEST_SECONDS
from undertide_server.store.leases import LEASE_SECONDS

CHEAP = Costs(
    renewal=Cost(0.0002, 0.0004, 500, 500, 300),
    renewal_of_node=Cost(2e-6, 4e-6, 0, 200),
    renewal_of_run=Cost(1e-7, 1e-7, 0, 2),
    line_written=Cost(5e-5, 3e-5, 200, 20, 400),
    line_read=Cost(1e-6, 2e-6, 0, 200),
    beat=Cost(0.0003, 0.0003, 500, 200, 200),
    beat_of_run=Cost(3e-5, 5e-5, 300, 50, 500),
    claim=Cost(0.001, 0.0005, 500, 500, 200),
    claim_in_runs=Cost(1e-7),
    claim_of_run=Cost(2e-5, 2e-5, 100, 100, 200),
    bring_back=Cost(0.005, 0.06, 300, 30_000),
    connect=Cost(0.005, 0.005, 1000, 1000),
)
FREE = replace(CHEAP, connect=Cost(), renewal_of_node=Cost(), line_read=Cost())
QUIET = 4.0
"""Seconds in which every node has renewed often enough to claim."""
LONGEST_CLAIM = LEASE_SECONDS + SOONEST_SECONDS + 0.1
"""A lease and the time to the renewal after its end, with what these take."""


@pytest.fixture(params=[3, 30, 300])
def fleet(request: pytest.FixtureRequest) -> Fleet:
    return Fleet(nodes=request.param, runs=20, changes=0.1)


def killed(fleet: Fleet, dead: range, costs: Costs = FREE) -> Outcome:
    events = FleetEvents(fleet, costs, Machines(database_cores=8))
    events.kill(dead, QUIET)
    return events.run(QUIET + 30)


def all_runs(fleet: Fleet) -> set[int]:
    return set(range(fleet.all_runs))


class TestTakeover:
    def test_every_run_of_a_killed_node_is_claimed_once(self, fleet: Fleet) -> None:
        outcome = killed(fleet, range(1))
        assert len(outcome.claimed) == fleet.runs
        assert outcome.owners.keys() == all_runs(fleet)
        assert 0 not in outcome.owners.values()

    def test_no_run_is_claimed_before_its_lease_has_run_out(self, fleet: Fleet) -> None:
        outcome = killed(fleet, range(1))
        assert min(outcome.claimed) >= LEASE_SECONDS
        assert outcome.of_the_living == 0

    def test_all_of_them_are_claimed_right_after_that(self, fleet: Fleet) -> None:
        assert max(killed(fleet, range(1)).claimed) <= LONGEST_CLAIM

    def test_a_third_of_all_nodes_may_die_at_once(self, fleet: Fleet) -> None:
        dead = range(fleet.nodes // 3)
        outcome = killed(fleet, dead)
        assert len(outcome.went_on) == len(dead) * fleet.runs
        assert outcome.owners.keys() == all_runs(fleet)
        assert set(outcome.owners.values()) & set(dead) == set()

    def test_survivors_share_them_evenly(self) -> None:
        fleet = Fleet(nodes=4, runs=30)
        owners = list(killed(fleet, range(1)).owners.values())
        assert {owners.count(node) for node in range(1, 4)} == {40}

    def test_what_bringing_back_costs_delays_the_run_and_not_the_claim(self) -> None:
        fleet = Fleet(nodes=3, runs=20)
        slow = replace(FREE, bring_back=Cost(0.005, 0.6))
        usual, slower = killed(fleet, range(1)), killed(fleet, range(1), slow)
        assert slower.claimed == usual.claimed
        assert max(slower.went_on) > max(usual.went_on) + 1

    def test_it_comes_out_the_same_each_time(self, fleet: Fleet) -> None:
        assert killed(fleet, range(2)) == killed(fleet, range(2))


class TestOutage:
    def away(self, fleet: Fleet, costs: Costs, seconds: float = 5.0) -> Outcome:
        events = FleetEvents(fleet, costs, Machines(database_cores=8))
        events.cut_off(QUIET, QUIET + seconds)
        return events.run(QUIET + seconds + 30)

    def test_nobody_takes_runs_over_when_the_database_comes_back(self, fleet: Fleet) -> None:
        outcome = self.away(fleet, FREE)
        assert outcome.failed >= fleet.nodes
        assert outcome.claimed == []
        assert outcome.owners.keys() == all_runs(fleet)

    def test_nor_when_all_connect_at_once_and_that_takes_long(self) -> None:
        slow = replace(FREE, connect=Cost(0.05))
        outcome = self.away(Fleet(nodes=300, runs=2), slow)
        assert outcome.claimed == []
        assert outcome.owners.keys() == set(range(600))

    def test_a_node_that_alone_is_cut_off_loses_its_runs_and_no_other_does(self) -> None:
        fleet = Fleet(nodes=30, runs=20)
        events = FleetEvents(fleet, FREE, Machines(database_cores=8))
        events.cut_off(QUIET, QUIET + 10, [7])
        outcome = events.run(QUIET + 30)
        assert outcome.of_the_living == fleet.runs
        assert 7 not in outcome.owners.values()
        assert outcome.owners.keys() == all_runs(fleet)

    def test_a_database_that_is_too_slow_makes_nobody_claim(self) -> None:
        fleet = Fleet(nodes=300, runs=2)
        events = FleetEvents(fleet, replace(FREE, renewal=Cost(0.08)), Machines())
        outcome = events.run(20)
        assert outcome.failed > 0
        assert outcome.claimed == []


class TestLobby:
    def test_all_nodes_know_a_change_two_renewals_later(self, fleet: Fleet) -> None:
        events = FleetEvents(fleet, FREE, Machines(database_cores=8))
        events.change_lobby(QUIET)
        assert events.run(QUIET + 5).known <= 2 * RENEW_SECONDS + 0.2


class TestBudgets:
    def shares(self) -> Iterator[float]:
        for nodes in (1, 10, 100, 1000):
            yield use_of(Fleet(nodes), CHEAP, Machines()).database_cpu

    def test_a_node_more_costs_more_than_its_own_renewals(self) -> None:
        assert list(self.shares()) == sorted(self.shares())
        hundred, thousand = renewal_of(Fleet(100), CHEAP), renewal_of(Fleet(1000), CHEAP)
        assert thousand.database > hundred.database
        assert thousand.received > hundred.received

    def test_the_most_nodes_are_the_last_that_keep_within_all_budgets(self) -> None:
        fleet, machines = Fleet(1), Machines(connections=10_000)
        most = most_nodes(fleet, CHEAP, machines)
        assert use_of(replace(fleet, nodes=most), CHEAP, machines).first[1] <= 1
        assert use_of(replace(fleet, nodes=most + 1), CHEAP, machines).first[1] > 1

    @pytest.mark.parametrize(
        ("machines", "first"),
        [
            (Machines(connections=12), "database's connections"),
            (Machines(database_cores=0.01), "database's cpu"),
            (Machines(network_bytes=1e4), "database's network"),
            (Machines(node_cores=0.01), "node's cpu"),
            (Machines(node_network_bytes=1e4), "node's network"),
        ],
    )
    def test_the_first_limit_is_named(self, machines: Machines, first: str) -> None:
        name, share = use_of(Fleet(3), CHEAP, machines).first
        assert name.replace("_", " ") == first
        assert share > 1

    def test_each_standby_takes_the_whole_log(self) -> None:
        none, two = (
            use_of(Fleet(10), CHEAP, Machines(), standbys=standbys).database_network
            for standbys in (0, 2)
        )
        log = per_second(Fleet(10), CHEAP).log * 10
        assert two >= 2 * log / (Machines().network_bytes * Machines().network_share) > none - two


class TestPage:
    def test_it_has_what_the_model_makes_of_the_measured_costs(self) -> None:
        page = PAGE.read_text(encoding="utf-8")
        assert renewed(page, page_tables()) == page

    def test_every_measured_cost_is_told(self) -> None:
        assert OPERATIONS.keys() == {field.name for field in fields(Costs)}
