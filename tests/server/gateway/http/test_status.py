import asyncio
import json
import re
from dataclasses import fields
from typing import Any

import pytest

from support.gateway.host_requests import asked, series
from support.gateway.real_gateway import Hosted, hosted, http_get
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.history import Sample
from undertide_server.gateway.http.status import PAGE, status_files
from undertide_server.gateway.http.web import POLICY
from undertide_server.gateway.http.whole_server import figures_of
from undertide_server.store.deletion import DiskUsage
from undertide_shared.build import this_build
from undertide_shared.messages import Create, Created

SHOWN_BY_PAGE = re.compile(r'key: "(\w+)"')
EMPTY_CENSUS = Census(**dict.fromkeys((each.name for each in fields(Census)), 0))
SVG = "http://www.w3.org/2000/svg"
"""The name of a language, which nobody loads."""


async def status(host: Hosted) -> dict[str, Any]:
    code, body = await http_get(host.address, "/status.json")
    assert code == 200
    told: dict[str, Any] = json.loads(body)
    return told


def script() -> str:
    return status_files()["/status/status.js"](asked()).body.decode()


async def test_the_page_is_told_of_every_session() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.watcher(ann.session):
        told = await status(host)
        (row,) = told["sessions"]
        assert row["session"] == ann.session
        assert (row["players"], row["heroes"], row["watchers"]) == (1, 1, 1)
        assert row["preset"] == "tutorial"
        assert told["obstacles"] == []


async def test_the_page_names_the_build() -> None:
    async with hosted() as host:
        told = await status(host)
        assert told["build"] == str(this_build())
        assert told["build"].startswith(told["version"])
    assert "${told.build}" in script()


async def test_there_is_a_sample_from_the_start_on() -> None:
    async with hosted() as host:
        told = await status(host)
        assert len(told["samples"]["at"]) >= 1
        assert told["samples"]["players"][0] == 0


async def test_the_page_is_told_of_the_disk_and_of_who_made_sessions() -> None:
    async with hosted() as host, host.guest() as guest:
        await guest.send(Create())
        await guest.expect(Created)
        told = await status(host)
        assert told["disk"] is None, "nothing is kept"
        assert told["makers"] == [["127.0.0.1", 1]]
        host.registry.capacity.disk = DiskUsage(1000, 20, 3)
        assert (await status(host))["disk"] == {
            "kept": 1000,
            "reusable": 20,
            "free": 3,
            "renders": 0,
            "low": True,
            "keeps_most": False,
        }
        found = series((await http_get(host.address, "/metrics"))[1])
        assert found["undertide_kept_bytes"] == 1000
        assert found["undertide_disk_free_bytes"] == 3
        assert found["undertide_disk_low"] == 1
        assert found["undertide_sessions_by_one_address"] == 1


async def test_the_fullest_sessions_come_first() -> None:
    async with (
        hosted(seats=2) as host,
        host.player("Ann"),
        host.player("Ben"),
        host.player("Cid") as cid,
    ):
        told = await status(host)
        assert [row["players"] for row in told["sessions"]] == [2, 1]
        assert told["sessions"][1]["session"] == cid.session


@pytest.mark.parametrize("path", [*PAGE, "/status.json", "/metrics"])
async def test_others_than_the_host_find_nothing_there(path: str) -> None:
    closed = {"operations": {"open_to": ("192.0.2.0/24",)}}
    async with hosted(sections=closed) as host:
        assert await http_get(host.address, path) == await http_get(host.address, "/no-such-page")
        assert (await http_get(host.address, "/readyz"))[0] == 200


async def asked_for(host: Hosted, forwarded_for: str) -> int:
    """Return the status of `/metrics` as a proxy on this machine asks for it."""
    where, port = host.address.removeprefix("ws://").split(":")
    reader, writer = await asyncio.open_connection(where, int(port))
    request = f"GET /metrics HTTP/1.1\r\nHost: here\r\nX-Forwarded-For: {forwarded_for}\r\n\r\n"
    writer.write(request.encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return int(answer.split()[1])


async def test_who_comes_by_a_proxy_is_not_taken_for_the_host() -> None:
    async with hosted() as host:
        assert await asked_for(host, "192.0.2.7") == 404
        assert await asked_for(host, "127.0.0.1, 192.0.2.7") == 404
        assert await asked_for(host, "127.0.0.1") == 200


async def test_nobody_is_known_behind_a_proxy_that_is_none_of_the_hosts() -> None:
    async with hosted(sections={"server": {"proxies": ()}}) as host:
        assert await asked_for(host, "127.0.0.1") == 404
        assert (await http_get(host.address, "/metrics"))[0] == 200


@pytest.mark.parametrize("path", PAGE)
async def test_the_page_and_its_files_are_there_for_the_host(path: str) -> None:
    async with hosted() as host:
        code, body = await http_get(host.address, path)
        assert code == 200
        assert body


def test_the_page_loads_nothing_from_elsewhere() -> None:
    for path, route in status_files().items():
        answer = route(asked(path))
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert "//" not in answer.body.decode().replace(SVG, "")


def test_the_page_links_to_files_that_there_are() -> None:
    page = status_files()["/status"](asked()).body.decode()
    linked = {f"/{path}" for path in re.findall(r'(?:href|src)="([^"]+)"', page)}
    assert linked <= set(PAGE)
    assert '"./plot.js"' in script()


def test_the_page_plots_what_a_sample_has() -> None:
    keys = set(SHOWN_BY_PAGE.findall(script()))
    assert keys == set(Sample.__slots__) - {"at"}


def columns_of(table: str) -> set[str]:
    """Return the keys of the columns of a table on the page, which its script lists."""
    listed = script().partition(f"const {table} = [")[2].partition("];")[0]
    return set(re.findall(r'\["(\w+)", "', listed))


def test_the_page_has_a_column_for_each_figure_of_a_worker() -> None:
    figures = figures_of(EMPTY_CENSUS, Counters())
    assert columns_of("WORKER_COLUMNS") == {*figures, "state", "version"}
    assert 'WORKER = ["node", "worker"]' in script()


async def test_the_page_has_a_column_for_each_part_of_a_session() -> None:
    columns = columns_of("COLUMNS")
    async with hosted() as host, host.player("Ann"):
        (row,) = (await status(host))["sessions"]
        assert columns == set(row)
