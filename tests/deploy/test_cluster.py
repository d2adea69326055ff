"""What deploy/ says of a cluster fits the program, and each tool takes its file."""

import json
import os
import re
import shlex
import subprocess
from fnmatch import fnmatch
from ipaddress import ip_network
from pathlib import Path

import click
import pytest
import trustme

from support.processes.host_tools import host_tool, run_tool
from support.processes.waiting import LONGEST
from undertide_server.cli.serve import serve
from undertide_server.content.load import load_settings
from undertide_server.gateway.http.status import PAGE
from undertide_server.gateway.listeners import PING_SECONDS
from undertide_shared.command import CLUSTER_VARIABLE, IN_FILE

DEPLOY = Path(__file__).parents[2] / "deploy"
CLUSTER = DEPLOY / "cluster"
SHIPPED = load_settings()
FOR_THE_HOST = ("/metrics", "/status.json", *PAGE)
NODES = 3
"""The nodes that the proxies' files name."""


def read(name: str) -> str:
    return (CLUSTER / name).read_text(encoding="utf-8")


def options(words: list[str]) -> dict[str, object]:
    """Return what a call of `undertide serve` chooses. Raises a click fault when it is wrong."""
    values, rest, _order = serve.make_parser(click.Context(serve)).parse_args(words)
    assert rest == []
    return dict(values)


class TestSettings:
    def test_the_server_takes_them(self) -> None:
        settings = load_settings(CLUSTER)
        assert settings.server.host == "0.0.0.0"
        assert settings.operations.drain_seconds > 0

    def test_the_network_of_the_nodes_is_trusted_and_no_other(self) -> None:
        settings = load_settings(CLUSTER)
        (subnet,) = re.findall(r"subnet: (\S+)", read("compose.yml"))
        assert settings.server.proxies == (subnet,)
        assert set(settings.operations.open_to) == {*SHIPPED.operations.open_to, subnet}
        assert ip_network(subnet).is_private


class TestCompose:
    def config(self, home: Path, **variables: str) -> subprocess.CompletedProcess[str]:
        file, env = str(CLUSTER / "compose.yml"), str(CLUSTER / "example.env")
        words = ("--env-file", env, "--file", file, "--project-directory", str(CLUSTER), "config")
        return run_tool("docker-compose", *words, home=home, **variables)

    def test_compose_finds_nothing_wrong_with_it(self, tmp_path: Path) -> None:
        told = self.config(tmp_path)
        assert told.returncode == 0, told.stderr
        assert "@database/undertide" in told.stdout

    def test_a_standby_is_one_more_database_to_ask(self, tmp_path: Path) -> None:
        lines = re.findall(r"^# (UNDERTIDE_\w+)=(\S+)$", read("example.env"), re.MULTILINE)
        told = self.config(tmp_path, **dict(lines))
        assert told.returncode == 0, told.stderr
        assert "@database,standby/undertide" in told.stdout
        assert "-csynchronous_standby_names=standby" in told.stdout
        assert "application_name=standby" in read("standby.sh")

    def test_it_starts_with_no_password_of_its_own(self, tmp_path: Path) -> None:
        file = str(CLUSTER / "compose.yml")
        told = run_tool("docker-compose", "--file", file, "config", "--quiet", home=tmp_path)
        assert told.returncode != 0
        assert "example.env" in told.stderr

    def test_every_file_that_it_mounts_is_there(self) -> None:
        mounted = re.findall(r"- (\.\.?/\S+?):/", read("compose.yml"))
        assert len(mounted) > 5
        assert [each for each in mounted if not (CLUSTER / each).is_file()] == []

    @pytest.mark.parametrize("node", ["node-1", "node-2"])
    def test_each_node_says_where_the_others_reach_it(self, node: str) -> None:
        assert f"hostname: {node}" in read("compose.yml")
        commands = re.findall(r"command: (\[.*--advertise.*\])", read("compose.yml"))
        (chosen,) = (options(json.loads(each)) for each in commands if f'"{node}:' in each)
        assert chosen["advertise"] == f"{node}:4415"
        assert str(chosen["config"]) == "/etc/undertide"
        assert f"{node}:4414" in read("nodes.yml")

    def test_no_password_is_an_argument_of_a_node(self) -> None:
        commands = re.findall(r"command: (.*)", read("compose.yml"))
        assert not any("PASSWORD" in each or "postgresql:" in each for each in commands)

    def test_the_database_keeps_what_it_says(self) -> None:
        for database in (read("compose.yml"), read("standby.sh")):
            assert "-cfsync=on" in database
            assert "-csynchronous_commit=on" in database

    @pytest.mark.parametrize("script", ["roles.sh", "standby.sh"])
    def test_the_shell_reads_its_scripts(self, script: str) -> None:
        told = subprocess.run(["sh", "-n", str(CLUSTER / script)], check=False, timeout=LONGEST)
        assert told.returncode == 0


class TestProxies:
    @pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
    def test_they_lead_to_the_port_that_is_served(self, name: str) -> None:
        ports = re.findall(r"node-\d:(\d+)", read(name))
        assert ports == [str(SHIPPED.server.port)] * NODES

    @pytest.mark.parametrize("site", [":80", "play.example.org"])
    def test_caddy_finds_nothing_wrong_with_its_file(self, site: str, tmp_path: Path) -> None:
        words = ("validate", "--adapter", "caddyfile", "--config", str(CLUSTER / "Caddyfile"))
        told = run_tool("caddy", *words, home=tmp_path, UNDERTIDE_SITE=site)
        assert told.returncode == 0, told.stderr
        assert "Valid configuration" in told.stdout + told.stderr

    def test_caddy_asks_each_node_whether_it_is_ready(self) -> None:
        assert "health_uri /readyz" in read("Caddyfile")

    @pytest.mark.parametrize("path", FOR_THE_HOST)
    def test_caddy_keeps_back_what_is_for_the_host(self, path: str) -> None:
        (patterns,) = re.findall(r"@own path (.*)", read("Caddyfile"))
        assert any(fnmatch(path, pattern) for pattern in patterns.split())

    def test_nginx_finds_nothing_wrong_with_its_file(self, tmp_path: Path) -> None:
        certificate, key = tmp_path / "chain.pem", tmp_path / "key.pem"
        issued = trustme.CA().issue_cert("play.example.org")
        issued.private_key_pem.write_to_path(str(key))
        issued.cert_chain_pems[0].write_to_path(str(certificate))
        text = read("nginx.conf")
        # Names of nodes, the certificate and the places of files are those of a host.
        text = re.sub(r"server node-(\d):", r"server 127.0.0.\1:", text)
        text = re.sub(r"/etc/letsencrypt/\S+/fullchain.pem", str(certificate), text)
        text = re.sub(r"/etc/letsencrypt/\S+/privkey.pem", str(key), text)
        text = re.sub(r"/run/nginx.pid", str(tmp_path / "pid"), text)
        text = re.sub(r"/var/log/nginx", str(tmp_path), text)
        text = re.sub(r"include /etc/nginx/(conf.d|sites|modules)\S*", "", text)
        if os.getuid():
            text = text.replace("user www-data;", "")
        (tmp_path / "nginx.conf").write_text(text, encoding="utf-8")
        told = run_tool("nginx", "-t", "-c", str(tmp_path / "nginx.conf"), home=tmp_path)
        assert told.returncode == 0, told.stderr
        assert "[warn]" not in told.stderr

    @pytest.mark.parametrize("path", FOR_THE_HOST)
    def test_nginx_keeps_back_what_is_for_the_host(self, path: str) -> None:
        exact = re.findall(r"location = (\S+) +\{ return 404; \}", read("nginx.conf"))
        begins = re.findall(r"location \^~ (\S+) +\{ return 404; \}", read("nginx.conf"))
        assert path in exact or path.startswith(tuple(begins))

    def test_nginx_says_the_same_of_players_as_for_one_server(self) -> None:
        one = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        headers = r"proxy_set_header (\S+) +(\S+);"
        assert re.findall(headers, read("nginx.conf")) == re.findall(headers, one)

    def test_nginx_has_room_for_both_ends_of_all_connections(self) -> None:
        (room,) = re.findall(r"worker_connections (\d+);", read("nginx.conf"))
        (files,) = re.findall(r"worker_rlimit_nofile (\d+);", read("nginx.conf"))
        assert 2 * NODES * SHIPPED.limits.connections < int(room) < int(files)

    def test_nginx_tries_the_other_nodes_where_one_refuses(self) -> None:
        (reasons,) = re.findall(r"proxy_next_upstream +([^;]+);", read("nginx.conf"))
        assert {"error", "timeout", "http_503"} <= set(reasons.split())
        assert re.findall(r"proxy_next_upstream_tries +(\d+);", read("nginx.conf")) == [str(NODES)]

    def test_nginx_waits_longer_than_the_server_is_silent(self) -> None:
        (seconds,) = re.findall(r"proxy_read_timeout (\d+)s;", read("nginx.conf"))
        assert int(seconds) > 2 * PING_SECONDS


class TestService:
    NAME = "undertide@.service"

    def text(self) -> str:
        return (DEPLOY / self.NAME).read_text(encoding="utf-8")

    def stated(self, key: str) -> str:
        (value,) = re.findall(rf"^{key}=(.*)$", self.text(), re.MULTILINE)
        return str(value)

    def test_it_calls_the_program_as_that_is(self) -> None:
        program, command, *words = shlex.split(self.stated("ExecStart"))
        assert [Path(program).name, command] == ["undertide", "serve"]
        chosen = options(words)
        assert chosen["advertise"] == "%i:4415"
        assert str(chosen["data"]) == f"/var/lib/{self.stated('StateDirectory')}"
        assert str(chosen["config"]) == f"/etc/{self.stated('ConfigurationDirectory')}"

    def test_the_address_of_the_database_is_in_a_file_for_root(self) -> None:
        assert self.stated("LoadCredential") == "cluster:/etc/undertide/cluster"
        assert "postgresql:" not in self.stated("ExecStart")
        variables = re.findall(r"^Environment=(UNDERTIDE.*)", self.text(), re.MULTILINE)
        assert variables == [f"{CLUSTER_VARIABLE}{IN_FILE}=%d/cluster"]

    def test_it_may_do_as_little_as_a_single_server(self) -> None:
        one = (DEPLOY / "undertide.service").read_text(encoding="utf-8")
        marker = "# It needs the network, its folder, and nothing else of this machine."
        assert self.text().split(marker)[1] == one.split(marker)[1]

    def test_it_tries_until_the_database_is_there(self) -> None:
        assert self.stated("Restart") == "on-failure"
        assert self.stated("StartLimitIntervalSec") == "0"

    def test_systemd_finds_nothing_wrong_with_it(self, tmp_path: Path) -> None:
        (tmp_path / self.NAME).write_text(
            self.text().replace("/opt/undertide/bin/undertide", host_tool("sh")), encoding="utf-8"
        )
        unit = str(tmp_path / self.NAME.replace("@", "@node-1"))
        (tmp_path / Path(unit).name).symlink_to(tmp_path / self.NAME)
        told = run_tool("systemd-analyze", "verify", "--man=no", unit, home=tmp_path)
        ours = [line for line in told.stderr.splitlines() if "undertide" in line]
        assert (told.returncode, ours) == (0, [])
