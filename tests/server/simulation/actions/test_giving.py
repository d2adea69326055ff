"""Heroes hand things to each other."""

import pytest

from support.worlds.outcomes import held, refusal
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.mechanics.inventory import carried, give_stack
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.inputs import PlayerLost
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Give, Wear

HALL = ["##########", "#@.......#", "#........#", "##########"]
POTION = "health_potion"


def two_heroes(item: str = POTION, count: int = 3) -> tuple[Stage, HeroRow, HeroRow]:
    """Let in Ann, who carries only this, and beside her Ben, who carries nothing."""
    stage = Stage(HALL, make_test_game())
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(2, 1))
    for row in (ann, ben):
        row.inventory.stacks.clear()
    ann.inventory.last_id = 0
    give_stack(ann.inventory, item, count)
    return stage, ann, ben


def test_some_of_a_stack_changes_hands_and_all_may_see_it() -> None:
    stage, ann, ben = two_heroes()
    clock = stage.floor.state.clock
    events = stage.ask(Give(1, 1, 2))
    assert (held(ann), held(ben)) == ([(POTION, 1)], [(POTION, 2)])
    assert stage.floor.state.clock > clock
    told = [event for event in events if isinstance(event, Seen)]
    assert told[0].own == "You give Ben 2 health potions."
    assert told[0].others == "Ann gives Ben 2 health potions."


def test_the_whole_stack_may_go_and_joins_what_is_there() -> None:
    stage, ann, ben = two_heroes()
    give_stack(ben.inventory, POTION, 1)
    stage.ask(Give(1, 1, 3))
    assert (held(ann), held(ben)) == ([], [(POTION, 4)])


def test_gear_keeps_what_it_is() -> None:
    stage, ann, ben = two_heroes("long_sword^7/keen:2", 1)
    stage.ask(Give(1, 1))
    assert (held(ann), held(ben)) == ([], [("long_sword^7/keen:2", 1)])


@pytest.mark.parametrize("count", [0, -1, 4])
def test_nobody_gives_what_it_has_not(count: int) -> None:
    stage, ann, ben = two_heroes()
    stage.ask(Give(1, 1, count))
    assert refusal(ann) == "you don't carry that many"
    assert (held(ann), held(ben)) == ([(POTION, 3)], [])


def test_there_must_be_somebody_awake_beside() -> None:
    stage, ann, _ = two_heroes()
    nobody = "nobody within reach can take it"
    for seat in (0, 7):
        stage.ask(Give(1, seat))
        assert refusal(ann) == nobody
    stage.step(PlayerLost(1))
    stage.ask(Give(1, 1))
    assert refusal(ann) == nobody


def test_a_hero_hands_things_over_three_cells_but_no_further() -> None:
    stage, ann, ben = two_heroes()
    stage.run.index.move(ben, (4, 2))
    stage.ask(Give(1, 1))
    assert held(ben) == [(POTION, 1)]
    stage.run.index.move(ben, (5, 2))
    stage.ask(Give(1, 1))
    assert refusal(ann) == "Ben is too far away"
    assert held(ann) == [(POTION, 2)]


@pytest.mark.parametrize("terrain", ["wall", "glass"])
def test_nothing_goes_through_what_nobody_can_walk(terrain: str) -> None:
    stage, ann, ben = two_heroes()
    stage.run.index.move(ben, (4, 1))
    stage.turn((2, 1), terrain)
    stage.ask(Give(1, 1))
    assert refusal(ann) == "there is no clear line to Ben"
    stage.turn((2, 1), "floor")
    stage.monster((2, 1), mood="asleep")
    stage.ask(Give(1, 1))
    assert held(ben) == [(POTION, 1)]


def test_a_fallen_companion_gets_nothing_from_afar() -> None:
    stage, ann, ben = two_heroes()
    stage.run.index.move(ben, (3, 1))
    ben.hero.dies_in = 100
    stage.ask(Give(1, 1))
    assert refusal(ann) == "Ben has fallen: go there to help"


def test_what_is_worn_or_not_there_is_not_given() -> None:
    stage, ann, _ = two_heroes("long_sword^1", 1)
    stage.ask(Give(5, 1))
    assert refusal(ann) == "you carry no such thing"
    stage.ask(Wear(1))
    stage.ask(Give(1, 1))
    assert refusal(ann) == "take it off first"


def test_a_full_pack_takes_all_or_nothing() -> None:
    stage, ann, ben = two_heroes()
    size, most = stage.run.rules.heroes.pack_size, stage.run.items.kind(POTION).stack
    give_stack(ben.inventory, POTION, most - 1)
    while len(carried(ben.inventory)) < size:
        give_stack(ben.inventory, "leather_cap^1", 1)
    stage.ask(Give(1, 1, 2))
    assert refusal(ann) == "Ben has no room for that"
    assert held(ann) == [(POTION, 3)]
    stage.ask(Give(1, 1, 1))
    assert held(ann) == [(POTION, 2)]
