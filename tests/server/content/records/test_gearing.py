"""R6, R8 on records: levels and limits."""

import pytest

from undertide_server.content.records.gear import Affix, GearSort, Stat
from undertide_server.content.records.gearing import (
    LimitBrokenError,
    broken_limits,
    highest_level,
    hold_limits,
    levels_of,
    resistance_of,
)


def affix(**changes: object) -> Affix:
    values: dict[str, object] = {
        "name": "keen",
        "form": "prefix",
        "essence": "keenness",
        "stats": {"attack": 2},
        "sorts": ("weapon",),
        "levels": 3,
        "floor": 4,
        "step": 5,
        "weight": 1,
    }
    return Affix.model_validate(values | changes)


def test_levels_of_base_and_affixes_add_up() -> None:
    more, less = affix(), affix(stats={"attack": -1, "life": 1})
    levels = levels_of({"attack": 5, "speed": 1}, [(more, 3), (less, 2)])
    assert levels == {"attack": 9, "life": 2, "speed": 1}
    assert levels_of({"speed": 1}, [(affix(stats={"speed": -1}), 1)]) == {}


@pytest.mark.parametrize(
    ("sort", "levels", "limits"),
    [
        ("weapon", {"attack": 40}, []),
        ("weapon", {"res.fire": 1}, ["weapon_resistance"]),
        ("bow", {"res.cold": 1}, ["weapon_resistance"]),
        ("focus", {"res.physical": 1}, ["weapon_resistance"]),
        ("weapon", {"res.fire": -2}, []),
        ("shield", {"res.fire": 6}, []),
        ("shield", {"res.physical": 1}, ["shield_physical"]),
        ("body", {"res.physical": 1, "res.fire": 5}, []),
        ("body", {"res.physical": 2}, ["physical_resistance"]),
        ("body", {"res.physical": 1, "res.fire": 6}, ["total_resistance"]),
        ("ring", {"res.fire": 7, "res.cold": -3}, ["total_resistance"]),
        ("shield", {"res.physical": 2, "res.fire": 5},
         ["shield_physical", "physical_resistance", "total_resistance"]),
    ],
)  # fmt: skip
def test_limits_of_one_piece(sort: GearSort, levels: dict[Stat, int], limits: list[str]) -> None:
    assert list(broken_limits(sort, levels)) == limits


def test_a_broken_limit_is_named() -> None:
    with pytest.raises(LimitBrokenError, match=r"\(total_resistance\)") as caught:
        hold_limits("ring", {"res.fire": 7})
    assert caught.value.limit == "total_resistance"
    hold_limits("ring", {"res.fire": 6})


def test_what_is_lacking_makes_up_for_nothing() -> None:
    assert resistance_of({"res.fire": 3, "res.cold": -2, "life": 9}) == 3


def test_an_affix_gets_a_level_every_so_many_floors() -> None:
    found = [highest_level(affix(), floor) for floor in (1, 3, 4, 8, 9, 13, 14, 40)]
    assert found == [0, 0, 1, 1, 2, 2, 3, 3]
