"""The proxies that hosts are told to put before a cluster, by the files in deploy/cluster/."""

import os
import re
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from support.gateway.certificates import Certificates
from support.processes.commands import lasting_port
from support.processes.host_tools import host_tool
from support.processes.waiting import LONGEST

SHIPPED: Final = Path(__file__).parents[3] / "deploy" / "cluster"


def _hosts(addresses: Sequence[str]) -> list[str]:
    return [address.removeprefix("ws://") for address in addresses]


@contextmanager
def caddy(addresses: Sequence[str], home: Path) -> Iterator[str]:
    """Run Caddy before these nodes by the file as it is shipped; yield where it listens."""
    site = f"127.0.0.1:{lasting_port()}"
    environment = {
        "UNDERTIDE_SITE": f"http://{site}",
        "UNDERTIDE_NODES": " ".join(_hosts(addresses)),
        "CADDY_ADMIN": f"127.0.0.1:{lasting_port()}",
        "HOME": str(home),
        "XDG_DATA_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
    }
    words = ("run", "--adapter", "caddyfile", "--config", str(SHIPPED / "Caddyfile"))
    with _running("caddy", words, "serving initial configuration", environment):
        yield f"ws://{site}"


@contextmanager
def nginx(addresses: Sequence[str], home: Path, files: Certificates) -> Iterator[str]:
    """Run nginx before these nodes by the file that is shipped; yield where it listens.

    Only the names of machines, of files and of ports differ from it.
    """
    site = f"127.0.0.1:{lasting_port()}"
    servers = iter(_hosts(addresses))
    shipped = (SHIPPED / "nginx.conf").read_text(encoding="utf-8")
    lines = []
    for line in shipped.splitlines():
        if server := re.match(r"(\s*server )node-\d+:\d+( .*)$", line):
            named = next(servers, None)
            lines += [] if named is None else [f"{server[1]}{named}{server[2]}"]
        elif "listen [::]:443" not in line:
            lines.append(_of_this_machine(line, site, home, files))
    file = home / "nginx.conf"
    file.write_text("\n".join(lines), encoding="utf-8")
    assert next(servers, None) is None, "the file has a line for each of these nodes"
    words = ("-c", str(file), "-g", "daemon off; error_log stderr notice;")
    with _running("nginx", words, "start worker process", {}):
        yield f"wss://{site}"


def _of_this_machine(line: str, site: str, home: Path, files: Certificates) -> str:
    for shipped, here in (
        ("listen 443 ssl", f"listen {site} ssl"),
        ("/etc/letsencrypt/live/play.example.org/fullchain.pem", str(files.certificate)),
        ("/etc/letsencrypt/live/play.example.org/privkey.pem", str(files.key)),
        ("/run/nginx.pid", str(home / "nginx.pid")),
        ("/var/log/nginx/access.log", str(home / "access.log")),
        ("/var/log/nginx/error.log", "stderr notice"),
        ("/etc/nginx/conf.d/", f"{home}/conf.d/"),
        ("/etc/nginx/sites-enabled/", f"{home}/sites-enabled/"),
    ):
        line = line.replace(shipped, here)
    return line


@contextmanager
def _running(
    name: str, words: Sequence[str], ready: str, environment: Mapping[str, str]
) -> Iterator[None]:
    """Run a proxy until the test is over; go on once it has said that it is ready."""
    program = host_tool(name)
    log: list[str] = []
    serves = threading.Event()

    def read() -> None:
        assert process.stderr is not None
        for line in process.stderr:
            log.append(line)
            if ready in line:
                serves.set()
        serves.set()

    with subprocess.Popen(
        [program, *words],
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | environment,
    ) as process:
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        try:
            assert serves.wait(LONGEST), "".join(log)
            assert any(ready in line for line in log), "".join(log)
            yield
        finally:
            process.terminate()
            process.wait(LONGEST)
            reader.join(LONGEST)
