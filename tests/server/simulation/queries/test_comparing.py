"""Whether plain gear is worth picking up."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.queries.comparing import is_no_better
from undertide_shared.messages import Slot


@pytest.mark.parametrize(
    ("item", "worn", "no_better"),
    [
        ("long_sword^1", {"main_hand": "long_sword^1"}, True),
        ("long_sword^1", {"main_hand": "long_sword^9"}, True),
        ("long_sword^9", {"main_hand": "long_sword^1"}, False),
        ("long_sword^1", {}, False),
        ("long_sword^1", {"main_hand": "long_sword^1/keen:2"}, True),
        ("long_sword^1/keen:1", {"main_hand": "long_sword^9/keen:5"}, False),
        ("dagger^1", {"main_hand": "long_sword^1"}, False),
        ("short_bow^1", {"main_hand": "long_sword^9"}, False),
        ("buckler^1", {"off_hand": "buckler^1"}, False),
        ("buckler^1", {"off_hand": "buckler^1", "main_hand": "buckler^1"}, True),
        ("health_potion", {"main_hand": "long_sword^1"}, False),
    ],
)
def test_plain_gear_is_compared_with_what_is_worn_in_its_slots(
    item: str, worn: dict[Slot, str], no_better: bool
) -> None:
    stage = Stage(["###", "#@#", "###"])
    row = stage.hero()
    row.inventory.stacks.clear()
    for slot, key in worn.items():
        give_stack(row.inventory, key, 1, slot)
    assert is_no_better(stage.run, row, item) is no_better
