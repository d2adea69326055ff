"""A connection has the settings of its address, but for the bounds of its waits."""

import pytest

from undertide_server.store.engine.postgres.session import (
    StartupOptions,
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
