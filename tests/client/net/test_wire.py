from undertide_client.net.wire import ASK_SECONDS, TELL_SECONDS, Silence


def test_a_server_that_talks_is_asked_nothing() -> None:
    silence = Silence()
    for now in (0.5, 1.0, 1.9, 5.0):
        assert not silence.asks(heard_at=now - 1.0, now=now)
        assert silence.seconds(now) == 0.0


def test_a_quiet_server_is_asked_once_and_an_answer_ends_the_silence() -> None:
    silence = Silence()
    assert silence.asks(heard_at=0.0, now=ASK_SECONDS)
    assert not silence.asks(heard_at=0.0, now=2.5)
    assert silence.seconds(2.5) == 0.0
    assert not silence.asks(heard_at=2.6, now=2.75)
    assert silence.seconds(10.0) == 0.0
    assert silence.asks(heard_at=2.6, now=4.75)


def test_silence_counts_from_three_seconds_on() -> None:
    silence = Silence()
    assert silence.asks(heard_at=0.0, now=2.0)
    told = [silence.seconds(now) for now in (2.9, TELL_SECONDS, 3.5, 20.0)]
    assert told == [0.0, 3.0, 3.5, 20.0]


def test_a_machine_that_slept_blames_nobody_for_that_time() -> None:
    silence = Silence()
    assert silence.asks(heard_at=0.0, now=600.0)
    assert silence.seconds(600.5) == 0.0
    assert silence.seconds(602.0) == 4.0
