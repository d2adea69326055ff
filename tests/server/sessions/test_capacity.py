"""How many further sessions a server may hold, and whether its disk has room for their runs."""

import pytest

from support.sessions.fake_server import settings_with
from undertide_server.sessions.capacity import Capacity
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.deletion import DiskUsage
from undertide_server.store.journal import MemoryJournal


def test_live_sessions_and_those_on_their_way_take_room() -> None:
    capacity = Capacity(settings_with(limits={"sessions": 3}), MemoryJournal(), ["a session"])
    with capacity.holding_room():
        assert capacity.room == 1
        with capacity.holding_room():
            assert not capacity.has_room
            with pytest.raises(RequestRefusedError, match="as many sessions"):
                capacity.check_room()
    assert capacity.room == 2


def test_room_comes_back_from_a_session_that_fails_on_its_way() -> None:
    capacity = Capacity(settings_with(limits={"sessions": 1}), MemoryJournal(), [])
    with pytest.raises(ValueError, match="it failed"), capacity.holding_room():
        raise ValueError("it failed")
    assert capacity.room == 1


def test_a_lower_limit_leaves_no_negative_room() -> None:
    capacity = Capacity(settings_with(limits={"sessions": 2}), MemoryJournal(), ["one", "another"])
    capacity.apply_settings(settings_with(limits={"sessions": 1}))
    assert capacity.room == 0


def test_a_disk_is_low_below_the_bytes_that_the_operator_states() -> None:
    capacity = Capacity(settings_with(storage={"warn_free_bytes": 100}), MemoryJournal(), [])
    assert not capacity.is_disk_low, "nobody has looked yet"
    for free, is_low in ((99, True), (100, False)):
        capacity.disk = DiskUsage(0, 0, free)
        assert capacity.is_disk_low is is_low


def test_no_run_is_begun_when_the_server_keeps_all_that_it_may() -> None:
    capacity = Capacity(settings_with(storage={"most_bytes": 100}), MemoryJournal(), [])
    capacity.disk = DiskUsage(99, 0, None)
    capacity.check_disk()
    capacity.disk = DiskUsage(100, 0, None)
    with pytest.raises(RequestRefusedError, match="keeps as many runs as it may"):
        capacity.check_disk()
    capacity.apply_settings(settings_with(storage={"most_bytes": 0}))
    capacity.check_disk()


@pytest.mark.parametrize(
    ("is_remote", "told"), [(False, "write to its disk"), (True, "reach its database")]
)
def test_no_run_is_begun_while_none_can_be_written(is_remote: bool, told: str) -> None:
    journal = MemoryJournal()
    journal.trouble, journal.is_remote = "no answer", is_remote
    capacity = Capacity(settings_with(), journal, [])
    with pytest.raises(RequestRefusedError, match=told):
        capacity.check_disk()
