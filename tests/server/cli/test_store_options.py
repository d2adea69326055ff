"""The options that name a store: one of both, and no message shows a password."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from undertide_server.cli.accounts import accounts
from undertide_server.cli.runs import runs
from undertide_server.cli.store_options import data_option, store_option, words_of
from undertide_server.store.engine.address import StoreAddress
from undertide_shared.command import CLUSTER_VARIABLE

SECRET = "swordfish"
URL = f"postgresql://ann:{SECRET}@127.0.0.1:1/undertide"


@click.command()
@store_option
def shown(store: StoreAddress) -> None:
    """Print which store was named, and the words that name it again."""
    click.echo(f"{type(store).__name__} {store} {words_of(store)}".strip())


@click.command()
@data_option
def foldered(data: Path) -> None:
    """Print the folder."""
    click.echo(data)


@pytest.fixture(autouse=True)
def _no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(CLUSTER_VARIABLE, raising=False)


def call(*words: str | Path, command: click.Command = shown, env: str | None = None) -> Result:
    return CliRunner().invoke(command, [str(word) for word in words], env={CLUSTER_VARIABLE: env})


def test_a_folder_is_named(tmp_path: Path) -> None:
    assert call("--data", tmp_path).stdout.split() == [
        type(tmp_path).__name__,
        *(str(tmp_path), "--data", str(tmp_path)),
    ]


def test_a_database_is_named_and_its_password_never_shown() -> None:
    named = call("--cluster", URL)
    assert named.stdout == "PostgresAddress 127.0.0.1:1/undertide --cluster URL\n"
    assert SECRET not in named.output


def test_the_environment_names_a_database_in_silence() -> None:
    named = call(env=URL)
    assert named.stdout == "PostgresAddress 127.0.0.1:1/undertide\n"
    assert named.stderr == ""


def test_a_password_among_the_arguments_is_warned_of() -> None:
    assert CLUSTER_VARIABLE in call("--cluster", URL).stderr
    assert call("--cluster", "postgresql://127.0.0.1/undertide").stderr == ""


def test_a_folder_goes_before_the_environment(tmp_path: Path) -> None:
    assert f"--data {tmp_path}" in call("--data", tmp_path, env=URL).stdout


def test_exactly_one_is_needed(tmp_path: Path) -> None:
    none = call()
    assert none.exit_code == 2
    assert "--data DIR, or --cluster URL" in none.stderr
    both = call("--data", tmp_path, "--cluster", URL)
    assert both.exit_code == 2
    assert "either --data or --cluster" in both.stderr
    assert SECRET not in both.output


@pytest.mark.parametrize("url", [f"mysql://ann:{SECRET}@h/d", f"postgresql://ann:{SECRET}@h:x/d"])
def test_what_is_no_address_is_told_without_it(url: str) -> None:
    for refused in (call("--cluster", url), call(env=url)):
        assert refused.exit_code == 2
        assert "postgresql://" in refused.stderr
        assert SECRET not in refused.output


def test_a_command_for_folders_names_what_a_database_has(tmp_path: Path) -> None:
    assert call("--data", tmp_path, command=foldered, env=URL).stdout == f"{tmp_path}\n"
    assert "give --data DIR" in call(command=foldered).stderr
    assert "for data folders" in call(command=foldered, env=URL).stderr
    for words, remedy in (
        (("backup", tmp_path / "copy"), "pg_dump"),
        (("compact",), "VACUUM"),
        (("rescue", tmp_path / "new"), "standby"),
    ):
        refused = call(*words, "--cluster", URL, command=runs)
        assert refused.exit_code == 2
        assert remedy in refused.stderr
        assert SECRET not in refused.output


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (runs, ("list",)),
        (runs, ("show", "f00d")),
        (runs, ("verify", "f00d")),
        (runs, ("abandon", "f00d")),
        (runs, ("delete", "f00d")),
        (runs, ("export", "f00d", "file")),
        (runs, ("prune", "--older-than", "8w")),
        (runs, ("render",)),
        (accounts, ("list",)),
    ],
)
def test_commands_take_a_database_and_tell_that_nobody_is_there(
    command: click.Command, words: tuple[str, ...]
) -> None:
    group = ("--cluster", URL) if command is accounts else ()
    rest = () if group else ("--cluster", URL)
    failed = call(*group, *words, *rest, command=command)
    assert failed.exit_code == 1, failed.output
    assert SECRET not in failed.output
    assert isinstance(failed.exception, SystemExit)
