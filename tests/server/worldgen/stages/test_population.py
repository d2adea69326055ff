"""R3, R4 and R8: whom heroes find."""

from collections import Counter
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from support.worlds.drafts import Games, dug
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tree import FloorType
from undertide_server.worldgen.creatures.encounters import adjusted_experience, reached, threshold
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import Spawn
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.layouts.layout import steps_from
from undertide_server.worldgen.stages.population import headcount, populate

REFERENCE = unvaried(shipped("reference"))
DEFAULT = unvaried(shipped("default"))
CLASSIC = unvaried(shipped("classic"))
GAME = make_game(REFERENCE, b"0123456789abcdef", REPERTOIRE)

ROOMY: tuple[LayoutName, ...] = ("rooms_and_corridors", "caverns", "small_keep", "keep")
PLAIN: LayoutName = "rooms_and_corridors"

seeds = st.binary(min_size=16, max_size=16)


def populated(
    game: Game,
    number: int,
    levels: tuple[int, ...] = (1,),
    layout_name: LayoutName = PLAIN,
) -> Draft:
    draft = dug(game, number, levels, layout_name)
    populate(draft)
    return draft


GAMES = Games(REFERENCE, 60)


def with_population(rules: Ruleset, **changes: Any) -> Ruleset:
    return rules.model_copy(update={"population": rules.population.model_copy(update=changes)})


def with_encounters(rules: Ruleset, **changes: Any) -> Ruleset:
    return rules.model_copy(update={"encounters": rules.encounters.model_copy(update=changes)})


PAIRED = Games(with_encounters(REFERENCE, sorts=None), 20)
"""Games whose encounters are all pairs."""


def with_type(rules: Ruleset, key: str, **changes: Any) -> Ruleset:
    kind: FloorType = rules.tree.types[key].model_copy(update=changes)
    tree = rules.tree.model_copy(update={"types": {**rules.tree.types, key: kind}})
    return rules.model_copy(update={"tree": tree})


@pytest.mark.parametrize(("heroes", "monsters"), [(1, 20), (2, 30), (3, 40), (4, 50), (8, 90)])
def test_a_floor_holds_twenty_monsters_and_half_more_for_each_further_hero(
    heroes: int, monsters: int
) -> None:
    assert headcount(GAME, heroes) == monsters
    assert headcount(GAME, heroes, 30) == min(REFERENCE.population.most_alive, 3 * monsters // 2)
    assert headcount(GAME, heroes, percent=50) == monsters // 2
    assert headcount(GAME, heroes, percent=0) == 0


def test_no_party_is_so_large_that_a_floor_overflows() -> None:
    most = REFERENCE.population.most_alive
    assert headcount(GAME, 64) == headcount(GAME, 64, 200, percent=300) == most
    for name in get_args(LayoutName):
        assert len(populated(GAME, 12, (12,) * 64, name).spawns) <= most


@pytest.mark.parametrize("layout", ROOMY)
@given(seed=seeds, number=st.integers(1, 20), heroes=st.integers(1, 8))
@settings(max_examples=15)
def test_rooms_are_filled_whole_until_the_total_is_reached(
    layout: LayoutName, seed: bytes, number: int, heroes: int
) -> None:
    game = make_game(REFERENCE, seed, REPERTOIRE)
    draft = populated(game, number, (number,) * heroes, layout)
    percent = game.ruleset.tree.types[draft.branch.type].monsters_percent
    total = headcount(game, heroes, draft.layout.monsters, percent)
    bosses = len(floor_bosses(game, number))
    assert bosses <= len(draft.spawns) <= max(total, bosses)
    for index, plan in enumerate(draft.rooms):
        inside = [spawn.kind for spawn in draft.spawns if is_in(draft, index, spawn)]
        assert Counter(inside) == Counter(plan.encounter.kinds if plan.encounter else ())


def is_in(draft: Draft, index: int, spawn: Spawn) -> bool:
    return (spawn.x, spawn.y) in set(draft.rooms[index].room.cells())


def floor_bosses(game: Game, number: int) -> list[int]:
    """Return the bosses that come: the weaker of two before floor 17 (R3)."""
    return list(game.curve.floors[number - 1].bosses)[: 1 if number < 17 else 2]


def test_a_room_has_two_kinds_and_the_difficulty_that_it_says() -> None:
    rules = REFERENCE.encounters
    for game in PAIRED.first(10):
        for number in (1, 9, 17):
            levels = (number, number)
            for plan in populated(game, number, levels).rooms:
                bosses = floor_bosses(game, number)
                kinds = plan.encounter.kinds if plan.encounter else ()
                if not kinds or {kind.strength for kind in kinds} & {*bosses}:
                    continue
                met = plan.encounter
                assert met is not None
                assert met.budget == threshold(game.ruleset.heroes.levels, levels, met.difficulty)
                assert met.adjusted == adjusted_experience(rules, kinds, 0)
                assert reached(met.adjusted, game.ruleset.heroes.levels, levels) == met.difficulty
                assert len(kinds) == 2 or adjusted_experience(rules, kinds[:-1], 0) < met.budget
                assert len(set(kinds)) == 2


def test_a_lone_hero_meets_two_kinds_in_a_room_and_never_more_than_the_room_says() -> None:
    met: Counter[str] = Counter()
    for game in PAIRED.first(20):
        for number in (1, 3, 5, 9):
            for plan in populated(game, number, (number,)).rooms[:-1]:
                if plan.encounter is not None:
                    levels = game.ruleset.heroes.levels
                    found = reached(plan.encounter.adjusted, levels, (number,))
                    met["encounters"] += 1
                    met["of one kind"] += len(set(plan.encounter.kinds)) == 1
                    met["harder"] += found != plan.encounter.difficulty
    assert met["encounters"] > 300
    assert met["of one kind"] <= met["encounters"] * 3 // 100
    assert met["harder"] <= met["encounters"] * 3 // 100


def test_a_difficulty_that_no_two_kinds_make_gives_way_to_the_nearest() -> None:
    """Two of the weakest kinds of floor 1 are already more than easy for one hero of level 1."""
    for game in PAIRED.first(10):
        alone = populated(game, 1, (1,)).rooms
        many = populated(game, 1, (1,) * 5).rooms
        assert not any(plan.encounter and plan.encounter.difficulty == "easy" for plan in alone)
        assert any(plan.encounter and plan.encounter.difficulty == "easy" for plan in many)


def test_heroes_too_strong_for_a_floor_find_rooms_filled_up() -> None:
    draft = populated(PAIRED[0], 1, (20,))
    met = [plan.encounter for plan in draft.rooms if plan.encounter]
    assert met
    assert all(len(each.kinds) == REFERENCE.encounters.most_monsters for each in met)


@pytest.mark.parametrize("layout", get_args(LayoutName))
@given(seed=seeds, number=st.integers(1, 20), heroes=st.integers(1, 8))
@settings(max_examples=15)
def test_bosses_come_once_each_and_first_in_their_room(
    layout: LayoutName, seed: bytes, number: int, heroes: int
) -> None:
    game = make_game(REFERENCE, seed, REPERTOIRE)
    draft = populated(game, number, (number,) * heroes, layout)
    expected = floor_bosses(game, number)
    bosses = [spawn for spawn in draft.spawns if spawn.boss]
    assert [spawn.kind.strength for spawn in bosses] == expected
    assert all(is_in(draft, draft.lair, spawn) for spawn in bosses)
    if expected:
        lair = draft.rooms[draft.lair].encounter
        assert lair is not None
        assert [kind.strength for kind in lair.kinds[: len(expected)]] == expected


def test_each_boss_leaves_one_exalted_piece_and_nobody_else_does() -> None:
    for game in GAMES.first(20):
        spawns = populated(game, 12).spawns
        for spawn in spawns:
            is_boss = spawn.kind.id not in game.champions and (
                spawn.kind.strength in floor_bosses(game, 12)
            )
            assert bool(spawn.spoils) is is_boss
            assert spawn.boss is is_boss
            gear = game.items.kind(spawn.spoils).gear if spawn.spoils else None
            assert gear is None or gear.quality == "exalted"


def test_bosses_come_even_where_people_are_too_many_and_the_floor_too_small() -> None:
    crowded = with_population(REFERENCE, monsters=0, safe_steps=60)
    hall = REFERENCE.layouts.arena.model_copy(update={"width": 41, "height": 31})
    layouts = REFERENCE.layouts.model_copy(update={"arena": hall})
    game = make_game(crowded.model_copy(update={"layouts": layouts}), bytes(16), REPERTOIRE)
    strengths = [spawn.kind.strength for spawn in populated(game, 14, (1,), "arena").spawns]
    assert strengths == floor_bosses(game, 14)


def test_who_is_there_already_counts() -> None:
    draft = dug(GAME, 5, (5,))
    kind = GAME.roster.kinds[0]
    cells = [cell for plan in draft.rooms[1:] for cell in plan.room.cells()[:3]][:15]
    people = [Spawn(kind, *cell, asleep=True) for cell in cells]
    draft.spawns += people
    populate(draft)
    assert draft.spawns[:15] == people
    assert 15 < len(draft.spawns) <= 20
    places = [(spawn.x, spawn.y) for spawn in draft.spawns]
    assert len(set(places)) == len(places)


def test_a_type_of_few_monsters_has_few() -> None:
    paired = with_encounters(REFERENCE, sorts=None)
    for percent, most in ((0, 0), (30, 6), (100, 20)):
        game = make_game(
            with_type(paired, "warren", monsters_percent=percent), bytes(16), REPERTOIRE
        )
        found = len(populated(game, 1).spawns)
        assert most - 3 <= found <= most


def test_nobody_is_where_nobody_fights() -> None:
    themes = dict(REFERENCE.themes)
    themes["empty"] = themes["empty"].model_copy(update={"combat": False})
    game = make_game(REFERENCE.model_copy(update={"themes": themes}), bytes(16), REPERTOIRE)
    assert populated(game, 1).spawns == []
    for layout in get_args(LayoutName):
        draft = populated(GAME, 1, (1,) * 8, layout)
        for index in (0, *draft.layout.treasures):
            assert draft.rooms[index].encounter is None
            assert not any(is_in(draft, index, spawn) for spawn in draft.spawns)


def test_no_corner_is_always_empty() -> None:
    few = with_population(REFERENCE, monsters=4)
    met: Counter[int] = Counter()
    for game in Games(few, 40):
        draft = populated(game, 2, (2,))
        met.update(index for index, plan in enumerate(draft.rooms[:8]) if plan.encounter)
    assert set(met) == set(range(1, 8))


@pytest.mark.parametrize("heroes", [1, 4])
def test_open_ground_is_filled_to_the_total_by_the_weights_of_types(heroes: int) -> None:
    counts: Counter[int] = Counter()
    for game in GAMES:
        draft = populated(game, 5, (5,) * heroes, "arena")
        assert len(draft.spawns) == headcount(game, heroes)
        hall = len(draft.rooms) - 2
        assert draft.rooms[hall].encounter is None
        spread = [spawn for spawn in draft.spawns if is_in(draft, hall, spawn)]
        counts.update(spawn.kind.strength for spawn in spread)
    shares = [round(150 * counts[strength] / counts.total()) for strength in (15, 17, 20, 25, 33)]
    assert shares == pytest.approx([50, 40, 30, 20, 10], abs=5)


def test_content_says_what_open_ground_is() -> None:
    rules = with_encounters(REFERENCE, open_ground=1)
    draft = populated(make_game(rules, bytes(16), REPERTOIRE), 5, (5,))
    assert len(draft.spawns) == 20
    assert not any(plan.encounter for plan in draft.rooms)


@pytest.mark.parametrize(
    "played", [Games(REFERENCE, 8), Games(CLASSIC, 8)], ids=["curve", "tables"]
)
@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_everybody_stands_on_ground_of_its_own_away_from_the_arrival(
    played: Games, layout: LayoutName
) -> None:
    for game in played:
        for number in (1, 5, 8):
            check_places(game, populated(game, number, (number,) * 3, layout))


def check_places(game: Game, draft: Draft) -> None:
    walkable = game.terrain.walkable[draft.tiles]
    steps = steps_from(draft.layout.arrival, walkable)
    cells = [(spawn.x, spawn.y) for spawn in draft.spawns]
    assert len(set(cells)) == len(cells)
    assert not set(cells) & draft.taken
    for x, y in cells:
        assert walkable[y, x]
        assert steps[y, x] > game.ruleset.population.safe_steps


def test_nobody_begins_on_what_harms() -> None:
    draft = dug(GAME, 5, (5,))
    spikes = GAME.terrain.codes["spikes"]
    for plan in draft.rooms[1:]:
        for x, y in plan.room.cells()[::2]:
            draft.tiles[y, x] = spikes
    populate(draft)
    assert draft.spawns
    assert not any(draft.tiles[spawn.y, spawn.x] == spikes for spawn in draft.spawns)


def test_the_same_floor_is_filled_the_same_again() -> None:
    one, other = populated(GAME, 9, (9, 9)), populated(GAME, 9, (9, 9))
    assert (one.spawns, one.rooms) == (other.spawns, other.rooms)


def test_sleepers_are_as_many_as_their_kind_says() -> None:
    asleep: dict[int, list[bool]] = {}
    for game in GAMES:
        for spawn in populated(game, 9, (9,)).spawns:
            asleep.setdefault(spawn.kind.behaviour.asleep, []).append(spawn.asleep)
    for chance, slept in asleep.items():
        if len(slept) > 100:
            assert 100 * sum(slept) / len(slept) == pytest.approx(chance, abs=8)


def classic_counts(number: int) -> tuple[Counter[str], list[int]]:
    """Return how often each kind came over many seeds, and how many were in each room."""
    kinds: Counter[str] = Counter()
    rooms: list[int] = []
    for game in Games(CLASSIC, 150):
        draft = populated(game, number)
        kinds.update(spawn.kind.name for spawn in draft.spawns)
        rooms += [
            sum(is_in(draft, index, spawn) for spawn in draft.spawns)
            for index in range(1, len(draft.rooms))
        ]
    return kinds, rooms


@pytest.mark.parametrize(
    ("number", "most", "trolls"), [(1, 2, 0), (3, 2, 15), (5, 3, 30), (7, 5, 60)]
)
def test_classic_is_filled_from_the_tables_alone(number: int, most: int, trolls: int) -> None:
    kinds, rooms = classic_counts(number)
    assert max(rooms) == most
    assert min(rooms) == 0
    expected = 100 * trolls / (80 + trolls)
    assert 100 * kinds["troll"] / kinds.total() == pytest.approx(expected, abs=4)


def test_tables_without_weights_on_a_floor_leave_it_empty() -> None:
    empty = with_population(CLASSIC, kind_weights={})
    assert populated(make_game(empty, bytes(16), REPERTOIRE), 1).spawns == []


def test_tables_never_fill_a_floor_beyond_what_it_may_hold() -> None:
    few = with_population(CLASSIC, most_alive=3)
    assert len(populated(make_game(few, bytes(16), REPERTOIRE), 7).spawns) == 3


def sort_of(game: Game, kinds: tuple[MonsterKind, ...]) -> str:
    if kinds[0].id in game.champions:
        return "champion"
    return "crowd" if len(set(kinds)) == 1 and len(kinds) > 2 else "pair"


def shares(heroes: int, floors: range) -> dict[str, float]:
    """Return the share of each sort among the encounters of some floors, without bosses."""
    found: Counter[str] = Counter()
    for number in range(4):
        game = make_game(DEFAULT, b"sorts of rooms %d" % number, REPERTOIRE)
        for floor in floors:
            for plan in populated(game, floor, (floor,) * heroes).rooms:
                met = plan.encounter
                if met is not None and not any(kind.boss for kind in met.kinds):
                    found[sort_of(game, met.kinds)] += 1
    return {sort: count / found.total() for sort, count in found.items()}


@pytest.mark.parametrize("heroes", [1, 8])
def test_no_sort_makes_more_than_half_of_the_encounters_from_floor_six_on(heroes: int) -> None:
    found = shares(heroes, range(6, 21))
    assert set(found) == {"crowd", "pair", "champion"}
    assert max(found.values()) <= 0.5


def test_a_lone_hero_meets_single_ones_and_pairs_on_the_first_floors() -> None:
    found = shares(1, range(1, 6))
    assert max(found["champion"], found["pair"]) <= 0.7
    assert found["crowd"] < min(found["champion"], found["pair"])


@pytest.mark.parametrize("heroes", [1, 3, 8])
def test_champions_keep_their_bounds(heroes: int) -> None:
    assert DEFAULT.encounters.sorts is not None
    most = {1: 150, 6: 300}
    for floor in (1, 3, 5, 6, 9, 14):
        game = make_game(DEFAULT, b"champions' bound", REPERTOIRE)
        strengths = game.curve.floors[floor - 1].strengths
        for plan in populated(game, floor, (floor,) * heroes).rooms:
            met = plan.encounter
            kinds = met.kinds if met else ()
            if met and kinds and sort_of(game, kinds) == "champion":
                assert len(set(kinds)) == 1
                assert len(kinds) <= (heroes + 1) // 2
                strength, average = kinds[0].strength, sum(strengths) / len(strengths)
                assert strength <= average * most[1 if floor < 6 else 6] / 100
                assert (
                    reached(met.adjusted, DEFAULT.heroes.levels, (floor,) * heroes)
                    == met.difficulty
                )


def test_each_of_the_first_floors_has_a_champion_of_a_new_form() -> None:
    game = make_game(DEFAULT, b"champions to come", REPERTOIRE)
    forms = [
        {
            kind.id.partition("+")[2].partition("@")[0]
            for plan in populated(game, floor, (floor,)).rooms
            for kind in (plan.encounter.kinds if plan.encounter else ())
            if kind.id in game.champions
        }
        for floor in range(1, 6)
    ]
    assert [len(each) for each in forms] == [1] * 5
    assert len(set().union(*forms)) == 5
