"""What scripts rely on: keys of JSON, exit codes, and faults in one line."""

import json
from pathlib import Path
from typing import Any

import pytest

from support.content.own_content import write_content
from support.gateway.raw_clients import Maker
from support.processes.commands import Serving, undertide

NOBODY = "ws://127.0.0.1:1"
"""Where no server listens: the port is reserved."""


def printed(*words: str) -> Any:
    """Return the JSON that a command prints."""
    done = undertide(*words, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_sessions_are_listed_without_their_seeds(server: Serving, made: Maker) -> None:
    made_id = made()
    listed = printed("sessions", server.address)["sessions"]
    (session,) = (one for one in listed if one["session"] == made_id)
    keys = {"session", "preset", "heroes", "spectators", "seats", "deepest_floor"}
    assert session.keys() >= keys
    assert "seed" not in session
    assert (session["preset"], session["heroes"]) == ("quiet", 0)


def test_bots_really_play_and_report(server: Serving, made: Maker) -> None:
    words = ("bots", server.address, "-n", "3", "--seconds", "2")
    report = printed(*words, "--session", made())
    assert report.keys() >= {"players", "seconds", "intents", "errors", "bytes_per_player_second"}
    assert report["latency_ms"].keys() >= {"p50", "p99"}
    assert (report["players"], report["errors"]) == (3, 0)
    assert report["intents"] > 0


def test_the_reference_curve_is_the_table_number_for_number() -> None:
    data = printed("inspect", "curve", "--preset", "reference")
    assert [one["floor"] for one in data["floors"]] == list(range(1, 21))
    keys = {"floor", "step", "strengths", "bosses", "average"}
    assert all(one.keys() >= keys for one in data["floors"])


@pytest.mark.parametrize("subject", ["roster", "floor"])
def test_content_is_printed_for_scripts(subject: str) -> None:
    assert printed("inspect", subject)


@pytest.mark.parametrize(
    "words",
    [
        ("sessions", NOBODY),
        ("bots", NOBODY, "-n", "1", "--seconds", "1"),
        ("join", NOBODY),
    ],
)
def test_what_fails_is_one_line_and_exit_code_1(words: tuple[str, ...]) -> None:
    done = undertide(*words)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 1


@pytest.mark.parametrize(
    "words",
    [
        ("sessions", "ftp://somewhere:1"),
        ("join", "no port"),
        ("watch", "ws://"),
        ("bots", "127.0.0.1:99999"),
        ("sing",),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    done = undertide(*words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_faulty_content_names_every_file_and_key_at_once(tmp_path: Path) -> None:
    folder = write_content(tmp_path)
    (folder / "rules" / "quiet" / "tide.toml").write_text("grase = 10\nrise = 'soon'\n")
    (folder / "rules" / "deadly" / "heroes.toml").write_text("sight = -1\n")
    done = undertide("serve", "--config", str(folder), "--port", "0")
    assert done.returncode == 1
    for told in ("tide.toml: grase", 'did you mean "grace"', "tide.toml: rise", "toml: sight"):
        assert told in done.stderr
    assert "Traceback" not in done.stderr
