"""The title screen, which `undertide` without a command opens: `undertide title`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from undertide_client.cli.play import check_look, display_choices, faults_told
from undertide_shared.command import COMMANDS, known_command
from undertide_shared.data_folder import last_address
from undertide_shared.options import TUTORIAL

if TYPE_CHECKING:
    from undertide_client.screens.menus.title_screen import TitleEntry


class Way(NamedTuple):
    """A way into the game: the line on the title screen, and the command behind it."""

    letter: str
    name: str
    sentence: str
    words: tuple[str, ...] = ()
    """The command; none for the end of the program."""
    wants_address: bool = False
    ends: bool = False
    """Whether the command prints something to read."""


CONTINUE: Final = "continue"
WAYS: Final = (
    Way("c", CONTINUE, "Go on with the run that you played last.", ("play", "--continue")),
    Way("n", "new game", "A dungeon of your own; others can join it.", ("play", "--new")),
    Way("j", "join", "Join others on a server.", ("join",), wants_address=True),
    Way("w", "watch", "Watch others on a server.", ("watch",), wants_address=True),
    Way("h", "history", "The runs that you played.", ("history",), ends=True),
    Way("t", "tutorial", "Learn to play, a lesson a floor.", ("play", f"--preset={TUTORIAL}")),
    Way("q", "quit", "Leave."),
)
"""All ways, in the order of the title screen."""
ENDING: Final = frozenset(way.words for way in WAYS if way.ends)
"""The commands after which the title screen stays closed, so that people can read."""


@click.command()
@display_choices
def title(**shown: Any) -> int:
    """Open the title screen: continue, begin anew, join, watch, or learn to play.

    `undertide` alone does the same in a terminal.
    """
    check_look(shown["display"], shown["plain"])
    failure = ""
    while True:
        words = _chosen(failure, shown)
        if words is None:
            return 0
        failure, code = _run(words, shown)
        if not failure and (code or words in ENDING):
            return code


def ways() -> tuple[Way, ...]:
    """Return the ways whose commands this program has."""
    return tuple(way for way in WAYS if not way.words or way.words[0] in COMMANDS)


def _chosen(failure: str, shown: dict[str, Any]) -> tuple[str, ...] | None:
    """Show the title screen; return the words of the chosen command, or None if there is none."""
    from undertide_client.app import front

    with faults_told():
        opened = front.open_front(front.DisplayChoice(**shown))
        return opened.choose([_entry(way) for way in ways() if _is_of_use(way)], failure)


def _is_of_use(way: Way) -> bool:
    """Return whether a way may lead somewhere: without any run before, nothing can continue."""
    from undertide_client.saved.runs import data_folder

    return way.name != CONTINUE or bool(last_address(data_folder()))


def _entry(way: Way) -> "TitleEntry":
    from undertide_client.screens.menus.title_screen import TitleEntry

    return TitleEntry(way.letter, way.name, way.sentence, way.words, way.wants_address)


def _run(words: tuple[str, ...], shown: dict[str, Any]) -> tuple[str, int]:
    """Run a command with the same display; return why it failed, and its exit code."""
    name, *rest = words
    command = known_command(name)
    try:
        code = command.main(
            [*_display_words(command, shown), *rest],
            prog_name=f"undertide {name}",
            standalone_mode=False,
        )
    except click.ClickException as fault:
        return fault.format_message(), fault.exit_code
    except click.Abort:
        return "", 0
    return "", code if isinstance(code, int) else 0


def _display_words(command: click.Command, shown: dict[str, Any]) -> list[str]:
    """Return the options that give a command this screen's display, as far as it has them."""
    given = [(option, shown[option.name]) for option in command.params if option.name in shown]
    return [_option_word(option, value) for option, value in given if value is not None]


def _option_word(option: click.Parameter, value: object) -> str:
    """Return an option with its value, as the command line states it."""
    if isinstance(value, bool):
        return option.opts[0] if value else option.secondary_opts[0]
    return f"{option.opts[0]}={value}"
