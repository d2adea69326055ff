import pytest
from msgspec import structs
from msgspec.structs import replace

from support.client.client_examples import GOBLIN, HERO, ROOM, STAIRS, delta, joined, keyframe
from support.client.company_examples import in_company
from support.client.effect_examples import BURNING
from support.client.screen_text import playing, ui_of
from undertide_client.screens.map.cell_words import describe
from undertide_shared.messages import EffectFigures, MarkInfo, Shift, Threat


@pytest.mark.parametrize(
    ("cell", "subject", "details"),
    [
        ((6, 2), "goblin (wounded, hunting), floor", "It is small, green and not alone."),
        ((2, 2), "Ann, seen from inside, floor", ""),
        ((1, 4), "health potion, floor", "Closes wounds."),
        ((0, 0), "wall", ""),
        ((99, 0), "the unknown", "Nobody of the party has seen this place."),
    ],
)
def test_a_cell_is_described(cell: tuple[int, int], subject: str, details: str) -> None:
    assert describe(playing().mirror, cell) == (subject, details)


def test_gear_that_a_companion_left_says_so() -> None:
    mirror = playing().mirror
    [(wire_id, potion)] = [(key, one) for key, one in mirror.sightings.items() if one.y == 4]
    mirror.sightings[wire_id] = replace(potion, meant=True)
    assert describe(mirror, (1, 4))[0] == "health potion, left for you, floor"


def test_what_is_only_remembered_is_said_to_be() -> None:
    assert describe(playing(sight=[0, 30]).mirror, (1, 4))[0] == "health potion, floor (remembered)"


@pytest.mark.parametrize(
    ("cell", "subject", "details"),
    [
        ((7, 3), "stairs down: an arena (ahead)", "There: Bob."),
        ((3, 3), "stairs up: a keep", ""),
    ],
)
def test_stairs_say_where_they_lead_and_who_is_there(
    cell: tuple[int, int], subject: str, details: str
) -> None:
    assert describe(playing(stairs=STAIRS).mirror, cell) == (subject, details)


def test_stairs_of_which_nothing_was_told_are_just_stairs() -> None:
    assert describe(playing().mirror, (7, 3)) == ("stairs down", "")


def test_what_a_place_does_is_told() -> None:
    mirror = playing(drawing=ROOM.replace("........", "^.......", 1)).mirror
    assert describe(mirror, (1, 1)) == ("spikes", "They hurt.")


def test_things_in_one_cell_are_all_named() -> None:
    mirror = playing().mirror
    mirror.apply(delta(shifted=[Shift(HERO, 1, 4)]))
    assert describe(mirror, (1, 4))[0] == "Ann, seen from inside, health potion, floor"


def test_a_boss_has_a_crown() -> None:
    mirror = playing().mirror
    goblin = next(kind for kind in mirror.kinds.values() if kind.name == "goblin")
    boss = structs.replace(goblin, name="Skerrit, the goblin", boss=True)
    mirror.apply(delta(kinds=[boss]))
    assert describe(mirror, (6, 2))[0].startswith("♛ Skerrit, the goblin (")


def test_a_monster_tells_what_decides_before_its_looks() -> None:
    mirror = playing().mirror
    mirror.apply(delta(threats=[Threat(GOBLIN, 250, 2000, 1, "dire", 3)]))
    subject, details = describe(mirror, (6, 2))
    assert subject == "dire goblin (wounded, hunting), floor"
    assert details.startswith("10 of its blows kill you; 3 of yours kill it. It is small")


def test_of_a_companion_out_of_sight_that_is_said_and_not_remembered() -> None:
    mirror = in_company().mirror
    assert describe(mirror, (26, 1)) == ("Cat (scratched, out of sight)", "")
    assert describe(mirror, (8, 1))[0] == "Bob (wounded), floor"


def test_a_mark_is_named_with_the_hero_who_made_it() -> None:
    mirror = playing(marks=[MarkInfo(6, 2, "danger", 1)]).mirror
    subject, _ = describe(mirror, (6, 2))
    assert subject == "goblin (wounded, hunting), floor, danger, marked by Bob"


def test_the_statuses_of_others_are_told_in_figures() -> None:
    figures = [BURNING, EffectFigures("hinder", "taunted")]
    mirror = ui_of(joined(statuses=figures), keyframe()).mirror
    words = ["burning", "taunted", "unheard of"]
    mirror.sightings[GOBLIN] = replace(mirror.sightings[GOBLIN], statuses=words)
    details = "Burning: 4 % of full life as fire damage every 5 turns."
    subject, told = describe(mirror, (6, 2))
    assert subject == "goblin (wounded, hunting, burning, taunted, unheard of), floor"
    assert told == f"{details} It is small, green and not alone."
