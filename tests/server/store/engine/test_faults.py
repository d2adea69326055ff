"""The errors of a database say what an operator can do."""

from pathlib import Path

import pytest

from undertide_server.store.engine.faults import DamagedDatabaseError, WrongSchemaError

FILE = Path("data", "undertide.db")


@pytest.mark.parametrize(
    ("found", "remedy"), [(3, "a server that starts on it"), (9, "install the version")]
)
def test_a_database_of_another_version_names_the_remedy(found: int, remedy: str) -> None:
    fault = WrongSchemaError(FILE, found, 8)
    assert remedy in str(fault)
    assert f"version {found}" in fault.problem


def test_a_damaged_database_without_a_remedy_of_its_own_can_be_rescued() -> None:
    assert "undertide runs rescue NEW --data data" in str(DamagedDatabaseError(FILE, "torn"))
    assert str(DamagedDatabaseError(FILE, "torn", "wait")).endswith("torn: wait")
