"""Every wait for a server has a bound, and the server knows it."""

from undertide_server.store.engine.postgres.waits import PATIENT, PLAY, READING, Waits


def test_the_server_is_told_all_bounds_in_milliseconds() -> None:
    assert Waits(statement=4.0, lock=2.5, idle=60.0).settings == {
        "statement_timeout": "4000",
        "lock_timeout": "2500",
        "idle_in_transaction_session_timeout": "60000",
    }


def test_the_server_gives_up_before_the_caller_does() -> None:
    for waits in (PLAY, READING, PATIENT):
        assert waits.lock <= waits.statement < waits.answer
