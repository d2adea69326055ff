"""The run tree that ships: as rich as the rules ask, and fit to be shown (R9)."""

from collections import Counter
from collections.abc import Iterator

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.content.load import list_presets
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tree import WEIGHTS, FloorType, may_come, weight_of
from undertide_server.util.rng import derive
from undertide_server.worldgen.floor import draw_layout, plan_floor
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import Branch, children_of, root_of

PRESETS = {preset: shipped(preset) for preset in list_presets()}
DEFAULT = PRESETS["default"]
TYPES = DEFAULT.tree.types
DRAWN = [key for key in TYPES if key not in ("start", "boss")]


def likely(rules: Ruleset, depth: int) -> set[str]:
    """Return the types that may come at a depth where none came before."""
    return {
        key
        for key, kind in rules.tree.types.items()
        if may_come(kind, depth) and weight_of(kind, depth, depth)
    }


def test_the_stated_types_are_there() -> None:
    wanted = "start warren keep caverns crypt vault forge sanctuary arena boss"
    assert set(TYPES) >= set(wanted.split())
    assert TYPES["keep"].layouts == {"small_keep": 1}
    assert TYPES["keep"].amulets == 1


def test_all_persistences_and_all_weights_are_in_use() -> None:
    persistences = {kind.persistence.kind for kind in TYPES.values()}
    assert persistences == {"start", "segment", "semi_permanent", "permanent"}
    assert {kind.weight.kind for kind in TYPES.values()} == set(WEIGHTS)


def test_types_are_told_apart_by_name_and_glyph() -> None:
    for shown in (
        [kind.glyph for kind in TYPES.values()],
        [kind.name for kind in TYPES.values()],
        [kind.description for kind in TYPES.values()],
        [kind.colour for kind in TYPES.values()],
    ):
        assert [one for one, count in Counter(shown).items() if count > 1] == []


@pytest.mark.parametrize("key", [key for key in DRAWN if key != "warren"])
def test_a_type_has_a_character_of_its_own(key: str) -> None:
    def character(kind: FloorType) -> tuple[object, ...]:
        return (dict(kind.layouts), dict(kind.themes), kind.monsters_percent)

    assert character(TYPES[key]) != character(TYPES["warren"])
    assert len(TYPES[key].names) >= 3


@pytest.mark.parametrize("preset", PRESETS)
def test_no_two_floors_of_a_preset_have_one_name(preset: str) -> None:
    tree = PRESETS[preset].tree
    names = [*tree.names, *(name for kind in tree.types.values() for name in kind.names)]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_the_first_floors_are_plain_and_later_ones_vary() -> None:
    assert likely(DEFAULT, 1) == {"warren", "caverns", "gardens"}
    assert likely(DEFAULT, 2) > likely(DEFAULT, 1)
    assert all("caverns" in likely(DEFAULT, depth) for depth in range(2, 19))
    assert all(len(likely(DEFAULT, depth)) >= 7 for depth in range(4, 19))
    assert all("boss" not in likely(DEFAULT, depth) for depth in range(19))


def test_few_monsters_come_to_a_sanctuary() -> None:
    rest = [kind.monsters_percent for key, kind in TYPES.items() if key != "sanctuary"]
    assert TYPES["sanctuary"].monsters_percent * 2 < min(rest)


@pytest.mark.parametrize("preset", ["classic", "tutorial"])
def test_one_way_leads_down_through_rooms_and_corridors(preset: str) -> None:
    rules = PRESETS[preset]
    assert rules.tree.children == (1, 0, 0)
    assert rules.tree.types[rules.tree.last].layouts["rooms_and_corridors"] == 1
    assert rules.tree.types[rules.tree.last].layouts["arena"] == 0
    assert len(rules.tree.names) == rules.curve.floors


def test_each_lesson_has_the_type_of_floor_that_it_needs() -> None:
    found = [likely(PRESETS["tutorial"], depth) for depth in range(1, 7)]
    assert found == [*[{"warren"}] * 4, {"rising"}, {"forge"}]


def test_every_floor_of_the_game_has_a_name_of_its_own_to_go_by() -> None:
    assert len(DEFAULT.tree.names) == DEFAULT.curve.floors


def test_every_theme_is_made_likelier_somewhere() -> None:
    likelier = {
        theme for kind in TYPES.values() for theme, percent in kind.themes.items() if percent > 100
    }
    assert likelier >= {theme for theme, record in DEFAULT.themes.items() if record.weight} - {
        "empty"
    }


def first_floors(games: int) -> Iterator[tuple[Game, Branch]]:
    """Yield floors 1 to 10 on a drawn way down in some games."""
    for number in range(games):
        game = make_game(DEFAULT, number.to_bytes(16, "little"), REPERTOIRE)
        branch = root_of(game)
        for _ in range(10):
            yield game, branch
            branch = derive(game.seed, "test way", branch.key).pick(children_of(game, branch))


def test_the_first_ten_floors_are_of_several_layouts_and_have_several_stairs() -> None:
    """About 46 % are rooms and corridors; 35, 45 and 20 % have one, two and three stairs."""
    layouts: Counter[str] = Counter()
    stairs: Counter[int] = Counter()
    for game, branch in first_floors(60):
        layouts[draw_layout(game, branch)] += 1
        stairs[len(children_of(game, branch))] += 1
    assert DEFAULT.tree.children == (35, 45, 20)
    assert layouts["rooms_and_corridors"] <= layouts.total() // 2
    assert layouts.keys() >= {"caverns", "small_keep", "arena"}
    assert [stairs[count] / stairs.total() for count in (1, 2, 3)] == pytest.approx(
        [0.35, 0.45, 0.2], abs=0.07
    )


def test_few_rooms_of_the_first_ten_floors_are_empty() -> None:
    """About 9 %, most of which are those of the arrival."""
    rooms = [
        room.theme
        for game, branch in first_floors(5)
        for room in plan_floor(game, branch, (branch.number,)).rooms
    ]
    assert rooms.count("empty") <= len(rooms) // 10
