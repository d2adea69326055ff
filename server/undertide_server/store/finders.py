"""The people who find a run in lists, as its session's settings say it.

The settings are bytes to the store. Lists need two facts of them in columns, so that a page is read
by an index: whether everybody finds the run, and else the accounts that do.
"""

import msgspec

from undertide_server.store.engine.protocol import StoreConnection


class _Settings(msgspec.Struct):
    """The fields that count here, of the settings as `sessions.model.settings` encodes them."""

    access: str = "public"
    accounts: dict[int, str] = {}


_decoder = msgspec.msgpack.Decoder(_Settings)
_PRIVATE = _Settings("invited")
"""The meaning of settings that can't be read: nobody finds the run."""


def note_finders(connection: StoreConnection, run: int, settings: bytes) -> None:
    """Write who finds a run, by its number, from the settings of its session."""
    read = _read(settings)
    public = read.access == "public"
    connection.execute(
        "UPDATE runs SET public = ? WHERE id = ? AND public <> ?", (public, run, public)
    )
    accounts = sorted(set(filter(None, read.accounts.values())))
    rows = connection.execute("SELECT account FROM finders WHERE run = ? ORDER BY account", (run,))
    if [account for (account,) in rows] != accounts:
        connection.execute("DELETE FROM finders WHERE run = ?", (run,))
        connection.executemany(
            "INSERT INTO finders VALUES (?, ?)", [(run, account) for account in accounts]
        )


def _read(settings: bytes) -> _Settings:
    try:
        return _decoder.decode(settings)
    except (msgspec.DecodeError, TypeError):
        return _PRIVATE
