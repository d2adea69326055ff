"""Content names only what its preset says it needs."""

from pathlib import Path

import pytest

from support.content.extensions import example, having
from undertide_server.content.load import load_ruleset
from undertide_server.content.schema.errors import ContentError

WITHOUT = 'title = "Mine"\ndescription = "x"\nbuilds_on = "gloaming"\nextensions = []\n'
LAYOUT = '[types.plain.layouts]\n"light_thief.burrow" = 5\n'


def test_a_preset_says_that_it_needs_what_its_content_names(tmp_path: Path) -> None:
    place = tmp_path / "rules" / "mine"
    place.mkdir(parents=True)
    (place / "preset.toml").write_text(WITHOUT)
    with having(example("light_thief")), pytest.raises(ContentError) as fault:
        load_ruleset("mine", tmp_path)
    told = str(fault.value)
    problem = 'needs "light_thief" among the `extensions` of preset.toml'
    assert f"sunstone.effect.does: {problem}" in told
    assert f'tricks.extended."light_thief.steals_light": {problem}' in told
