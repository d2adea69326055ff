import pytest

from support.gateway.real_gateway import Hosted, hosted, http_get
from undertide_server.content.load import load_settings
from undertide_server.gateway.http.readiness import (
    NO_CONNECTION,
    NO_DATABASE,
    NO_DISK,
    NO_SEAT,
    STOPPING,
)
from undertide_server.store.deletion import DiskUsage
from undertide_server.store.journal import MemoryJournal


async def readiness(host: Hosted) -> tuple[int, list[str]]:
    status, body = await http_get(host.address, "/readyz")
    return status, body.splitlines()


async def test_a_server_with_room_is_ready() -> None:
    async with hosted() as host:
        assert await readiness(host) == (200, ["ready"])


@pytest.mark.parametrize(("is_remote", "told"), [(False, NO_DISK), (True, NO_DATABASE)])
async def test_no_disk_or_database_to_write_to_is_a_reason(is_remote: bool, told: str) -> None:
    journal = MemoryJournal()
    journal.is_remote = is_remote
    async with hosted(journal=journal) as host:
        journal.trouble = "disk full: /secret/path"
        assert await readiness(host) == (503, [told])
        journal.trouble = ""
        assert await readiness(host) == (200, ["ready"])


async def test_no_seat_anywhere_and_room_for_no_session_is_a_reason() -> None:
    async with hosted(sessions=1, seats=2) as host, host.player("Ann"):
        assert await readiness(host) == (200, ["ready"])
        async with host.player("Ben"):
            assert await readiness(host) == (503, [NO_SEAT])


async def test_no_seat_anywhere_and_no_room_for_another_run_is_a_reason() -> None:
    async with hosted(seats=1) as host, host.player("Ann"):
        host.registry.capacity.disk = DiskUsage(1000, 0, 10**12)
        assert await readiness(host) == (200, ["ready"])
        storage = host.registry.settings.storage.model_copy(update={"most_bytes": 1000})
        host.registry.apply_settings(load_settings().model_copy(update={"storage": storage}))
        assert await readiness(host) == (503, [NO_SEAT])


async def test_runs_that_were_set_aside_are_named_though_newcomers_are_welcome() -> None:
    async with hosted() as host:
        missing = "this version can't play by its content: tide.first: is missing"
        host.registry.resting.set_aside("abcde", "run a", missing)
        host.registry.resting.set_aside("fghij", "run b", missing)
        host.registry.resting.set_aside("klmno", "run c", "its name can't be read")
        assert await readiness(host) == (
            200,
            [
                "ready",
                f"2 runs are set aside: {missing}",
                "1 run is set aside: its name can't be read",
            ],
        )


async def test_as_many_connections_as_there_may_be_are_a_reason() -> None:
    # Whoever asks is a connection, too.
    async with hosted(connections=1) as host:
        assert await readiness(host) == (200, ["ready"])
        async with host.guest():
            assert await readiness(host) == (503, [NO_CONNECTION])


async def test_a_server_that_stops_says_so_as_long_as_it_drains() -> None:
    async with hosted() as host, host.guest():
        await host.gateway.drain()
        assert await readiness(host) == (503, [STOPPING])
        assert (await http_get(host.address, "/healthz"))[0] == 200


async def test_all_reasons_are_told() -> None:
    journal = MemoryJournal()
    async with hosted(journal=journal) as host:
        journal.trouble = "disk full"
        await host.gateway.drain()
        assert await readiness(host) == (503, [STOPPING, NO_DISK])
