import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from support.processes.commands import undertide as run
from support.processes.waiting import LONGEST
from undertide_shared import command
from undertide_shared.build import Build, this_build
from undertide_shared.command import (
    COMMANDS,
    MOST_SECRET_BYTES,
    CommandLine,
    SecretOption,
    undertide,
)

NAMES = [
    "accounts", "admin", "bots", "cluster", "history", "inspect", "join", "keys",
    "new-extension", "play", "replay",
    "runs", "serve", "sessions", "title", "verify", "watch",
]  # fmt: skip


@click.group(cls=CommandLine)
def tried() -> None:
    """Commands that end in every way."""


@tried.command()
@click.argument("how")
def end(how: str) -> int | None:
    """End in some way."""
    match how:
        case "failed":
            raise click.ClickException("it broke")
        case "wrong":
            raise click.BadParameter("not like this.", param_hint="HOW")
        case "interrupted":
            raise KeyboardInterrupt
        case "seven":
            return 7
        case _:
            return None


@pytest.mark.parametrize(
    ("how", "code", "said"),
    [
        ("well", 0, ""),
        ("seven", 7, ""),
        ("failed", 1, "undertide: it broke\n"),
        ("wrong", 2, "tried end: Invalid value for HOW: not like this (see tried end --help)\n"),
    ],
)
def test_exit_codes_and_one_line_for_each_fault(how: str, code: int, said: str) -> None:
    result = CliRunner().invoke(tried, ["end", how])
    assert (result.exit_code, result.stdout, result.stderr) == (code, "", said)


def test_ctrl_c_is_quiet() -> None:
    result = CliRunner().invoke(tried, ["end", "interrupted"])
    assert result.exit_code == 130
    assert result.output.strip() == ""


def test_every_command_is_listed_with_its_help() -> None:
    done = run("--help")
    assert done.returncode == 0
    listed = [line.split(maxsplit=1) for line in done.stdout.split("Commands:")[1].splitlines()]
    assert [words[0] for words in listed if words] == NAMES
    assert all(len(words) == 2 for words in listed if words)


def test_no_command_at_all_shows_the_help_and_is_wrong() -> None:
    done = run()
    assert done.returncode == 2
    assert "Commands:" in done.stderr


def test_no_command_in_a_terminal_opens_the_title_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in = click.Command("title", callback=lambda: 7)
    monkeypatch.setattr(command, "is_terminal", lambda: True)
    monkeypatch.setattr(command, "known_command", lambda _name: stand_in)
    assert CliRunner().invoke(undertide, []).exit_code == 7


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("undertide pl", "play"),
        ("undertide play --prese", "--preset"),
        ("undertide play --preset k", "keep"),
        ("undertide join --calling foo", "footpad"),
    ],
)
def test_a_shell_completes_commands_options_and_their_words(words: str, wanted: str) -> None:
    completion = {
        "_UNDERTIDE_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
    }
    done = CliRunner().invoke(undertide, [], prog_name="undertide", env=completion)
    assert done.stdout.splitlines() == [f"plain,{wanted}"]


def test_a_mistyped_command_names_the_one_that_is_meant() -> None:
    said = CliRunner().invoke(undertide, ["plya"]).stderr
    assert "no such command 'plya': did you mean 'play'?" in said


def test_an_unknown_command_is_wrong() -> None:
    done = run("frobnicate")
    assert done.returncode == 2
    assert done.stderr == "undertide: no such command 'frobnicate' (see undertide --help)\n"


@pytest.mark.parametrize(
    ("group", "word", "meant"),
    [(undertide, "plya", "play"), (undertide, "wacth", "watch"), (tried, "edn", "end")],
)
def test_an_unknown_command_is_answered_with_the_nearest(
    group: CommandLine, word: str, meant: str
) -> None:
    result = CliRunner().invoke(group, [word])
    assert result.exit_code == 2
    assert f"no such command {word!r}: did you mean {meant!r}?" in result.stderr


def test_the_version_is_told_with_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "this_build", lambda: Build("1.2.3", "ab" * 20))
    result = CliRunner().invoke(undertide, ["--version"], prog_name="undertide")
    assert (result.exit_code, result.stdout) == (0, "undertide 1.2.3 (abababababab)\n")


def test_python_runs_it_as_a_module_too() -> None:
    called = [sys.executable, "-P", "-m", "undertide", "--version"]
    done = subprocess.run(called, capture_output=True, text=True, check=True)
    assert done.stdout == f"undertide {this_build()}\n"


def test_only_the_version_asks_which_build_this_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "this_build", lambda: pytest.fail("nobody asked"))
    assert CliRunner().invoke(undertide, ["keys", "--help"]).exit_code == 0


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (["--help"], ["undertide_client", "undertide_server", "msgspec", "importlib.metadata"]),
        (["join", "--help"], ["undertide_server", "numpy", "tcod"]),
        (["serve", "--help"], ["undertide_client", "numpy", "pydantic"]),
    ],
)
def test_help_imports_only_what_it_needs(words: list[str], unwanted: list[str]) -> None:
    code = f"""
import sys
from undertide_shared.command import undertide
undertide.main({words!r}, prog_name="undertide", standalone_mode=False)
print("imported:", sorted(set({unwanted!r}) & set(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=LONGEST, check=True
    )
    assert done.stdout.splitlines()[-1] == "imported: []"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_that_is_listed_is_there(name: str) -> None:
    command = undertide.get_command(click.Context(undertide), name)
    assert isinstance(command, click.Command)
    assert command.help


@click.command(cls=click.Command)
@click.option("--store", cls=SecretOption, envvar="SECRET_STORE")
def hidden(store: str | None) -> None:
    """Say where the store is."""
    click.echo(store)


class TestSecrets:
    def test_a_secret_comes_from_the_variable_or_from_the_file_that_its_twin_names(
        self, tmp_path: Path
    ) -> None:
        file = tmp_path / "secret"
        file.write_text("in the file\n", encoding="utf-8")
        twin = {"SECRET_STORE_FILE": str(file)}
        for words, environment, expected in (
            ([], {}, ""),
            ([], {"SECRET_STORE": ""}, ""),
            ([], twin, "in the file"),
            ([], {**twin, "SECRET_STORE": ""}, "in the file"),
            ([], {**twin, "SECRET_STORE": "in the variable"}, "in the variable"),
            (["--store", "typed"], twin, "typed"),
        ):
            result = CliRunner().invoke(hidden, words, env=environment)
            assert result.stdout.strip() == expected

    @pytest.mark.parametrize(
        ("held", "said"),
        [
            (None, "No such file"),
            (b"", "must hold one line"),
            (b"one\ntwo\n", "must hold one line"),
            (b"x" * (MOST_SECRET_BYTES + 1), "must hold one line"),
            (b"\xff", "can't decode"),
        ],
    )
    def test_a_file_that_holds_no_secret_is_named(
        self, tmp_path: Path, held: bytes | None, said: str
    ) -> None:
        file = tmp_path / "secret"
        if held is not None:
            file.write_bytes(held)
        result = CliRunner().invoke(hidden, [], env={"SECRET_STORE_FILE": str(file)})
        assert result.exit_code == 2
        assert "SECRET_STORE_FILE: " in result.stderr
        assert said in result.stderr
