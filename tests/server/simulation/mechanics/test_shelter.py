"""Newcomers are sheltered for a while: nothing goes for them, unless they draw blood."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.queries.relations import SHELTERED, is_sheltered
from undertide_server.simulation.state.events import Hit, Told
from undertide_server.simulation.state.inputs import PlayerLost
from undertide_shared.messages import Move, Use, Wait

ROOM = ["#######", "#@....#", "#.....#", "#######"]


def hits(events: list[object]) -> list[Hit]:
    return [event for event in events if isinstance(event, Hit)]


def test_a_new_hero_comes_sheltered_for_as_long_as_content_says() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    assert row.effects.remaining == {SHELTERED: stage.run.rules.heroes.shelter}
    stage.tick(stage.run.rules.heroes.shelter - 1)
    assert is_sheltered(row)
    stage.tick()
    assert not is_sheltered(row)


def test_nothing_notices_or_attacks_the_sheltered() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    idle = stage.monster((3, 1))
    hunter = stage.monster((2, 2), mood="hunting", power=50)
    mad = stage.monster((1, 2), mood="hunting", power=50)
    hunter.mind.patience = mad.mind.patience = 1000
    mad.effects.remaining["confused"] = 1000
    stage.tick(stage.run.rules.heroes.shelter - 1)
    assert row.body.life == row.body.max_life
    assert idle.mind.mood == "idle"


def test_when_it_is_over_monsters_come() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    hunter = stage.monster((2, 2), mood="hunting")
    hunter.mind.patience = 1000
    stage.tick(stage.run.rules.heroes.shelter + 20)
    assert row.body.life < row.body.max_life


def test_a_companion_without_shelter_is_struck_beside_a_sheltered_one() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann", sheltered=True)
    ben = stage.hero("Ben", cell=(3, 1))
    stage.monster((2, 2), mood="hunting")
    struck = {event.target.entity for event in hits(list(stage.tick(20))) if event.target.is_hero}
    assert struck == {ben.entity}
    assert is_sheltered(ann)


def test_striking_gives_it_up() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    stage.monster((2, 1), mood="asleep")
    events = stage.ask(Move(1, 0))
    assert not is_sheltered(row)
    assert Told(row.entity, "info", "You are no longer sheltered.") in events


@pytest.mark.parametrize(
    ("item", "kept"),
    [
        ("confusion_scroll", False),
        ("lightning_scroll", False),
        ("fireball_scroll", False),
        ("health_potion", True),
    ],
)
def test_reading_a_scroll_gives_it_up_and_drinking_does_not(item: str, *, kept: bool) -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    row.body.life -= 5
    row.inventory.stacks.clear()
    give_stack(row.inventory, item, 1)
    stage.monster((4, 1), mood="asleep", life=500)
    stage.ask(Use(row.inventory.stacks[0].id, 4, 1))
    assert row.intents.outcome == "done"
    assert is_sheltered(row) is kept


def test_a_scroll_that_could_not_be_read_leaves_it() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    row.inventory.stacks.clear()
    give_stack(row.inventory, "lightning_scroll", 1)
    stage.ask(Use(row.inventory.stacks[0].id))
    assert row.intents.outcome == "refused"
    assert is_sheltered(row)


def test_peaceful_doings_leave_it() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    stage.ask(Move(1, 0))
    stage.ask(Wait())
    assert is_sheltered(row)


def test_a_link_dead_hero_keeps_it_and_strikes_at_nobody() -> None:
    stage = Stage(ROOM)
    row = stage.hero(sheltered=True)
    hunter = stage.monster((2, 1), mood="hunting")
    hunter.mind.patience = 1000
    stage.step(PlayerLost(0))
    stage.tick(10)
    assert is_sheltered(row)
    assert hunter.body.life == hunter.body.max_life
