"""Content states figures of extensions in their own records, and keeps them."""

from pathlib import Path

import pytest

from support.content.extensions import example, having
from undertide_server.content.load import load_ruleset
from undertide_server.content.records.effects import EffectRecord
from undertide_server.content.records.ruleset import canonical, content_hash, read_canonical
from undertide_server.content.schema.errors import ContentError

KEY = "light_thief.steals_light"
MOTH = """
[moth.behaviour.tricks.extended]
"{}" = {{ percent = {}, ticks = 100, radius = 3 }}
"""


def preset(folder: Path, **files: str) -> str:
    place = folder / "rules" / "mine"
    place.mkdir(parents=True)
    stated = {"preset": 'title = "Mine"\ndescription = "x"\nbuilds_on = "gloaming"\n', **files}
    for name, text in stated.items():
        (place / f"{name}.toml").write_text(text)
    return "mine"


def faults(folder: Path, **files: str) -> str:
    with having(example("light_thief")), pytest.raises(ContentError) as fault:
        load_ruleset(preset(folder, **files), folder)
    return str(fault.value)


def test_figures_of_a_trick_and_an_effect_are_read_by_their_records_and_kept() -> None:
    with having(example("light_thief")):
        ruleset = load_ruleset("gloaming")
        again = read_canonical(canonical(ruleset))
    assert again == ruleset
    assert content_hash(again) == content_hash(ruleset)
    assert ruleset.preset.extensions == {"light_thief": 1}
    assert ruleset.families["moth"].behaviour.tricks.extended[KEY].ticks == 100
    effect: EffectRecord = ruleset.items["sunstone"].effect
    assert dict(effect.figures) == {"radius": 8}


def test_a_faulty_figure_is_told_with_its_file_and_key(tmp_path: Path) -> None:
    told = faults(tmp_path, families=MOTH.format(KEY, 101))
    assert "mine/families.toml: moth.behaviour.tricks.extended: " in told
    assert "percent, at most 100; found 101" in told


def test_a_trick_that_no_extension_has_is_told_with_the_nearest(tmp_path: Path) -> None:
    told = faults(tmp_path, families=MOTH.format("light_thief.steals_night", 10))
    assert f'a trick of an installed extension; there are {KEY}; did you mean "{KEY}"?' in told


def test_an_effect_that_no_extension_has_is_told(tmp_path: Path) -> None:
    told = faults(tmp_path, items='[sunstone]\neffect = { does = "light_thief.sing" }\n')
    assert "an effect of an installed extension; there are light_thief.rekindle" in told


def test_an_extension_that_is_not_installed_is_told_with_those_that_are(tmp_path: Path) -> None:
    text = 'title = "Mine"\ndescription = "x"\nbuilds_on = "default"\nextensions = ["lamp"]\n'
    told = faults(tmp_path, preset=text)
    assert "preset.toml: extensions: expected names of installed extensions; " in told
    assert "there are light_thief; found" in told
