"""The entity store: order, ids, one way to delete, and worlds that keep apart."""

import gc
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import esper
import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.simulation.state.world import World
from undertide_server.util.slices import finished


@dataclass(slots=True)
class Mark:
    value: int


@dataclass(slots=True)
class Badge:
    value: int


Use = Callable[[World, int], object]


def _bury(world: World, entity: int) -> list[int]:
    world.delete(entity)
    world.bury()
    return world.entities()


USES: tuple[Use, ...] = (
    lambda world, _: world.create(Mark(9)),
    lambda world, entity: world.restore(entity + 5, ()),
    lambda world, entity: world.get(entity, Badge),
    lambda world, entity: world.find(entity, Badge),
    lambda world, entity: world.has(entity, Badge),
    lambda world, entity: world.add(entity, Badge(9)),
    lambda world, entity: world.remove(entity, Badge),
    lambda world, _: world.each(Badge),
    lambda world, _: world.entities(),
    lambda world, entity: world.components(entity),
    _bury,
)
"""Every way to use a world with an entity that has a Mark and a Badge."""


@pytest.fixture
def world() -> Iterator[World]:
    made = World()
    yield made
    made.close()


class TestOrder:
    @given(st.permutations(range(12)), st.sets(st.integers(0, 11), max_size=6))
    def test_the_same_members_with_another_history_iterate_alike(
        self, order: list[int], badged_for_a_while: set[int]
    ) -> None:
        plain, other = World(), World()
        entities = [plain.create(Mark(number)) for number in range(12)]
        expected = plain.each(Mark)
        for _ in range(12):
            other.create()
        for index in order:
            other.add(entities[index], Mark(index))
        for index in sorted(badged_for_a_while):
            other.remove(entities[index], Mark)
            other.add(entities[index], Mark(index))
        assert other.each(Mark) == expected
        assert other.entities() == entities
        plain.close()
        other.close()

    def test_all_components_of_an_entity_are_told(self, world: World) -> None:
        entity = world.create(Mark(1))
        world.add(entity, Badge(2))
        parts = sorted(map(repr, world.components(entity)))
        assert parts == ["Badge(value=2)", "Mark(value=1)"]


class TestIds:
    def test_an_id_is_never_given_twice(self, world: World) -> None:
        first = world.create(Mark(1))
        world.delete(first)
        world.bury()
        assert world.create(Mark(2)) == first + 1
        assert world.last_id == first + 1

    def test_ids_come_back_with_a_snapshot_and_counting_goes_on_behind_them(
        self, world: World
    ) -> None:
        world.restore(3, (Mark(3),))
        world.restore(8, (Mark(8),))
        world.restore_last_id(20)
        assert world.each(Mark) == [(3, Mark(3)), (8, Mark(8))]
        assert world.create() == 21

    def test_the_last_id_never_falls(self, world: World) -> None:
        world.restore(8, ())
        world.restore_last_id(5)
        assert world.create() == 9

    def test_ids_that_do_not_rise_are_refused(self, world: World) -> None:
        world.restore(3, ())
        with pytest.raises(ValueError, match="entity 3 restored after 3"):
            world.restore(3, ())


class TestDeleting:
    def test_what_is_deleted_stays_whole_until_it_is_buried(self, world: World) -> None:
        entity = world.create(Mark(1))
        world.delete(entity)
        world.delete(entity)
        assert world.get(entity, Mark) == Mark(1)
        assert world.entities() == [entity]
        world.bury()
        assert world.entities() == []
        assert world.find(entity, Mark) is None
        assert not world.has(entity, Mark)

    def test_burying_twice_is_harmless(self, world: World) -> None:
        world.delete(world.create(Mark(1)))
        world.bury()
        world.bury()
        assert world.each(Mark) == []

    def test_deleting_what_is_not_there_is_refused_and_spoils_no_later_burial(
        self, world: World
    ) -> None:
        entity = world.create(Mark(1))
        with pytest.raises(KeyError, match="99"):
            world.delete(99)
        world.delete(entity)
        world.bury()
        assert world.entities() == []

    def test_adding_to_what_is_gone_is_refused_and_leaves_nothing_behind(
        self, world: World
    ) -> None:
        entity = world.create(Mark(1))
        world.delete(entity)
        world.bury()
        with pytest.raises(KeyError):
            world.add(entity, Badge(1))
        assert world.each(Badge) == []
        assert world.create(Badge(2)) != entity

    def test_asking_for_what_is_not_there_raises_or_says_none(self, world: World) -> None:
        entity = world.create(Mark(1))
        assert world.find(entity, Badge) is None
        for missing in (entity, entity + 1):
            with pytest.raises(KeyError):
                world.get(missing, Badge)


class TestApart:
    def test_worlds_that_are_used_in_turn_do_not_mix(self, world: World) -> None:
        other = World()
        ours = world.create(Mark(1))
        theirs = other.create(Mark(2))
        world.add(ours, Badge(1))
        other.create(Mark(3))
        assert ours == theirs
        assert other.each(Mark) == [(theirs, Mark(2)), (theirs + 1, Mark(3))]
        assert world.each(Mark) == [(ours, Mark(1))]
        assert not other.has(theirs, Badge)
        assert world.get(ours, Badge) == Badge(1)
        other.close()

    @pytest.mark.parametrize("use", USES)
    def test_every_method_enters_its_own_world(self, world: World, use: Use) -> None:
        alone, other = World(), World()
        entity = alone.create(Mark(2), Badge(2))
        expected = use(alone, entity)
        assert other.create(Mark(2), Badge(2)) == entity
        assert world.create(Mark(1)) == entity  # Now `world` is the current one.
        assert use(other, entity) == expected
        assert (world.each(Mark), world.each(Badge)) == ([(entity, Mark(1))], [])
        alone.close()
        other.close()


class TestClosing:
    def test_a_closed_world_is_gone_and_closing_again_is_harmless(self) -> None:
        worlds = set(esper.list_worlds())
        world = World()
        world.create(Mark(1))
        world.close()
        world.close()
        assert set(esper.list_worlds()) <= worlds  # Worlds of other tests may be dropped meanwhile.

    def test_a_world_that_was_dropped_is_gone_when_the_next_is_made(self) -> None:
        World().close()
        worlds = set(esper.list_worlds())
        dropped = World()
        dropped.create(Mark(1))
        del dropped
        gc.collect()
        World().close()
        assert set(esper.list_worlds()) == worlds

    def test_closing_leaves_the_world_in_use_alone(self, world: World) -> None:
        other = World()
        other.create(Mark(2))
        world.create(Mark(1))
        other.close()
        assert [mark for _, mark in world.each(Mark)] == [Mark(1)]

    @pytest.mark.parametrize("use", USES)
    def test_a_closed_world_can_not_be_used(self, use: Use) -> None:
        world = World()
        entity = world.create(Mark(1), Badge(1))
        world.close()
        with pytest.raises(RuntimeError, match="is closed"):
            use(world, entity)


def fill(world: World, other: World, choices: list[tuple[int, bool, int]]) -> None:
    """Do the same with two worlds: create entities, restore some with gaps, add components."""
    for gap, is_badged, value in choices:
        for each in (world, other):
            last = each.last_id
            each.restore(last + gap, (Mark(value),)) if gap else each.create(Mark(value))
            if is_badged and last:
                each.add(each.last_id, Badge(value))


CHOICES = st.lists(st.tuples(st.integers(0, 3), st.booleans(), st.integers()), max_size=12)


def told(world: World) -> list[object]:
    """Return all that one can read in a draft."""
    entities = range(world.last_id + 2)
    return [
        world.last_id,
        world.each(Mark),
        world.each(Badge),
        [world.find(entity, Badge) for entity in entities],
        [world.has(entity, Badge) for entity in entities],
        [world.get(entity, Mark) for entity in entities if world.has(entity, Mark)],
    ]


class TestDrafts:
    @given(CHOICES, CHOICES)
    def test_a_draft_tells_and_becomes_the_world_that_was_never_one(
        self, first: list[tuple[int, bool, int]], later: list[tuple[int, bool, int]]
    ) -> None:
        draft, world = World(is_draft=True), World()
        fill(draft, world, first)
        assert told(draft) == told(world)
        finished(draft.settling())
        fill(draft, world, later)
        assert told(draft) == told(world)
        assert draft.entities() == world.entities()
        draft.close()
        world.close()

    def test_a_draft_is_unknown_to_esper(self) -> None:
        worlds, current = esper.list_worlds(), esper.current_world
        draft = World(is_draft=True)
        entity = draft.create(Mark(1))
        draft.add(entity, Badge(2))
        assert draft.get(entity, Badge) == Badge(2)
        assert (esper.list_worlds(), esper.current_world) == (worlds, current)

    def test_what_only_a_world_can_do_is_refused(self) -> None:
        draft = World(is_draft=True)
        entity = draft.create(Mark(1))
        draft.delete(entity)
        for use in (draft.entities, draft.bury, lambda: draft.components(entity)):
            with pytest.raises(RuntimeError, match="a draft"):
                use()

    def test_asking_a_draft_for_what_is_not_there_raises(self) -> None:
        draft = World(is_draft=True)
        with pytest.raises(KeyError):
            draft.add(1, Mark(1))
        with pytest.raises(KeyError):
            draft.get(draft.create(), Mark)

    def test_other_worlds_may_be_used_while_a_draft_is_settled(self, world: World) -> None:
        draft = World(is_draft=True)
        entities = [draft.create(Mark(number)) for number in range(3)]
        for _ in draft.settling():
            world.create(Badge(1))
        assert [entity for entity, _ in draft.each(Mark)] == entities
        assert not draft.each(Badge)
        draft.close()

    def test_settling_that_is_given_up_leaves_no_world(self) -> None:
        draft = World(is_draft=True)
        draft.create(Mark(1))
        draft.create(Mark(2))
        worlds = set(esper.list_worlds())
        work = draft.settling()
        next(work)
        next(work)
        work.close()
        assert set(esper.list_worlds()) <= worlds
        with pytest.raises(RuntimeError, match="closed"):
            draft.create(Mark(3))

    def test_a_closed_draft_can_not_be_used(self) -> None:
        draft = World(is_draft=True)
        entity = draft.create(Mark(1))
        draft.close()
        with pytest.raises(RuntimeError, match="closed"):
            draft.get(entity, Mark)
