"""The player's commands: `undertide play`, `join`, `watch`, `sessions` and `bots`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import gc
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from undertide_client.cli.addresses import ADDRESS, reach
from undertide_client.net.address import door_of
from undertide_shared.errors import BadTextError
from undertide_shared.extras import require
from undertide_shared.limits import MAX_NAME
from undertide_shared.messages import SessionInfo
from undertide_shared.options import (
    CALLINGS,
    PRESETS,
    completing,
    listed,
    pace_option,
    ticks_option,
)
from undertide_shared.text import clean, clean_name

if TYPE_CHECKING:
    from undertide_client.app.front import Front
    from undertide_client.bots.report import BotReport
    from undertide_client.cli.saved_run_choice import Begin
    from undertide_client.net.address import ServerAddress

NAMELESS: Final = "Hero"
"""The name of a player whose system knows none."""

OpenFront = Callable[[], "Front"]
"""Loads the display. Raises DisplayUnavailableError or BadPreferencesError."""


def name_of(text: str) -> str:
    """Return `text` as a hero's name. Ends the command if it can't be one."""
    try:
        return clean_name(text)
    except BadTextError as fault:
        raise click.BadParameter(fault.reason) from fault


def user_name() -> str:
    """Return the name of this system's user if a hero may have it; else nothing."""
    user = os.environ.get("USER") or os.environ.get("USERNAME") or ""
    try:
        return clean_name(clean(user, MAX_NAME))
    except BadTextError:
        return ""


SESSION: Final = click.option(
    "--session",
    type=door_of,
    metavar="S",
    default="",
    help="A session's id, an invite code, or an invite.",
)
NAME: Final = click.option("--name", type=name_of, metavar="N", help="Your hero's name.")
CALLING: Final = click.option(
    "--calling",
    metavar="C",
    default="",
    shell_complete=completing(CALLINGS),
    help=f"The calling of a new hero: {listed(CALLINGS)}, unless the server has others.",
)
JSON: Final = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def display_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of commands that show the game.

    They are called with `open_front`, which returns the front to use: it takes a while to load.
    """

    @display_choices
    @wraps(command)
    def shown(*, display: Any, colours: Any, vision: Any, plain: Any, **others: Any) -> int:
        check_look(display, plain)

        def open_front() -> "Front":
            gc.disable()  # modules stay: to look for garbage among them is a tenth of a start
            try:
                from undertide_client.app import front

                return front.open_front(front.DisplayChoice(display, colours, vision, plain))
            finally:
                gc.freeze()
                gc.enable()

        with faults_told():
            return command(open_front=open_front, **others)

    return shown


def check_look(display: str, plain: bool | None) -> None:
    """End the command if the options that choose a display clash, or an extra is missing."""
    if display == "window" and plain:
        raise click.UsageError("--plain can't go with --display window")
    if display == "window":
        require("window")


def display_choices(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options that choose a display: `display`, `colours`, `vision` and `plain`."""
    options = (
        click.option(
            "--display",
            type=click.Choice(["terminal", "window"]),
            default="terminal",
            show_default=True,
            help="Where to show the game.",
        ),
        click.option(
            "--colors",
            "colours",
            type=click.Choice(["auto", "true", "256", "16"]),
            default="auto",
            show_default=True,
            help="Colours of the terminal; SSH often hides how many it has.",
        ),
        click.option(
            "--vision",
            type=click.Choice(["normal", "protan", "deutan", "tritan"]),
            help="Colours for eyes that confuse some: red and green (protan, deutan), or blue and "
            "yellow (tritan).",
        ),
        click.option(
            "--plain/--no-plain",
            default=None,
            help="Play line by line, for screen readers and slow lines: no colours, no cursor. "
            "Type `commands` and Enter for what you can do.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


# --- play, join, watch --------------------------------------------------------------------------


@click.command()
@click.option(
    "--preset",
    metavar="NAME",
    shell_complete=completing(PRESETS),
    help=f"The preset to play: {listed(PRESETS)}.",
)
@pace_option
@ticks_option("The speed of real time in company; more is faster.")
@click.option("--seed", metavar="N", help="Number or text that determines the dungeon.")
@click.option(
    "--host", help="Address to listen on; 0.0.0.0 lets in the whole network, by IPv6 too."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="Port to listen on; by default the one of the last time if it is free, else any free one.",
)
@click.option(
    "--continue",
    "begin",
    flag_value="continue",
    help="Go on with the run that you played last, without a question.",
)
@click.option("--new", "begin", flag_value="new", help="Begin a new run, without a question.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder for your runs, in place of your own data folder.",
)
@click.option("--no-save", is_flag=True, help="Keep nothing: the run ends when you leave.")
@NAME
@CALLING
@display_options
def play(*, name: str | None, calling: str, open_front: OpenFront, **choices: Any) -> int:
    """Start a server of your own, and join it.

    It prints the address at which others join. The server ends when you leave, and your run is
    saved: the next time you are asked whether to go on with it or to begin a new one. --seed and
    --preset begin a new one. The first time you are asked for a name and a calling, unless an
    option gives one of them.
    """
    from undertide_client.cli.own_game import OwnGame

    folder = _folder_of(choices)
    begin = _beginning_of(choices)
    host, port = choices.pop("host"), choices.pop("port")
    given = {key.replace("_", "-"): value for key, value in choices.items() if value is not None}
    options = tuple(f"--{key}={value}" for key, value in given.items())
    suggested = user_name() or NAMELESS
    game = OwnGame(folder, begin, name or "", suggested, calling, host, port, options)
    return game.play(open_front)


def _beginning_of(choices: dict[str, Any]) -> "Begin":
    """Take the options that say how to begin from `choices`. Ends the command if they clash."""
    begin = choices.pop("begin")
    anew = choices["seed"] is not None or choices["preset"] is not None
    if begin == "continue" and anew:
        raise click.UsageError("--continue can't go with --seed or --preset: they begin a new run")
    return "new" if anew else begin or "ask"


def _folder_of(choices: dict[str, Any]) -> Path | None:
    """Take the options that say where to keep runs from `choices`; None means nowhere.

    Ends the command if they clash.
    """
    from undertide_client.saved.runs import data_folder

    no_save, data = choices.pop("no_save"), choices.pop("data")
    if no_save and (data is not None or choices["begin"] == "continue"):
        raise click.UsageError("--no-save can't go with --data or --continue")
    return None if no_save else data or data_folder()


@click.command()
@ADDRESS
@SESSION
@NAME
@CALLING
@display_options
def join(
    address: "ServerAddress", *, session: str, name: str | None, calling: str, open_front: OpenFront
) -> int:
    """Join a server's dungeon.

    ADDRESS is HOST, HOST:PORT, the link of the server's page, or an invite. Without a session, a
    name or a calling you come to the lobby and choose there. With a name or a calling you join a
    run on its first floor, if there is one; the lobby names those that are further on. The first
    time you are asked for a name and a calling. Without a terminal it lists the sessions, unless
    you name one.
    """
    from undertide_client.app.entry import JoinEntry, LobbyEntry
    from undertide_client.cli.listing import table_of
    from undertide_client.displays.errors import DisplayUnavailableError

    called = name or user_name() or NAMELESS
    session = session or address.place.session
    chosen = session or name or calling
    asks = not (name or calling)
    joining = JoinEntry(session, called, calling, asks=asks)
    entry = joining if chosen else LobbyEntry(called, asks=asks)
    try:
        front = open_front()
    except DisplayUnavailableError as fault:
        if session:
            raise
        click.echo(table_of(_sessions_of(reach(address))))
        raise click.ClickException(f"{fault}; or name one of these: --session") from fault
    return front.run(reach(address), entry)


def _sessions_of(url: str) -> list[SessionInfo]:
    """Return a server's sessions. Ends the command if they can't be asked for."""
    import asyncio

    from undertide_client.cli.errors import ServerUnreachableError
    from undertide_client.cli.listing import list_sessions

    try:
        return asyncio.run(list_sessions(url))
    except ServerUnreachableError as fault:
        raise click.ClickException(f"{url}: {fault}") from fault


@click.command()
@ADDRESS
@SESSION
@click.option("--hero", metavar="N", default="", help="The hero to follow; else the party's view.")
@display_options
def watch(address: "ServerAddress", *, session: str, hero: str, open_front: OpenFront) -> int:
    """Watch a dungeon without a seat in it.

    ADDRESS is HOST, HOST:PORT, the link of the server's page, or an invite. Without a session you
    watch the busiest one.
    """
    from undertide_client.app.entry import WatchEntry

    entry = WatchEntry(session or address.place.session, hero, user_name())
    return open_front().run(reach(address), entry)


@contextmanager
def faults_told() -> Iterator[None]:
    """End the command with one line for any fault of this machine or of a server."""
    from undertide_client.app.preferences import BadPreferencesError
    from undertide_client.cli.errors import EmbeddedServerError
    from undertide_client.displays.errors import DisplayUnavailableError
    from undertide_client.saved.runs import SavedError

    try:
        yield
    except EmbeddedServerError as fault:
        wrong_call = fault.code == click.UsageError.exit_code
        kind = click.UsageError if wrong_call else click.ClickException
        raise kind(str(fault)) from fault
    except (DisplayUnavailableError, BadPreferencesError, SavedError, OSError) as fault:
        raise click.ClickException(str(fault)) from fault


@click.command()
def keys() -> None:
    """Print the current keys, in the format of the file that changes them."""
    from undertide_client.app.preferences import as_toml, keymap_of, load, preferences_file

    file = preferences_file()
    with faults_told():
        keymap = keymap_of(load(file), file)
    click.echo(
        f"# {file}\n# Commands that this file leaves out keep the keys below.\n\n{as_toml(keymap)}"
    )


# --- sessions, bots -----------------------------------------------------------------------------


@click.command()
@ADDRESS
@JSON
def sessions(address: "ServerAddress", *, as_json: bool) -> None:
    """List the live sessions of a server."""
    from undertide_client.cli.listing import table_of

    found = _sessions_of(reach(address))
    if as_json:
        click.echo(json.dumps({"sessions": [_plain(session) for session in found]}))
    else:
        click.echo(table_of(found))


def _plain(session: SessionInfo) -> dict[str, object]:
    import msgspec

    party = [msgspec.structs.asdict(hero) for hero in session.party]
    return msgspec.structs.asdict(session) | {"party": party}


@click.command()
@ADDRESS
@click.option("-n", "--number", type=click.IntRange(1), default=4, show_default=True)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=60.0, show_default=True)
@SESSION
@click.option(
    "--skill",
    type=click.Choice(["average", "careful", "careless", "expert", "still", "uncrafted"]),
    default="average",
    show_default=True,
    help="How well they play.",
)
@JSON
def bots(
    address: "ServerAddress",
    *,
    number: int,
    seconds: float,
    session: str,
    skill: Any,
    as_json: bool,
) -> int:
    """Send bots that play heroes: they explore, fight and take stairs.

    Without --session they make a session of their own.
    """
    import asyncio

    from undertide_client.bots.run import run_bots

    session = session or address.place.session
    try:
        report = asyncio.run(run_bots(reach(address), number, seconds, session, skill))
    except ValueError as fault:
        raise click.UsageError(str(fault), click.get_current_context()) from fault
    if as_json:
        click.echo(json.dumps(report.as_json()))
    else:
        _print_report(report)
    return 0 if report.players else 1


def _print_report(report: "BotReport") -> None:
    """Print the results of the bots as a table."""
    from undertide_shared.tables import table

    rows = [(key.replace("_", " "), _words(value)) for key, value in report.as_json().items()]
    click.echo(table((), rows))


def _words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {inner}" for key, inner in value.items())
    return str(value)
