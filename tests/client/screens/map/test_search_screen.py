"""Search what was seen, and travel there."""

import pytest
from msgspec.structs import replace

from support.client.client_examples import (
    CRYPT,
    HERO,
    KEEP,
    KINDS,
    SIGHTINGS,
    STAIRS,
    TREE,
    delta,
    joined,
    keyframe,
    watching,
)
from support.client.screen_text import SMALL, playing, shown, ui_of
from undertide_client.screens.map.search_screen import SearchScreen, search
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Climb, EffectFigures, FloorInfo, Kind, Sighting, Travel

LARDER = [Sighting(HERO, 1, 1, 1), Sighting(8, 3, 2, 2), Sighting(9, 2, 3, 3, 100, "hunting")]


def asked(ui: Ui, text: str) -> SearchScreen:
    """Return the screen after a player wrote a text."""
    screen = SearchScreen(ui)
    for character in text:
        screen.press("space" if character == " " else character)
    return screen


def names(ui: Ui, text: str) -> list[str]:
    return [find.name for find, _ in search(ui.mirror, text)]


def travelled() -> Ui:
    """Return a client whose hero saw a potion in the keep and went down to the crypt."""
    keep = FloorInfo(KEEP, 2, "the Keep", 10, 6)
    crypt = FloorInfo(CRYPT, 3, "the Crypt", 10, 6)
    return ui_of(
        joined(),
        keyframe(floor=keep, sightings=LARDER),
        keyframe(
            number=9,
            floor=crypt,
            sightings=[Sighting(HERO, 1, 2, 2)],
            stairs=STAIRS,
            branches=TREE,
        ),
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("potion", ["health potion"]),
        ("where are the potions?", ["health potion"]),
        ("Health POTION", ["health potion"]),
        ("stairs", ["stairs up", "stairs down"]),
        ("arena", ["stairs down"]),
        ("monsters", ["goblin"]),
        ("door", ["door"]),
        ("potion door", []),
    ],
)
def test_every_word_of_the_question_must_fit(text: str, found: list[str]) -> None:
    assert names(playing(stairs=STAIRS, branches=TREE), text) == found


def test_without_a_word_everything_but_ground_is_listed() -> None:
    assert set(names(playing(), "")) == {"health potion", "goblin", "stairs up", "stairs down"}


def test_the_list_says_what_and_where_and_follows_the_written_word() -> None:
    ui = playing()
    text = shown(asked(ui, "potion"), size=SMALL)
    assert "Find: potion" in text
    assert "! health potion 2↙" in text
    assert "goblin" not in text
    assert "You have seen nothing like that." in shown(asked(ui, "dragon"))


def test_a_choice_travels_there() -> None:
    screen = asked(playing(), "stairs")
    assert screen.press("enter") == (Pop(), Send(Travel(3, 3)))
    assert screen.press("down") == ()
    assert screen.press("enter") == (Pop(), Send(Travel(7, 3)))
    assert screen.press("escape") == (Pop(),)


def test_what_nobody_can_stand_on_is_walked_up_to() -> None:
    ui = playing(drawing="......\n.....Π\n......", sightings=[Sighting(HERO, 1, 0, 1)])
    assert asked(ui, "forge").press("enter") == (Pop(), Send(Travel(4, 0)))
    alone = playing(drawing=".##Π", sightings=[Sighting(HERO, 1, 0, 0)])
    assert asked(alone, "forge").press("enter") == (Pop(), ShowNote("You know no way there."))


def test_a_find_underfoot_is_no_journey() -> None:
    ui = playing(sightings=[*SIGHTINGS, Sighting(7, 3, 2, 2)])
    assert asked(ui, "potion").press("enter") == (Pop(), ShowNote("You are there."))


def test_what_lay_on_other_floors_is_found_after_what_is_here() -> None:
    ui = travelled()
    found = search(ui.mirror, "potion")
    assert [(find.name, branch) for find, branch in found] == [("health potion", KEEP)]
    assert "floor 2, a keep" in shown(asked(ui, "potion"))
    assert names(ui, "goblin") == [], "monsters don't wait"


def test_a_choice_on_another_floor_goes_to_the_stairs_towards_it() -> None:
    assert asked(travelled(), "potion").press("enter") == (Pop(), Send(Climb(3, 3)))


def test_a_floor_to_which_no_way_is_known_is_said_so() -> None:
    ui = travelled()
    ui.mirror.apply(delta(10, stairs=[]))
    choice = asked(ui, "potion").press("enter")
    assert choice == (Pop(), ShowNote("You know no way to that floor."))


def test_a_spectator_remembers_no_floor_that_the_view_has_left() -> None:
    keep = FloorInfo(KEEP, 2, "the Keep", 10, 6)
    ui = ui_of(watching(), keyframe(sightings=LARDER), keyframe(number=9, floor=keep))
    assert ui.mirror.elsewhere == {}


def test_another_run_forgets_all_floors() -> None:
    ui = travelled()
    ui.mirror.apply(joined(session="another"))
    assert ui.mirror.elsewhere == {}


def test_back_on_a_floor_it_is_no_longer_elsewhere() -> None:
    ui = travelled()
    ui.mirror.apply(keyframe(number=20, floor=FloorInfo(KEEP, 2, "the Keep", 10, 6)))
    assert KEEP not in ui.mirror.elsewhere
    assert CRYPT in ui.mirror.elsewhere


def test_a_long_name_is_shown_whole() -> None:
    name = "hale string of glass beads of the patient heron"
    kinds = [*KINDS, Kind(40, "item", name, '"', 0)]
    ui = playing(kinds=kinds, sightings=[Sighting(HERO, 1, 1, 1), Sighting(8, 40, 2, 2)])
    assert f"{name} 1↘" in shown(asked(ui, "beads"), size=SMALL)


def test_traps_are_found_by_that_word_and_not_without_any() -> None:
    ui = playing(drawing="..^\n...", sightings=[Sighting(HERO, 1, 0, 0)])
    spikes = next(look for look in ui.mirror.looks.values() if look.shunned)
    vent = EffectFigures("trap", percent=25, of="average", damage="fire")
    assert names(ui, "trap") == []
    ui.mirror.looks[spikes.code] = replace(spikes, effects=[vent])
    assert names(ui, "traps") == ["spikes"]
    assert "spikes" not in names(ui, "")
