"""Presets as folders, and what they build on."""

from pathlib import Path

import pytest

from undertide_server.content.load import list_presets, load_ruleset
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.errors import ContentError
from undertide_server.content.schema.presets import LONGEST_CHAIN

HEAD = 'title = "Mine"\ndescription = "A preset of my own."\n'


def write(folder: Path, name: str, builds_on: str | None = "default", **files: str) -> None:
    """Write a preset into a host's folder."""
    place = folder / "rules" / name
    place.mkdir(parents=True)
    head = HEAD if builds_on is None else f'{HEAD}builds_on = "{builds_on}"\n'
    for catalogue, text in {"preset": head, **files}.items():
        (place / f"{catalogue}.toml").write_text(text, encoding="utf-8")


def problems(preset: str, folder: Path | None) -> list[str]:
    with pytest.raises(ContentError) as caught:
        load_ruleset(preset, folder)
    return [str(fault) for fault in caught.value.faults]


def test_presets_are_those_that_ship_and_the_hosts_own(tmp_path: Path) -> None:
    shipped = list_presets()
    write(tmp_path, "mine")
    (tmp_path / "rules" / "no-preset").mkdir()
    (tmp_path / "rules" / "Not A Name").mkdir()
    (tmp_path / "rules" / "file.toml").write_text("", encoding="utf-8")
    assert shipped == sorted(shipped)
    assert list_presets(tmp_path) == sorted([*shipped, "mine"])


def test_a_folder_without_rules_adds_nothing(tmp_path: Path) -> None:
    assert list_presets(tmp_path) == list_presets()
    assert load_ruleset("default", tmp_path) == load_ruleset("default")


def test_a_preset_states_only_what_differs(tmp_path: Path) -> None:
    write(tmp_path, "mine", heroes="sight = 7\n", items='[health_potion]\nname = "red potion"\n')
    ours, base = load_ruleset("mine", tmp_path), load_ruleset("default")
    assert ours.preset.title == "Mine"
    assert ours.heroes.sight == 7
    assert ours.items["health_potion"].name == "red potion"
    assert ours.items["health_potion"].effect == base.items["health_potion"].effect
    assert ours.heroes == base.heroes.model_copy(update={"sight": 7})
    assert ours.families == base.families


def test_arrays_are_replaced_whole(tmp_path: Path) -> None:
    write(tmp_path, "mine", heroes='colours = ["#010203"]\n')
    assert load_ruleset("mine", tmp_path).heroes.colours == (0x010203,)


def test_presets_build_on_each_other_in_a_chain(tmp_path: Path) -> None:
    write(tmp_path, "one", heroes="sight = 7\nspeed = 9\n")
    write(tmp_path, "two", "one", heroes="speed = 8\n")
    heroes = load_ruleset("two", tmp_path).heroes
    assert (heroes.sight, heroes.speed) == (7, 8)


def test_the_hosts_preset_wins_over_one_that_ships(tmp_path: Path) -> None:
    write(tmp_path, "tutorial", heroes="sight = 7\n")
    assert load_ruleset("tutorial", tmp_path).heroes.sight == 7
    assert load_ruleset("tutorial", tmp_path).population.source == "curve"


def test_a_circle_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path, "one", "two")
    write(tmp_path, "two", "three")
    write(tmp_path, "three", "two")
    file = tmp_path / "rules" / "three" / "preset.toml"
    assert problems("one", tmp_path) == [
        f"{file}: builds_on: presets build on each other in a circle: two → three → two"
    ]


def test_a_chain_is_not_endless(tmp_path: Path) -> None:
    for number in range(LONGEST_CHAIN + 1):
        write(tmp_path, f"p{number}", f"p{number + 1}")
    (problem,) = problems("p0", tmp_path)
    assert problem.endswith(f"builds_on: expected a chain of at most {LONGEST_CHAIN} presets")


def test_an_unknown_preset_is_a_fault_that_lists_those_there_are() -> None:
    there = ", ".join(list_presets())
    assert problems("tutoriol", None) == [
        f'rules: there is no preset "tutoriol"; did you mean "tutorial"?; there are {there}'
    ]


def test_an_unknown_base_is_a_fault_of_the_preset_that_names_it(tmp_path: Path) -> None:
    write(tmp_path, "mine", "defualt")
    (problem,) = problems("mine", tmp_path)
    file = tmp_path / "rules" / "mine" / "preset.toml"
    start = f'{file}: builds_on: there is no preset "defualt"; did you mean "default"?'
    assert problem.startswith(start)


@pytest.mark.parametrize("name", ["..", "../default", "a/b", "", "Default", "x" * 33, "a\n"])
def test_a_preset_is_a_plain_name_and_never_a_path(tmp_path: Path, name: str) -> None:
    (problem,) = problems(name, tmp_path)
    assert "there is no preset" in problem


def test_a_base_that_is_no_text_is_one_fault(tmp_path: Path) -> None:
    write(tmp_path, "mine", None, preset=HEAD + "builds_on = 3\n")
    (problem,) = problems("mine", tmp_path)
    assert problem.endswith("preset.toml: builds_on: expected text; found 3")


def test_an_unreadable_preset_file_is_one_fault(tmp_path: Path) -> None:
    write(tmp_path, "mine", None, preset="title = \n")
    (problem,) = problems("mine", tmp_path)
    assert "preset.toml: is not TOML: line 1" in problem


def test_a_preset_on_its_own_lacks_every_catalogue_that_it_needs_and_does_not_state(
    tmp_path: Path,
) -> None:
    write(tmp_path, "mine", None, roster="band_values = 5\nband_stretch_percent = 130\n")
    found = problems("mine", tmp_path)
    assert "rules/mine: has no curve.toml, nor has any preset that it builds on" in found
    assert not [problem for problem in found if "roster" in problem]
    needed = [name for name, field in Ruleset.model_fields.items() if field.is_required()]
    assert len(found) == len(needed) - 2  # its own preset.toml and roster.toml
    assert "damage" not in needed  # presets from before it was there have none


def test_files_that_are_not_toml_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path, "mine")
    (tmp_path / "rules" / "mine" / "notes.txt").write_text("not TOML", encoding="utf-8")
    assert load_ruleset("mine", tmp_path).preset.title == "Mine"
