from undertide_server.util.rate_limits import Throttle, TokenBucket


def test_a_full_bucket_gives_its_capacity_at_once_and_no_more() -> None:
    bucket = TokenBucket(rate=1.0, capacity=3.0, now=0.0)
    assert [bucket.spend(0.0) for _ in range(4)] == [True, True, True, False]


def test_tokens_come_back_at_the_rate() -> None:
    bucket = TokenBucket(rate=2.0, capacity=2.0, now=0.0)
    assert bucket.spend(0.0, 2.0)
    assert not bucket.spend(0.4)
    assert bucket.spend(0.5)
    assert not bucket.spend(0.5)


def test_a_bucket_never_holds_more_than_its_capacity() -> None:
    bucket = TokenBucket(rate=100.0, capacity=5.0, now=0.0)
    assert bucket.level(1000.0) == 5.0
    assert bucket.is_full(1000.0)


def test_what_is_refused_costs_nothing() -> None:
    bucket = TokenBucket(rate=0.0, capacity=2.0, now=0.0)
    assert not bucket.spend(0.0, 3.0)
    assert bucket.spend(0.0, 2.0)


def test_a_clock_that_runs_backwards_gives_nothing() -> None:
    bucket = TokenBucket(rate=1.0, capacity=1.0, now=10.0)
    assert bucket.spend(10.0)
    assert not bucket.spend(5.0)
    assert not bucket.is_full(5.0)


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
