"""The operator's commands for the accounts of a server: `undertide accounts`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from undertide_server.cli.run_options import check_tables, database_faults_told, json_option, moment
from undertide_server.cli.store_options import store_option
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_shared.command import CommandLine
from undertide_shared.extras import require

if TYPE_CHECKING:
    from undertide_server.accounts.moderation_repository import ModerationRepository
    from undertide_server.accounts.personal_data import PersonalData
    from undertide_server.accounts.records import AccountRecord
    from undertide_server.accounts.repository import AccountRepository

__all__ = ["accounts"]

NEW_PASSWORD: Final = 16
"""Letters of a password that the command makes: 79 bits, and short enough to read aloud."""
HOST: Final = "the operator"
"""The name in the audit log of a person who can write to the store."""

NAME = click.argument("name", metavar="NAME")


@dataclass(frozen=True, slots=True)
class Books:
    """The accounts, bans and audit log of a store."""

    repository: "AccountRepository"
    moderation_repository: "ModerationRepository"
    personal_data: "PersonalData"

    def named(self, name: str) -> "AccountRecord":
        """Return the account with a name. Ends the command if there is none."""
        record = self.repository.find(name)
        if record is None:
            raise click.ClickException(f"there is no account {name!r}")
        return record

    def record_change(self, text: str) -> None:
        """Write an entry of the operator into the audit log."""
        import time

        from undertide_shared.messages import AuditEntry

        now = time.time()
        self.moderation_repository.write(AuditEntry(int(now), HOST, text), now)


@click.group(cls=CommandLine)
@store_option
@click.pass_context
def accounts(context: click.Context, *, store: StoreAddress) -> None:
    """List, export, reset, forget and erase accounts, and make operators.

    It also works while the server runs: the server applies the changes within seconds.
    """
    context.obj = store


@accounts.command("list")
@json_option
@click.pass_obj
def list_accounts(store: StoreAddress, *, as_json: bool) -> None:
    """List every account, the oldest first."""
    with _books(store) as books:
        records = books.repository.all()
    if as_json:
        click.echo(json.dumps({"accounts": [_row(record) for record in records]}))
    else:
        _print_table(records)


@accounts.command()
@NAME
@click.option("--revoke", is_flag=True, help="Take the operator role away from the account.")
@click.pass_obj
def operator(store: StoreAddress, *, name: str, revoke: bool) -> None:
    """Make an account an operator of the server."""
    with _books(store) as books:
        known = books.named(name).known
        books.repository.set_operator(known.id, operator=not revoke)
        done = (
            f"made {known.name} an operator"
            if not revoke
            else f"revoked the operator role of {known.name}"
        )
        books.record_change(done)
    click.echo(done)


@accounts.command("forget")
@NAME
@click.pass_obj
def forget_account(store: StoreAddress, *, name: str) -> None:
    """End an account and its logins: nobody can log in to it.

    Its name stays taken, because runs identify people by it. `reset` reopens the account.
    """
    with _books(store) as books:
        known = books.named(name).known
        books.repository.set_operator(known.id, operator=False)
        books.repository.set_password(known, "")
        books.record_change(f"forgot the account {known.name}")
    click.echo(f"forgot {known.name}")


@accounts.command()
@NAME
@json_option
@click.pass_obj
def reset(store: StoreAddress, *, name: str, as_json: bool) -> None:
    """Give an account a new password, print it, and end all its logins."""
    require("server")
    from undertide_server.accounts.passwords import standard_hasher

    password = _new_password()
    with _books(store) as books:
        known = books.named(name).known
        books.repository.set_password(known, standard_hasher().hash(password))
        books.record_change(f"reset the password of {known.name}")
    if as_json:
        click.echo(json.dumps({"name": known.name, "password": password}))
    else:
        click.echo(f"the password of {known.name} is now {password}")


@accounts.command()
@NAME
@click.pass_obj
def export(store: StoreAddress, *, name: str) -> None:
    """Print the server's data about an account, as JSON."""
    from undertide_server.store.errors import StoreError

    with _books(store) as books:
        try:
            told = books.personal_data.export(books.named(name))
        except StoreError as fault:
            raise click.ClickException(str(fault)) from fault
    click.echo(json.dumps(told, ensure_ascii=False, indent=2))


@accounts.command()
@NAME
@click.pass_obj
def erase(store: StoreAddress, *, name: str) -> None:
    """Delete an account for good, and its name from the bans, reports and audit log.

    Nobody can have its name again. Runs keep the names of heroes: `runs delete` deletes them.
    """
    with _books(store) as books:
        record = books.named(name)
        books.personal_data.erase(record)
        books.record_change("erased an account")
    click.echo(f"erased {record.known.name}")


@contextmanager
def _books(store: StoreAddress) -> Iterator[Books]:
    """Open the accounts of a store. Ends the command if that fails."""
    from undertide_server.accounts.database import FILE, open_accounts
    from undertide_server.accounts.moderation_repository import ModerationRepository
    from undertide_server.accounts.personal_data import PersonalData
    from undertide_server.accounts.repository import AccountRepository

    place = store / FILE if isinstance(store, Path) else store
    if isinstance(place, Path) and not place.is_file():
        raise click.ClickException(f"there are no accounts in {store}")
    if isinstance(store, PostgresAddress):
        check_tables(store)
    with database_faults_told(place), closing(open_accounts(store)) as connection:
        yield Books(
            AccountRepository(connection),
            ModerationRepository(connection),
            PersonalData(connection, store),
        )


def _new_password() -> str:
    """Return a password that nobody misunderstands when somebody reads it aloud."""
    import secrets

    from undertide_shared.codes import ALPHABET

    return "".join(secrets.choice(ALPHABET) for _ in range(NEW_PASSWORD))


def _row(record: "AccountRecord") -> dict[str, object]:
    """Return the JSON of an account."""
    return {
        "name": record.known.name,
        "operator": record.known.operator,
        "open": bool(record.password),
        "made": int(record.made),
        "seen": int(record.seen),
    }


def _print_table(records: "list[AccountRecord]") -> None:
    from undertide_shared.tables import table

    headings = ("name", "", "made", "last login")
    click.echo(table(headings, [_words(record) for record in records]))


def _words(record: "AccountRecord") -> list[str]:
    """Return the row of an account in a table."""
    notes = ["operator"] * record.known.operator + ["forgotten"] * (not record.password)
    made, seen = moment(record.made), moment(record.seen)
    return [record.known.name, ", ".join(notes), made, seen]
