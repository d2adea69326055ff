"""Stairs lead heroes to other floors, and monsters beside them come after them (R9)."""

import pytest

from support.worlds.companies import STAIRS, TO_STAIRS, floors_of, party
from support.worlds.staging import Stage
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.components.monsters import Boss, GuardPost, Mind, Mood
from undertide_server.simulation.mechanics.floor_transitions import pursue, take_stairs
from undertide_server.simulation.mechanics.floors import floor_below, spawn_monster
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.queries.awareness import harmed_lately
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.events import FloorTold, PartyTold, Seen, Told
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Climb


def test_up_the_stairs_they_go_together_too() -> None:
    stage, _ = party(STAIRS, (26, 1))
    stage.ask(TO_STAIRS)
    stage.ask(TO_STAIRS, 1)
    stage.tick(5)
    events = stage.ask(Climb(), branch=2)
    assert "Ann wants to go up to the entrance." in [
        event.text for event in events if isinstance(event, FloorTold)
    ]
    assert floors_of(stage) == [2, 2]
    up = stage.run.index.of_seat(1)
    assert up is not None
    assert up[0].state.stairs_up is not None
    stage.ask(Climb(*up[0].state.stairs_up), 1, branch=2)
    assert floors_of(stage) == [1, 1]


HALL = ["#" * 12, "#@" + "." * 8 + ">#", "#" + "." * 10 + "#", "#" * 12]
END_OF_HALL = (10, 1)


def hero_at(stage: Stage) -> HeroRow:
    row = stage.hero("Ann", cell=END_OF_HALL)
    stage.step()
    return row


def below(stage: Stage, row: HeroRow) -> list[MonsterRow]:
    """Take the stairs; return the monsters that stood above and are on the hero's floor now."""
    above = set(stage.floor.monsters)
    take_stairs(stage.run, stage.floor, END_OF_HALL, [row])
    found = stage.run.index.of_hero(row.entity)
    assert found is not None
    return [one for entity, one in found[0].monsters.items() if entity in above]


@pytest.mark.parametrize(
    ("cell", "mood", "comes"),
    [
        ((9, 1), "hunting", True),
        ((9, 2), "hunting", True),
        ((8, 1), "hunting", False),
        ((9, 1), "idle", False),
        ((9, 1), "asleep", False),
        ((9, 1), "fleeing", False),
    ],
)
def test_those_who_hunt_beside_the_hero_come_along(cell: Cell, mood: Mood, *, comes: bool) -> None:
    stage = Stage(HALL)
    row = hero_at(stage)
    monster = stage.monster(cell, mood=mood)
    came = below(stage, row)
    assert [one.entity for one in came] == ([monster.entity] if comes else [])
    assert (monster.entity in stage.floor.monsters) is not comes


def test_a_pursuer_comes_out_beside_the_hero_and_goes_on_hunting_it() -> None:
    stage = Stage(HALL)
    row = hero_at(stage)
    stage.monster((9, 1), mood="hunting")
    (pursuer,) = below(stage, row)
    found = stage.run.index.of_hero(row.entity)
    assert found is not None
    assert distance(pursuer.cell, found[1].cell) == 1
    assert pursuer.mind.mood == "hunting"
    assert pursuer.actor.energy == -20


def test_bosses_and_keepers_of_posts_stay() -> None:
    stage = Stage(HALL)
    row = hero_at(stage)
    boss, keeper = stage.monster((9, 1), mood="hunting"), stage.monster((9, 2), mood="hunting")
    boss.boss = Boss("Skerrit")
    keeper.post = GuardPost(*keeper.cell)
    assert below(stage, row) == []


def test_who_is_frozen_stays() -> None:
    stage = Stage(HALL)
    row = hero_at(stage)
    monster = stage.monster((9, 1), mood="hunting")
    inflict(stage.run, stage.floor, monster, "frozen", 20)
    assert below(stage, row) == []


def test_allies_come_with_the_party() -> None:
    stage = Stage(HALL)
    row = hero_at(stage)
    ally = stage.monster((9, 1))
    ally.effects.remaining[SUMMONED] = 50
    assert [one.entity for one in below(stage, row)] == [ally.entity]


@pytest.mark.parametrize(("ago", "lately"), [(None, False), (0, True), (20, True), (21, False)])
def test_a_pursuer_that_harmed_a_hero_has_done_so_as_lately_below(
    ago: int | None, lately: bool
) -> None:
    stage = Stage(HALL)
    row = hero_at(stage)
    stage.floor.state.clock = 700
    monster = stage.monster((9, 1), mood="hunting")
    monster.mind.harmed_at = None if ago is None else 700 - ago
    (pursuer,) = below(stage, row)
    found = stage.run.index.of_hero(row.entity)
    assert found is not None
    assert found[0].state.clock == 0
    assert harmed_lately(found[0], pursuer) is lately


def test_a_crowded_floor_takes_no_more() -> None:
    stage = Stage(HALL)
    row = hero_at(stage)
    take_stairs(stage.run, stage.floor, END_OF_HALL, [row])
    found = stage.run.index.of_hero(row.entity)
    assert found is not None
    target = found[0]
    crowd = stage.run.rules.population.most_alive - len(target.monsters)
    kind = stage.game.roster.kinds[0]
    for _ in range(crowd):
        spawn_monster(stage.run, target, kind, target.nearest_free(row.cell), Mind("asleep"))
    monster = stage.monster((9, 1), mood="hunting")
    pursue(stage.run, stage.floor, [monster], target, row.cell, "down")
    assert monster.entity in stage.floor.monsters


def test_those_who_see_a_pursuer_come_are_told() -> None:
    stage = Stage(HALL)
    hero_at(stage)
    monster = stage.monster((9, 1), mood="hunting")
    events = stage.ask(Climb())
    texts = [event.others for event in events if isinstance(event, Seen)]
    assert f"The {monster.actor.name} comes down the stairs." in texts


def test_what_hunts_beside_one_who_stays_does_not_come_along() -> None:
    stage = Stage(HALL)
    row, other = hero_at(stage), stage.hero("Ben", cell=(3, 1))
    mine, theirs = (stage.monster(cell, mood="hunting") for cell in ((9, 2), (3, 2)))
    assert other.entity in stage.floor.heroes
    assert [one.entity for one in below(stage, row)] == [mine.entity]
    assert theirs.entity in stage.floor.monsters


def test_a_hero_that_waits_begins_on_a_new_floor_and_on_no_other() -> None:
    stage = Stage(HALL)
    row = hero_at(stage)
    stage.hero("Ben", cell=(2, 1))
    floor_below(stage.run, stage.floor, 0)
    stage.run.progress.waiting.append((7, "Cid", "warden"))
    below(stage, row)
    assert stage.run.progress.waiting == [(7, "Cid", "warden")]
    assert stage.run.index.of_seat(7) is None


def test_companions_see_who_leaves_and_the_party_hears_where_to() -> None:
    stage = Stage(HALL)
    row, other = hero_at(stage), stage.hero("Ben", cell=(2, 1))
    row.auto_action.activity, row.auto_action.companion = "accompany", other.entity
    row.auto_action.path = [(4, 1)]
    memory_of(stage.floor, row).warned = True
    leaver, stage.run.events = who(row), []
    take_stairs(stage.run, stage.floor, END_OF_HALL, [row])
    assert stage.run.events == [
        Seen(stage.floor.entity, leaver, "party", "", "Ann goes down the stairs."),
        Told(row.entity, "bad", "You stop following Ben."),
        PartyTold("party", "Ann reaches floor 2."),
    ]
    assert (row.auto_action.activity, row.auto_action.path) == ("none", [])
    assert not memory_of(stage.floor, row).warned


@pytest.mark.parametrize("way", ["down", "up"])
def test_a_pursuer_is_seen_to_come_the_way_of_its_prey(way: str) -> None:
    stage = Stage(HALL)
    row = hero_at(stage)
    floor, stairs = stage.floor, END_OF_HALL
    monster = stage.monster((9, 1), mood="hunting")
    if way == "up":
        (monster,) = below(stage, row)
        floor, row = stage.run.index.heroes[row.entity]
        stairs = floor.state.stairs_up or (0, 0)
    monster.mind.last_seen, monster.mind.patience = (3, 1), 1
    monster.mind.path = [(3, 1)]
    stage.run.events = []
    leaver = who(row)
    take_stairs(stage.run, floor, stairs, [row])
    found = stage.run.index.of_hero(row.entity)
    assert found is not None
    target, name = found[0], monster.actor.name
    come = target.monsters[monster.entity]
    seen = [event for event in stage.run.events if isinstance(event, Seen)]
    assert seen == [
        Seen(floor.entity, leaver, "party", "", f"Ann goes {way} the stairs."),
        Seen(target.entity, who(come), "info", "", f"The {name} comes {way} the stairs."),
    ]
    landing = END_OF_HALL if way == "up" else target.state.stairs_up
    assert (come.mind.last_seen, come.mind.path) == (landing, [])
    assert come.mind.patience == come.behaviour.memory
    assert distance(come.cell, found[1].cell) == 1


def test_the_slowest_that_moves_comes_along() -> None:
    stage = Stage(HALL)
    row = hero_at(stage)
    monster = stage.monster((9, 1), mood="hunting")
    monster.actor.speed = 1
    assert [one.entity for one in below(stage, row)] == [monster.entity]


def test_those_who_wait_begin_on_the_new_floor() -> None:
    stage = Stage(HALL)
    row = hero_at(stage)
    stage.hero("Ben", cell=(2, 1))
    stage.run.progress.waiting.append((7, "Cid", "warden"))
    below(stage, row)
    cid = stage.run.index.of_seat(7)
    assert cid is not None
    assert (cid[0].state.number, stage.run.progress.waiting) == (2, [])
