"""What a server does beside play."""

from support.processes.waiting import until
from undertide_server.app import registry_without_presets
from undertide_server.startup.choices import Choices, settings_of
from undertide_server.startup.journals import journal_of
from undertide_server.store.deletion import UNMEASURED
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.journal import MemoryJournal
from undertide_server.upkeep.background import tending


async def test_a_server_that_keeps_nothing_tends_nothing() -> None:
    registry = registry_without_presets(settings_of(Choices()))
    async with tending(Choices(), registry, MemoryJournal()):
        assert registry.capacity.disk is UNMEASURED


async def test_a_node_of_a_cluster_measures_its_database(postgres_url: str) -> None:
    choices = Choices(cluster=PostgresAddress.parse(postgres_url))
    registry = registry_without_presets(settings_of(choices))
    faults: list[Exception] = []
    with journal_of(choices.store, faults.append, "node-1") as journal:
        async with tending(choices, registry, journal):
            await until(lambda: registry.capacity.disk is not UNMEASURED)
    assert registry.capacity.disk.kept > 0
    assert registry.capacity.disk.free is None
    assert not registry.capacity.is_disk_low
    assert faults == []
