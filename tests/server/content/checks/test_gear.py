"""Faults in gear and affixes: told where they stand, with the limit's name."""

from pathlib import Path

import pytest

from undertide_server.content.load import load_ruleset
from undertide_server.content.schema.errors import ContentError

BASE = """
name = "x"
plural = "x"
glyph = ")"
colour = "#ffffff"
description = ""
weights = []
price = 1
"""
AFFIX = """
name = "x"
form = "prefix"
essence = "x"
levels = 3
floor = 1
step = 1
weight = 1
"""

ITEM = """
name = "x"
plural = "x"
glyph = "♦"
colour = "#ffffff"
description = ""
weights = []
"""
TWIN = """
name = "x"
description = ""
base = "dagger"
affixes = { keen = 2, burning = 2 }
floor = 2
percent = 1
"""
TOO_MUCH = "no piece carries more than 6 resistance in all (total_resistance)"

FAULTS = {
    "a weapon that resists": (
        "gear",
        f'[bases.odd]{BASE}sort = "weapon"\nstats = {{ "res.fire" = 1 }}',
        ("bases.odd.stats", "weapons carry no resistance (weapon_resistance)"),
    ),
    "a shield that resists blows": (
        "gear",
        '[bases.mirror_shield.stats]\n"res.physical" = 1',
        ("bases.mirror_shield.stats", "shields carry no physical resistance (shield_physical)"),
    ),
    "a coat that resists blows too well": (
        "gear",
        '[bases.padded_coat.stats]\n"res.physical" = 2',
        (
            "bases.padded_coat.stats",
            "no piece carries more than 1 physical resistance (physical_resistance)",
        ),
    ),
    "a cloak that resists too much": (
        "gear",
        '[bases.oilskin.stats]\n"res.poison" = 7',
        (
            "bases.oilskin.stats",
            "no piece carries more than 6 resistance in all (total_resistance)",
        ),
    ),
    "an affix that makes weapons resist": (
        "affixes",
        f'[odd]{AFFIX}sorts = ["ring", "bow"]\nstats = {{ "res.fire" = 1 }}',
        ("odd.stats", "at level 3 on a bow: weapons carry no resistance (weapon_resistance)"),
    ),
    "an affix that resists too much at its highest level": (
        "affixes",
        f'[odd]{AFFIX}sorts = ["ring"]\nstats = {{ "res.fire" = 3 }}',
        (
            "odd.stats",
            f"at level 3 on a ring: {TOO_MUCH}",
        ),
    ),
    "a hat for two hands": (
        "gear",
        "[bases.leather_cap]\ntwo_handed = true",
        ("bases.leather_cap.two_handed", "expected false for gear of sort head; found true"),
    ),
    "boots that shoot": (
        "gear",
        "[bases.soft_boots]\nrange = 3",
        ("bases.soft_boots.range", "expected 0 for gear of sort feet; found 3"),
    ),
    "a base by the name of an item": (
        "gear",
        f'[bases.health_potion]{BASE}sort = "weapon"',
        ("bases.health_potion", "expected a unique key; an item already has it"),
    ),
    "an artifact by the name of a base": (
        "artifacts",
        f"[dagger]{TWIN}",
        ("dagger", "expected a unique key; gear.bases.dagger already has it"),
    ),
    "a key with signs of item keys": (
        "affixes",
        f'["x/y"]{AFFIX}sorts = ["ring"]\nstats = {{ life = 1 }}',
        ('"x/y"', 'expected a key of letters, digits, _ and -; found "x/y"'),
    ),
    "essences that are something else": (
        "items",
        '[essence]\neffect = { does = "keepsake" }',
        ("essence.effect.does", 'expected "essence"; found "keepsake"'),
    ),
    "a potion that is an essence": (
        "items",
        f'[bead]{ITEM}effect = {{ does = "essence" }}',
        ("bead.effect.does", 'expected another effect than "essence"\'s; found "essence"'),
    ),
    "forges that grow worse": (
        "crafting",
        "most_levels = [{ floor = 1, value = 20 }, { floor = 9, value = 19 }]",
        ("most_levels[2].value", "expected at least 20, the previous value; found 19"),
    ),
    "levels that cost no more": (
        "crafting",
        "costs = [2, 4, 4, 11, 16]",
        ("costs[3]", "expected more than 4, the previous value; found 4"),
    ),
    "levels that cost too little": (
        "crafting",
        "costs = [1, 1, 4, 11, 16]",
        (
            "",
            "expected `costs` of at least one essence a level, or breaking would make some; found",
        ),
    ),
    "a table out of order": (
        "gear",
        "[bases.dagger]\nweights = [{ floor = 4, value = 1 }, { floor = 2, value = 1 }]",
        ("bases.dagger.weights[2].floor", "expected more than 4, the previous value; found 2"),
    ),
}
QUALITIES = {
    "plain gear with affixes": (
        ((0, 1), (2, 4)),
        ("qualities[1].affixes.high", "expected 0 for plain gear; found 1"),
    ),
    "a gap between qualities": (
        ((0, 0), (2, 4)),
        ("qualities[2].affixes.low", "expected 1, one more than the quality before; found 2"),
    ),
    "too many affixes": (
        ((0, 0), (1, 5)),
        ("qualities[2].affixes.high", "expected 4 for the last; found 5"),
    ),
}


def faults_of(folder: Path, files: dict[str, str]) -> list[tuple[str, str, str]]:
    place = folder / "rules" / "mine"
    place.mkdir(parents=True)
    head = 'title = "Mine"\ndescription = "Mine."\nbuilds_on = "default"\n'
    for name, text in {"preset": head, **files}.items():
        (place / f"{name}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_ruleset("mine", folder)
    return [(Path(fault.file).name, fault.key, fault.problem) for fault in caught.value.faults]


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_has_its_file_its_key_and_what_is_wrong(tmp_path: Path, name: str) -> None:
    file, text, (key, problem) = FAULTS[name]
    found = faults_of(tmp_path, {file: text})
    assert [(each[0], each[1], each[2].startswith(problem)) for each in found] == [
        (f"{file}.toml", key, True)
    ]


@pytest.mark.parametrize("name", QUALITIES)
def test_qualities_rise_from_plain_gear(tmp_path: Path, name: str) -> None:
    counts, (key, problem) = QUALITIES[name]
    rows = (
        f'{{ name = "q{low}", affixes = {{ low = {low}, high = {high} }} }}' for low, high in counts
    )
    text = f"qualities = [{', '.join(rows)}]"
    assert ("gear.toml", key, problem) in faults_of(tmp_path, {"gear": text})


def test_all_faults_come_at_once(tmp_path: Path) -> None:
    files = {
        "gear": """
            bases.mirror_shield.stats."res.physical" = 1
            bases.oilskin.stats."res.poison" = 7
        """,
        "affixes": '[keen.stats]\n"res.fire" = 1',
    }
    found = faults_of(tmp_path, files)
    assert {(file, key) for file, key, _ in found} >= {
        ("gear.toml", "bases.mirror_shield.stats"),
        ("gear.toml", "bases.oilskin.stats"),
        ("affixes.toml", "keen.stats"),
    }
