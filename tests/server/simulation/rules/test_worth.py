"""By how much gear makes heroes stronger, and whom it suits best."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.worlds.staging import make_test_game
from undertide_server.simulation.rules.worth import (
    WHOLE,
    Wearer,
    gain_of,
    lesson_of,
    suits_best,
    worth_of,
)
from undertide_server.worldgen.items.catalogue import GearFigures
from undertide_shared.messages import Slot

GAME = make_test_game()
RULES = GAME.ruleset.heroes.sharing


def gear(key: str) -> GearFigures:
    found = GAME.items.kind(key).gear
    assert found is not None
    return found


def wearer(*spells: str, attack: int = 20, magic: int = 10, **worn: str) -> Wearer:
    held: dict[Slot, GearFigures] = {slot: gear(key) for slot, key in worn.items()}  # type: ignore[misc]
    return Wearer(attack, magic, 100, frozenset(spells), held)


def test_a_point_counts_by_its_share_of_what_the_hero_has() -> None:
    sword = gear("long_sword^7")
    tenths = 10 * sword.figures["attack"] + sword.tenths.get("attack", 0)
    strong, weak = wearer(attack=40), wearer(attack=20)
    assert worth_of(RULES, sword, strong) == round(1000 * tenths / 40)
    assert worth_of(RULES, sword, weak) == round(1000 * tenths / 20)


def test_a_caster_gains_from_magic_what_others_gain_from_blows() -> None:
    caster, fighter = wearer("heal"), wearer()
    sword, staff = gear("long_sword^7"), gear("oak_staff^7")
    assert (sword.figures["attack"], sword.tenths["attack"]) == (15, 5)
    assert [worth_of(RULES, sword, each) for each in (fighter, caster)] == [7750, 3100]
    assert staff.figures == {"attack": 9, "magic": 14, "mana": 4}
    worths = [worth_of(RULES, staff, each) for each in (fighter, caster)]
    assert worths == [4500 + 80, 1800 + 8400 + 80], "of attack, magic and mana"


def test_what_is_worn_counts_against_it() -> None:
    better, worse = gear("long_sword^9"), gear("long_sword^3")
    assert gain_of(RULES, better, wearer(main_hand="long_sword^3")) == 8400 - 3250
    assert gain_of(RULES, worse, wearer(main_hand="long_sword^9")) == 3250 - 8400
    assert gain_of(RULES, better, wearer(main_hand="long_sword^9")) == 0


def test_both_hands_are_taken_by_what_needs_both() -> None:
    two = gear("great_sword^5")
    bare, shielded = wearer(), wearer(off_hand="round_shield^5")
    shield = worth_of(RULES, gear("round_shield^5"), shielded)
    assert gain_of(RULES, two, shielded) == gain_of(RULES, two, bare) - shield
    wide = wearer(main_hand="great_sword^5")
    assert gain_of(RULES, gear("grimoire^5"), wide) == 160 - 7900, "of mana, and of the sword"


def test_a_hero_keeps_to_the_sort_that_it_wields() -> None:
    assert gain_of(RULES, gear("long_sword^9"), wearer(main_hand="oak_staff^1")) == 0
    assert gain_of(RULES, gear("long_sword^9"), wearer()) == 8400


def test_a_spell_book_suits_those_who_lack_the_spell_by_their_magic() -> None:
    assert lesson_of("heal", wearer("heal")) == 0
    assert lesson_of("heal", wearer(attack=10, magic=30)) == WHOLE * 3 // 4
    assert lesson_of("heal", wearer(attack=30, magic=10)) == WHOLE // 4


LEAST = 100 * RULES.suits_percent


@pytest.mark.parametrize(
    ("own", "others", "best"),
    [
        (0, {}, None),
        (0, {1: LEAST - 1}, None),
        (0, {1: LEAST}, 1),
        (500, {1: 500 + LEAST - 1}, None),
        (500, {1: 500 + LEAST}, 1),
        (0, {2: 900, 1: 900}, 1),
        (-900, {1: 10}, None),
        (900, {1: 0}, None),
    ],
)
def test_it_suits_a_companion_best_only_if_that_one_gains_clearly_more(
    own: int, others: dict[int, int], best: int | None
) -> None:
    assert suits_best(RULES, own, others) == best


@given(st.dictionaries(st.integers(0, 7), st.integers(-2000, 9000), min_size=1))
def test_somebody_always_keeps_it(gains: dict[int, int]) -> None:
    bearer: int | None = min(gains)
    for _ in gains:
        assert bearer is not None
        others = {seat: gain for seat, gain in gains.items() if seat != bearer}
        nobody = bearer
        bearer = suits_best(RULES, gains[bearer], others)
        if bearer is None:
            assert all(gain < gains[nobody] + LEAST or gain < LEAST for gain in others.values())
            return
    raise AssertionError("it goes round for ever")


def piece(**figures: int) -> GearFigures:
    """Return a breastplate with nothing but these figures."""
    stats = {stat.replace("_", "."): figure for stat, figure in figures.items()}
    return replace(gear("long_sword^7"), figures=stats, tenths={})


@pytest.mark.parametrize(
    ("figures", "worth"),
    [
        ({"life": 30}, 3000),
        ({"absorb": 1}, 800),
        ({"attack": 3}, 1500),
        ({"attack_fire": 3}, 1500),
        ({"magic": 3}, 0),
        ({"speed": 2}, 2000),
        ({"res_fire": 3}, 600),
        ({"luck": 10}, 0),
        ({"life": 30, "absorb": 1}, 3800),
    ],
)
def test_the_worth_of_each_stat_to_one_who_casts_nothing(
    figures: dict[str, int], worth: int
) -> None:
    assert worth_of(RULES, piece(**figures), wearer()) == worth


def test_tenths_count_where_there_is_no_whole_point() -> None:
    tenths = replace(piece(), tenths={"attack": 4, "life": -5})
    assert worth_of(RULES, tenths, wearer()) == 200 - 50


@pytest.mark.parametrize(
    ("figures", "worth"),
    [({"attack": 1}, 4000), ({"magic": 1}, 6000), ({"life": 1}, 10_000), ({"absorb": 1}, 80_000)],
)
def test_a_first_point_doubles_what_it_adds_to(figures: dict[str, int], worth: int) -> None:
    for least in (0, 1):
        weakling = Wearer(least, least, least, frozenset({"heal"}), {})
        assert worth_of(RULES, piece(**figures), weakling) == worth


def test_what_one_hand_holds_leaves_the_other_alone() -> None:
    sword, shield = gear("long_sword^9"), gear("round_shield^9")
    assert gain_of(RULES, sword, wearer(off_hand="round_shield^5")) == 8400
    of_shield = worth_of(RULES, shield, wearer())
    assert gain_of(RULES, shield, wearer(main_hand="long_sword^3")) == of_shield


def test_a_first_lesson_is_worth_all_magic() -> None:
    assert lesson_of("heal", wearer(attack=0, magic=1)) == WHOLE
    assert lesson_of("heal", wearer(attack=0, magic=0)) == 0
