from undertide_shared.token_bucket import TokenBucket


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
