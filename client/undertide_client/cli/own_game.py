"""The player's own game: a server that ends with this process, and the runs that it keeps."""

import socket
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import click

from undertide_client.cli.embedded import EmbeddedServer
from undertide_client.cli.errors import EmbeddedServerError
from undertide_client.cli.unechoed import unechoed
from undertide_client.net.address import DEFAULT_PORT, is_local, page_link
from undertide_shared.data_folder import FOLDER_IN_USE, last_address
from undertide_shared.own_addresses import addresses_for_others, own_address

if TYPE_CHECKING:
    from undertide_client.app.entry import JoinEntry
    from undertide_client.app.front import Front
    from undertide_client.cli.saved_run_choice import Begin
    from undertide_client.saved.runs import SavedRun
    from undertide_client.saved.tokens import Tokens

# What takes long to load is imported when it is needed: the server starts meanwhile.
# ruff: noqa: PLC0415

HOLDER_SECONDS: Final = 10.0
"""Seconds for the other server of the data folder to listen: it may just be starting."""
POLL_SECONDS: Final = 0.1
"""Seconds between two looks for it."""
ENDED: Final = "Your server has ended: nobody can join before you play again."
PRESET_OPTION: Final = "--preset="
CHOICES_OF_RUN: Final = (PRESET_OPTION, "--seed=")
"""The options with which players say what they want to play: it is made as it is."""


@dataclass(frozen=True, slots=True)
class OwnGame:
    """What the player wants of a game of their own."""

    folder: Path | None
    """The data folder; None if nothing is kept."""
    begin: "Begin"
    name: str
    """The hero's name that was asked for; empty if none was."""
    suggested: str
    """The name of a new hero for whom none was asked for."""
    calling: str
    host: str | None = None
    port: int | None = None
    options: tuple[str, ...] = ()
    """Further options of the server."""

    def play(self, open_front: Callable[[], "Front"]) -> int:
        """Play until the player leaves; return the exit code.

        If another server has the data folder, join that one. Raises EmbeddedServerError,
        UnreadableSavesError or OSError.
        """
        click.echo("Starting a server of your own…")
        try:
            return self._host(self.folder, open_front)
        except EmbeddedServerError as fault:
            if fault.code != FOLDER_IN_USE or self.folder is None:
                raise
            if self.begin == "new":
                click.echo("Another game has your saved runs open: this one is not saved.")
                return self._host(None, open_front)
            return self._join_holder(self.folder, open_front, fault)

    def _host(self, folder: Path | None, open_front: Callable[[], "Front"]) -> int:
        port = free_port(folder, self.host) if self.port is None else self.port
        try:
            return self._host_at(port, folder, open_front)
        except EmbeddedServerError:
            if self.port is not None or not port or _is_free(port, self.host):
                raise
        return self._host_at(0, folder, open_front)  # somebody took the port meanwhile

    def _host_at(self, port: int, folder: Path | None, open_front: Callable[[], "Front"]) -> int:
        options = self._options(port, folder)
        with EmbeddedServer("serve", options, keeps_runs=folder is not None) as hosted:
            with unechoed():
                front = open_front()
                address = hosted.address
            _tell(hosted.remarks)
            run = None if folder is None else self._run_to_go_on(folder)
            _tell_links(address)
            click.echo(f"The server's log:  {hosted.log}")
            code = self._enter(front, address, folder, run)
            if hosted.has_died:
                raise click.ClickException(f"the server ended by itself; its log: {hosted.log}")
            if code and folder is not None and run is not None:
                self._tell_if_damaged(folder, run)
        click.echo(ENDED)
        return code

    def _options(self, port: int, folder: Path | None) -> Sequence[str]:
        """Return the options of the server."""
        given = [f"--port={port}", *self.options]
        if self.host is not None:
            given.append(f"--host={self.host}")
        if folder is not None:
            given.append(f"--data={folder}")
        return given

    def _run_to_go_on(self, folder: Path) -> "SavedRun | None":
        from undertide_client.cli.saved_run_choice import run_to_go_on
        from undertide_client.saved.runs import saved_runs

        asks = self.begin == "ask" and _has_terminal()
        begin = "continue" if self.begin == "ask" and not asks else self.begin
        return run_to_go_on([] if begin == "new" else saved_runs(folder), begin, self.name)

    def _enter(
        self, front: "Front", address: str, folder: Path | None, run: "SavedRun | None"
    ) -> int:
        """Show the game of the own server; return the exit code."""
        from undertide_client.saved.saved_data import Keepsakes
        from undertide_client.saved.tokens import FolderTokens, MemoryTokens
        from undertide_client.screens.widgets.ui import Hosting

        tokens = MemoryTokens() if folder is None else FolderTokens(folder)
        entry = self._entry(run, tokens)
        hosting = Hosting(keeps_runs=folder is not None)
        return front.run(address, entry, Keepsakes(tokens=tokens), hosting)

    def _entry(self, run: "SavedRun | None", tokens: "Tokens") -> "JoinEntry":
        """Return the way into a run, or into a new one."""
        from undertide_client.app.entry import JoinEntry
        from undertide_client.net.destination import NEW_SESSION
        from undertide_client.saved.tokens import SavedSeat

        if run is None:
            chosen = any(option.startswith(CHOICES_OF_RUN) for option in self.options)
            entry = self._entry_of_new_hero(NEW_SESSION)
            return replace(entry, preset=self._preset, is_stated=chosen)
        seats = (SavedSeat("", run.session, hero) for hero in run.heroes)
        own = (seat.name for seat in seats if tokens.get(seat))
        name = self.name or next(own, next(iter(run.heroes), self.suggested))
        return JoinEntry(run.session, name, self.calling)

    @property
    def _preset(self) -> str:
        """The preset that the player named; empty for the server's choice.

        Lessons that are named are for one, whoever else finds the server.
        """
        named = (each for each in self.options if each.startswith(PRESET_OPTION))
        return next(named, "").removeprefix(PRESET_OPTION)

    def _entry_of_new_hero(self, session: str) -> "JoinEntry":
        """Return the way into a session for a player who may still have to choose who to be."""
        from undertide_client.app.entry import JoinEntry

        asks = not (self.name or self.calling)
        return JoinEntry(session, self.name or self.suggested, self.calling, asks=asks)

    def _tell_if_damaged(self, folder: Path, run: "SavedRun") -> None:
        """Say so if the server could not go on with a run."""
        from undertide_client.cli.saved_run_choice import tell_damaged
        from undertide_client.saved.runs import saved_runs

        for found in saved_runs(folder):
            if found.run == run.run and found.is_damaged:
                tell_damaged(found)

    def _join_holder(
        self, folder: Path, open_front: Callable[[], "Front"], fault: EmbeddedServerError
    ) -> int:
        """Join the server that has a data folder. Raises `fault` if it doesn't listen."""
        from undertide_client.saved.saved_data import Keepsakes
        from undertide_client.saved.tokens import FolderTokens

        address = _address_of_holder(folder)
        if not address:
            raise fault
        click.echo(f"Another game has your saved runs open: joining it at {address}")
        entry = self._entry_of_new_hero("")
        return open_front().run(address, entry, Keepsakes(tokens=FolderTokens(folder)))


def _has_terminal() -> bool:
    """Return whether there is somebody to ask. A program without a console has no streams."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _tell(remarks: Sequence[str]) -> None:
    """Show the player what the server had to say, and wait until it is read."""
    from undertide_client.cli.saved_run_choice import pause

    for remark in remarks:
        click.echo(remark, err=True)
    if remarks:
        pause()


def _tell_links(address: str) -> None:
    """Show how others join the server that listens at `address`."""
    first, *others = (page_link(each) for each in addresses_for_others(address))
    if is_local(first):
        click.echo(f"Others can join from this machine alone:  undertide join {first}")
    else:
        click.echo(f"Others can join:   undertide join {first}")
    for link in others:
        click.echo(f"             or:   undertide join {link}")


def free_port(folder: Path | None, host: str | None) -> int:
    """Return the usual port if it is free, else the one of a folder's last server, else 0, for any.

    Friends then find the game again at the address that they know.
    """
    last = _endpoint(last_address(folder))[1] if folder is not None else 0
    return next((port for port in (DEFAULT_PORT, last) if port and _is_free(port, host)), 0)


def _is_free(port: int, host: str | None) -> bool:
    at = host or "127.0.0.1"
    family = socket.AF_INET6 if ":" in at else socket.AF_INET
    try:
        socket.create_server((at, port), family=family).close()
    except OSError:
        return False
    return True


def _address_of_holder(folder: Path) -> str:
    """Return the address of the server that has a folder, once it listens; empty if it doesn't."""
    until = time.monotonic() + HOLDER_SECONDS
    while time.monotonic() < until:
        address = own_address(last_address(folder))
        if _listens(address):
            return address
        time.sleep(POLL_SECONDS)
    return ""


def _listens(address: str) -> bool:
    host, port = _endpoint(address)
    try:
        with socket.create_connection((host, port), timeout=1.0):
            return True
    except OSError:
        return False


def _endpoint(address: str) -> tuple[str, int]:
    """Return the host and the port of an address; the port is 0 if it is none."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or 0
    except ValueError:
        host, port = "", 0
    return host, port
