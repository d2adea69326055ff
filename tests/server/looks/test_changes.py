"""The difference between two states names each entity and each field that differs, and no other."""

from copy import deepcopy
from typing import Any

from undertide_server.looks.changes import MOST_CELLS, EntityChange, changes_between
from undertide_server.looks.state import Selection

TERRAIN = [*"abcdefghij"]
BEFORE: dict[int, dict[str, Any]] = {
    2: {"Floor": {"number": 3, "name": "the Keep", "tiles": [2, 3, bytes(6)], "clock": 5}},
    4: {"Actor": {"name": "Ann", "energy": 0}, "Body": {"life": 12},
        "Effects": {"remaining": {"burning": 3, "wet": 2}}, "Position": {"floor": 2, "x": 1}},
    5: {"Actor": {"name": "rat", "energy": 1}, "Position": {"floor": 2, "x": 2}},
}  # fmt: skip


def after(**changes: Any) -> dict[int, dict[str, Any]]:
    """Return the state in which fields of entity 4 have other values, by component."""
    state = deepcopy(BEFORE)
    for component, value in changes.items():
        state[4][component] = value
    return state


def test_nothing_differs_between_equal_states() -> None:
    assert list(changes_between(BEFORE, deepcopy(BEFORE), Selection(), TERRAIN)) == []


def test_each_field_that_differs_is_named_by_its_path_with_both_values() -> None:
    state = after(Body={"life": 0}, Effects={"remaining": {"burning": 2}})
    fields = {
        "Body.life": (12, 0),
        "Effects.remaining.burning": (3, 2),
        "Effects.remaining.wet": (2, None),
    }
    assert list(changes_between(BEFORE, state, Selection(), TERRAIN)) == [
        EntityChange(4, "Ann", "changed", 3, fields)
    ]


def test_entities_come_and_go_and_so_do_components_without_fields() -> None:
    state = after(Risen={})
    del state[5]
    state[6] = {"Lying": {"item": "gold"}, "Position": {"floor": 2, "x": 2}}
    told = list(changes_between(BEFORE, state, Selection(), TERRAIN))
    assert [(each.entity, each.name, each.kind, each.floor) for each in told] == [
        (4, "Ann", "changed", 3),
        (5, "rat", "removed", 3),
        (6, "gold", "added", 3),
    ]
    assert told[0].fields == {"Risen": (None, {})}
    assert told[1].fields["Actor.name"] == ("rat", None)
    assert told[2].fields["Lying.item"] == (None, "gold")


def test_of_a_grid_the_cells_that_differ_are_named_up_to_a_bound() -> None:
    state = deepcopy(BEFORE)
    state[2]["Floor"]["tiles"] = [2, 3, bytes([0, 0, 7, 0, 8, 0])]
    (told,) = changes_between(BEFORE, state, Selection(entity=2), TERRAIN)
    assert told.fields == {"Floor.tiles": ("2,0 a, 1,1 a", "2,0 h, 1,1 i")}
    wide, ash = deepcopy(BEFORE), deepcopy(BEFORE)
    wide[2]["Floor"]["tiles"] = [1, 50, bytes(50)]
    ash[2]["Floor"]["tiles"] = [1, 50, bytes([9] * 50)]
    (told,) = changes_between(wide, ash, Selection(), TERRAIN)
    old, new = told.fields["Floor.tiles"]
    assert old.endswith(" a and 30 more")
    assert len(new.split(" and ")[0].split(", ")) == MOST_CELLS


def test_only_the_wanted_entities_and_fields_count() -> None:
    state = after(Body={"life": 1}, Effects={"remaining": {"burning": 9, "wet": 1}})
    state[5]["Position"] = {"floor": 9, "x": 2}
    state[9] = {"Floor": {"number": 4, "name": "the Deep"}}

    def paths(wanted: Selection) -> dict[int, list[str]]:
        told = changes_between(BEFORE, state, wanted, TERRAIN)
        return {each.entity: list(each.fields) for each in told}

    burning = "Effects.remaining.burning"
    assert paths(Selection(component=burning)) == {4: [burning]}
    assert paths(Selection(component="body")) == {4: ["Body.life"]}
    assert paths(Selection(component="Bod")) == {}
    assert paths(Selection(floor=4)) == {
        5: ["Position.floor"],
        9: ["Floor.number", "Floor.name"],
    }
    assert 5 in paths(Selection(floor=3)), "it was there before"
    assert paths(Selection(entity=5)) == {5: ["Position.floor"]}
