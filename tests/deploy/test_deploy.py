"""What deploy/ says fits the program: its commands, options, paths, port and metrics."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import click
import pytest

from support.processes.commands import serving
from support.processes.host_tools import run_tool
from support.processes.waiting import LONGEST
from undertide_server.cli.runs import backup
from undertide_server.cli.serve import serve
from undertide_server.content.load import load_settings
from undertide_server.gateway.http.status import PAGE
from undertide_server.gateway.listeners import PING_SECONDS
from undertide_server.process.open_files import files_of

ROOT = Path(__file__).parents[2]
SETTINGS = load_settings()
UNITS = ("undertide.service", "undertide-backup.service", "undertide-backup.timer")
FOR_THE_HOST = ("/metrics", "/status.json", *PAGE)


def read(name: str) -> str:
    return (ROOT / "deploy" / name).read_text(encoding="utf-8")


def options(words: list[str]) -> dict[str, object]:
    """Return what a call of `undertide serve` chooses. Raises a click fault when it is wrong."""
    assert [Path(words[0]).name, words[1]] == ["undertide", "serve"]
    parser = serve.make_parser(click.Context(serve))
    values, rest, _order = parser.parse_args(words[2:])
    assert rest == []
    return dict(values)


class TestImage:
    def instructions(self) -> Iterator[tuple[str, str]]:
        for line in read("Dockerfile").replace("\\\n", " ").splitlines():
            if line and not line.startswith("#"):
                word, _, rest = line.partition(" ")
                yield word, rest.strip()

    def all_of(self, word: str) -> list[str]:
        return [rest for each, rest in self.instructions() if each == word]

    def healthcheck(self) -> list[str]:
        (check,) = self.all_of("HEALTHCHECK")
        words: list[str] = json.loads(check.partition("CMD ")[2])
        assert words[0] == "python"
        return words

    def test_it_copies_what_there_is_and_what_is_not_left_out(self) -> None:
        kept = [
            line.removeprefix("!")
            for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
            if line.startswith("!")
        ]
        sources = [
            source
            for copied in self.all_of("COPY")
            if not copied.startswith("--from")
            for source in copied.split()[:-1]
        ]
        assert sorted(sources) == sorted(kept)
        assert all((ROOT / source).exists() for source in sources)

    def test_everything_that_the_package_is_made_of_is_copied(self) -> None:
        listed = re.findall(
            r'^    "(\w+)/undertide_\w+",$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE
        )
        copied = " ".join(self.all_of("COPY")).split()
        assert set(listed) == {"config", "shared", "server", "client"} <= set(copied)

    def test_libraries_are_those_of_the_lock_by_their_hashes(self) -> None:
        (locked,) = [line for line in self.all_of("RUN") if "-r lock/runtime.txt" in line]
        assert "--require-hashes" in locked

    def test_it_serves_as_nobody_what_outlives_it_in_its_volume(self) -> None:
        (entry,), (command,) = self.all_of("ENTRYPOINT"), self.all_of("CMD")
        chosen = options([*json.loads(entry), *json.loads(command)])
        assert self.all_of("VOLUME") == [str(chosen["data"])]
        assert self.all_of("USER") == ["undertide"]
        assert self.all_of("EXPOSE") == [str(SETTINGS.server.port)]

    def test_the_health_check_tells_a_server_that_answers_from_none(self) -> None:
        with serving() as server:
            words = [word.replace("4414", server.port) for word in self.healthcheck()]
            command = [sys.executable, *words[1:]]
            assert subprocess.run(command, check=False, timeout=LONGEST).returncode == 0
        gone = subprocess.run(command, check=False, timeout=LONGEST, stderr=subprocess.DEVNULL)
        assert gone.returncode != 0

    def test_the_health_check_asks_the_port_that_is_served(self) -> None:
        assert f"127.0.0.1:{SETTINGS.server.port}/healthz" in " ".join(self.healthcheck())


class TestService:
    def stated(self, key: str) -> str:
        (value,) = re.findall(rf"^{key}=(.*)$", read("undertide.service"), re.MULTILINE)
        return str(value)

    def test_it_keeps_its_runs_in_the_folder_that_it_may_write_to(self) -> None:
        chosen = options(shlex.split(self.stated("ExecStart")))
        assert str(chosen["data"]) == f"/var/lib/{self.stated('StateDirectory')}"
        assert str(chosen["config"]) == f"/etc/{self.stated('ConfigurationDirectory')}"

    def test_it_may_open_as_many_files_as_the_limits_take(self) -> None:
        assert int(self.stated("LimitNOFILE")) >= files_of(SETTINGS.limits)

    def test_it_has_the_settings_read_again_by_a_hangup(self) -> None:
        assert self.stated("ExecReload").endswith("kill -HUP $MAINPID")
        assert self.stated("Type") == "notify"

    def test_it_may_do_what_the_server_does(self) -> None:
        # It raises its limit of files, and puts replays behind itself.
        filters = re.findall(r"^SystemCallFilter=(.*)$", read("undertide.service"), re.MULTILINE)
        assert "@system-service" in filters
        assert not any("@resources" in each for each in filters if each.startswith("~"))
        families = self.stated("RestrictAddressFamilies").split()
        assert {"AF_INET", "AF_INET6", "AF_UNIX"} <= set(families)

    @pytest.mark.parametrize("name", UNITS)
    def test_systemd_finds_nothing_wrong_with_it(self, name: str, tmp_path: Path) -> None:
        for each in UNITS:
            unit = read(each).replace("/opt/undertide/bin/undertide", sys.executable)
            (tmp_path / each).write_text(unit, encoding="utf-8")
        words = ("verify", "--man=no", str(tmp_path / name))
        found = run_tool("systemd-analyze", *words, home=tmp_path)
        ours = [line for line in found.stderr.splitlines() if "undertide" in line]
        assert (found.returncode, ours) == (0, [])


class TestBackup:
    def test_it_copies_what_the_service_keeps_to_where_old_ones_are_deleted(self) -> None:
        unit = read("undertide-backup.service")
        (call,) = re.findall(r"exec (\S+/undertide runs backup .*)'", unit)
        words = shlex.split(call)
        parser = backup.make_parser(click.Context(backup))
        values, _rest, _order = parser.parse_args(words[3:])
        assert f"--data {values['data']}" in read("undertide.service")
        (cleaned,) = re.findall(r"^ExecStartPost=/usr/bin/find (\S+) ", unit, re.MULTILINE)
        assert str(values["copy"]).startswith(f"{cleaned}/")

    def test_each_has_a_name_of_its_own(self) -> None:
        assert "$(date +%%F-%%H%%M%%S)" in read("undertide-backup.service")


class TestProxies:
    @pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
    def test_they_lead_to_the_port_that_is_served(self, name: str) -> None:
        assert f"127.0.0.1:{SETTINGS.server.port}" in read(name)
        assert "127.0.0.1/32" in SETTINGS.server.proxies

    @pytest.mark.parametrize("path", FOR_THE_HOST)
    def test_caddy_keeps_back_what_is_for_the_host(self, path: str) -> None:
        (patterns,) = re.findall(r"@own path (.*)", read("Caddyfile"))
        assert any(fnmatch(path, pattern) for pattern in patterns.split())
        assert "respond @own 404" in read("Caddyfile")

    @pytest.mark.parametrize("path", FOR_THE_HOST)
    def test_nginx_keeps_back_what_is_for_the_host(self, path: str) -> None:
        exact = re.findall(r"location = (\S+) +\{ return 404; \}", read("nginx.conf"))
        begins = re.findall(r"location \^~ (\S+) +\{ return 404; \}", read("nginx.conf"))
        assert path in exact or path.startswith(tuple(begins))

    def test_nginx_says_for_whom_it_asks(self) -> None:
        headers = dict(re.findall(r"proxy_set_header (\S+) +(\S+);", read("nginx.conf")))
        assert headers["X-Forwarded-For"] == "$proxy_add_x_forwarded_for"
        assert headers["X-Forwarded-Proto"] == "$scheme"

    def test_nginx_passes_on_the_port_that_an_origin_has(self) -> None:
        assert re.findall(r"proxy_set_header Host +(\S+);", read("nginx.conf")) == ["$http_host"]

    def test_nginx_has_room_for_both_ends_of_all_connections(self) -> None:
        (room,) = re.findall(r"worker_connections (\d+);", read("nginx.conf"))
        (files,) = re.findall(r"worker_rlimit_nofile (\d+);", read("nginx.conf"))
        assert 2 * SETTINGS.limits.connections < int(room) < int(files)

    def test_nginx_waits_longer_than_the_server_is_silent(self) -> None:
        (seconds,) = re.findall(r"proxy_read_timeout (\d+)s;", read("nginx.conf"))
        assert int(seconds) > 2 * PING_SECONDS
