import importlib.util
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from undertide_client.cli.play import join
from undertide_server.cli.inspect import inspect
from undertide_server.cli.serve import serve
from undertide_shared import extras
from undertide_shared.extras import EXTRAS, RUN_VARIABLE, require

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def base(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the base is installed."""
    lacking = {module for modules in EXTRAS.values() for module in modules}
    find = importlib.util.find_spec
    monkeypatch.delenv(RUN_VARIABLE, raising=False)
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name in lacking else find(name))


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_modules_of_an_extra_are_what_its_packages_bring(extra: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = {re.split(r"[\[><=]", name)[0] for name in project["optional-dependencies"][extra]}
    owners = packages_distributions()
    brought = {owners[module][0].lower().replace("_", "-") for module in EXTRAS[extra]}
    assert brought == asked


def test_what_is_installed_is_not_asked_for() -> None:
    for extra in EXTRAS:
        require(extra)


@pytest.mark.parametrize(
    ("command", "arguments", "extra"),
    [
        (serve, ["--port", "0"], "server"),
        (join, ["localhost:4414", "--display", "window"], "window"),
        (inspect, ["curve"], "inspect"),
        (inspect, ["balance", "--runs", "1"], "inspect"),
    ],
)
def test_a_command_names_the_extra_that_it_lacks(
    base: None, command: click.Command, arguments: list[str], extra: str
) -> None:
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 1
    assert f"pip install 'undertide[{extra}]'" in result.stderr


def test_a_command_that_run_py_started_installs_what_it_lacks(
    base: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    run_py = tmp_path / "run.py"
    run_py.write_text(f"import sys; open({str(tmp_path / 'called')!r}, 'w').write(repr(sys.argv))")
    monkeypatch.setenv(RUN_VARIABLE, str(run_py))
    with pytest.raises(click.ClickException, match="undertide\\[window\\]"):
        require("window")  # it stays missing here
    called = [str(run_py), "--venv", sys.prefix, "install"]
    assert (tmp_path / "called").read_text() == repr(called)


@pytest.mark.parametrize("arguments", [["--help"], ["curve", "--help"]])
def test_help_needs_no_extra(base: None, arguments: list[str]) -> None:
    assert CliRunner().invoke(inspect, arguments).exit_code == 0
