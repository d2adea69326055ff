"""R8: breaking gear down, and what forges can make of it."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.content.own_rules import game_with_forges
from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.worlds.staging import make_test_game
from undertide_server.content.records.gearing import broken_limits, levels_of
from undertide_server.content.schema.fields import row_at
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.items import forge
from undertide_server.worldgen.items.catalogue import GearFigures, ItemCatalogue
from undertide_server.worldgen.items.errors import CannotForgeError
from undertide_server.worldgen.items.forge import essences_in, foretold, forged, grown
from undertide_server.worldgen.items.keys import Piece, key_of

GAME = game_with_forges()
ITEMS, RULES = GAME.items, GAME.ruleset
COSTS = RULES.crafting.costs
RESISTANT = shipped("default")
REAL = make_game(RESISTANT, bytes(16), REPERTOIRE).items
CHEAPEST = {"rainbow": RESISTANT.crafting.costs[0], "of_stone": RESISTANT.crafting.costs[0]}
GROWING = make_test_game().items


def gear(key: str) -> GearFigures:
    found = ITEMS.kind(key).gear
    assert found is not None
    return found


def refusal(key: str, essences: Mapping[str, int], depth: int) -> str:
    with pytest.raises(CannotForgeError) as caught:
        forged(ITEMS, gear(key), essences, depth)
    return caught.value.reason


def test_gear_breaks_into_as_many_essences_as_it_has_levels() -> None:
    pieces = essences_in(gear("long_sword^9/burning:1/keen:3"))
    assert pieces == {"essence/burning": 1, "essence/keen": 3}
    assert essences_in(gear("long_sword^9")) == {}
    artifact = RULES.artifacts["dawnbreaker"].affixes
    assert essences_in(gear("dawnbreaker^9")) == {
        f"essence/{key}": level for key, level in artifact.items()
    }


def test_a_forge_makes_gear_for_its_floor() -> None:
    essences = {"keen": COSTS[1], "burning": COSTS[0]}
    piece = forged(ITEMS, gear("long_sword^2"), essences, 9)
    assert piece == Piece("long_sword", 9, (("burning", 1), ("keen", 2)), forged=True)
    assert ITEMS.kind(key_of(piece)).gear is not None


@pytest.mark.parametrize(
    ("key", "essences", "depth", "reason"),
    [
        (
            "long_sword^9/keen:1",
            {"keen": 2},
            9,
            "only plain gear can be forged; break this piece down first",
        ),
        (
            "dawnbreaker^9",
            {"keen": 2},
            9,
            "only plain gear can be forged; break this piece down first",
        ),
        ("long_sword^9", {}, 9, "choose at least one essence"),
        ("long_sword^9", {"keen": 3}, 1, "use 2 or 4 of keenness here"),
        ("long_sword^9", {"keen": 7}, 1, "use 2 or 4 of keenness here"),
        ("copper_ring^1", {"prismatic": 2}, 1, "forges on this floor can't use light; go deeper"),
        ("copper_ring^1", {"prismatic": 3}, 14, "use 2 of light here"),
        ("round_shield^9", {"keen": 2}, 9, "keenness doesn't fit this gear"),
        (
            "dagger^1",
            {"keen": 2, "burning": 2, "freezing": 2, "venomous": 2},
            3,
            "a piece made here holds at most 3 affixes",
        ),
        (
            "dagger^1",
            {"keen": 4, "burning": 4, "venomous": 2},
            3,
            "a piece made here holds at most 4 levels",
        ),
        (
            "scale_coat^9",
            {"of_stone": 2},
            9,
            "no piece carries more than 1 physical resistance (physical_resistance)",
        ),
        (
            "silver_ring^20",
            {"rainbow": 2, "of_embers": 4},
            20,
            "no piece carries more than 6 resistance in all (total_resistance)",
        ),
    ],
)
def test_what_a_forge_refuses_and_why(
    key: str, essences: dict[str, int], depth: int, reason: str
) -> None:
    assert refusal(key, essences, depth) == reason


def test_what_can_be_forged_of_one_essence_is_told_by_level_until_the_forge_refuses() -> None:
    plain, *levels = foretold(ITEMS, gear("dagger^9"), "keen", 1)
    assert dict(plain) == gear("dagger^1").figures
    assert [dict(each) for each in levels] == [
        gear(f"dagger^1/keen:{level}").figures for level in (1, 2)
    ]
    assert len(foretold(ITEMS, gear("dagger^1"), "keen", 20)) == 1 + RULES.affixes["keen"].levels


@pytest.mark.parametrize(
    ("key", "affix", "depth"),
    [
        ("copper_ring^1", "prismatic", 1),
        ("round_shield^9", "keen", 9),
        ("scale_coat^9", "of_stone", 9),
        ("dagger^9/keen:1", "keen", 9),
        ("dawnbreaker^9", "keen", 9),
    ],
)
def test_nothing_is_foretold_of_what_a_forge_refuses(key: str, affix: str, depth: int) -> None:
    assert foretold(ITEMS, gear("dagger^1"), "keen", depth)
    assert foretold(ITEMS, gear(key), affix, depth) == ()


@pytest.mark.parametrize("base", sorted(RULES.gear.bases))
def test_what_is_foretold_of_a_piece_is_what_it_then_gives(base: str) -> None:
    for affix in sorted(RULES.affixes):
        told = foretold(ITEMS, gear(f"{base}^1"), affix, 9)
        for level, figures in enumerate(told[1:], start=1):
            piece = forged(ITEMS, gear(f"{base}^1"), {affix: COSTS[level - 1]}, 9)
            assert gear(key_of(piece)).figures == dict(figures)


def test_what_is_kept_of_it_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forge, "MOST_FORETOLD", 3)
    items = ItemCatalogue(RULES, ITEMS.curve)
    for depth in range(1, 9):
        told = foretold(items, gear("dagger^1"), "keen", depth)
        assert told == foretold(ITEMS, gear("dagger^4"), "keen", depth)
        assert 1 <= len(items.foretold) <= 3


@given(st.data())
def test_nothing_that_a_forge_makes_breaks_a_limit(data: st.DataObject) -> None:
    depth = data.draw(st.integers(1, 20))
    base = data.draw(st.sampled_from(sorted(RULES.gear.bases)))
    names = st.sampled_from(sorted(RULES.affixes))
    essences = data.draw(st.dictionaries(names, st.sampled_from(COSTS), min_size=1, max_size=5))
    try:
        piece = forged(ITEMS, gear(f"{base}^1"), essences, depth)
    except CannotForgeError:
        return
    record = RULES.gear.bases[base]
    affixes = [(RULES.affixes[key], level) for key, level in piece.affixes]
    assert not [*broken_limits(record.sort, levels_of(record.stats, affixes))]
    assert len(affixes) <= row_at(RULES.crafting.most_affixes, depth)
    assert sum(level for _, level in affixes) <= row_at(RULES.crafting.most_levels, depth)
    assert sum(level for _, level in piece.affixes) <= sum(essences.values())


@pytest.mark.parametrize("artifact", sorted(RULES.artifacts))
def test_the_best_of_a_forge_is_as_good_as_an_artifact_of_its_depth(artifact: str) -> None:
    """The measure: every figure of the artifact, or more."""
    record = RULES.artifacts[artifact]
    essences = {key: COSTS[level - 1] for key, level in record.affixes.items()}
    for depth in range(record.floor, 21):
        piece = forged(ITEMS, gear(f"{record.base}^1"), essences, depth)
        made, found = gear(key_of(piece)).figures, gear(f"{artifact}^{depth}").figures
        assert all(made[stat] >= figure for stat, figure in found.items())


def test_breaking_never_gives_more_than_was_put_in() -> None:
    assert all(cost >= level for level, cost in enumerate(COSTS, start=1))


@pytest.mark.parametrize(("depth", "most"), [(11, 4), (15, 5), (19, 5)])
def test_a_forge_gives_no_piece_the_full_resistance_before_the_last_floor(
    depth: int, most: int
) -> None:
    plain = REAL.kind("wool_cloak^1").gear
    assert plain is not None
    with pytest.raises(CannotForgeError) as caught:
        forged(REAL, plain, CHEAPEST, depth)
    assert caught.value.reason == f"here a piece holds {most} resistance in all at the most"


def test_a_forge_on_the_last_floor_can_give_the_full_resistance() -> None:
    plain = REAL.kind("wool_cloak^1").gear
    assert plain is not None
    assert forged(REAL, plain, CHEAPEST, 20).affixes == (("of_stone", 1), ("rainbow", 1))


@pytest.mark.parametrize(
    ("item", "deepest", "then"),
    [
        ("dawnbreaker^9", 14, "dawnbreaker^14"),
        ("dawnbreaker^9", 3, "dawnbreaker^9"),
        ("long_sword^7+/keen:2", 2, "long_sword^7+/keen:2"),
        ("long_sword^7+/keen:2", 10, "long_sword^10+/keen:2"),
        ("long_sword^7/keen:2", 10, "long_sword^7/keen:2"),
        ("long_sword^7", 10, "long_sword^7"),
        ("health_potion", 10, "health_potion"),
        ("essence/keen", 10, "essence/keen"),
    ],
)
def test_artifacts_and_forged_gear_grow_to_what_is_made_on_the_deepest_floor(
    item: str, deepest: int, then: str
) -> None:
    assert grown(GROWING, item, deepest) == then


@given(st.integers(1, 20), st.integers(1, 20))
def test_what_grows_never_loses_a_figure(before: int, after: int) -> None:
    item = grown(GROWING, "dawnbreaker^9", before)
    later = grown(GROWING, item, after)
    mine, then = GROWING.kind(item).gear, GROWING.kind(later).gear
    assert mine is not None
    assert then is not None
    assert all(then.figures[stat] >= figure for stat, figure in mine.figures.items())
    assert GROWING.kind(later).price >= GROWING.kind(item).price
