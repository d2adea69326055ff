import json
import signal
import socket
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.gateway.real_gateway import http_get
from support.processes.commands import serving, undertide
from support.sessions.durable_host import played
from undertide_server.cli.serve import serve
from undertide_server.process.event_loop import ASYNCIO, UVLOOP
from undertide_server.store.database import FILE
from undertide_server.store.opening import held
from undertide_server.util.rng import SEED_BYTES, seed_of
from undertide_shared.command import CommandLine
from undertide_shared.data_folder import FOLDER_IN_USE
from undertide_shared.extras import EXTRAS

NOWHERE = "postgresql://ann:s3cret@127.0.0.1:1/runs"
"""The address of a database that nobody serves."""
COMMANDS = CommandLine(commands=[serve])


def call(*words: str) -> Result:
    return CliRunner().invoke(COMMANDS, words, prog_name="undertide")


@pytest.mark.parametrize("loop", [ASYNCIO, UVLOOP])
def test_serve_names_its_address_and_its_loop_in_one_line_and_stops_at_sigterm(loop: str) -> None:
    with serving(UNDERTIDE_LOOP=loop) as server:
        assert f"event=listening address={server.address} loop={loop}" in server.line
        code, log = server.stop(signal.SIGTERM)
    assert code == 0
    assert "event=stopped" in log
    assert "Traceback" not in log


def test_serve_stops_quietly_at_ctrl_c() -> None:
    with serving() as server:
        code, log = server.stop(signal.SIGINT)
    assert code == 130
    assert "Traceback" not in log


def test_serve_logs_json_where_that_is_wanted() -> None:
    with serving("--log-json") as server:
        line = json.loads(server.line)
        assert line["event"] == "listening"
        assert line["address"] == server.address


def test_an_attended_server_names_its_address_and_ends_with_its_input() -> None:
    with serving("--attended") as server:
        assert server.process.stdin is not None
        assert server.process.stdout is not None
        assert server.process.stdout.readline().strip() == server.address
        server.process.stdin.close()
        assert server.process.wait() == 0


def test_an_attended_server_says_that_its_folder_is_in_use(tmp_path: Path) -> None:
    with held(tmp_path):
        done = undertide("serve", "--attended", "--data", str(tmp_path))
    assert done.returncode == FOLDER_IN_USE
    assert f"{tmp_path} is in use by process" in done.stderr
    assert done.stderr.count("\n") == 1


async def test_a_server_process_answers() -> None:
    with serving() as server:
        assert await http_get(server.address, "/healthz") == (200, "ok\n")


def test_serve_makes_the_folder_for_its_data(tmp_path: Path) -> None:
    with serving("--data", str(tmp_path / "a" / "b")):
        assert (tmp_path / "a" / "b").is_dir()


def test_a_port_that_is_taken_is_one_line_and_exit_code_1() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = undertide("serve", "--port", str(port))
    assert done.returncode == 1
    assert "in use" in done.stderr
    assert done.stderr.count("\n") == 1


def test_faulty_content_is_exit_code_1_and_every_fault_is_told(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text("[server]\nprot = 1\nport = 99999999\n")
    result = call("serve", "--config", str(tmp_path))
    assert result.exit_code == 1
    assert "prot" in result.stderr
    assert 'did you mean "port"' in result.stderr
    assert "server.port" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_host_whose_settings_name_no_preset_is_told_the_file(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('[server]\npreset = "defualt"\n')
    result = call("serve", "--config", str(tmp_path), "--port", "0")
    assert result.exit_code == 1
    assert "server.toml: server.preset" in result.stderr
    assert 'did you mean "default"' in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("serve", "--port", "70000"),
        ("serve", "--port", "soon"),
        ("serve", "--pace", "slow"),
        ("serve", "--preset", "no-such"),
        ("serve", "--config", "/no/such/folder"),
        ("serve", "--what"),
    ],
)
def test_a_wrong_call_is_one_line_and_exit_code_2(words: tuple[str, ...]) -> None:
    result = call(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("undertide ")


def test_help_says_where_runs_are_kept() -> None:
    result = call("serve", "--help")
    assert result.exit_code == 0
    assert "Folder for runs" in result.output
    assert "--attended" not in result.output


def test_any_text_names_a_seed_of_full_length() -> None:
    seeds = {seed_of(text) for text in ("", "1", "01", "a dungeon", "é" * 1000)}
    assert len(seeds) == 5
    assert {len(seed) for seed in seeds} == {SEED_BYTES}
    assert seed_of("1") == seed_of("1")


def test_a_start_on_a_damaged_folder_serves_what_is_sound_or_says_what_to_do(
    tmp_path: Path,
) -> None:
    names = [played(tmp_path, 10, first).name.encode() for first in (1, 100)]
    file = tmp_path / FILE
    data = bytearray(file.read_bytes())
    data[data.rfind(names[1]) + 20] ^= 4
    file.write_bytes(data)
    with serving("--data", str(tmp_path)) as server:
        server.logged("kept runs are back")
        assert server.log.count("run goes on") == 2
        assert "indexes made again" in server.log
        assert server.stop(signal.SIGTERM)[0] == 0
    file.write_bytes(file.read_bytes()[:4096] + bytes(4096) + file.read_bytes()[8192:])
    ended = undertide("serve", "--data", str(tmp_path), "--port", "0")
    assert ended.returncode == 1
    for words in (str(file), "is damaged", "undertide runs rescue NEW --data"):
        assert words in ended.stderr
    assert "Traceback" not in ended.stderr


def test_ssh_says_what_the_machine_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "send_fds")
    result = call("serve", "--ssh", "0")
    assert result.exit_code == 1
    assert "--ssh needs a system" in result.output
    monkeypatch.setitem(EXTRAS, "ssh", ("no_such_module",))
    result = call("serve", "--ssh", "0")
    assert result.exit_code == 1
    assert "undertide[ssh]" in result.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--advertise", "node-1:4415"), "--advertise belongs to --cluster"),
        (("--cluster", "node-1"), "it doesn't begin with postgresql://"),
        (("--cluster", NOWHERE, "--advertise", "node-1"), "a host, a colon and a port"),
        (("--cluster", NOWHERE, "--attended"), "--cluster is for servers of operators"),
    ],
)
def test_a_wrong_place_of_a_cluster_is_a_wrong_call(words: tuple[str, ...], told: str) -> None:
    result = call("serve", *words)
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())


def test_a_database_that_does_not_answer_is_told_in_one_line() -> None:
    ended = undertide("serve", "--port", "0", UNDERTIDE_CLUSTER=NOWHERE)
    assert ended.returncode == 1
    assert "127.0.0.1:1/runs can't be reached" in ended.stderr
    assert "s3cret" not in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_players_own_server_is_none_of_a_cluster() -> None:
    with serving("--attended", UNDERTIDE_CLUSTER=NOWHERE) as server:
        assert server.address


def test_a_server_of_a_cluster_needs_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXTRAS, "cluster", ("no_such_module",))
    result = call("serve", "--cluster", NOWHERE)
    assert result.exit_code == 1
    assert "pip install 'undertide[cluster]'" in result.stderr


def test_the_server_of_a_cluster_stops_at_sigterm(postgres_url: str) -> None:
    with serving(UNDERTIDE_CLUSTER=postgres_url) as server:
        assert f"event=listening address={server.address}" in server.logged("event=listening")
        code, log = server.stop(signal.SIGTERM)
    assert code == 0
    assert "event=stopped" in log
    assert "Traceback" not in log
