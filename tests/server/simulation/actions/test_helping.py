"""Heroes tend, revive and give things to companions."""

import pytest

from support.worlds.companies import State, two_together
from support.worlds.outcomes import held, refusal
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.dying import strike_down
from undertide_server.simulation.mechanics.inventory import carried, give_stack
from undertide_server.simulation.state.events import Seen, thing
from undertide_server.simulation.state.inputs import PlayerLost, Ticked
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Cast, Climb, Explore, Give, Move, Travel, Wear

ROOM = ["##########", "#@.......#", "#........#", "##########"]


def fallen_ann(ben_at: tuple[int, int] = (3, 1)) -> tuple[Stage, HeroRow, HeroRow]:
    """Return a stage on which Ann has fallen and Ben stands."""
    stage = Stage(ROOM)
    ann, ben = stage.hero("Ann", cell=(4, 1)), stage.hero("Ben", cell=ben_at)
    strike_down(stage.run, stage.floor, ann, thing("a test", ann.cell))
    return stage, ann, ben


def potion_of(row: HeroRow, item: str = "health_potion") -> ItemStack:
    row.inventory.stacks.clear()
    give_stack(row.inventory, item, 2)
    return row.inventory.stacks[0]


def test_whoever_walks_into_the_fallen_tends_it_and_stays() -> None:
    stage, ann, ben = fallen_ann()
    events = stage.ask(Move(1, 0), seat=1)
    assert (ben.auto_action.activity, ben.cell) == ("revive", (3, 1))
    assert ann.hero.tended == 2, "a moment of 20 energy takes two ticks"
    (seen,) = [event for event in events if isinstance(event, Seen)]
    assert (seen.own, seen.others) == ("You tend Ann.", "Ben tends Ann.")


def test_a_journey_to_the_fallen_ends_in_care() -> None:
    stage, ann, ben = fallen_ann(ben_at=(8, 2))
    stage.ask(Travel(4, 1), seat=1)
    stage.tick(80)
    assert ann.stands
    assert ben.cell in {(5, 1), (5, 2)}


def test_exploring_walks_over_the_fallen() -> None:
    stage = Stage(["#######", "#@....#", "#####.#", "#####.#", "#######"])
    ann, ben = stage.hero("Ann", cell=(3, 1)), stage.hero("Ben", cell=(1, 1))
    stage.item((5, 3), "health_potion")
    stage.step()
    strike_down(stage.run, stage.floor, ann, thing("a test", ann.cell))
    stage.ask(Explore(), seat=1)
    stage.tick(40)
    assert ben.cell[0] == 5


def test_a_confused_hero_stumbles_on() -> None:
    stage, ann, ben = fallen_ann()
    ben.effects.remaining["confused"] = 100
    stage.ask(Move(1, 0), seat=1)
    assert ben.auto_action.activity == "none"
    assert ann.hero.tended == 0


def test_a_potion_revives_at_once_and_is_used_up() -> None:
    stage, ann, ben = fallen_ann()
    potion = potion_of(ben)
    events = stage.ask(Give(potion.id, 0), seat=1)
    assert ann.stands
    assert ann.body.life == 10, "the least that a potion gives: 40 % of 16 would be 6"
    assert [stack.count for stack in ben.inventory.stacks] == [1]
    assert not [stack for stack in ann.inventory.stacks if stack.item == "lightning_scroll"]
    own = [event.own for event in events if isinstance(event, Seen)]
    assert own == ["You revive Ann.", "You get up again."]


@pytest.mark.parametrize("item", ["lightning_scroll", "fireball_scroll"])
def test_nothing_else_can_be_given_to_the_fallen(item: str) -> None:
    stage, ann, ben = fallen_ann()
    stack = potion_of(ben, item)
    stage.ask(Give(stack.id, 0), seat=1)
    assert ben.intents.reason == "Ann has fallen: only what heals can help"
    assert ann.is_fallen
    assert ben.inventory.stacks == [stack]


def test_a_potion_from_afar_helps_nobody() -> None:
    stage, ann, ben = fallen_ann(ben_at=(8, 2))
    stage.ask(Give(potion_of(ben).id, 0), seat=1)
    assert ben.intents.outcome == "refused"
    assert ann.is_fallen


def test_a_potion_revives_whose_player_is_gone() -> None:
    stage, ann, ben = fallen_ann()
    stage.put_to_sleep(0)
    stage.ask(Give(potion_of(ben).id, 0), seat=1)
    assert (ann.is_fallen, ann.hero.presence) == (False, "asleep")


def test_spells_do_not_reach_the_fallen() -> None:
    stage, ann, ben = fallen_ann()
    ben.magic.spells, ben.magic.mana = ["heal"], 100
    stage.ask(Cast("heal", 4, 1), seat=1)
    assert ben.intents.outcome == "refused"
    assert ann.is_fallen


def test_the_care_ends_when_the_fallen_has_died() -> None:
    stage, ann, ben = fallen_ann()
    ann.hero.dies_in = 5
    stage.ask(Move(1, 0), seat=1)
    stage.step(Ticked(1))
    stage.tick(8)
    assert ann.hero.fate
    assert ben.auto_action.activity == "none"


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
    assert stage.floor.state.clock == clock + 1
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


def test_a_potion_gives_a_share_of_the_life_of_the_one_who_gets_up() -> None:
    pair = two_together("fallen")
    pair.ann.body.life = pair.ann.body.max_life = 100
    pair.stage.ask(Give(potion_of(pair.ann).id, 1))
    assert (pair.ben.body.life, pair.ann.body.life) == (400, 100), "40 % of 1000"


def test_only_the_first_who_tends_the_fallen_is_told_of() -> None:
    pair = two_together("fallen")
    pair.stage.hero("Cid", cell=(7, 1))
    told = []
    for seat, way in ((0, 1), (2, -1)):
        events = pair.stage.ask(Move(way, 0), seat)
        told.append([event.others for event in events if isinstance(event, Seen)])
    assert told == [["Ann tends Ben."], []]


def test_whoever_is_moved_away_tends_no_longer() -> None:
    pair = two_together("fallen")
    pair.stage.ask(Move(1, 0))
    pair.stage.run.index.move(pair.ann, (3, 1))
    pair.stage.tick(2)
    assert (pair.ann.auto_action.activity, pair.ben.hero.tended) == ("none", 0)


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ("well", ""),
        ("hurt", ""),
        ("link-dead", "nobody within reach can take it"),
        ("asleep", "nobody within reach can take it"),
        ("fallen", ""),
        ("far", "Ben is too far away"),
    ],
)
def test_those_take_things_who_are_played_and_near(state: State, reason: str) -> None:
    pair = two_together(state)
    pair.ben.inventory.stacks.clear()
    pair.stage.ask(Give(potion_of(pair.ann).id, 1))
    assert refusal(pair.ann) == reason
    assert pair.ben.stands is (state != "asleep")
    took = state in {"well", "hurt"}
    assert held(pair.ben) == ([("health_potion", 1)] if took else [])
    assert held(pair.ann) == [("health_potion", 2 if reason else 1)]


def test_nobody_hands_anything_to_another_floor() -> None:
    pair = two_together(stage=Stage(["##########", "#@...>...#", "##########"]))
    pair.stage.run.index.move(pair.ben, (5, 1))
    pair.stage.let_leave(1)
    pair.stage.ask(Climb(), seat=1)
    pair.stage.ask(Give(potion_of(pair.ann).id, 1))
    assert refusal(pair.ann) == "nobody within reach can take it"


@pytest.mark.parametrize("full", ["Ann", "Ben"])
def test_room_must_be_in_the_pack_of_the_one_who_takes(full: str) -> None:
    pair = two_together()
    gift = potion_of(pair.ann, "long_sword^1")
    pair.ben.inventory.stacks.clear()
    pack = pair.ann.inventory if full == "Ann" else pair.ben.inventory
    while len(pack.stacks) < pair.stage.run.rules.heroes.pack_size:
        give_stack(pack, "long_sword^2", 1)
    pair.stage.ask(Give(gift.id, 1))
    assert refusal(pair.ann) == ("Ben has no room for that" if full == "Ben" else "")
