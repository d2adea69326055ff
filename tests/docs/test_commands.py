"""The commands that the pages show are commands, with such options; quick ones run as written."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner

from support.content.pages import NAMES, blocks, prose, read
from support.sessions.account_services import open_account_service
from support.sessions.durable_host import played
from undertide_shared.command import undertide

PROGRAM = re.compile(
    r"(?:\S*/)?undertide (?=[\w-])|python3 run\.py (?:--venv DIR )?(?!--venv|install|test)"
)
EXPLAINED = re.compile(r"  +\S.*")
OPTIONAL = re.compile(r"[][]|…")
QUOTED = re.compile(r"`([^`]+)`")
GROUPS = {"admin": "admin ADDRESS", "accounts": "accounts --data FOLDER"}
"""What a group needs before its commands. Pages that only name a command leave it out."""
TABLES = {
    "docs/moderation.md": ("admin ADDRESS ", "", re.compile(r"(?=[a-z])")),
    "docs/operations.md": ("", " --data FOLDER", re.compile("undertide (?=runs )")),
}
"""Tables of whole commands: what the page says once for all of them, before and after the words of
a row, and how these begin."""
VALUES = {
    "ADDRESS": "ws://127.0.0.1:4414",
    "HOST": "127.0.0.1",
    "PORT": "4414",
    "LINK": "http://127.0.0.1:4414/#/play/k7m2q",
    "NETWORK": "192.0.2.0/24",
    "PERSON": "3",
    "BAN": "1",
    "COMMAND": "sessions",
    "NAME": "arena",
    "NODE": "worker-1",
    "C": "Mind.mood=hunting",
    "E": "38",
    "M": "3",
    "N": "7",
    "S": "k7m2q",
    "SESSION": "k7m2q",
    "TEXT": "shouting",
    "URL": "postgresql://127.0.0.1/undertide",
}
"""What stands for a word in capitals. An arena is a layout, and somebody's account."""
FOLDER = re.compile(r"\b(?:DIR|FOLDER|COPY)\b|/var/lib/undertide\b|\bmine\b")
NEW = re.compile(r"\bFILE\b|/(?:var/backups/undertide|root)/[\w-]+")
CAPITALS = re.compile(r"\b[A-Z]+\b")
QUICK = re.compile(
    r".*--help$|--version|keys|inspect (?!balance|--)|(runs|accounts) .*(FOLDER|undertide)"
)
"""Commands that need no server and no minute."""
LACKING = re.compile("runs (delete|retry|import|copy)")
"""Commands that need a run of another state, a file with one, or a database."""


class Shown(NamedTuple):
    """A command as a page shows it, without the name of the program."""

    page: str
    words: str
    whole: bool
    """Whether it has a line of its own, so that it has all that it needs."""


def shown_commands() -> Iterator[Shown]:
    """Yield each command that a page shows: on a line of a block of code, or in backticks."""
    for page in NAMES:
        text = read(page)
        for line in blocks(text):
            yield from _shown(page, EXPLAINED.sub("", line), whole=True)
        for quoted in QUOTED.findall(prose(text)):
            yield from _shown(page, " ".join(quoted.split()), whole=False)
    for page, (before, after, begin) in TABLES.items():
        for row in re.findall(r"^\| (`.+?) \| ", read(page), re.MULTILINE):
            for quoted in QUOTED.findall(row.replace(r"\|", "|")):
                if begin.match(quoted):
                    words = plain(begin.sub("", quoted, count=1))
                    yield Shown(page, f"{before}{words}{after}", whole=True)


def _shown(page: str, text: str, *, whole: bool) -> Iterator[Shown]:
    found = PROGRAM.match(text)
    if found:
        yield Shown(page, plain(text[found.end() :]), whole)


def plain(words: str) -> str:
    """Return a command with its optional parts, and the first of words between bars."""
    return re.sub(r"\|\S+", "", OPTIONAL.sub("", words)).strip()


SHOWN = sorted(set(shown_commands()))


def filled(words: str, folder: Path, run: str = "4f1c") -> list[str]:
    """Return the words of a command with values for its placeholders."""
    values = VALUES | {"RUN": run}
    words = FOLDER.sub(str(folder), NEW.sub(str(folder / "new"), words))
    return shlex.split(CAPITALS.sub(lambda found: values[found[0]], words))


def commands(group: click.Group) -> Iterator[click.Command]:
    """Yield the commands of a group and of the groups in it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        inner = group.get_command(context, name)
        assert inner is not None
        yield inner
        if isinstance(inner, click.Group):
            yield from commands(inner)


def whole(shown: Shown) -> str:
    """Return a command with what its group needs, if the page names only group and command."""
    group, _, rest = shown.words.partition(" ")
    short = not shown.whole and group in GROUPS and rest[:1].islower()
    return f"{GROUPS[group]} {rest}" if short else shown.words


def test_commands_are_found_on_lines_in_backticks_and_in_the_table_of_moderation() -> None:
    assert Shown("README.md", "play --host 0.0.0.0", whole=True) in SHOWN
    assert Shown("docs/playing.md", "play --calling mender", whole=False) in SHOWN
    unban = "admin ADDRESS pardon BAN --session S"
    assert Shown("docs/moderation.md", unban, whole=True) in SHOWN


@pytest.mark.parametrize("shown", SHOWN, ids=lambda shown: f"{shown.page}: {shown.words}")
def test_a_command_of_a_page_can_be_called_so(
    shown: Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in commands(undertide):
        monkeypatch.setattr(each, "callback", lambda *_args, **_options: None)
        for option in each.params:
            monkeypatch.setattr(option, "callback", None)
    (tmp_path / "new").touch()
    lacking = (
        *(click.MissingParameter, click.BadOptionUsage),
        click.exceptions.NoArgsIsHelpError,
    )
    try:
        undertide.main(filled(whole(shown), tmp_path), standalone_mode=False)
    except lacking:
        assert not shown.whole
    except click.UsageError as fault:
        pytest.fail(fault.message)


@pytest.fixture
async def kept(tmp_path: Path) -> tuple[Path, str]:
    """A data folder that a server left, and the name of the run in it."""
    run = played(tmp_path / "kept", 5).name
    with open_account_service(tmp_path / "kept") as service:
        await service.accounts.sign_up(VALUES["NAME"], "correct horse", "")
    return tmp_path / "kept", run


def quick() -> list[str]:
    """Return the quick commands, each in its longest form only."""
    words = {each.words for each in SHOWN if QUICK.match(each.words)}
    shorter = {each for each in words for other in words if other.startswith(f"{each} ")}
    return sorted(each for each in words - shorter if not LACKING.match(each))


@pytest.mark.parametrize("words", quick())
def test_a_quick_command_of_a_page_runs(words: str, kept: tuple[Path, str]) -> None:
    result = CliRunner().invoke(undertide, filled(words, *kept))
    assert result.exit_code == 0, result.output
