from undertide_server.util.rate_limits import Throttle


def test_some_tries_are_free_and_then_one_after_each_wait() -> None:
    throttle = Throttle(3, 10.0)
    for _ in range(3):
        assert throttle.wait("Ann", 0.0) == 0
        throttle.count("Ann", 0.0)
    assert throttle.wait("Ann", 0.0) == 10
    assert throttle.wait("Ann", 4.0) == 6
    assert throttle.wait("Ann", 10.0) == 0
    throttle.count("Ann", 10.0)
    assert throttle.wait("Ann", 10.0) == 10


def test_after_a_long_time_all_are_free_again() -> None:
    throttle = Throttle(3, 10.0)
    for _ in range(3):
        throttle.count("Ann", 0.0)
    for _ in range(3):
        assert throttle.wait("Ann", 1000.0) == 0
        throttle.count("Ann", 1000.0)
    assert throttle.wait("Ann", 1000.0) == 10


def test_each_key_has_its_own() -> None:
    throttle = Throttle(1, 10.0)
    throttle.count("Ann", 0.0)
    assert throttle.wait("Bob", 0.0) == 0


def test_a_try_that_was_right_is_taken_back() -> None:
    throttle = Throttle(1, 10.0)
    throttle.count("Ann", 0.0)
    throttle.forgive("Ann")
    assert throttle.wait("Ann", 0.0) == 0
    throttle.forgive("Bob")


def test_no_more_keys_are_remembered_than_there_may_be() -> None:
    throttle = Throttle(1, 10.0, most_keys=3)
    for name in "abcdef":
        throttle.count(name, 0.0)
    assert len(throttle) == 3
    assert throttle.wait("f", 0.0) == 10


def test_what_counts_no_more_is_forgotten_first() -> None:
    throttle = Throttle(1, 10.0, most_keys=2)
    throttle.count("long", 0.0)
    throttle.count("Ann", 0.0)
    throttle.count("Ann", 0.0)
    throttle.count("Bob", 15.0)
    assert throttle.wait("Ann", 15.0) == 5
    throttle.forget_old(100.0)
    assert len(throttle) == 0
