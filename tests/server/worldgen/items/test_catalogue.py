"""What every item is, by its key."""

import pytest

from support.worlds.staging import make_test_game
from undertide_server.worldgen.items.errors import BadItemKeyError

GAME = make_test_game()
ITEMS, RULES = GAME.items, GAME.ruleset


def test_items_of_the_rules_are_as_they_state() -> None:
    record, kind = RULES.items["health_potion"], ITEMS.kind("health_potion")
    assert (kind.name, kind.plural, kind.stack) == (record.name, record.plural, record.stack)
    assert (kind.effect, kind.price, kind.gear) == (record.effect, record.price, None)


def test_gear_has_the_figures_of_its_depth() -> None:
    shallow, deep = ITEMS.kind("long_sword^2").gear, ITEMS.kind("long_sword^20").gear
    assert shallow is not None
    assert deep is not None
    assert (shallow.figures, shallow.tenths) == ({"attack": 5}, {"attack": -3})
    assert (deep.figures, deep.tenths) == ({"attack": 306}, {})
    assert shallow.slots == ("main_hand",)


def test_affixes_add_to_the_figures_name_it_and_raise_its_price() -> None:
    plain, keen = ITEMS.kind("long_sword^9"), ITEMS.kind("long_sword^9/burning:1/keen:2")
    assert plain.gear is not None
    assert keen.gear is not None
    assert plain.gear.figures == {"attack": 17}
    assert keen.gear.figures == {"attack": 22, "attack.fire": 1}
    assert keen.gear.affixes == (("burning", 1), ("keen", 2))
    assert keen.name == "keen long sword ‡"
    assert (plain.price, keen.price) == (130, 364)


@pytest.mark.parametrize(
    ("key", "quality", "mark"),
    [
        ("long_sword^9", "plain", "long sword"),
        ("long_sword^9/keen:1", "fine", "+"),
        ("long_sword^9/burning:1/keen:1", "rare", "‡"),
        ("long_sword^9/blessed:1/burning:1/keen:1", "exalted", "◆"),
        ("long_sword^9/blessed:1/burning:1/keen:1/thirsty:1", "exalted", "◆"),
        ("dawnbreaker^9", "artifact", "✦"),
    ],
)
def test_a_quality_has_a_word_and_a_mark(key: str, quality: str, mark: str) -> None:
    kind = ITEMS.kind(key)
    assert kind.gear is not None
    assert kind.gear.quality == quality
    assert kind.name.endswith(mark)


def test_qualities_are_told_apart_without_colour() -> None:
    looks = [*RULES.gear.qualities, RULES.gear.artifact]
    assert len({look.name for look in looks}) == len({look.mark for look in looks}) == len(looks)


def test_an_artifact_is_its_base_with_affixes_of_its_own() -> None:
    record, kind = RULES.artifacts["dawnbreaker"], ITEMS.kind("dawnbreaker^12")
    affixes = "/".join(f"{key}:{level}" for key, level in sorted(record.affixes.items()))
    like_it = ITEMS.kind(f"{record.base}^12/{affixes}")
    assert kind.gear is not None
    assert like_it.gear is not None
    assert kind.gear.figures == like_it.gear.figures
    assert kind.gear.artifact
    assert (kind.gear.base, kind.gear.affixes) == (record.base, like_it.gear.affixes)
    assert kind.gear.grows
    assert kind.description == f"{record.description} It grows with its bearer, floor by floor."


def test_essences_are_named_by_their_affix() -> None:
    kind = ITEMS.kind("essence/keen")
    assert (kind.name, kind.plural) == ("essence of keenness", "essences of keenness")
    assert kind.essence == "keen"
    assert kind.stack > 1


def test_gear_is_never_stacked() -> None:
    assert ITEMS.kind("long_sword^3").stack == ITEMS.kind("gutterspark^3").stack == 1


@pytest.mark.parametrize(
    "key",
    [
        "",
        "nothing",
        "nothing^3",
        "long_sword",
        "long_sword^3/nothing:1",
        "essence/nothing",
        "essence/",
    ],
)
def test_a_key_of_nothing_is_refused(key: str) -> None:
    with pytest.raises(BadItemKeyError):
        ITEMS.kind(key)


def test_a_kind_is_worked_out_once() -> None:
    assert ITEMS.kind("long_sword^4") is ITEMS.kind("long_sword^4")
