"""A caller of `undertide admin`: it sends requests to a server and prints the answers."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from undertide_client.cli.addresses import reach
from undertide_client.model import safe
from undertide_client.net.address import ServerAddress
from undertide_shared.command import CLUSTER_VARIABLE, read_secret
from undertide_shared.messages import Govern, Invited, ListPeople, Order, People, ServerMessage

if TYPE_CHECKING:
    from undertide_client.net.one_shot import OneShotConnection

PASSWORD_VARIABLE: Final = "UNDERTIDE_PASSWORD"  # noqa: S105  (its name, not what it holds)

Answer = TypeVar("Answer")
Run = Callable[["OneShotConnection"], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Caller:
    """A person who moderates a server, and the form of the output."""

    address: ServerAddress
    account: str
    data: Path | None
    cluster: str
    """The address of the database of a cluster; empty for none."""
    as_json: bool

    # --- asking ------------------------------------------------------------------------------

    def query_server(self, run: Run[Answer]) -> Answer:
        """Return the server's answer. Ends the command if the server refuses."""
        import asyncio

        from undertide_client.net.errors import ServerRefusedError, ServerSilentError

        url = reach(self.address)
        key = self._key()
        password = _password() if self.account else ""
        try:
            return asyncio.run(self._go(url, run, key, password))
        except (ServerSilentError, ServerRefusedError) as fault:
            raise click.ClickException(f"{url}: {fault}") from fault

    def _key(self) -> bytes:
        """Return what makes the caller an operator, if anything. Ends the command if that fails."""
        if self.data is not None:
            return key_of(self.data)
        return pass_of(self.cluster) if self.cluster else b""

    async def _go(self, url: str, run: Run[Answer], key: bytes, password: str) -> Answer:
        from undertide_client.net.one_shot import OneShotConnection

        async with OneShotConnection.to(url) as one_shot:
            if key:
                await one_shot.show_key(key)
            elif self.account:
                await one_shot.log_in(self.account, password)
            return await run(one_shot)

    def order(self, order: Order, session: str = "") -> None:
        """Give an order in a session, or on the whole server, and show the people there."""
        self.show_people(
            self.query_server(
                lambda one_shot: one_shot.request_answer(Govern(order, session), People)
            )
        )

    def order_about(self, person: str, session: str, order: Callable[[int], Order]) -> None:
        """Give an order about a person, by number or name, and show the people there."""

        async def run(one_shot: "OneShotConnection") -> People:
            there = await one_shot.request_answer(ListPeople(session), People)
            message = Govern(order(number_of(person, there)), session)
            return await one_shot.request_answer(message, People)

        self.show_people(self.query_server(run))

    # --- showing -----------------------------------------------------------------------------

    def show_people(self, told: People) -> None:
        """Print the people and the bans."""
        from undertide_client.cli.moderation_tables import people_table

        self.show(told, lambda: people_table(told))

    def show_code(self, told: Invited) -> None:
        """Print an invite code and nothing else, for scripts."""
        self.show(told, lambda: safe.message(told).code)

    def show_data(self, told: dict[str, Any], render: Callable[[dict[str, Any]], str]) -> None:
        """Print data that came as JSON, or the text of `render` for people."""
        click.echo(json.dumps(told) if self.as_json else render(told))

    def show(self, told: ServerMessage, render: Callable[[], str]) -> None:
        """Print an answer: as JSON for programs, or the text of `render` for people."""
        click.echo(json.dumps(plain(told)) if self.as_json else render())


def number_of(person: str, there: People) -> int:
    """Return the number of the person with a number or a name. No name begins with a `+`.

    Ends the command if nobody has it, or if several people have, one by number, others by name.
    """
    numbers = [one for one in there.people if str(one.id) == person.removeprefix("+")]
    named = [one for one in there.people if one.name.casefold() == person.casefold()]
    found = {one.id: one for one in (*numbers, *named)}
    if not found:
        raise click.ClickException(f"there is nobody called {person!r}")
    if len(found) > 1:
        told = ", ".join(f"+{one.id} {safe.name(one.name)}" for one in found.values())
        raise click.ClickException(f"{person!r} may be several people: name one of {told}")
    return next(iter(found))


def key_of(data: Path) -> bytes:
    """Return the operator key of a folder. Ends the command if it can't be read."""
    from undertide_shared.data_folder import read_key
    from undertide_shared.errors import BadOperatorKeyError

    try:
        return read_key(data)
    except FileNotFoundError as fault:
        raise click.ClickException(
            f"{data} holds no operator key yet: start the server with it first"
        ) from fault
    except (BadOperatorKeyError, OSError) as fault:
        raise click.ClickException(str(fault)) from fault


def pass_of(cluster: str) -> bytes:
    """Return a pass that the database of a cluster gives whoever can write to it.

    The server's own program asks for it. Ends the command if that fails.
    """
    import os
    import subprocess
    import sys

    # -P: no file in this folder may take the place of the server. The address may hold a password,
    # so it is none of the words.
    words = [sys.executable, "-P", "-m", "undertide_server", "operator-pass"]
    done = subprocess.run(  # noqa: S603  (no shell; the words are this program's own)
        words, env=os.environ | {CLUSTER_VARIABLE: cluster}, capture_output=True, check=False
    )
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        problem = said[-1] if said else f"exit code {done.returncode}"
        _, _, told = problem.partition(": ")  # After the name of that program.
        raise click.ClickException(told.partition(" (see undertide ")[0] or problem)
    return bytes.fromhex(done.stdout.decode("ascii").strip())


def plain(value: object) -> Any:
    """Return a part of a message as a dictionary of its fields, for JSON."""
    import msgspec

    if isinstance(value, msgspec.Struct):
        return {key: plain(inner) for key, inner in msgspec.structs.asdict(value).items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def _password() -> str:
    """Return the password from the environment, or ask for it without echo."""
    import sys

    given = read_secret(PASSWORD_VARIABLE)
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise click.UsageError(
            f"can't ask for the password without a terminal: set {PASSWORD_VARIABLE}"
        )
    typed: str = click.prompt("Password", hide_input=True, err=True)
    return typed
