"""Heroes revive a fallen companion by walking into it, or with a potion (R16)."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.dying import fall
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.events import Seen, thing
from undertide_server.simulation.state.inputs import Ticked
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Cast, Explore, Give, Move, Travel

ROOM = ["##########", "#@.......#", "#........#", "##########"]


def fallen_ann(ben_at: tuple[int, int] = (3, 1)) -> tuple[Stage, HeroRow, HeroRow]:
    """Return a stage on which Ann has fallen and Ben stands."""
    stage = Stage(ROOM)
    ann, ben = stage.hero("Ann", cell=(4, 1)), stage.hero("Ben", cell=ben_at)
    fall(stage.run, stage.floor, ann, thing("a test", ann.cell))
    return stage, ann, ben


def potion_of(row: HeroRow, item: str = "health_potion") -> ItemStack:
    row.inventory.stacks.clear()
    give_stack(row.inventory, item, 2)
    return row.inventory.stacks[0]


def test_whoever_walks_into_the_fallen_tends_it_and_stays() -> None:
    stage, ann, ben = fallen_ann()
    events = stage.ask(Move(1, 0), seat=1)
    assert (ben.auto_action.activity, ben.cell) == ("revive", (3, 1))
    assert ann.hero.tended > 0
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
    fall(stage.run, stage.floor, ann, thing("a test", ann.cell))
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
    heal = stage.run.items.kind("health_potion").effect
    assert ann.stands
    assert ann.body.life >= heal.least  # type: ignore[union-attr]
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
