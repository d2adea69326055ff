"""Who finds a run is read from settings as sessions write them."""

import pytest

from support.sessions.kept_runs import header
from undertide_server.sessions.model.settings import SessionSettings, encode_settings
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.finders import note_finders
from undertide_server.store.opening import open_to_write
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Begun


def finders(folder: StoreAddress, settings: bytes) -> tuple[bool, list[str]]:
    """Return whether everybody finds a run with these settings, and else who does."""
    writer = Writer(folder)
    writer.apply([Begun(header())])
    writer.close()
    connection = open_to_write(folder)
    with connection.transaction():
        note_finders(connection, 1, settings)
    (public,) = connection.execute("SELECT public FROM runs").fetchone()
    accounts = [account for (account,) in connection.execute("SELECT account FROM finders")]
    connection.close()
    return bool(public), accounts


@pytest.mark.parametrize("access", ["public", "unlisted", "invited"])
def test_only_public_sessions_are_found_by_everybody(store: StoreAddress, access: str) -> None:
    settings = SessionSettings(access=access, accounts={0: "ann", 2: "", 3: "bo", 4: "ann"})  # type: ignore[arg-type]
    assert finders(store, encode_settings(settings)) == (access == "public", ["ann", "bo"])


def test_a_run_whose_settings_can_not_be_read_is_found_by_nobody(
    store: StoreAddress,
) -> None:
    assert finders(store, b"\xff damaged") == (False, [])
