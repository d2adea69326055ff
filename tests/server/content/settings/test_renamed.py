from pathlib import Path

import pytest

from undertide_server.content.load import load_settings
from undertide_server.content.schema.errors import ContentError
from undertide_server.content.schema.faults import Fault
from undertide_server.content.schema.layers import Layer
from undertide_server.content.settings.reloadable import EFFECTS
from undertide_server.content.settings.renamed import REMOVED, RENAMED, OldName, with_new_names

OURS = {"limits.seats_of_all": "limits.seats", "guests.pace": "pace.mode"}
"""Old names of the tests' own."""
OLD = {"limits": {"seats_of_all": 4, "sessions": 9}, "guests": {"pace": "real"}}
NEW = {"limits": {"seats": 4, "sessions": 9}, "pace": {"mode": "real"}}


@pytest.fixture
def renamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("undertide_server.content.load.RENAMED", OURS)


def test_what_stands_under_an_old_name_moves_to_the_new_one() -> None:
    layer, found, faults = with_new_names(Layer("server.toml", OLD), OURS)
    assert layer == Layer("server.toml", NEW)
    assert found == [OldName("server.toml", old, new) for old, new in OURS.items()]
    assert faults == []


def test_a_removed_setting_is_left_out_and_told(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("[limits]\nmessages_per_second_per_address = 4\nseats = 3\n", encoding="utf-8")
    told: list[OldName] = []
    assert load_settings(tmp_path, told.append).limits.seats == 3
    assert told == [OldName(str(file), "limits.messages_per_second_per_address", "")]
    assert EFFECTS.keys().isdisjoint(REMOVED)


@pytest.mark.parametrize(
    "values", [NEW, {}, {"limits": 3, "guests": [1]}, {"guests": {"pace": "real"}, "pace": 1}]
)
def test_a_layer_without_an_old_name_that_can_move_stays_as_it_is(
    values: dict[str, object],
) -> None:
    layer = Layer("server.toml", values)
    assert with_new_names(layer, OURS) == (layer, [], [])


@pytest.mark.usefixtures("renamed")
def test_a_hosts_old_name_holds_and_is_told_with_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("[limits]\nseats_of_all = 4\n", encoding="utf-8")
    told: list[OldName] = []
    assert load_settings(tmp_path, told.append).limits.seats == 4
    assert told == [OldName(str(file), "limits.seats_of_all", "limits.seats")]


@pytest.mark.usefixtures("renamed")
def test_both_names_in_one_file_are_a_fault_that_names_both(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("[limits]\nseats_of_all = 4\nseats = 5\n", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_settings(tmp_path)
    problem = "is the old name of limits.seats, which is stated too; leave limits.seats_of_all out"
    assert caught.value.faults == (Fault(str(file), "limits.seats_of_all", problem),)


@pytest.mark.usefixtures("renamed")
def test_a_fault_of_a_value_under_an_old_name_is_told_under_the_new_one(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text("[limits]\nseats_of_all = 0\n", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_settings(tmp_path)
    problem = "expected at least 1; found 0"
    assert caught.value.faults == (Fault(str(file), "limits.seats", problem),)


def test_an_old_name_is_no_setting_and_its_new_one_is() -> None:
    assert set(RENAMED.values()) <= EFFECTS.keys()
    assert RENAMED.keys().isdisjoint(EFFECTS)
