"""A connection has the settings of its address, but for the bounds of its waits."""

import psycopg
import pytest

from undertide_server.store.engine.postgres.session import (
    PostgresSession,
    StartupOptions,
    begin_session,
    read_options,
    settings_with,
)
from undertide_server.store.engine.postgres.waits import PLAY


@pytest.mark.parametrize(
    ("text", "settings", "rest"),
    [
        ("", {}, ""),
        ("-c work_mem=5MB", {"work_mem": "5MB"}, ""),
        ("-cwork_mem=5MB --search-path=a,b", {"work_mem": "5MB", "search_path": "a,b"}, ""),
        (r"-c search_path=a,\ b\\c", {"search_path": "a, b\\c"}, ""),
        ("-c work_mem=1MB -c work_mem=2MB", {"work_mem": "2MB"}, ""),
        ("-c empty= -c search_path=a=b", {"empty": "", "search_path": "a=b"}, ""),
        ("endpoint=one -c work_mem=5MB -d 3", {"work_mem": "5MB"}, "endpoint=one -d 3"),
        ("-c work_mem -c", {}, "-c work_mem -c"),
    ],
)
def test_options_are_settings_and_what_a_host_makes_of_them(
    text: str, settings: dict[str, str], rest: str
) -> None:
    assert read_options(text) == StartupOptions(settings, rest)


def test_bounds_and_isolation_count_whatever_the_options_say() -> None:
    options = read_options("-c Statement_Timeout=0 -c work_mem=5MB")
    assert settings_with(options, PLAY) == {
        "work_mem": "5MB",
        "statement_timeout": "4000",
        "lock_timeout": "2000",
        "idle_in_transaction_session_timeout": "1500",
        "default_transaction_isolation": "read committed",
    }


def test_a_kept_session_begins_transactions_in_a_word() -> None:
    session = PostgresSession({"work_mem": "5MB"}, is_kept=True)
    assert session.beginning("BEGIN") == "BEGIN"
    assert session.beginning("BEGIN", PLAY) == (
        "BEGIN; SELECT set_config('statement_timeout', '4000', true),"
        " set_config('lock_timeout', '2000', true),"
        " set_config('idle_in_transaction_session_timeout', '1500', true)"
    )


def test_any_other_session_sets_all_it_needs_in_the_same_message() -> None:
    session = PostgresSession({"search_path": "it's", "lock_timeout": "1"}, is_kept=False)
    assert session.beginning("BEGIN") == (
        "BEGIN; SELECT set_config('search_path', 'it''s', true),"
        " set_config('lock_timeout', '1', true)"
    )
    assert "'lock_timeout', '2000'" in session.beginning("BEGIN", PLAY)


def test_the_database_itself_keeps_a_session_with_its_settings(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as raw:
        assert begin_session(raw, {"work_mem": "5MB"}) == PostgresSession(
            {"work_mem": "5MB"}, is_kept=True
        )
        assert raw.execute("SHOW work_mem").fetchone() == ("5MB",)
        assert raw.prepare_threshold is not None


def test_a_setting_that_the_server_refuses_is_an_error(postgres_url: str) -> None:
    with (
        psycopg.connect(postgres_url, autocommit=True) as raw,
        pytest.raises(psycopg.Error, match="no_such_setting"),
    ):
        begin_session(raw, {"no_such_setting": "1"})
