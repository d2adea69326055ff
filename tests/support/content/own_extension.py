"""A host's own extension, in a folder of files, as other versions of it may be there too."""

from pathlib import Path
from typing import Final

NAME: Final = "lamp"
PRESET: Final = "lamplight"
"""A preset that needs it. It builds on one of `own_content`."""
DOOM: Final = "Doom"
"""The name of a hero on whose arrival it fails."""
_CODE: Final = '''
from dataclasses import dataclass
from pathlib import Path

from undertide_server.extending import Extension, FloorIndex, Run, System


@dataclass(slots=True)
class Wick:
    """What a hero's lamp has burnt."""

    burnt: int = 0
    flickered: int = 0


def burn(run: Run, floor: FloorIndex) -> None:
    """Let the lamps of a floor burn."""
    for row in floor.heroes.values():
        wick = run.world.find(row.entity, Wick)
        if row.actor.name == "{doom}":
            raise ZeroDivisionError("its lamp can't be lit")
        if wick is None:
            run.world.add(row.entity, Wick())
        else:
            wick.burnt += 1
            wick.flickered += run.chance(floor, "flicker", row.entity).percent(30)


EXTENSION = Extension(
    name="{name}",
    version="{rules}.0",
    rules={rules},
    plays=frozenset({plays}),
    components={{"Wick": Wick}},
    systems=(System(burn, before="advance_clock"),),
    presets=Path(__file__).parent / "presets",
)
'''
_PRESET: Final = f"""
title = "Lamplight"
description = "Small floors and a guest in a bad mood, by lamps that burn down."
builds_on = "sparring"
extensions = ["{NAME}"]
"""


def write_extension(folder: Path, rules: int = 1, plays: tuple[int, ...] = ()) -> Path:
    """Write the extension into a new folder for `--extensions`, and return that."""
    place = folder / NAME / "presets" / PRESET
    place.mkdir(parents=True)
    (place / "preset.toml").write_text(_PRESET, encoding="utf-8")
    code = _CODE.format(name=NAME, doom=DOOM, rules=rules, plays=[*plays])
    (folder / NAME / "__init__.py").write_text(code, encoding="utf-8")
    return folder
