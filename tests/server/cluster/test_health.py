from dataclasses import replace

from undertide_server.cluster.health import SHOWN_SECONDS, ClusterHealth
from undertide_server.store.leases import LEASE_SECONDS, Load, Node, NodeState, NodeStatus


def status(number: int, state: NodeState = "serving") -> NodeStatus:
    node = Node(f"w{number}", "", b"", 1, "0.1.0")
    return NodeStatus(node, state, Load(), 0.0, 0.0, is_living=True)


def health_of(*statuses: NodeStatus) -> ClusterHealth:
    """Return what the first of three nodes knows."""
    health = ClusterHealth("w1", 3, 0.0)
    health.record_nodes(statuses, 0.0)
    return health


def test_a_node_knows_the_others() -> None:
    health = health_of(status(1), status(2), status(3, "draining"))
    assert [each.id for each in health.nodes] == ["w1", "w2", "w3"]
    assert health.serving == 2


def test_a_node_that_vanishes_while_it_serves_has_died() -> None:
    health = health_of(status(1), status(2), status(3))
    assert health.notes(1.0) == []
    assert health.record_nodes([status(1), status(3)], 10.0) == 1
    assert health.notes(12.0) == ["2 of 3 workers serve", "a worker died 2 s ago"]
    assert health.record_nodes([status(1), status(3), status(4)], 13.0) == 0
    assert health.notes(14.0) == ["a worker died 4 s ago"]
    assert health.notes(10.0 + SHOWN_SECONDS) == []


def test_a_node_whose_lease_expired_has_not_died_until_it_is_removed() -> None:
    health = health_of(status(1), status(2), status(3))
    assert (
        health.record_nodes([status(1), status(2), replace(status(3), is_living=False)], 1.0) == 0
    )
    assert ([each.id for each in health.nodes], health.serving) == (["w1", "w2"], 2)
    assert health.record_nodes([status(1), status(2)], 2.0) == 1


def test_a_node_that_was_drained_has_not_died() -> None:
    health = health_of(status(1), status(2), status(3, "draining"))
    assert health.record_nodes([status(1), status(2), status(4)], 1.0) == 0
    assert health.notes(1.0) == []


def test_the_lease_ages_from_its_last_renewal() -> None:
    health = health_of(status(1))
    health.record_nodes([status(1)], 5.0)
    assert health.lease_age(6.5) == 1.5
    assert health.has_lease(6.5)
    assert not health.has_lease(5.0 + LEASE_SECONDS)


def test_a_node_that_begins_anew_does_not_take_itself_for_dead() -> None:
    health = health_of(status(1), status(2))
    health.begin_anew("w9")
    assert health.record_nodes([status(2), status(9)], 1.0) == 0
    assert [each.id for each in health.nodes] == ["w2", "w9"]


def test_the_last_sign_of_a_node_that_died_is_known_for_a_while() -> None:
    health = health_of(status(1))
    health.record_nodes([status(1), replace(status(2), lease_age=0.5)], 10.0)
    health.record_nodes([status(1)], 11.0)
    assert health.silence_of("w2", 12.0) == 2.5
    assert health.silence_of("w9", 12.0) is None
    health.record_nodes([status(1)], 10.0 + SHOWN_SECONDS)
    assert health.silence_of("w2", 10.0 + SHOWN_SECONDS) is None
