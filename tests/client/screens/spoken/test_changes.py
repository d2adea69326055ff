from typing import Any

from support.client.client_examples import (
    HERO,
    KINDS,
    SIGHTINGS,
    delta,
    hero_status,
    joined,
    keyframe,
)
from support.client.screen_text import crowd, playing
from undertide_client.model.mirror import Mirror
from undertide_client.screens.spoken.changes import MEMORY, Heard, changes, heard, status_lines
from undertide_client.screens.spoken.surroundings import MAX_TOLD
from undertide_shared.messages import FloorInfo, Kind, MarkInfo, PaceStatus, Shift, Sighting


def told_after(*, mirror: Mirror | None = None, **change: Any) -> list[str]:
    """Return what is told of a delta to a player who knows everything before it."""
    view = mirror or playing().mirror
    before = heard(view)
    view.apply(delta(**change))
    return changes(before, view)[0]


def test_at_the_beginning_the_floor_ones_life_and_all_in_sight_are_told() -> None:
    lines, after = changes(Heard(), playing().mirror)
    assert lines == [
        "Floor 3: the drowned warren.",
        "Life 23 of 30.",
        "You are confused.",
        "Enemy: goblin, wounded, hunting: 4 steps east.",
        "Item: health potion: 2 south and 1 west.",
        "Turn by turn.",
    ]
    assert changes(after, playing().mirror)[0] == []


def test_nothing_is_told_before_the_first_frame() -> None:
    assert changes(Heard(), Mirror()) == ([], Heard())


def test_a_wound_is_told_at_once_with_what_it_took() -> None:
    assert told_after(hero=hero_status(life=22)) == ["Life 22 of 30, 1 less."]


def test_healing_is_told_once_it_is_worth_a_sentence() -> None:
    mirror = playing().mirror
    before = heard(mirror)
    lines = []
    for number, life in enumerate(range(24, 29), 2):
        mirror.apply(delta(number, hero=hero_status(life=life)))
        told, before = changes(before, mirror)
        lines += told
    assert lines == ["Life 26 of 30, 3 more."]
    mirror.apply(delta(7, hero=hero_status(life=30)))
    assert changes(before, mirror)[0] == ["Life 30 of 30, 4 more."]


def test_mana_is_told_when_it_is_spent() -> None:
    mirror = playing(hero=hero_status(mana=9, max_mana=12)).mirror
    assert told_after(mirror=mirror, hero=hero_status(mana=5, max_mana=12)) == ["Mana 5 of 12."]
    mirror = playing(hero=hero_status(mana=9, max_mana=12)).mirror
    assert told_after(mirror=mirror, hero=hero_status(mana=10, max_mana=12)) == []


def test_statuses_are_told_when_they_begin_and_end() -> None:
    hero = hero_status(effects=[("hasted", 20)])
    assert told_after(hero=hero) == ["You are hasted.", "You are no longer confused."]


def test_special_ground_is_told_where_the_hero_stops_on_it() -> None:
    mirror = playing().mirror
    assert told_after(mirror=mirror, shifted=[Shift(HERO, 3, 3)]) == ["You stand on: stairs up."]
    assert told_after(mirror=mirror, number=3, shifted=[Shift(HERO, 2, 2)]) == []
    before = heard(mirror)
    mirror.apply(delta(4, shifted=[Shift(HERO, 9, 3)], hero=hero_status(activity="explore")))
    lines, before = changes(before, mirror)
    mirror.apply(delta(5, hero=hero_status()))
    assert (lines, changes(before, mirror)[0]) == ([], ["You stand on: door."])


def test_hunger_and_a_fall_are_told() -> None:
    hero = hero_status(hunger="hungry", food=12, dies_in=20)
    assert told_after(hero=hero) == ["Hungry 12%.", "Fallen: dies in 10 turns."]


def test_a_newcomer_is_told_and_again_only_after_it_was_gone_for_long() -> None:
    mirror = playing().mirror
    before = heard(mirror)
    rat, told = Sighting(20, 2, 4, 2, 100, "asleep"), []
    for number in range(2, 2 * MEMORY + 8):
        comes, goes = number in {3, 6, MEMORY + 12}, number in {5, 7}
        mirror.apply(delta(number, appeared=[rat] * comes, gone=[20] * goes))
        lines, before = changes(before, mirror)
        told += [number] * bool(lines)
    assert told == [3, MEMORY + 12]


def test_a_companion_is_told_once_on_a_floor() -> None:
    bob = Kind(4, "hero", "Bob", "@", 0, seat=1)
    mirror = playing(kinds=[*KINDS, bob], sightings=SIGHTINGS[:1]).mirror
    there = Sighting(8, 4, 8, 4)
    assert told_after(mirror=mirror, appeared=[there]) == [
        "Companion: Bob, unhurt: 6 east and 2 south."
    ]
    before = changes(heard(mirror), mirror)[1]
    for number, sight in ((3, [40, 20]), (4, [40, 20])):
        mirror.apply(delta(number, sight=sight))
        lines, before = changes(before, mirror)
        assert lines == []


def test_an_item_that_is_seen_again_is_not_told_again() -> None:
    mirror = playing(sight=[0, 40, 20]).mirror
    assert told_after(mirror=mirror, sight=[40, 20]) == []


def test_a_crowd_is_counted() -> None:
    before = heard(playing(sightings=SIGHTINGS[:1]).mirror)
    lines, _ = changes(before, playing(sightings=crowd(40)).mirror)
    assert len(lines) == MAX_TOLD + 1


def test_marks_of_others_are_told() -> None:
    marks = [MarkInfo(8, 4, "loot", 1), MarkInfo(1, 1, "here", 0)]
    assert told_after(marks=marks) == ["Mark: loot, marked by Bob: 6 east and 2 south."]


def test_another_pace_is_told() -> None:
    assert told_after(pace=PaceStatus("real")) == ["Real time."]


def test_on_another_floor_all_is_new() -> None:
    mirror = playing().mirror
    before = heard(mirror)
    deeper = FloorInfo(7, 4, "the red arena", 10, 6, "an arena")
    mirror.apply(keyframe(floor=deeper))
    lines, _ = changes(before, mirror)
    assert lines[:2] == ["Floor 4: the red arena.", "Life 23 of 30."]
    assert "Enemy: goblin, wounded, hunting: 4 steps east." in lines


def test_in_another_session_all_is_new() -> None:
    mirror = playing().mirror
    before = heard(mirror)
    mirror.apply(joined(session="p3x8w"))
    mirror.apply(keyframe())
    assert changes(before, mirror)[0][:2] == ["Floor 3: the drowned warren.", "Life 23 of 30."]


def test_the_status_says_how_the_hero_fares() -> None:
    hero = hero_status(mana=4, max_mana=12, hunger="hungry", food=12)
    assert status_lines(playing(hero=hero).mirror) == [
        "Life 23 of 30. Mana 4 of 12. Level 2. Hungry 12%. Confused. Turn by turn."
    ]
    assert status_lines(playing(hero=None, seat=None).mirror)[0].startswith("You see what")
