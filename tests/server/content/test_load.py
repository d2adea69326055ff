"""Every kind of fault that content can have, named where it stands, all at once."""

from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from undertide_server.content import load
from undertide_server.content.load import list_presets, load_ruleset, load_rulesets, load_settings
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.errors import ContentError
from undertide_server.content.schema.faults import Fault
from undertide_server.content.schema.layers import Layer, read_layer

MODS = (
    "life, attack, absorb, regen, speed, res.physical, res.cold, res.fire, res.poison, res.arcane,"
    " res.divine, attack.cold, attack.fire, attack.poison, attack.arcane, attack.divine"
)

EFFECTS = (
    "heal, cure, hearten, feed, inflict, bolt, chain, ball, nova, blink, light, summon, teach,"
    " coin, keepsake, essence"
)
ONE_FAULT = {
    "unknown key": (
        ("heroes", "sped = 3"),
        ("sped", 'unknown key; did you mean "speed"?'),
    ),
    "unknown key like none": (("heroes", "zzz = 3"), ("zzz", "unknown key")),
    "unknown key of a nested record": (
        ("families", "[dragon.behaviour]\nnotises = 3"),
        ("dragon.behaviour.notises", 'unknown key; did you mean "notices"?'),
    ),
    "unknown key in an array": (
        ("heroes", 'start = [{ itm = "x", item = "health_potion", count = 1 }]'),
        ("start[1].itm", 'unknown key; did you mean "item"?'),
    ),
    "unknown key of an effect": (
        ("items", "[fireball_scroll.effect]\nradios = 3"),
        ("fireball_scroll.effect.radios", 'unknown key; did you mean "radius"?'),
    ),
    "unknown mod": (
        ("families", "[rat.mods]\nlfe = 1"),
        ("rat.mods.lfe", f'unknown key; expected one of {MODS}; did you mean "life"?'),
    ),
    "wrong kind of number": (
        ("heroes", "sight = 2.5"),
        ("sight", "expected a whole number; found 2.5"),
    ),
    "text for a number": (
        ("heroes", 'sight = "far"'),
        ("sight", 'expected a whole number; found "far"'),
    ),
    "true for a number": (
        ("heroes", "sight = true"),
        ("sight", "expected a whole number; found true"),
    ),
    "number for text": (
        ("items", "[health_potion]\nname = 3"),
        ("health_potion.name", "expected text; found 3"),
    ),
    "number for true or false": (
        ("families", "[rat.behaviour]\npack = 1"),
        ("rat.behaviour.pack", "expected true or false; found 1"),
    ),
    "number for a table": (
        ("families", "[rat]\nbehaviour = 1"),
        ("rat.behaviour", "expected a table; found 1"),
    ),
    "number for an array": (("tide", "marks = 1"), ("marks", "expected an array; found 1")),
    "number for a catalogue's record": (
        ("terrain", "wall = 1"),
        ("wall", "expected a table; found 1"),
    ),
    "too small": (("tide", "interval = 0"), ("interval", "expected at least 1; found 0")),
    "too large": (("heroes", "pack_size = 27"), ("pack_size", "expected at most 26; found 27")),
    "not a number": (
        ("curve", "[types]\ntrend = nan"),
        ("types.trend", "expected a finite number; found nan"),
    ),
    "too long": (
        ("preset", f'title = "{"x" * 41}"\ndescription = ""\nbuilds_on = "default"'),
        ("title", f'expected at most 40 characters; found "{"x" * 41}"'),
    ),
    "too few": (("heroes", "colours = []"), ("colours", "expected at least 1 of them; found 0")),
    "too many": (
        ("population", f"type_weights = [{'1, ' * 11}]"),
        ("type_weights", "expected at most 10 of them; found 11"),
    ),
    "a threshold too few": (
        (
            "heroes",
            "levels = [{experience=0, life=1, attack=1, magic=1, mana=1, thresholds=[1, 2, 3]}]",
        ),
        ("levels[1].thresholds[4]", "is missing"),
    ),
    "colour": (
        ("items", '[health_potion]\ncolour = "red"'),
        ("health_potion.colour", 'expected a colour such as "#7fb2c8"; found "red"'),
    ),
    "glyph": (
        ("items", '[health_potion]\nglyph = "!!"'),
        (
            "health_potion.glyph",
            'expected one printable character that is one cell wide; found "!!"',
        ),
    ),
    "escape code in a text": (
        ("tide", '[[marks]]\npercent = 0\nname = "x"\nmessage = "\\u001b[2J"'),
        (
            "marks[1].message",
            'expected printable text on one line, without space around it; found "\\x1b[2J"',
        ),
    ),
    "template without a place": (
        ("families", '[dragon.classes.red]\nname = "red dragon"'),
        (
            "dragon.classes.red.name",
            'expected {0} once, for the tier\'s name, and no other braces; found "red dragon"',
        ),
    ),
    "template with more": (
        ("families", '[dragon.classes.red]\nname = "{0} {1}"'),
        (
            "dragon.classes.red.name",
            'expected {0} once, for the tier\'s name, and no other braces; found "{0} {1}"',
        ),
    ),
    "unknown word": (
        ("population", 'source = "tabels"'),
        ("source", 'expected one of curve, tables; found "tabels"; did you mean "tables"?'),
    ),
    "unknown effect": (
        ("items", '[health_potion.effect]\ndoes = "heel"'),
        (
            "health_potion.effect",
            f'expected one of {EFFECTS}; found "heel"; did you mean "heal"?',
        ),
    ),
    "one tier": (
        ("families", '[rat]\ntiers = [{ name = "rat", glyph = "r" }]'),
        ("rat.tiers", "expected at least 2 of them; found 1"),
    ),
}


def write(folder: Path, files: dict[str, str], preset: str = "mine", base: str = "default") -> None:
    place = folder / "rules" / preset
    place.mkdir(parents=True)
    head = f'title = "Mine"\ndescription = "Mine."\nbuilds_on = "{base}"\n'
    for name, text in {"preset": head, **files}.items():
        (place / f"{name}.toml").write_text(text, encoding="utf-8")


def faults_of(folder: Path, files: dict[str, str]) -> list[tuple[str, str, str]]:
    """Return file name, key and problem of each fault of a preset that states `files`."""
    write(folder, files)
    with pytest.raises(ContentError) as caught:
        load_ruleset("mine", folder)
    for fault in caught.value.faults:
        assert Path(fault.file).is_relative_to(folder / "rules" / "mine")
    return [(Path(fault.file).name, fault.key, fault.problem) for fault in caught.value.faults]


def test_all_presets_together_are_as_each_by_itself(tmp_path: Path) -> None:
    write(tmp_path, {})
    together = load_rulesets(tmp_path)
    assert together["mine"] == load_ruleset("mine", tmp_path)
    assert together["mine"].monsters is together["default"].monsters


def test_files_that_presets_share_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def reading(file: Traversable) -> Layer | Fault:
        read.append(str(file))
        return read_layer(file)

    monkeypatch.setattr(load, "read_layer", reading)
    load_rulesets()
    assert read
    assert len(read) == len(set(read))


def test_the_rules_that_ship_passed_every_check() -> None:
    assert load_rulesets(trusts_shipped=False).keys() == {*list_presets()}
    digest = load.digest_of_shipped()
    assert load.checked_digest() == digest, "run tests/data/renew_checked.py"


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The presets whose records are checked against each other."""
    found: list[str] = []

    def note(ruleset: Ruleset, *_: object) -> list[Fault]:
        found.append(ruleset.preset.title)
        return []

    monkeypatch.setattr(load, "_cross_checked", note)
    return found


def test_rules_that_passed_are_not_checked_again(checked: list[str], tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text("")
    load_ruleset("default")
    load_ruleset("default", tmp_path)
    assert checked == []
    (tmp_path / "rules").mkdir()
    load_ruleset("default", tmp_path)
    assert len(checked) == 1


def test_shipped_rules_that_were_changed_are_checked(
    checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "digest_of_shipped", lambda: "another")
    load_ruleset("default")
    assert len(checked) == 1


def test_a_digest_that_is_missing_trusts_nothing(
    checked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load, "checked_digest", lambda: "")
    load_ruleset("default")
    assert len(checked) == 1


@pytest.mark.parametrize(("said", "expected"), ONE_FAULT.values(), ids=ONE_FAULT)
def test_a_fault_is_named_by_file_key_and_what_was_expected(
    tmp_path: Path, said: tuple[str, str], expected: tuple[str, str]
) -> None:
    name, text = said
    assert faults_of(tmp_path, {name: text}) == [(f"{name}.toml", *expected)]


def test_what_is_missing_from_a_new_record_is_named_key_by_key(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, {"items": '[lamp]\nname = "lamp"'})
    keys = ("colour", "description", "effect", "glyph", "plural", "weights")
    assert faults == [("items.toml", f"lamp.{key}", "is missing") for key in keys]


def test_a_family_with_too_few_classes_is_refused(tmp_path: Path) -> None:
    family = """
[slug]
description = "Slow."
tiers = [{ name = "slug", glyph = "s" }, { name = "great slug", glyph = "S" }]
[slug.classes]
red = { name = "red {0}", colour = "#ff0000" }
"""
    assert faults_of(tmp_path, {"families": family}) == [
        ("families.toml", "slug.classes", "expected at least 5 of them; found 1")
    ]


def test_an_unknown_catalogue_is_a_fault(tmp_path: Path) -> None:
    assert faults_of(tmp_path, {"tied": ""}) == [
        ("tied.toml", "", 'is not a catalogue; did you mean "tide"?')
    ]


def test_all_faults_of_all_files_come_at_once(tmp_path: Path) -> None:
    files = {
        "curve": "floors = ",
        "heroes": 'sight = "far"\nstart = [{ item = "helth_potion", count = 1 }]',
        "items": "[health_potion]\nnmae = 1",
        "layouts": "[rooms_and_corridors]\nsmallest = 12",
        "tide": "interval = 0\ngrace = -1",
    }
    assert [(name, key) for name, key, _ in faults_of(tmp_path, files)] == [
        ("curve.toml", ""),
        ("heroes.toml", "sight"),
        ("items.toml", "health_potion.nmae"),
        ("layouts.toml", "rooms_and_corridors.smallest"),
        ("tide.toml", "grace"),
        ("tide.toml", "interval"),
    ]


def test_faulty_members_are_named_without_an_echo_that_too_few_are_left(tmp_path: Path) -> None:
    faults = faults_of(tmp_path, {"heroes": 'colours = ["red"]'})
    assert [key for _, key, _ in faults] == ["colours[1]"]


def test_a_fault_is_named_in_the_file_where_the_value_stands(tmp_path: Path) -> None:
    write(tmp_path, {"heroes": "sight = 0\nspeed = 3"}, preset="base")
    write(tmp_path, {"heroes": "speed = 0"}, base="base")
    with pytest.raises(ContentError) as caught:
        load_ruleset("mine", tmp_path)
    rules = tmp_path / "rules"
    assert caught.value.faults == (
        Fault(str(rules / "base" / "heroes.toml"), "sight", "expected at least 1; found 0"),
        Fault(str(rules / "mine" / "heroes.toml"), "speed", "expected at least 1; found 0"),
    )


def test_settings_ship_whole() -> None:
    settings = load_settings()
    assert settings.server.host == "127.0.0.1"
    assert settings.server.port == 4414
    assert settings.pace.mode == "auto"
    assert settings.limits.soft_buffer_bytes < settings.limits.hard_buffer_bytes


def test_a_host_states_only_the_settings_that_differ(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text("[limits]\nseats = 4\n", encoding="utf-8")
    ours, shipped = load_settings(tmp_path), load_settings()
    assert ours.limits.seats == 4
    assert ours.limits == shipped.limits.model_copy(update={"seats": 4})
    assert ours.pace == shipped.pace


def test_a_folder_without_settings_changes_nothing(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == load_settings()


def test_faults_of_settings_come_at_once_too(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text('[server]\nprot = 1\nport = 70000\n[pace]\nmode = "fast"\n', encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_settings(tmp_path)
    assert [(fault.file, fault.key, fault.problem) for fault in caught.value.faults] == [
        (str(file), "pace.mode", 'expected one of auto, party, real; found "fast"'),
        (str(file), "server.port", "expected at most 65535; found 70000"),
        (str(file), "server.prot", 'unknown key; did you mean "port"?'),
    ]


def test_settings_that_are_not_toml_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text("[server\n", encoding="utf-8")
    with pytest.raises(ContentError, match=r"server\.toml: is not TOML: line 1"):
        load_settings(tmp_path)


def test_settings_fit_each_other(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    text = "[limits]\nsoft_buffer_bytes = 2048\nhard_buffer_bytes = 1024\n"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_settings(tmp_path)
    problem = "expected at most 1024, `hard_buffer_bytes`; found 2048"
    assert caught.value.faults == (Fault(str(file), "limits.soft_buffer_bytes", problem),)


@pytest.mark.parametrize(("stated", "missing"), [("key", "certificate"), ("certificate", "key")])
def test_a_certificate_has_its_key(tmp_path: Path, stated: str, missing: str) -> None:
    file = tmp_path / "server.toml"
    file.write_text(f'[tls]\n{stated} = "file.pem"\n', encoding="utf-8")
    with pytest.raises(ContentError, match=rf"tls\.{missing}: expected a file, since `{stated}`"):
        load_settings(tmp_path)


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("proxies", "10.0.0.1/8", "a network"),
        ("proxies", "my-proxy", "a network"),
        ("origins", "null", "a web site"),
        ("origins", "https://example.org/page", "a web site"),
    ],
)
def test_networks_and_sites_are_checked(tmp_path: Path, key: str, value: str, wanted: str) -> None:
    (tmp_path / "server.toml").write_text(f'[server]\n{key} = ["{value}"]\n', encoding="utf-8")
    with pytest.raises(ContentError, match=rf"server\.{key}\[1\]: expected {wanted} such as"):
        load_settings(tmp_path)
