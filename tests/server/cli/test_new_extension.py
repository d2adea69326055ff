"""The command that begins an extension."""

from pathlib import Path

from click.testing import CliRunner

from undertide_server.cli.new_extension import new_extension


def test_it_writes_a_package_and_says_what_comes_next(tmp_path: Path) -> None:
    place = tmp_path / "mine"
    told = CliRunner().invoke(new_extension, ["lamp", "--folder", str(place)])
    assert told.exit_code == 0
    assert f"cd {place}; pip install -e . pytest; pytest" in told.output
    assert (place / "lamp" / "__init__.py").is_file()


def test_a_bad_name_is_one_line(tmp_path: Path) -> None:
    told = CliRunner().invoke(new_extension, ["Lamp", "--folder", str(tmp_path / "x")])
    assert told.exit_code == 1
    assert told.output.startswith("Error: name: expected small letters")
