"""Hunters look for whom they no longer see; some follow a trail."""

import pytest

from support.worlds.companies import State, befall, two_together
from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.tricks import PLAIN, Tricks
from undertide_server.simulation.ai.searching import search_for_heroes
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.geometry import distance

WALLED = [
    "#" * 20,
    "#@" + "." * 17 + "#",
    "#" * 18 + ".#",
    "#" + "." * 18 + "#",
    "#" * 20,
]


def hunter(stage: Stage, tricks: Tricks, patience: int) -> MonsterRow:
    """Put a hunter on the far side of a wall, which believes that somebody is beside it."""
    kind = kind_that(stage, tricks, memory=patience, notices=1)
    row = stage.monster((4, 3), mood="hunting", kind=kind)
    row.mind.last_seen, row.mind.patience = (3, 3), patience
    return row


def test_trackers_find_whom_they_never_saw() -> None:
    stage = Stage(WALLED)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    tracker = hunter(stage, Tricks(tracks=True), patience=400)
    stage.tick(120)
    assert distance(tracker.cell, hero.cell) == 1


def test_others_look_where_they_last_saw_somebody() -> None:
    stage = Stage(WALLED)
    stage.hero()
    row = hunter(stage, PLAIN, patience=400)
    stage.tick(120)
    assert row.cell[1] == 3


def test_trackers_lose_patience_too() -> None:
    stage = Stage(WALLED)
    stage.hero()
    tracker = hunter(stage, Tricks(tracks=True), patience=10)
    stage.tick(30)
    assert tracker.mind.mood == "idle"


def test_nobody_tracks_the_sheltered() -> None:
    stage = Stage(WALLED)
    hero = stage.hero(sheltered=True)
    hero.effects.remaining["sheltered"] = 10_000
    tracker = hunter(stage, Tricks(tracks=True), patience=400)
    stage.tick(120)
    assert tracker.cell[1] == 3


@pytest.mark.parametrize(
    ("ben", "ann", "trail"),
    [
        ("well", "well", "Ben"),
        ("hurt", "well", "Ben"),
        ("link-dead", "well", "Ann"),
        ("asleep", "well", "Ann"),
        ("fallen", "well", "Ann"),
        ("asleep", "link-dead", "none"),
    ],
)
def test_a_trail_is_that_of_the_nearest_who_may_be_hunted(
    ben: State, ann: State, trail: str
) -> None:
    pair = two_together()
    kind = kind_that(pair.stage, Tricks(tracks=True), notices=1)
    tracker = pair.stage.monster((38, 1), mood="hunting", kind=kind)
    tracker.mind.last_seen, tracker.mind.patience = (37, 2), 100
    befall(pair.stage, pair.ben, ben)
    befall(pair.stage, pair.ann, ann)
    while not pair.stage.floor.is_on_watch(tracker):
        pair.stage.floor.state.clock += 1
    search_for_heroes(pair.stage.run, pair.stage.floor, tracker)
    cells = {"Ann": pair.ann.cell, "Ben": pair.ben.cell, "none": (37, 2)}
    assert tracker.mind.last_seen == cells[trail]
