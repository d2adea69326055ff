from collections.abc import Iterator

from support.client.client_examples import AMULETS, BONES, KINDS, SIGHTINGS, joined
from support.client.screen_text import playing, ui_of
from undertide_client.screens.menus import help_pages
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.words.words import pace_words
from undertide_shared.messages import PresetInfo, Sighting

WIDTH = 72
ROOM = """\
#####
#..>#
#####"""
FAR_HALF_UNSEEN = [0, 8, 7]
"""The cells in sight, run-length coded: the first eight of fifteen."""


def words(rows: Iterator[Row]) -> list[str]:
    return ["".join(text for text, _ in row) for row in rows]


def test_the_legend_names_each_kind_of_thing_in_sight_once() -> None:
    twins = [*SIGHTINGS, Sighting(9, 2, 5, 2, 100, "idle")]
    rows = words(help_pages.legend(playing(sightings=twins).mirror, WIDTH))
    assert rows.count("g  goblin: It is small, green and not alone.") == 1
    assert "!  health potion: Closes wounds." in rows
    assert "#  wall" in rows
    assert ">  stairs down" in rows


def test_the_legend_leaves_out_what_is_only_remembered() -> None:
    seen = Sighting(1, 1, 1, 1)
    hidden = Sighting(3, 3, 3, 1)
    ui = playing(drawing=ROOM, sight=FAR_HALF_UNSEEN, sightings=[seen, hidden], kinds=KINDS)
    rows = words(help_pages.legend(ui.mirror, WIDTH))
    assert "@  Ann" in rows
    assert all("potion" not in row and "stairs" not in row for row in rows)


def test_the_goal_is_that_of_the_game_that_is_played() -> None:
    ui = playing(amulets=AMULETS)
    other = PresetInfo("other", "Other", "", ["Do nothing."])
    ui.lobby.preset_infos = {
        "other": other,
        joined().preset: PresetInfo(joined().preset, "Down We Go", "A game.", ["Find it.", "Go."]),
    }
    assert words(help_pages.goal(ui, WIDTH)) == [
        *("Down We Go", "A game.", "", "Find it.", "Go.", ""),
        "The party holds 1 of 2 amulets.",
    ]


def test_a_server_without_titles_still_has_a_page_on_the_goal() -> None:
    assert words(help_pages.goal(ui_of(), WIDTH)) == []


def test_tide_and_time_tell_how_they_stand_here() -> None:
    mirror = playing().mirror
    assert words(help_pages.tide(mirror, WIDTH))[-1].startswith("Now, here: 34%, ~ the first wave")
    assert words(help_pages.time(mirror, WIDTH))[-1] == f"Now, here: {pace_words(mirror)}."
    lobby = ui_of().mirror
    assert all("Now, here" not in row for row in words(help_pages.tide(lobby, WIDTH)))


def test_the_variations_of_the_run_are_explained() -> None:
    assert words(help_pages.run(playing().mirror, WIDTH)) == [BONES.name, BONES.description, ""]
