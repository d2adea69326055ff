from undertide_server.cluster.supervisor.restarts import LONGEST_WAIT, STEADY_SECONDS, Restarts


def test_the_first_restart_is_at_once_and_later_ones_wait_twice_as_long_each() -> None:
    restarts = Restarts()
    waits = [restarts.wait_after(0.0) for _ in range(8)]
    assert waits == [0.0, 1.0, 2.0, 4.0, 8.0, 16.0, LONGEST_WAIT, LONGEST_WAIT]


def test_a_worker_that_served_for_long_is_restarted_at_once() -> None:
    restarts = Restarts()
    for _ in range(5):
        restarts.wait_after(STEADY_SECONDS - 1.0)
    assert restarts.wait_after(STEADY_SECONDS) == 0.0
    assert restarts.wait_after(0.0) == 1.0
