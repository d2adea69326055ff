"""States are what a snapshot holds, and a selection picks the entities that fit all its marks."""

from typing import Any

import pytest

from undertide_server.looks.errors import BadLookError
from undertide_server.looks.state import (
    MOST_ELEMENTS,
    Selection,
    floor_numbers,
    floor_of,
    has_path,
    name_of,
    plain,
)
from undertide_server.simulation.state.events import Fell, Hit, thing
from undertide_server.simulation.state.inputs import Asked, Ticked
from undertide_shared.messages import Move

GRID = [2, 3, bytes([0, 1, 2, 0, 4, 5])]
STATE: dict[int, dict[str, Any]] = {
    1: {"Progress": {"step": 7}},
    2: {"Floor": {"number": 1, "name": "the Cellars", "tiles": GRID}},
    3: {"Floor": {"number": 2, "name": "the Keep", "tiles": GRID}},
    4: {"Actor": {"name": "Ann"}, "Position": {"floor": 2, "x": 1, "y": 0},
        "Effects": {"remaining": {"burning": 12}, "givers": {}}},
    5: {"Actor": {"name": "rat"}, "Position": {"floor": 3, "x": 1, "y": 1},
        "Effects": {"remaining": {}, "givers": {}}, "Mind": {"mood": "hunting", "patience": 0}},
    6: {"Lying": {"item": "gold", "count": 3}, "Position": {"floor": 3, "x": 0, "y": 0}},
    7: {"Risen": {}, "Mind": {"mood": "idle", "patience": 4}},
}  # fmt: skip


def test_an_entity_has_the_name_that_people_know_and_is_on_a_floor_or_none() -> None:
    told = {entity: (name_of(each), floor_of(entity, each)) for entity, each in STATE.items()}
    assert told == {
        1: ("Progress", 0),
        2: ("the Cellars", 2),
        3: ("the Keep", 3),
        4: ("Ann", 2),
        5: ("rat", 3),
        6: ("gold", 3),
        7: ("Risen", 0),
    }
    assert floor_numbers(STATE) == {0: 0, 2: 1, 3: 2}


@pytest.mark.parametrize(
    ("selection", "entities"),
    [
        (Selection(), [1, 2, 3, 4, 5, 6, 7]),
        (Selection(floor=2), [3, 5, 6]),
        (Selection(floor=9), []),
        (Selection(entity=5), [5]),
        (Selection(floor=1, entity=5), []),
        (Selection(component="effects"), [4, 5]),
        (Selection(component="Effects.remaining"), [4]),
        (Selection(component="Effects.remaining.burning"), [4]),
        (Selection(component="effects.REMAINING.Burning=12"), [4]),
        (Selection(component="Effects.remaining.burning=11"), []),
        (Selection(component="Effects.remaining.frozen"), []),
        (Selection(component="Effects.remaining.burning.more"), []),
        (Selection(component="Mind.mood=hunting"), [5]),
        (Selection(component="Mind.patience"), [7]),
        (Selection(component="Mind.patience=0"), [5]),
        (Selection(component="Risen"), [7]),
        (Selection(floor=2, component="Mind"), [5]),
    ],
)
def test_a_selection_picks_what_fits_all_its_marks(
    selection: Selection, entities: list[int]
) -> None:
    assert list(selection.pick(STATE)) == entities
    assert selection.is_empty == (selection == Selection())


def test_keys_that_are_cells_are_named_by_their_coordinates() -> None:
    assert has_path({"Traps": {"armed": {(3, 4): {"kind": "spikes"}}}}, "Traps.armed.3,4.kind")


def test_an_unknown_component_is_refused_with_those_that_there_are() -> None:
    Selection(component="MIND.mood=idle").check(["Mind", "Actor"])
    with pytest.raises(BadLookError, match="no component 'Burning': there are Actor, Mind"):
        Selection(component="Burning.x").check(["Mind", "Actor"])


def test_values_are_told_in_the_types_of_json() -> None:
    assert plain(GRID) == "3 by 2 cells, 4 of them known"
    assert plain({(1, 2): [(1, b"abc")], 3: None}) == {"1,2": [[1, "3 bytes"]], "3": None}
    assert plain(Ticked(4)) == {"kind": "Ticked", "branch": 4}
    assert plain(Asked(0, 3, Move(1, 0)))["intent"] == {"kind": "Move", "dx": 1, "dy": 0}
    fire = thing("fire", (1, 2), "fire")
    told = plain(Hit(2, fire, fire, ((3, "fire"),)))
    assert (told["kind"], told["parts"], told["source"]["name"]) == ("Hit", [[3, "fire"]], "fire")
    assert plain(Fell(2, fire, None, sees=b"1234"))["sees"] == "4 bytes"


def test_long_lists_and_mappings_are_cut_with_a_note() -> None:
    long = plain(list(range(MOST_ELEMENTS + 5)))
    assert (len(long), long[-1]) == (MOST_ELEMENTS + 1, "… 5 more")
    wide = plain(dict.fromkeys(range(MOST_ELEMENTS + 7), 1))
    assert (len(wide), wide["…"]) == (MOST_ELEMENTS + 1, "7 more")
    assert plain(list(range(MOST_ELEMENTS)))[-1] == MOST_ELEMENTS - 1
