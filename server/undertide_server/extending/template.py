"""The files of a new extension: a package with an example that works, and its tests.

The example is a monster whose blows leave a mark that glows for a time.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from undertide_server.content.schema.extensions import NAME, ExtensionError
from undertide_server.content.schema.faults import quoted

_PROJECT: Final = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "undertide-NAME"
version = "0.1.0"
description = "An extension of Undertide."
requires-python = ">=3.11"
dependencies = ["undertide"]

[project.entry-points."undertide.extensions"]
NAME = "NAME:EXTENSION"

[tool.hatch.build.targets.wheel]
packages = ["NAME"]
"""
_MODULE: Final = '''\
"""An extension of Undertide: a monster whose blows leave a mark that glows."""

from dataclasses import dataclass
from importlib.resources import files

from undertide_server.extending import (
    Chance,
    Extension,
    FloorIndex,
    PartyTold,
    Record,
    Run,
    SomeTicks,
    StruckBlow,
    System,
    Trick,
    inflict,
    record_trick,
)

GLOWING = "glowing"
"""Key of the status: statuses.toml says what it is called, and how it looks."""


@dataclass(slots=True)
class Marks:
    """The marks that a hero has got: state that lasts, and part of the run's hash."""

    count: int = 0


class Branding(Record):
    """The figures of the trick, which families.toml states."""

    percent: Chance
    """Chance that a blow leaves a mark."""
    ticks: SomeTicks
    """Ticks for which it glows."""


def brand(blow: StruckBlow, figures: Branding) -> bool:
    """Leave a mark after a blow."""
    run, hero = blow.run, blow.target
    if not blow.is_survived or not blow.rng.percent(figures.percent):
        return False
    if inflict(run, blow.floor, hero, GLOWING, figures.ticks, blow.monster.entity):
        record_trick(run, blow.floor, blow.monster, "NAME.brands")
        marks = run.world.find(hero.entity, Marks)
        if marks is None:
            run.world.add(hero.entity, Marks(1))
        else:
            marks.count += 1
    return False


def tell_of_marks(run: Run, floor: FloorIndex) -> None:
    """Tell the party of each hero that has got ten marks."""
    for row in floor.heroes.values():
        marks = run.world.find(row.entity, Marks)
        if marks is not None and marks.count >= 10:
            marks.count = 0
            run.emit(PartyTold("bad", f"{row.actor.name} glows from afar."))


EXTENSION = Extension(
    name="NAME",
    version="0.1.0",
    rules=1,
    components={"Marks": Marks},
    systems=(System(tell_of_marks, after="apply_statuses"),),
    tricks=(
        Trick(
            "brands",
            Branding,
            lore=lambda figures: f"{figures.percent} of 100 of its blows leave a mark that glows.",
            words="leave glowing marks",
            follow_blow=brand,
        ),
    ),
    presets=files(__name__) / "presets",
)
'''
_PRESET: Final = """\
title = "NAME"
description = "The usual dungeon, and something new in it."
builds_on = "default"
extensions = ["NAME"]
"""
_FAMILIES: Final = """\
[ember]
description = "It is warm to look at, and hot to touch."
tiers = [{ name = "ember newt", glyph = "u" }, { name = "great ember newt", glyph = "U" }]
might = 2
weight = 1000
[ember.behaviour.tricks.extended]
"NAME.brands" = { percent = 50, ticks = 60 }
[ember.classes]
ashen = { name = "ashen {0}", colour = "#9a9a9a" }
red = { name = "red {0}", colour = "#e0703a" }
pale = { name = "pale {0}", colour = "#e8e4d8", mods = { speed = 1 } }
dark = { name = "dark {0}", colour = "#6f6fb5", mods = { attack = 1 } }
old = { name = "old {0}", colour = "#7fb2c8", mods = { life = 1 } }
"""
_STATUSES: Final = """\
[glowing]
name = "a glowing mark"
adjective = "glowing"
glyph = "o"
colour = "#ffb347"
description = "A mark glows on it."
good = false
most = 200
"""
_TESTS: Final = '''\
"""The extension does what it says, and keeps the promises of every run."""

from undertide_server.headless import begin_run
from undertide_server.headless.testing import check_preset, hero_row, place_monster


def test_a_blow_leaves_a_mark_that_heroes_read_of() -> None:
    with begin_run("NAME", 1, [""]) as run:
        _, row = hero_row(run, 0)
        row.effects.remaining.clear()  # the shelter of newcomers
        row.body.life = row.body.max_life = 1000
        place_monster(run, 0, "ember")
        for _ in range(60):
            run.take_tick()
        assert "glowing" in row.effects.remaining
        (threat,) = run.look(0).threats.values()
        assert threat.tricks == ["NAME.brands"]


def test_its_preset_holds_what_runs_promise() -> None:
    check_preset("NAME", prepare=lambda run: place_monster(run, 0, "ember"))
'''
_README: Final = """\
# NAME

An extension of Undertide. `docs/extending.md` of Undertide says what it may add.

    pip install -e . pytest
    pytest
    undertide play --preset NAME
"""


def template_files(name: str) -> Mapping[str, str]:
    """Return the files of a new extension, by their paths in its folder.

    Raises ExtensionError for a name that no extension may have.
    """
    if not NAME.fullmatch(name):
        problem = f"expected small letters, figures and underlines; found {quoted(name)}"
        raise ExtensionError("name", problem)
    texts = {
        "README.md": _README,
        "pyproject.toml": _PROJECT,
        f"{name}/__init__.py": _MODULE,
        f"{name}/py.typed": "",
        f"{name}/presets/{name}/preset.toml": _PRESET,
        f"{name}/presets/{name}/families.toml": _FAMILIES,
        f"{name}/presets/{name}/statuses.toml": _STATUSES,
        f"tests/test_{name}.py": _TESTS,
    }
    return {path: text.replace("NAME", name) for path, text in texts.items()}


def write_extension(name: str, folder: Path) -> None:
    """Write the files of a new extension into a new folder.

    Raises ExtensionError for a bad name, and OSError, as where the folder is there already.
    """
    texts = template_files(name)
    folder.mkdir(parents=True)
    for path, text in texts.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
