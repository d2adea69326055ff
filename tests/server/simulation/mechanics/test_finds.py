"""Finds of which the whole party hears, and gear that exploring leaves for who gains by it."""

import pytest

from support.worlds.companies import STATES, State, befall
from support.worlds.outcomes import told_to
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.mechanics.finds import heir_of, leave_for, tell_find
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.events import Event, Found, Seen
from undertide_server.simulation.state.inputs import Asked, Turned
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell
from undertide_shared.messages import Drop, Explore, Take

HALL = ["#######", "#@....#", "#######"]
SWORD = "long_sword^9"


def stage_with(*names: str) -> Stage:
    """Let in heroes who wear nothing but a poor sword."""
    stage = Stage(HALL, make_test_game())
    for name in names:
        row = stage.hero(name)
        row.inventory.stacks.clear()
        give_stack(row.inventory, "long_sword^1", 1, "main_hand")
        refit(stage.run, row)
    return stage


def found(stage: Stage, item: str) -> tuple[Found | None, Lying]:
    """Let the first hero take an item; return what the party hears of it."""
    entity = stage.item((1, 1), item)
    lying = stage.run.world.get(entity, Lying)
    events = stage.ask(Take())
    return next((each for each in events if isinstance(each, Found)), None), lying


def test_gear_is_told_with_the_hero_whom_it_suits() -> None:
    stage = stage_with("Ann", "Ben")
    ben = stage.floor.heroes[max(stage.floor.heroes)]
    ben.attack.power //= 2
    told, _ = found(stage, SWORD)
    assert told is not None
    assert (told.finder.name, told.what, told.number) == ("Ann", "a long sword", 1)
    assert told.suits is not None
    assert told.suits.name == "Ben"


@pytest.mark.parametrize(
    "item",
    [
        "heart_container",
        "book_heal",
        "long_sword^1/keen:1/of_embers:1",
        "oak_staff^1/keen:1/of_embers:1",
    ],
)
def test_hearts_books_and_fine_gear_are_told(item: str) -> None:
    assert found(stage_with("Ann", "Ben"), item)[0] is not None


@pytest.mark.parametrize(
    "item", ["health_potion", "gold", "essence/keen", "long_sword^1", "oak_staff^1/keen:1"]
)
def test_common_things_are_not(item: str) -> None:
    stage = stage_with("Ann", "Ben")
    assert found(stage, item)[0] is None


def test_nobody_is_told_where_nobody_else_stands() -> None:
    stage = stage_with("Ann")
    assert found(stage, SWORD)[0] is None
    other = stage_with("Ann", "Ben")
    other.put_to_sleep(1)
    assert found(other, SWORD)[0] is None


def test_what_a_hero_lays_down_is_no_find() -> None:
    stage = stage_with("Ann", "Ben")
    ann = next(iter(stage.floor.heroes.values()))
    stage.ask(Drop(give_stack(ann.inventory, SWORD, 1).id))
    events = stage.ask(Take())
    assert not [each for each in events if isinstance(each, Found)]
    assert [each.own for each in events if isinstance(each, Seen)] == ["You take a long sword."]


def test_what_is_bought_is_no_find() -> None:
    stage = stage_with("Ann", "Ben")
    next(iter(stage.floor.heroes.values())).hero.gold = 50
    stage.item((1, 1), SWORD, price=5)
    events = stage.ask(Take())
    assert not [each for each in events if isinstance(each, Found)]


WIDE_HALL = ["#########", "#@......#", "#.......#", "#.......#", "#########"]
FINE_SWORD, FINE, POOR = "long_sword^9", "long_sword^12", "long_sword^1"
CELL = (5, 2)
MOST_TURNS = 100


def pair(rows: list[str] = WIDE_HALL, *, first: str = FINE, second: str = POOR) -> list[HeroRow]:
    """Let in Ann and Ben, who each wield one sword and carry nothing."""
    stages.append(stage := Stage(rows, make_test_game()))
    found = [stage.hero("Ann"), stage.hero("Ben")]
    for row, sword in zip(found, (first, second), strict=True):
        row.inventory.stacks.clear()
        give_stack(row.inventory, sword, 1, "main_hand")
        refit(stage.run, row)
    return found


stages: list[Stage] = []
"""The stages of this module's tests, the latest last."""


def explore(stage: Stage, seat: int) -> list[Event]:
    """Let a hero look around and explore until it stops; return what happened."""
    stage.step()
    row = next(row for row in stage.floor.heroes.values() if row.hero.seat == seat)
    events = stage.ask(Explore(), seat=seat)
    for _ in range(MOST_TURNS):
        if row.auto_action.activity == "none":
            return events
        events += stage.step(Turned(1))
    raise AssertionError(f"still busy: {row.auto_action}")


def carries(row: HeroRow) -> list[str]:
    return [stack.item for stack in row.inventory.stacks if not stack.slot]


def test_it_stays_for_the_companion_who_is_told_where_it_lies() -> None:
    ann, ben = pair()
    stage = stages[-1]
    stage.item(CELL, FINE_SWORD)
    events = explore(stage, 0)
    assert carries(ann) == []
    left = "Explored. You leave 1 piece of gear that suits a companion better."
    assert told_to(ann, events) == [left]
    [found] = [each for each in events if isinstance(each, Found)]
    assert (found.finder.name, found.what, found.taken) == ("Ann", "a long sword", False)
    assert found.suits is not None
    assert found.suits.name == "Ben"
    assert memory_of(stage.floor, ben).meant == {CELL: FINE_SWORD}
    assert memory_of(stage.floor, ann).meant == {}
    again = explore(stage, 0)
    assert not [each for each in again if isinstance(each, Found)]


def test_the_companion_takes_it_and_nobody_hears_of_it_twice() -> None:
    ann, ben = pair()
    stage = stages[-1]
    stage.item(CELL, FINE_SWORD)
    explore(stage, 0)
    events = explore(stage, 1)
    assert (carries(ann), carries(ben)) == ([], [FINE_SWORD])
    assert not [each for each in events if isinstance(each, Found)]
    assert memory_of(stage.floor, ben).meant == {}


@pytest.mark.parametrize(("first", "second"), [(FINE, FINE), (POOR, POOR), (FINE, POOR)])
def test_two_who_explore_never_both_leave_what_suits_one(first: str, second: str) -> None:
    ann, ben = pair(first=first, second=second)
    stage = stages[-1]
    stage.item(CELL, f"{FINE_SWORD}/keen:1")
    explore(stage, 0)
    explore(stage, 1)
    assert carries(ann) + carries(ben) == [f"{FINE_SWORD}/keen:1"]


def test_one_out_of_sight_learns_of_the_cell_alone() -> None:
    rows = ["#########", "#@......#", "#.......#", "#######.#", "#.......#", "#########"]
    ann, ben = pair(rows)
    stage = stages[-1]
    stage.run.index.move(ben, (1, 4))
    memory_of(stage.floor, ben).tiles[:] = 0
    stage.step()
    stage.item(CELL, FINE_SWORD)
    explore(stage, 0)
    memory = memory_of(stage.floor, ben)
    assert memory.items == {CELL: FINE_SWORD}
    assert memory.tiles[CELL[1], CELL[0]] == stage.floor.state.tiles[CELL[1], CELL[0]]
    assert memory.tiles[CELL[1], CELL[0] - 1] == 0
    explore(stage, 1)
    assert (carries(ann), carries(ben)) == ([], [FINE_SWORD])


def heir(stage: Stage, row: HeroRow, cell: Cell = CELL, item: str = FINE_SWORD) -> HeroRow | None:
    return heir_of(stage.run, stage.floor, row, cell, item)


def test_a_full_pack_leaves_no_heir() -> None:
    ann, ben = pair()
    stage = stages[-1]
    assert heir(stage, ann) is ben
    for _ in range(stage.run.rules.heroes.pack_size):
        give_stack(ben.inventory, "leather_cap^1", 1)
    assert heir(stage, ann) is None
    stage.item(CELL, f"{FINE_SWORD}/keen:1")
    explore(stage, 0)
    assert carries(ann) == [f"{FINE_SWORD}/keen:1"]


@pytest.mark.parametrize("state", ["linkdead", "asleep", "fallen"])
def test_only_one_who_is_awake_can_fetch_it(state: str) -> None:
    ann, ben = pair()
    stage = stages[-1]
    if state == "fallen":
        ben.hero.dies_in = 100
    else:
        ben.hero.presence = state  # type: ignore[assignment]
    assert heir(stage, ann) is None


def test_what_the_companion_laid_down_is_not_left_for_it() -> None:
    ann, ben = pair()
    stage = stages[-1]
    stage.run.index.move(ben, CELL)
    dropped = f"{FINE_SWORD}/keen:1"
    stage.ask(Drop(give_stack(ben.inventory, dropped, 1).id), seat=1)
    stage.run.index.move(ben, (1, 3))
    stage.step()
    assert heir(stage, ann, item=dropped) is None
    explore(stage, 0)
    assert carries(ann) == [dropped]


@pytest.mark.parametrize("terrain", ["wall", "acid"])
def test_no_way_or_harm_on_the_way_leaves_no_heir(terrain: str) -> None:
    ann, ben = pair(["########", "#@....##", "######.#", "#......#", "########"])
    stage = stages[-1]
    stage.run.index.move(ben, (1, 3))
    assert heir(stage, ann, (3, 1)) is ben
    stage.turn((6, 2), terrain)
    stage.turn((5, 1), terrain)
    assert heir(stage, ann, (3, 1)) is None


def test_alone_on_a_floor_a_hero_takes_what_suits_it_less() -> None:
    ann, ben = pair()
    stage = stages[-1]
    item = f"{POOR}/keen:1"
    stage.item(CELL, item)
    stage.run.index.leave(ben.entity)
    stage.step(Asked(0, 1, Explore()))
    explore(stage, 0)
    assert carries(ann) == [item]


@pytest.mark.parametrize("state", STATES)
def test_gear_is_left_for_one_who_stands_and_is_played(state: State) -> None:
    stage = stage_with("Ann", "Ben")
    ann, ben = stage.floor.heroes.values()
    ben.attack.power //= 2
    befall(stage, ben, "well" if state == "far" else state)
    heir = heir_of(stage.run, stage.floor, ann, (4, 1), SWORD)
    assert heir is (ben if state in {"well", "hurt", "far"} else None)


def test_nothing_is_told_of_gear_on_which_something_else_lies_by_now() -> None:
    stage = stage_with("Ann", "Ben")
    ann, ben = stage.floor.heroes.values()
    stage.item((4, 1), SWORD)
    stage.step()
    stage.item((4, 1), "health_potion")
    stage.run.events = []
    leave_for(stage.run, stage.floor, ann, ben, (4, 1))
    assert stage.run.events == []
    assert memory_of(stage.floor, ben).meant == {}


@pytest.mark.parametrize(
    ("item", "what", "suits"),
    [(SWORD, "a long sword", "Ben"), ("book_heal", "a book", ""), ("health_potion", "", "")],
)
def test_what_the_party_reads_of_a_find(item: str, what: str, suits: str) -> None:
    stage = stage_with("Ann", "Ben")
    ann, ben = stage.floor.heroes.values()
    ann.magic.power = ben.magic.power = 0
    ben.attack.power //= 2
    stage.run.events = []
    told = tell_find(stage.run, stage.floor, ann, Lying(item, 1), what)
    find = Found(stage.floor.entity, 1, who(ann), what, who(ben) if suits else None)
    assert (told, stage.run.events) == (bool(what), [find] if what else [])


def test_a_hero_without_companions_finds_nothing_of_note() -> None:
    stage = stage_with("Ann")
    (ann,) = stage.floor.heroes.values()
    stage.run.events = []
    assert not tell_find(stage.run, stage.floor, ann, Lying(SWORD, 1), "a long sword")
    assert stage.run.events == []


def test_what_the_party_reads_of_gear_that_is_left() -> None:
    stage = stage_with("Ann", "Ben")
    ann, ben = stage.floor.heroes.values()
    stage.floor.state.number = 3
    stage.item((4, 1), SWORD)
    stage.step()
    stage.run.events = []
    leave_for(stage.run, stage.floor, ann, ben, (4, 1))
    what = "a long sword"
    find = Found(stage.floor.entity, 3, who(ann), what, who(ben), taken=False)
    assert stage.run.events == [find]
    assert ben.finds == ben.looks


def test_books_are_left_for_nobody() -> None:
    stage = stage_with("Ann", "Ben")
    ann, ben = stage.floor.heroes.values()
    ann.magic.power, ben.magic.power = 0, 50
    assert heir_of(stage.run, stage.floor, ann, (4, 1), "book_heal") is None
