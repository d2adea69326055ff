from typing import Any

import pytest
from msgspec import structs

from support.client.client_examples import (
    ARENA,
    GOBLIN,
    delta,
    hero_status,
    joined,
    keyframe,
    roster,
    watching,
)
from support.client.hero_examples import MARK, PIN, TAUNT
from support.client.people_examples import in_company
from support.client.screen_text import (
    LARGE,
    SMALL,
    colours_at,
    crowd,
    find,
    playing,
    rows_of,
    text_of,
    ui_of,
)
from undertide_client.displays.cells import Console
from undertide_client.screens.map.panel import creatures, draw_panel
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Area
from undertide_client.screens.widgets.layout import layout_of
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    MarkInfo,
    PaceStatus,
    PartyMember,
    Shift,
    Sighting,
    StairAgreement,
    Threat,
    TideGauge,
)


def panel_of(ui: Ui, size: tuple[int, int] = SMALL) -> str:
    return text_of(console_of(ui, size))


def console_of(ui: Ui, size: tuple[int, int] = SMALL) -> Console:
    area = layout_of(*size).panel
    console = Console(area.width, area.height)
    draw_panel(console, Area(0, 0, area.width, area.height), ui)
    return console


def heroes(count: int) -> list[PartyMember]:
    return [PartyMember(n, f"Hero {n}", 0x60C0FF, 2, 50, 1, "alive") for n in range(count)]


def test_it_tells_all_that_a_player_must_know() -> None:
    text = panel_of(playing())
    for words in (
        "@ Ann level 2",
        "Life 23/30",
        "Exp 45/120",
        "confused 6 turns",
        "Floor 3 the drowned war…",
        "~ Tide ▏ 34%",
        "~ the first wave",
        "turn by turn",
        "Party",
        "@ Bob asleep ↓4a",
        'Gold 120 Amulets "·',
        "In sight",
        "g goblin ▍ hunting",
        "◉ 1 watching: Zoe",
    ):
        assert words in text, words


def test_abilities_and_when_they_are_ready_stand_below_the_bars() -> None:
    ui = playing(hero=hero_status(resting=[("pin", 40)]), abilities=[MARK, PIN])
    assert "d mark\nD pinning shot 20 t\n" in panel_of(ui)
    assert "d mark D pinning shot 20 t" in panel_of(ui, LARGE)
    short = playing(hero=hero_status(), abilities=[TAUNT, MARK])
    assert "d taunt D mark\n" in panel_of(short)


def test_a_coming_change_of_pace_is_announced() -> None:
    assert "! turns end in 3 s" in panel_of(playing(pace=PaceStatus("solo", "real", 3000)))


def test_who_is_waited_for_is_told_even_on_a_small_screen() -> None:
    text = panel_of(playing(pace=PaceStatus("party", waiting_for=[0, 1])))
    assert "party turns: waiting for you, Bob" in text.replace("\n", " ")


@pytest.mark.parametrize("state", ["linkdead", "asleep", "dead"])
def test_a_hero_that_is_not_simply_alive_says_so(state: Any) -> None:
    words = {"linkdead": "link lost"}.get(state, state)
    ui = playing(hero=hero_status(state=state), party=[])
    assert words in panel_of(ui)


def test_only_its_own_player_is_told_how_to_wake_a_sleeper() -> None:
    asleep = keyframe(hero=hero_status(state="asleep"))
    assert "asleep: any key wakes" in panel_of(ui_of(joined(), asleep))
    told = panel_of(ui_of(watching(), asleep))
    assert "asleep" in told
    assert "wake" not in told


def test_a_hero_on_no_floor_has_no_depth() -> None:
    fallen = PartyMember(3, "Cid", 0, 0, 0, 1, "dead")
    assert "@ Cid dead\n" in panel_of(playing(party=[fallen])) + "\n"


def test_riches_have_a_row_only_where_there_are_any() -> None:
    poor = panel_of(playing(hero=hero_status(gold=0), amulets=[]))
    assert "Gold" not in poor
    assert "Amulets" not in poor
    assert "Amulets" in panel_of(playing(hero=hero_status(gold=0)))
    assert "Amulets" in panel_of(playing(hero=None))


def test_what_the_hero_is_doing_is_told() -> None:
    assert "exploring…" in panel_of(playing(hero=hero_status(activity="explore")))


def test_the_life_bar_is_as_full_as_the_hero_is_well() -> None:
    console = console_of(playing(hero=hero_status(life=5, max_life=20)))
    papers = [colours_at(console, x, 1)[1] for x in range(1, 25)]
    assert papers == [palette.LIFE_LOW] * 6 + [palette.FIELD] * 18


@pytest.mark.parametrize(
    "hero",
    [
        hero_status(life=-5, max_life=0),
        hero_status(life=10**15, max_life=10**15, experience=10**15, next_level=0),
        hero_status(experience=5, next_level=-3),
        hero_status(effects=[("x" * 400, 2**60)] * 90),
    ],
)
def test_odd_figures_are_drawn_somehow(hero: Any) -> None:
    assert "Life" in panel_of(playing(hero=hero))


def test_the_party_s_view_has_no_hero() -> None:
    text = panel_of(playing(hero=None, seat=None))
    assert "The party's view" in text
    assert "Life" not in text


def test_without_anything_there_is_nothing_to_fail_on() -> None:
    assert "The party's view" in panel_of(ui_of())


def test_twenty_heroes_and_thirty_monsters_are_counted_where_there_is_no_room() -> None:
    ui = playing(party=heroes(20), sightings=crowd(30))
    small, large = panel_of(ui), panel_of(ui, LARGE)
    assert small.count("@ Hero") < 20
    assert "more" in small.split("In sight")[0]
    assert "more" in small.split("In sight")[1]
    assert small.count("goblin") >= 2
    assert large.count("@ Hero") == 1 + 20


def test_all_heroes_are_shown_when_nothing_is_in_sight() -> None:
    ui = playing(party=heroes(8), sightings=crowd(0), tide=TideGauge(-1, 0, ""))
    text = panel_of(ui)
    assert text.count("@ Hero") == 1 + 8
    assert "In sight" not in text


def test_the_next_monster_of_the_tide_is_told_below_its_gauge() -> None:
    text = panel_of(playing(tide=TideGauge(34, 2, "rising", 200, 15), pace=PaceStatus("real")))
    assert "in 20 s: 15 exp" in text
    assert " exp" not in panel_of(playing(tide=TideGauge(34, 2, "rising")))


def test_long_names_never_reach_beyond_the_panel() -> None:
    long = PartyMember(0, "W" * 16, 0, 20, 100, 20, "linkdead")
    console = console_of(playing(party=[long] * 3))
    assert all(len(row) == 26 and row.startswith(" ") for row in rows_of(console))
    assert len(find(console, "…")) >= 3


def test_monsters_are_listed_nearest_first() -> None:
    far, near = Sighting(7, 2, 8, 4, 100, ""), Sighting(8, 2, 3, 2, 100, "")
    ui = playing(sightings=[Sighting(1, 1, 2, 2), far, near])
    assert [one.id for one in creatures(ui.mirror)] == [8, 7]
    ui.mirror.apply(delta(shifted=[Shift(1, 8, 3)]))
    assert [one.id for one in creatures(ui.mirror)] == [7, 8]


def test_watchers_are_counted_and_named_as_far_as_there_is_room() -> None:
    ui = playing()
    ui.mirror.apply(roster("Ann", watchers=tuple(f"watcher{n}" for n in range(500))))
    assert "◉ 500 watching: watch" in panel_of(ui)


def test_all_that_the_hero_is_under_is_told_in_rows_of_their_own() -> None:
    effects = [("burning", 30), ("poisoned", 80), ("slowed", 40)]
    hero = hero_status(effects=effects, hunger="starving", food=4, activity="explore")
    text = panel_of(playing(hero=hero, pace=PaceStatus("real")))
    assert "exploring… starving 4%\nburning 3 s\npoisoned 8 s slowed 4 s" in text


def test_more_than_a_panel_can_tell_of_a_hero_leaves_room_for_the_rest() -> None:
    effects = [(f"strange {number}", 30) for number in range(32)]
    text = panel_of(playing(hero=hero_status(effects=effects)))
    assert "strange 2 15 turns" in text
    assert "strange 9" not in text
    assert "In sight" in text


def test_a_fallen_hero_and_its_companions_see_how_long_help_may_take() -> None:
    bob = PartyMember(1, "Bob", 0, 3, 0, 1, "alive", dies_in=120)
    fallen = {"hero": hero_status(life=0, dies_in=143), "party": [bob]}
    text = panel_of(playing(**fallen, pace=PaceStatus("real")))
    assert "fallen: dies in 15 s" in text
    assert "@ Bob down 12 s ↓3" in text
    text = panel_of(playing(**fallen, pace=PaceStatus("party")))
    assert "fallen: dies in 72 turns" in text
    assert "@ Bob down 60 t ↓3" in text


def test_care_is_told_to_both() -> None:
    assert "fallen: up in 7 turns" in panel_of(
        playing(hero=hero_status(life=0, dies_in=143, revived_in=14))
    )
    text = panel_of(playing(hero=hero_status(activity="rest", tends=True)))
    assert "reviving…" in text
    assert "resting…" not in text


def test_a_dead_hero_whose_player_comes_back_is_told_from_the_others() -> None:
    coming = PartyMember(3, "Cid", 0, 0, 0, 1, "dead", returns=True)
    assert "@ Cid returns" in panel_of(playing(party=[coming]))


def test_a_boss_has_a_crown_instead_of_its_glyph() -> None:
    ui = playing()
    goblin = next(kind for kind in ui.mirror.kinds.values() if kind.name == "goblin")
    ui.mirror.apply(delta(kinds=[structs.replace(goblin, name="Ash, the goblin", boss=True)]))
    assert "♛ Ash" in panel_of(ui)
    assert ", the goblin" not in panel_of(ui)
    assert "g goblin" not in panel_of(ui)


@pytest.mark.parametrize("columns", [80, 100, 120, 150])
def test_a_status_never_hides_a_mood(columns: int) -> None:
    ill = Sighting(7, 2, 3, 2, 60, "hunting", ["poisoned", "slowed"])
    text = panel_of(playing(sightings=[Sighting(1, 1, 2, 2), ill]), (columns, 40))
    below = text.split("In sight")[1]
    assert "goblin" in below
    assert "hunting" in below
    assert "poisoned, slowed" in below


def test_mood_and_status_share_a_line_where_there_is_room() -> None:
    ill = Sighting(7, 2, 3, 2, 100, "hunting", ["frozen"])
    ui = playing(sightings=[Sighting(1, 1, 2, 2), ill])
    assert "g goblin hunting, frozen" in panel_of(ui, LARGE)
    assert "g goblin hunting\nfrozen" in panel_of(ui, SMALL)


def test_monsters_with_a_line_more_are_counted_by_heads() -> None:
    ill = [
        Sighting(10 + n, 2, 1 + n % 8, 1 + n % 3, 100, "hunting", ["poisoned", "slowed"])
        for n in range(30)
    ]
    rows = panel_of(playing(sightings=[Sighting(1, 1, 2, 2), *ill])).split("In sight")[1]
    shown = rows.count("goblin")
    assert rows.count("poisoned") == shown
    assert f"and {30 - shown} more" in rows


def test_the_mark_of_danger_stands_before_a_monsters_mood() -> None:
    ui = playing()
    ui.mirror.apply(delta(threats=[Threat(GOBLIN, danger="dire", rank=3)]))
    for size in (SMALL, LARGE):
        assert "g goblin !!! hunting" in panel_of(ui, size)


def test_companions_of_this_floor_have_a_bearing_in_place_of_the_floor() -> None:
    text = panel_of(in_company())
    assert "@ Bob L3 4→" in text.replace("▍", "").replace("▏", "").replace("  ", " ")
    assert "L4 22→" in text
    assert "L2 ↓3" in text, "the hero itself"


def test_whom_the_hero_follows_is_told() -> None:
    ui = in_company(hero=hero_status(activity="travel", follows=1))
    assert "following Bob…" in panel_of(ui)


def test_marks_are_listed_with_the_way_there_nearest_first() -> None:
    marks = [MarkInfo(8, 4, "loot", 1), MarkInfo(4, 2, "danger", 0)]
    rows = panel_of(playing(marks=marks), LARGE).splitlines()
    listed = rows[next(n for n, row in enumerate(rows) if "Marks" in row) + 1 :][:2]
    assert [row.strip() for row in listed] == ["⊗ danger, Ann 2→", "◈ loot, Bob 6→"]


def test_an_agreement_on_stairs_is_told_with_the_time_that_is_left() -> None:
    agreements = [StairAgreement(ARENA, [1], [0], 40)]
    text = panel_of(playing(agreements=agreements), LARGE)
    assert "↓ an arena: Bob; 20 turns for you" in text
    assert "Party" in panel_of(playing(agreements=agreements)), "a small panel has room for both"


def test_who_agreed_is_said_to_go_to_the_stairs() -> None:
    agreements = [StairAgreement(ARENA, [0], [1], 40)]
    bound = playing(agreements=agreements, hero=hero_status(activity="travel"))
    assert "going to the stairs…" in panel_of(bound)
    assert "travelling…" in panel_of(playing(hero=hero_status(activity="travel")))
