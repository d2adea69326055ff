"""Bows are no blades, and the unaware are struck hardest."""

import pytest

from support.worlds.companies import harm_done, hero_of
from support.worlds.staging import Stage
from undertide_server.simulation.components.monsters import Mood
from undertide_server.simulation.state.events import Event, Told
from undertide_shared.geometry import Cell
from undertide_shared.messages import Move, Shoot

HALL = ["##############", "#@...........#", "#............#", "#............#", "##############"]
STURDY = 5000


def shot(target: Cell, beside: Mood | None = None) -> int:
    """Return the damage of a strider's shot, with a monster in some mood beside the strider."""
    stage = Stage(HALL)
    row = hero_of(stage, "strider", (4, 2))
    monster = stage.monster(target, mood="hunting", life=STURDY)
    if beside is not None:
        stage.monster((3, 1), mood=beside, life=STURDY)
    return harm_done(stage.ask(Shoot(*target)), monster.entity, row.entity)


def test_a_shot_does_half_at_the_next_cell_and_while_a_hunter_is_beside() -> None:
    assert shot((8, 2)) == 100
    assert shot((5, 2)) == 50
    assert shot((8, 2), beside="hunting") == 50
    assert shot((8, 2), beside="asleep") == 100


def test_a_blow_with_a_bow_in_hand_does_half_and_one_with_a_blade_all() -> None:
    stage = Stage(HALL)
    strider, warden = hero_of(stage, "strider", (4, 2)), hero_of(stage, "warden", (6, 2))
    monster = stage.monster((5, 2), mood="hunting", life=STURDY)
    events = stage.ask(Move(1, 0)) + stage.ask(Move(-1, 0), seat=1)
    assert harm_done(events, monster.entity, strider.entity) == 50
    assert harm_done(events, monster.entity, warden.entity) == 100


def surprises(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Told)]


@pytest.mark.parametrize(
    ("mood", "damage"), [("asleep", 300), ("idle", 300), ("hunting", 100), ("fleeing", 100)]
)
def test_a_footpads_blow_at_the_unaware_does_three_times_as_much(mood: Mood, damage: int) -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "footpad", (4, 2))
    monster = stage.monster((5, 2), mood="asleep", life=STURDY)
    monster.mind.mood = mood
    events = stage.ask(Move(1, 0))
    assert harm_done(events, monster.entity, row.entity) == damage
    assert surprises(events) == (
        [f"You catch the {monster.actor.name} unaware!"] if damage == 300 else []
    )


def test_no_other_calling_gains_by_surprise() -> None:
    stage = Stage(HALL)
    row = hero_of(stage, "reaver", (4, 2))
    monster = stage.monster((5, 2), mood="asleep", life=STURDY)
    events = stage.ask(Move(1, 0))
    assert harm_done(events, monster.entity, row.entity) == 100
    assert not surprises(events)
