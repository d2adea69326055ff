"""R12: what rooms are for."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from support.content.own_rules import game_with
from support.worlds.drafts import dug, plain_branch
from support.worlds.staging import make_test_game
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.themes import PLAIN, TREASURE
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import away_from_arrival
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.stages.peopling import most_people
from undertide_server.worldgen.stages.themes import choose_themes, theme_weights

GAME = make_test_game()
THEMES = GAME.ruleset.themes
BOSSES = next(floor.floor for floor in GAME.curve.floors if floor.bosses)
NO_BOSSES = next(floor.floor for floor in GAME.curve.floors if not floor.bosses)
NAMED = {
    "empty", "wall_traps", "floor_traps", "courtyard", "treasure", "portal", "guard_barracks",
    "archer_barracks", "wizard_study", "anti_magic", "crypt", "water_garden", "shop",
}  # fmt: skip
"""Those that R12 names."""
UNPEOPLED = ("courtyard", "floor_traps", "wall_traps")
"""Themes that promise nobody, special or not."""


def with_themes(*, keep: tuple[str, ...] = tuple(THEMES), **changes: Any) -> Game:
    """Return a game in which only these themes have a weight, all changed alike."""
    idle = {"weight": 0}
    themes = {
        key: theme.model_copy(update=changes | ({} if key in keep else idle))
        for key, theme in THEMES.items()
    }
    return game_with(themes=themes)


def drafts(
    game: Game, layout: LayoutName = "small_keep", number: int = NO_BOSSES, count: int = 20
) -> Iterator[Draft]:
    for seed in range(count):
        draft = dug(replace(game, seed=seed.to_bytes(16, "little")), number, layout_name=layout)
        choose_themes(draft)
        yield draft


def test_all_stated_themes_ship_and_more() -> None:
    assert set(THEMES) > NAMED


@pytest.mark.parametrize("theme", sorted(THEMES.keys() - {"set_piece"}))
def test_a_special_version_is_rare_and_something_else(theme: str) -> None:
    record = THEMES[theme]
    assert record.special != record.decor
    assert record.special_name != record.name
    assert 0 < record.special_percent <= 10


def test_classic_has_plain_rooms_and_nobody_but_those_of_its_tables() -> None:
    game = make_test_game("classic")
    for number in range(1, 9):
        plan = plan_floor(game, plain_branch(number), (1,))
        assert {room.theme for room in plan.rooms} <= {PLAIN, TREASURE}
        assert not any(room.special for room in plan.rooms)
        assert not plan.traps
        assert {spawn.kind.id for spawn in plan.spawns} <= {"orc", "troll"}


@pytest.mark.parametrize("layout", ["small_keep", "rooms_and_corridors", "caverns"])
def test_where_heroes_arrive_is_always_plain(layout: LayoutName) -> None:
    always = with_themes(keep=UNPEOPLED, special_percent=100)
    for draft in drafts(always, layout):
        assert (draft.rooms[0].theme, draft.rooms[0].special) == (PLAIN, False)
        assert all(plan.special for plan in draft.rooms[1:])


def test_rooms_for_treasures_have_their_theme_and_no_others_do() -> None:
    for draft in drafts(GAME):
        hoards = {index for index, plan in enumerate(draft.rooms) if plan.theme == TREASURE}
        assert hoards == set(draft.layout.treasures) - {0}


def test_where_bosses_wait_is_plain_unless_a_treasure_is_there() -> None:
    never_plain = with_themes(keep=("crypt", "shop"))
    for draft in drafts(never_plain, "rooms_and_corridors", BOSSES):
        assert draft.rooms[draft.lair].theme == PLAIN
    for draft in drafts(never_plain, "rooms_and_corridors", NO_BOSSES):
        assert draft.rooms[draft.lair].theme in ("crypt", "shop")
    for draft in drafts(never_plain, "small_keep", BOSSES):
        guarded = draft.lair in draft.layout.treasures
        assert draft.rooms[draft.lair].theme == (TREASURE if guarded else PLAIN)


def test_open_ground_is_plain() -> None:
    for draft in drafts(with_themes(keep=("crypt",)), "arena"):
        hall = draft.rooms[-2]
        assert len(hall.room.cells()) > GAME.ruleset.encounters.open_ground
        assert hall.theme == PLAIN
        assert draft.rooms[-1].theme == "crypt"


def test_themes_come_by_weight() -> None:
    game = with_themes(keep=("crypt", "gallery"), weight=10)
    themes = {**game.ruleset.themes}
    themes["crypt"] = themes["crypt"].model_copy(update={"weight": 30})
    themes = {key: record for key, record in themes.items() if key in ("crypt", "gallery")}
    themes |= {key: THEMES[key] for key in (TREASURE,)}
    themes[PLAIN] = THEMES[PLAIN].model_copy(update={"weight": 0})
    drawn = Counter(
        plan.theme
        for draft in drafts(game_with(themes=themes), "rooms_and_corridors", count=60)
        for plan in draft.rooms[1:]
    )
    assert set(drawn) == {"crypt", "gallery"}
    assert 2.5 < drawn["crypt"] / drawn["gallery"] < 3.6


def test_floor_types_change_what_is_likely() -> None:
    tree = GAME.ruleset.tree
    kind = tree.types["warren"].model_copy(update={"themes": {"shop": 0, "crypt": 300}})
    types = {**tree.types, "warren": kind}
    rules = GAME.ruleset.model_copy(update={"tree": tree.model_copy(update={"types": types})})
    weights = theme_weights(rules, "warren")
    assert weights["shop"] == 0
    assert weights["crypt"] == 300 * THEMES["crypt"].weight
    assert weights["gallery"] == 100 * THEMES["gallery"].weight


@pytest.mark.parametrize("chance", [0, 100])
def test_special_versions_come_by_their_chance(chance: int) -> None:
    for draft in drafts(with_themes(keep=UNPEOPLED, special_percent=chance), count=5):
        assert all(plan.special == (chance == 100) for plan in draft.rooms[1:])


def test_the_same_seed_has_the_same_themes_and_another_seed_others() -> None:
    one, again = (
        [[plan.theme for plan in draft.rooms] for draft in drafts(GAME)] for _ in range(2)
    )
    assert one == again
    assert len({tuple(themes) for themes in one}) == len(one)


@pytest.mark.parametrize("special", [0, 100])
@pytest.mark.parametrize("layout", ["small_keep", "rooms_and_corridors", "caverns"])
def test_themes_promise_no_more_people_than_the_floor_may_hold(
    layout: LayoutName, special: int
) -> None:
    crowded = with_themes(keep=("guard_barracks", "prison"), special_percent=special)
    left = []
    for draft in drafts(crowded, layout, BOSSES):
        decors = [THEMES[plan.theme].furnishings(special=plan.special) for plan in draft.rooms]
        left.append(most_people(draft) - sum(decor.promised for decor in decors))
    assert 0 <= min(left) < 4


def test_rooms_near_the_arrival_draw_no_theme_whose_people_must_stay_away() -> None:
    population = GAME.ruleset.population.model_copy(update={"safe_steps": 30})
    rules = with_themes(keep=("crypt", "shop")).ruleset
    game = replace(GAME, ruleset=rules.model_copy(update={"population": population}))
    themes: Counter[str] = Counter()
    for draft in drafts(game, "rooms_and_corridors"):
        far = away_from_arrival(draft)
        near = [plan for plan in draft.rooms if not plan.room.cells_on(far)]
        themes.update(plan.theme for plan in near)
    assert "crypt" not in themes
    assert themes["shop"] > 20


def test_where_no_theme_finds_space_for_its_people_a_room_is_plain() -> None:
    tree = GAME.ruleset.tree
    quiet = tree.types["warren"].model_copy(update={"monsters_percent": 0})
    rules = with_themes(keep=("shop",)).ruleset.model_copy(
        update={"tree": tree.model_copy(update={"types": {**tree.types, "warren": quiet}})}
    )
    for draft in drafts(replace(GAME, ruleset=rules), count=3):
        assert {plan.theme for plan in draft.rooms} <= {PLAIN, TREASURE}
