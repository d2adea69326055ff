"""Renders are kept with their run, are counted, and go with it."""

from pathlib import Path

import pytest

from support.sessions.kept_runs import change, header, ticks
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.errors import DamagedRunError
from undertide_server.store.records import RulesStretch, Snapshot
from undertide_server.store.renders import Rendered, RenderReader, RenderRoom, Unrendered
from undertide_server.store.run_list import NEWEST
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Appended, Begun, Deleted, Renewed

FACTS, PARTY = b"facts", b"what the party saw"
SIZE = len(FACTS) + len(PARTY)


@pytest.fixture
def folder(store: StoreAddress) -> StoreAddress:
    """Return a folder with two runs of eight steps; the first is rendered to its sixth."""
    writer = Writer(store)
    for run in ("r1", "r2"):
        writer.apply([Begun(header(run)), Appended(run, ticks(1, 8), (), 16)])
    writer.apply([Rendered("r1", first, first + 2, 4, FACTS, {0: PARTY}, 400) for first in (1, 4)])
    writer.close()
    return store


def apply(folder: StoreAddress, *writes: Rendered | Unrendered | Deleted | Renewed) -> None:
    writer = Writer(folder)
    writer.apply(writes)
    writer.close()


def test_renders_are_read_as_they_were_written(folder: StoreAddress) -> None:
    with RenderReader(folder) as reader:
        assert reader.rendered("r1") == [(1, 3, 4, 400), (4, 6, 4, 400)]
        assert reader.rendered("r2") == []
        assert reader.facts("r1", 4) == FACTS
        assert (reader.view("r1", 4, 0), reader.view("r1", 4, 9)) == (PARTY, None)
        assert reader.render_room("r1") == RenderRoom(2 * SIZE, 2 * SIZE)
        assert reader.render_room("r2") == RenderRoom(0, 2 * SIZE)
        with pytest.raises(KeyError):
            reader.rendered("r3")
        with pytest.raises(DamagedRunError):
            reader.facts("r1", 2)


def test_runs_that_are_not_rendered_to_their_ends_are_found_the_latest_first(
    folder: StoreAddress,
) -> None:
    with RenderReader(folder) as reader:
        first, second = reader.not_rendered(1, NEWEST, 9)
        assert [first[1], second[1]] == ["r2", "r1"]
        assert reader.not_rendered(1, NEWEST, 1) == [first]
        assert reader.not_rendered(1, first[0], 9) == [second]
        assert reader.not_rendered(2, NEWEST, 9) == []
    apply(folder, Rendered("r1", 7, 8, 16, FACTS, {}, 800))
    with RenderReader(folder) as reader:
        assert [run for _, run in reader.not_rendered(1, NEWEST, 9)] == ["r2"]
    apply(folder, Unrendered("r2", 1, "failed"))
    with RenderReader(folder) as reader:
        assert reader.not_rendered(1, NEWEST, 9) == []


def test_a_run_that_other_rules_took_up_is_found_by_both(folder: StoreAddress) -> None:
    apply(folder, Renewed("r2", RulesStretch(7, Snapshot(4, b"state"))))
    with RenderReader(folder) as reader:
        assert [run for _, run in reader.not_rendered(7, NEWEST, 9)] == ["r2"]
        assert [run for _, run in reader.not_rendered(1, NEWEST, 9)] == ["r2", "r1"]


def test_the_reason_why_a_run_is_not_rendered_holds_until_it_is(folder: StoreAddress) -> None:
    apply(folder, Unrendered("r1", 3, "room"), Unrendered("r2", 3, "failed"))
    with RenderReader(folder) as reader:
        assert (reader.why_unrendered("r1"), reader.why_unrendered("r2", 3)) == ("room", "failed")
        assert reader.why_unrendered("r2", 4) is None
    apply(folder, Rendered("r1", 7, 8, 16, FACTS, {}, 800))
    with RenderReader(folder) as reader:
        assert reader.why_unrendered("r1") is None


def test_a_render_of_a_run_that_was_deleted_meanwhile_is_left_out(folder: StoreAddress) -> None:
    apply(
        folder, Deleted("r1"), Rendered("r1", 7, 8, 16, FACTS, {}, 800), Unrendered("r1", 3, "room")
    )
    with RenderReader(folder) as reader:
        assert not reader.has("r1")


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_row_of_another_type_is_damage(folder: Path) -> None:
    change(folder, "UPDATE renders SET facts = 7, last = 'x'")
    with RenderReader(folder) as reader:
        with pytest.raises(DamagedRunError):
            reader.facts("r1", 1)
        with pytest.raises(DamagedRunError):
            reader.rendered("r1")
