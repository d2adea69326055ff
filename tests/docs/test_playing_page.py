"""`docs/playing.md` names the keys that there are."""

import re
from pathlib import Path

from undertide_client.app.preferences import keymap_of, load
from undertide_client.keys import BINDINGS, DIRECTIONS, Context, shown

PAGE = (Path(__file__).parents[2] / "docs" / "playing.md").read_text(encoding="utf-8")
ON_THE_MAP = PAGE.partition("## Keys and mouse")[2].partition("###")[0]


def test_the_page_lists_every_key_of_the_map_and_what_it_does() -> None:
    told = re.findall(r"^\| (`.+`) \| (.+) \|$", ON_THE_MAP, re.MULTILINE)
    commands = (one for one in BINDINGS if one.context is Context.PLAY)
    stated = [
        (" ".join(f"`{shown(key)}`" for key in one.keys), one.help)
        for one in commands
        if one.command not in DIRECTIONS
    ]
    assert told == stated


def test_the_example_of_own_keys_can_be_used(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    file = tmp_path / "client.toml"
    file.write_text(example)
    keymap = keymap_of(load(file), file)
    assert keymap.command(Context.PLAY, "X") is not None
    assert keymap.command(Context.PLAY, "o") is None
