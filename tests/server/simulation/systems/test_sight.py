"""What heroes see, remember and recognise."""

import numpy as np
import pytest

from support.worlds.companies import LONG_HALL, STATES, State, two_apart, two_together
from support.worlds.staging import Stage
from undertide_server.simulation.components.floors import Chamber, Lying
from undertide_server.simulation.mechanics.floors import entry
from undertide_server.simulation.queries.visibility import known_ground, memory_of
from undertide_server.simulation.state.events import Event, Told
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_server.simulation.systems.sight import recognise_chambers
from undertide_shared.messages import Drop, Move

HOUSE = ["##########", "#@..#....#", "#...+....#", "##########"]


def test_a_hero_remembers_what_it_saw_and_nothing_else() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    tiles = memory_of(stage.floor, row).tiles
    assert (tiles[row.sight.mask] == stage.floor.state.tiles[row.sight.mask]).all()
    assert not tiles[~row.sight.mask].any()
    assert not tiles[1, 6]


def test_memory_keeps_what_changed_out_of_sight() -> None:
    stage = Stage(HOUSE)
    row = stage.hero(cell=(3, 2))
    stage.run.index.move(row, (1, 1))
    door = stage.game.terrain.codes["door"]
    stage.step()
    stage.floor.set_tile((7, 1), door, stage.game.terrain)
    stage.step()
    assert memory_of(stage.floor, row).tiles[1, 7] == 0


def test_an_opened_door_is_seen_through_by_those_who_stood_still() -> None:
    stage = Stage(HOUSE)
    row = stage.hero(cell=(3, 2))
    assert not row.sight.mask[2, 6]
    stage.floor.set_tile((4, 2), stage.game.terrain.codes["open_door"], stage.game.terrain)
    stage.step()
    assert row.sight.mask[2, 6]


def turn(stage: Stage, cell: tuple[int, int], terrain: str) -> None:
    """Turn a cell, and let heroes look."""
    stage.turn(cell, terrain)
    stage.step()


def test_what_changes_in_sight_is_remembered_without_a_new_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    looks = row.looks
    monkeypatch.setattr(stage.run.index, "look", None)
    turn(stage, (2, 1), "burning_grass")
    assert memory_of(stage.floor, row).tiles[1, 2] == stage.game.terrain.codes["burning_grass"]
    assert row.looks > looks


def test_what_changes_out_of_sight_is_no_news() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    looks = row.looks
    turn(stage, (7, 1), "burning_grass")
    assert memory_of(stage.floor, row).tiles[1, 7] == 0
    assert row.looks == looks


def test_what_burns_down_lets_sight_through() -> None:
    stage = Stage(HOUSE)
    row = stage.hero(cell=(3, 1))
    stage.turn((4, 1), "tree")
    stage.step()
    assert not row.sight.mask[1, 6]
    turn(stage, (4, 1), "ash")
    assert row.sight.mask[1, 6]


def test_prices_in_sight_are_remembered_until_somebody_pays() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.item((2, 1), "health_potion", price=40)
    stage.item((1, 2), "health_potion")
    stage.step()
    memory = memory_of(stage.floor, row)
    assert memory.prices == {(2, 1): 40}
    stage.item((2, 1), "gold", 5)
    stage.step()
    assert memory.prices == {}


def test_sight_ends_where_content_says() -> None:
    stage = Stage(["#" * 40, "#@" + "." * 37 + "#", "#" * 40])
    row = stage.hero()
    furthest = int(np.nonzero(row.sight.mask[1])[0].max()) - row.cell[0]
    assert (row.hero.sight, furthest) == (20, 19), "the rim of the disc is dark"


def test_sight_is_symmetric() -> None:
    rows = ["#########", "#@.#....#", "#..#.#..#", "#.......#", "#.#..#..#", "#########"]
    stage = Stage(rows)
    masks = {}
    ys, xs = np.nonzero(stage.floor.walkable)
    row = stage.hero()
    for cell in zip(xs.tolist(), ys.tolist(), strict=True):
        stage.run.index.move(row, cell)
        stage.step()
        masks[cell] = row.sight.mask
    for one, mask in masks.items():
        for other in masks:
            assert mask[other[1], other[0]] == masks[other][one[1], one[0]]


def test_the_topmost_item_is_the_one_that_is_remembered() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    stage.item((2, 1), "health_potion")
    stage.item((2, 1), "lightning_scroll")
    stage.step()
    assert memory_of(stage.floor, row).items == {(2, 1): "lightning_scroll"}


def test_what_others_took_out_of_sight_is_remembered_until_seen_to_be_gone() -> None:
    stage = Stage(HOUSE)
    row = stage.hero(cell=(3, 2))
    stage.ask(Move(1, 0))
    item = stage.item((7, 1), "health_potion")
    stage.step()
    stage.run.index.move(row, (1, 1))
    stage.step()
    stage.run.index.leave(item)
    stage.run.world.delete(item)
    stage.step()
    assert (7, 1) in memory_of(stage.floor, row).items
    stage.run.index.move(row, (5, 2))
    stage.step()
    assert memory_of(stage.floor, row).items == {}


def test_a_sleeping_hero_sees_its_own_cell_and_keeps_its_memory() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    known = memory_of(stage.floor, row).tiles.copy()
    stage.step(PlayerLost(0))
    stage.step(Withdrawn(0))
    assert np.argwhere(row.sight.mask).tolist() == [[1, 1]]
    assert (memory_of(stage.floor, row).tiles == known).all()


ROOM = ["########", "#@.....#", "#......#", "########"]


def stage_with(*chambers: Chamber) -> Stage:
    """Return a stage on which these rooms have names."""
    stage = Stage(ROOM, chambers=chambers)
    stage.hero()
    return stage


def told(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Told)]


def walk(stage: Stage, steps: int, way: int = 1) -> list[str]:
    return [text for _ in range(steps) for text in told(stage.ask(Move(way, 0)))]


def test_who_comes_in_is_told() -> None:
    stage = stage_with(Chamber(3, 1, 2, 2, "a courtyard"))
    assert walk(stage, 1) == []
    assert walk(stage, 1) == ["You enter a courtyard."]


def test_nobody_is_told_twice() -> None:
    stage = stage_with(Chamber(3, 1, 2, 2, "a courtyard"), Chamber(6, 1, 1, 2, "a courtyard"))
    assert walk(stage, 5) == ["You enter a courtyard."]
    assert walk(stage, 5, way=-1) == []


def test_each_hero_is_told_for_itself() -> None:
    stage = stage_with(Chamber(3, 1, 2, 2, "a courtyard"))
    walk(stage, 3)
    second = stage.hero("Ben", cell=(3, 2))
    assert told(stage.tick()) == ["You enter a courtyard."]
    assert stage.floor.chamber_at[second.spot] == 1


def test_sleepers_are_told_nothing() -> None:
    stage = stage_with(Chamber(1, 1, 6, 2, "a courtyard"))
    stage.step(PlayerLost(0), Withdrawn(0))
    assert told(stage.tick()) == []


def test_a_settled_floor_names_its_rooms_but_not_those_with_a_secret() -> None:
    stage = stage_with()
    secrets = {"a trapped room", "a minefield", "a room of slits", "an empty room"}
    stage.run.index.by_branch.clear()
    names = {chamber.name for chamber in entry(stage.run).state.chambers}
    assert names
    assert not names & secrets


def test_each_hero_remembers_the_things_and_the_ground_in_its_own_sight() -> None:
    apart = two_apart()
    apart.stage.item((2, 3), "lightning_scroll")
    apart.stage.item((8, 3), "health_potion")
    apart.stage.turn((9, 1), "grass")
    apart.stage.step()
    memories = [row.memory.floors[1] for row in (apart.ann, apart.ben)]
    assert [memory.items for memory in memories] == [
        {(2, 3): "lightning_scroll"},
        {(8, 3): "health_potion"},
    ]
    grass = apart.stage.game.terrain.codes["grass"]
    assert [int(memory.tiles[1, 9]) == grass for memory in memories] == [False, True]


def test_each_hero_learns_in_its_own_sight_alone_what_is_gone_and_what_has_turned() -> None:
    apart = two_apart()
    stage, rows = apart.stage, (apart.ann, apart.ben)
    cells = ((1, 1), (9, 1))
    for row in rows:
        memory_of(stage.floor, row).items = dict.fromkeys(cells, "health_potion")
        row.items_known = -1
    for cell in cells:
        stage.turn(cell, "water")
    for row in rows:
        known_ground(stage.run, stage.floor, row)  # Before sight is updated, as on a way.
    stage.step()
    items = [list(memory_of(stage.floor, row).items) for row in rows]
    assert items == [[(9, 1)], [(1, 1)]]
    grounds = [known_ground(stage.run, stage.floor, row) for row in rows]
    walkable = [[bool(ground.walkable & ground.only(cell)) for cell in cells] for ground in grounds]
    assert walkable == [[False, True], [True, False]]


def test_what_a_hero_dropped_is_its_own_and_not_its_companions() -> None:
    pair = two_together()
    pair.stage.ask(Drop(pair.ben.inventory.stacks[0].id), seat=1)
    pair.stage.step()
    assert pair.ann.memory.floors[1].own == {}
    assert pair.ben.memory.floors[1].own == {pair.ben.cell: "health_potion"}


@pytest.mark.parametrize("state", STATES)
def test_whoever_stands_is_told_the_name_of_its_room(state: State) -> None:
    rooms = (Chamber(1, 1, 10, 2, "a courtyard"), Chamber(30, 1, 10, 2, "a courtyard"))
    pair = two_together(state, Stage(LONG_HALL, chambers=rooms))
    for row in (pair.ann, pair.ben):
        row.chamber = 0
        row.memory.floors[1].entered.clear()
    pair.stage.run.events = []
    recognise_chambers(pair.stage.run, pair.stage.floor)
    heard = [event.hero for event in pair.stage.run.events if isinstance(event, Told)]
    stands = state not in {"asleep", "fallen"}
    assert heard == [pair.ann.entity, *([pair.ben.entity] if stands else [])]


def test_what_lies_in_sight_is_news_once() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    entity = stage.item((2, 1), "health_potion", price=40)
    stage.step()
    found = row.finds
    assert found == row.looks
    stage.item((8, 1), "health_potion")
    stage.step()
    assert row.finds == found < row.looks, "out of its sight"
    stage.run.world.get(entity, Lying).price = 0
    stage.floor.mark_items_changed()
    stage.step()
    assert row.finds == row.looks > found, "somebody paid"
    found = row.finds
    stage.floor.mark_items_changed()
    stage.step()
    assert row.finds == found < row.looks
    stage.run.index.leave(entity)
    stage.step()
    assert row.finds == row.looks > found, "it is gone"


def test_whoever_sees_that_a_thing_is_gone_forgets_all_about_it_and_nothing_else() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    for cell in ((2, 1), (3, 1)):
        stage.item(cell, "health_potion", price=40)
    stage.step()
    memory = memory_of(stage.floor, row)
    for kept in (memory.own, memory.meant):
        kept.update({(2, 1): "health_potion", (3, 1): "health_potion"})
    (entity,) = stage.floor.items[(2, 1)]
    lying = stage.run.world.get(stage.floor.items[(3, 1)][0], Lying)
    lying.dropped_by = row.entity
    stage.run.index.leave(entity)
    stage.step()
    assert memory.items == memory.own == memory.meant == {(3, 1): "health_potion"}
    assert memory.prices == {(3, 1): 40}


def test_what_lies_on_top_is_whose_it_is_and_meant_for_whom() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    cells = ((1, 2), (2, 1), (3, 1))
    for cell in cells:
        entity = stage.item(cell, "health_potion")
        stage.run.world.get(entity, Lying).dropped_by = row.entity
    stage.step()
    memory = memory_of(stage.floor, row)
    assert memory.own == dict.fromkeys(cells, "health_potion")
    assert memory.meant == {}
    memory.meant.update(dict.fromkeys(cells[:2], "health_potion"))
    stage.item((2, 1), "lightning_scroll")
    stage.step()
    assert memory.own == {(1, 2): "health_potion", (3, 1): "health_potion"}
    assert memory.meant == {(1, 2): "health_potion"}


def test_a_hero_is_told_of_its_own_room_whoever_stands_before_it_in_none() -> None:
    rooms = (Chamber(1, 1, 2, 2, "a courtyard"), Chamber(5, 1, 2, 2, "a library"))
    stage = Stage(ROOM, chambers=rooms)
    ann, ben = stage.hero("Ann", cell=(3, 1)), stage.hero("Ben", cell=(5, 1))
    for row in (ann, ben):
        row.chamber = 1
    stage.run.events = []
    memory_of(stage.floor, ben).entered.clear()
    recognise_chambers(stage.run, stage.floor)
    assert stage.run.events == [Told(ben.entity, "info", "You enter a library.")]
    assert (ann.chamber, ben.chamber) == (0, 2)
    assert memory_of(stage.floor, ben).entered == ["a library"]
