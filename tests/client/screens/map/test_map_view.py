import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from support.client.client_examples import GOBLIN, HERO, LOOKS, POTION, delta, joined, keyframe
from support.client.people_examples import in_company
from support.client.screen_text import colours_at, find, playing, rows_of
from undertide_client.displays.cells import Console
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.map_view import Camera, aim, draw_floor, kind_of
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area
from undertide_shared.messages import Condition, FloorInfo, Kind, MarkInfo, Sighting, TideGauge

AREA = Area(0, 0, 30, 12)
FRAME = Area(3, 2, 20, 10)


def drawn(mirror: Mirror) -> tuple[Console, Camera]:
    console = Console(AREA.width, AREA.height)
    floor = mirror.floor
    camera = aim(AREA, (floor.width, floor.height) if floor else (1, 1), (0, 0))
    draw_floor(console, mirror, camera)
    return console, camera


def at(mirror: Mirror, cell: tuple[int, int]) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    console, camera = drawn(mirror)
    spot = camera.on_screen(cell)
    assert spot is not None
    x, y = spot
    return rows_of(console)[y][x], *colours_at(console, x, y)


def brightness(colour: tuple[int, ...]) -> int:
    return sum(colour)


def test_the_floor_and_all_on_it_are_drawn() -> None:
    console, _ = drawn(playing().mirror)
    rows = [row.strip() for row in rows_of(console)]
    assert rows[3:9] == [
        "##########",
        "#········#",
        "#·@···g··#",
        "#··<···>·+",
        "#!·······#",
        "##########",
    ]


def test_what_is_remembered_is_darker_than_what_is_seen() -> None:
    lit = at(playing().mirror, (8, 1))
    remembered = at(playing(sight=[0, 10]).mirror, (8, 1))
    assert lit[0] == remembered[0]
    assert brightness(remembered[2]) < brightness(lit[2])
    assert brightness(remembered[1]) < brightness(lit[1])


def test_the_light_fades_with_distance() -> None:
    mirror = playing(drawing="." * 29, sightings=[Sighting(HERO, 1, 0, 0)]).mirror
    near = [brightness(at(mirror, (x, 0))[1]) for x in range(1, 4)]
    far = [brightness(at(mirror, (x, 0))[1]) for x in range(25, 28)]
    assert min(near) > max(far)


def test_the_unknown_is_dark() -> None:
    mirror = playing(tiles=[0, 60]).mirror
    glyph, _, paper = at(mirror, (8, 1))
    assert (glyph, paper) == (" ", palette.PAPER)


def test_heroes_are_drawn_over_monsters_and_monsters_over_items() -> None:
    pile = [Sighting(HERO, 1, 2, 2), Sighting(GOBLIN, 2, 2, 2), Sighting(POTION, 3, 2, 2)]
    assert at(playing(sightings=pile).mirror, (2, 2))[0] == "@"
    assert at(playing(sightings=pile[:0:-1], hero=None).mirror, (2, 2))[0] == "g"


def test_the_followed_hero_and_hunters_stand_out() -> None:
    mirror = playing().mirror
    assert at(mirror, (2, 2))[2] == palette.OWN
    assert at(mirror, (6, 2))[2] == palette.HUNTER
    mirror.apply(delta(changed=[Condition(GOBLIN, 60, "asleep")]))
    assert at(mirror, (6, 2))[2] != palette.HUNTER


def test_monsters_are_drawn_over_heroes_that_lie_there() -> None:
    lying = Sighting(HERO, 1, 2, 2, 0, "fallen")
    mirror = playing(sightings=[Sighting(GOBLIN, 2, 2, 2), lying], hero=None).mirror
    assert at(mirror, (2, 2))[0] == "g"
    mirror = playing(sightings=[lying], hero=None).mirror
    assert at(mirror, (2, 2))[::2] == ("@", palette.HUNTER)


def test_what_is_sealed_is_drawn_as_faintly_as_what_sleeps() -> None:
    mirror = playing().mirror
    awake = at(mirror, (6, 2))[1]
    mirror.apply(delta(changed=[Condition(GOBLIN, 60, "sealed")]))
    assert brightness(at(mirror, (6, 2))[1]) < brightness(awake)


def test_remembered_items_are_dimmed() -> None:
    seen = at(playing().mirror, (1, 4))
    remembered = at(playing(sight=[0, 30]).mirror, (1, 4))
    assert seen[0] == remembered[0] == "!"
    assert brightness(remembered[1]) < brightness(seen[1])


def test_the_ground_floods_as_the_tide_rises() -> None:
    dry = at(playing(tide=TideGauge(-1, 0, "")).mirror, (3, 2))
    high = at(playing(tide=TideGauge(100, 5, "")).mirror, (3, 2))
    assert high[2][2] > dry[2][2]


def test_tiles_without_a_look_and_things_without_a_kind_are_question_marks() -> None:
    mirror = playing(tiles=[700, 60], sightings=[Sighting(9, 99, 3, 3)], hero=None).mirror
    assert at(mirror, (1, 1))[0] == "?"
    assert kind_of(mirror, mirror.sightings[9]).name == "something"


def test_a_floor_larger_than_the_map_is_clipped() -> None:
    mirror = Mirror()
    mirror.apply(joined(tiles=LOOKS))
    mirror.apply(
        keyframe(
            floor=FloorInfo(0, 1, "", 200, 100),
            tiles=[2, 20_000],
            sight=[0, 20_000],
            sightings=[Sighting(HERO, 1, 0, 0), Sighting(2, 2, 199, 99)],
        )
    )
    console, _ = drawn(mirror)
    assert find(console, "@") == [(0, 0)]
    assert find(console, "g") == []
    assert len(find(console, "·")) == AREA.width * AREA.height - 1


def test_without_a_floor_nothing_is_drawn() -> None:
    console, _ = drawn(Mirror())
    assert not np.any(console.rgb["ch"] != ord(" "))


def test_black_heroes_can_still_be_seen() -> None:
    mirror = playing(kinds=[Kind(1, "hero", "Ann", "@", 0)]).mirror
    assert brightness(at(mirror, (2, 2))[1]) > 200


def test_a_boss_is_a_crown_on_the_map() -> None:
    mirror = playing().mirror
    spot = mirror.sightings[GOBLIN]
    boss = replace(mirror.kinds[spot.kind], boss=True)
    mirror.apply(delta(kinds=[boss]))
    assert at(mirror, (spot.x, spot.y))[0] == "♛"


def test_a_hero_out_of_sight_is_drawn_faintly_on_ground_that_nobody_knows() -> None:
    mirror = in_company().mirror
    near, far = at(mirror, (8, 1)), at(mirror, (26, 1))
    assert near[0] == far[0] == "@"
    assert far[1] != (0xFF, 0x8F, 0xB1)
    assert brightness(far[1]) < brightness(near[1])
    assert at(mirror, (25, 1))[0] == " "


class TestMarks:
    def test_a_mark_stands_out_from_the_floor_by_glyph_and_colour(self) -> None:
        mirror = playing(marks=[MarkInfo(4, 2, "danger", 1)]).mirror
        assert at(mirror, (4, 2)) == ("⊗", palette.PAPER, palette.BAD)

    def test_it_hides_an_item_but_no_creature(self) -> None:
        marks = [MarkInfo(1, 4, "loot", 1), MarkInfo(6, 2, "here", 1)]
        mirror = playing(marks=marks).mirror
        assert at(mirror, (1, 4))[0] == "◈"
        glyph, _, paper = at(mirror, (6, 2))
        assert (glyph, paper) == ("g", palette.HUNTER), "that it hunts matters more"
        mirror.apply(delta(changed=[Condition(GOBLIN, 50, "asleep")]))
        glyph, _, paper = at(mirror, (6, 2))
        assert glyph == "g"
        assert paper != at(playing().mirror, (5, 2))[2]

    def test_places_that_nobody_has_seen_can_be_marked(self) -> None:
        mirror = playing(tiles=[0, 60], marks=[MarkInfo(4, 2, "help", 1)]).mirror
        assert at(mirror, (4, 2))[0] == "✚"


def test_a_small_floor_stands_in_the_middle() -> None:
    camera = aim(FRAME, (10, 6), (0, 0))
    assert camera.on_screen((0, 0)) == (8, 4)


def test_a_large_floor_scrolls_with_its_focus() -> None:
    camera = aim(FRAME, (80, 43), (40, 20))
    assert camera.on_screen((40, 20)) == (13, 7)


def test_a_large_floor_ends_at_the_areas_edges() -> None:
    assert aim(FRAME, (80, 43), (0, 0)).on_screen((0, 0)) == (3, 2)
    assert aim(FRAME, (80, 43), (79, 42)).on_screen((79, 42)) == (22, 11)


@given(st.integers(1, 90), st.integers(1, 90), st.integers(0, 89), st.integers(0, 89))
def test_the_focus_is_always_in_view_and_the_way_back_leads_to_it(
    width: int, height: int, x: int, y: int
) -> None:
    focus = (min(x, width - 1), min(y, height - 1))
    camera = aim(FRAME, (width, height), focus)
    spot = camera.on_screen(focus)
    assert spot is not None
    assert camera.on_floor(*spot) == focus


def test_outside_of_the_area_there_is_no_floor() -> None:
    camera = aim(FRAME, (80, 43), (40, 20))
    assert camera.on_floor(2, 2) is None
    assert camera.on_screen((0, 0)) is None
