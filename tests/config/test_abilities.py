"""The abilities that ship: players read every figure of them."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from support.content.shipped import shipped
from undertide_server.content.records.abilities import Ability

RULES = shipped("default")
TOLD = {"ticks", "radius", "range", "power", "times", "noticed_percent"}
"""The fields of effects whose figures a description states; 1 cell is "next to you" or so."""


def figures_of(ability: Ability) -> Iterator[int]:
    """Yield the figures of an ability, and those of the statuses that it brings."""
    for effect in ability.effects:
        stated: dict[str, Any] = effect.model_dump()
        infliction = stated.get("inflicts") or {}
        yield from (stated[field] for field in TOLD & stated.keys())
        yield from (infliction[field] for field in TOLD & infliction.keys())
        key = stated.get("status") or infliction.get("status")
        if key is not None:
            status = RULES.statuses[key]
            yield from (abs(100 - status.taken_percent), abs(100 - status.dealt_percent))
            if status.shares_percent != 50:  # "half"
                yield status.shares_percent


@pytest.mark.parametrize("key", RULES.abilities)
def test_a_description_states_every_figure(key: str) -> None:
    ability = RULES.abilities[key]
    said = {int(figure) for figure in re.findall(r"\d+", ability.description)}
    has_own = any(getattr(effect, "whom", "") == "self" for effect in ability.effects)
    far = {20} if has_own else set()  # the default range of what works on the hero itself
    assert {figure for figure in figures_of(ability) if figure > 1} - far <= said


def test_bows_are_weak_beside_a_foe_and_say_so_and_no_blade_is() -> None:
    weak = {key for key, base in RULES.gear.bases.items() if base.close_percent < 100}
    assert weak == {key for key, base in RULES.gear.bases.items() if base.sort == "bow"}
    assert all("Half the damage" in RULES.gear.bases[key].description for key in weak)
