"""What an extension adds becomes part of the games that need it, or it is told what is wrong."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from support.content.extensions import example, having
from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.content.load import load_ruleset
from undertide_server.content.records.effects import EffectRecord
from undertide_server.content.schema.errors import ContentError
from undertide_server.content.schema.extensions import ExtensionError, MissingExtensionError
from undertide_server.content.schema.fields import Record
from undertide_server.extending import Layout, Rng, Room, Stairs, TerrainTable, furnish
from undertide_server.headless import Explore, begin_run
from undertide_server.headless.testing import check_preset
from undertide_server.simulation.components.actors import Body
from undertide_server.simulation.extension import (
    Effect,
    Extension,
    LayoutOf,
    System,
    Trick,
    blamed,
    placed,
)
from undertide_server.simulation.pipeline import FLOOR_TICK, STEP, systems_of_the_game
from undertide_server.simulation.snapshot import store_components
from undertide_server.worldgen.game.game import make_game


@dataclass(slots=True)
class Wick:
    length: int = 1


@dataclass(slots=True)
class Oil:
    left: int = 1


class Glow(EffectRecord):
    does: Literal["lamp.glow"]


class Flicker(EffectRecord):
    does: Literal["torch.flicker"]


def system(name: str) -> Callable[..., None]:
    def advance(*_: object) -> None:
        pass

    advance.__name__ = name
    return advance


def lamp(**parts: Any) -> Extension:
    return Extension(name="lamp", version="1.0", rules=1, **parts)


def order(*extensions: Extension) -> list[str]:
    return [each.__name__ for each in placed(systems_of_the_game(), extensions).floor_tick]


def never(*_: object) -> bool:
    return False


TRICK = Trick("blinds", Record, lore=lambda _figures: "It blinds.", words="blind", attempt=never)


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"components": {"Wick": int}}, "lamp.components.Wick: expected a dataclass"),
        ({"components": {"the wick": Wick}}, "lamp.components.the wick: expected a stored name"),
        ({"components": {"Wick": Wick, "W": Wick}}, "one component has several stored names"),
        ({"systems": (System(system("dim")),)}, "lamp.systems.dim: expected the system that it"),
        (
            {"systems": (System(system("dim"), after="recover", before="bury"),)},
            "lamp.systems.dim: expected the system that it stands after, or",
        ),
        (
            {"systems": (System(system("dim"), after="recovery"),)},
            'lamp.systems.dim: there is no system "recovery"; did you mean "recover"?',
        ),
        (
            {
                "systems": (
                    System(system("dim"), after="lamp.glow"),
                    System(system("glow"), before="lamp.dim"),
                )
            },
            "systems: they wait for each other: lamp.dim for lamp.glow, lamp.glow for lamp.dim",
        ),
        ({"tricks": (TRICK, TRICK)}, "lamp.tricks.blinds: there are two of that name"),
        ({"tricks": (replace(TRICK, name="Blinds"),)}, "lamp.tricks.Blinds: expected small"),
        ({"tricks": (replace(TRICK, name="b" * 32, words="x\n"),)}, "words of lamp.bbb"),
        (
            {"effects": (Effect(Flicker, check=lambda *_: system("x"), words="x"),)},
            'lamp.effects.Flicker: expected a field `does` of Literal["lamp.name"]',
        ),
        ({"layouts": (LayoutOf("a b", Record, lambda *_: None),)}, "lamp.layouts.a b: expected"),
    ],
)
def test_a_part_that_cannot_be_used_is_told_with_its_place(
    parts: dict[str, Any], told: str
) -> None:
    with pytest.raises(ExtensionError) as fault, having(lamp(**parts)):
        pass
    assert told in str(fault.value)


def test_systems_stand_after_and_before_others_in_the_order_in_which_they_are_stated() -> None:
    added = lamp(
        systems=(
            System(system("one"), after="recover"),
            System(system("two"), after="recover"),
            System(system("three"), before="recover"),
            System(system("four"), after="lamp.one"),
        )
    )
    names = order(added)
    place = names.index("recover")
    assert names[place - 1 : place + 4] == ["three", "recover", "one", "four", "two"]
    assert len(names) == len(FLOOR_TICK) + 4


def test_a_system_of_a_step_stands_among_those_of_a_step() -> None:
    added = lamp(systems=(System(system("toll"), after="end_when_all_fell"),))
    step = [each.__name__ for each in placed(systems_of_the_game(), [added]).step]
    assert step[step.index("end_when_all_fell") + 1] == "toll"
    assert len(step) == len(STEP) + 1


def test_a_system_may_stand_after_one_of_another_extension() -> None:
    torch = Extension(
        name="torch",
        version="1",
        rules=1,
        systems=(System(system("burn"), after="lamp.dim"),),
    )
    names = order(torch, lamp(systems=(System(system("dim"), after="recover"),)))
    assert names[names.index("recover") + 1 :][:2] == ["dim", "burn"]


def test_a_stored_name_stands_for_one_component_and_a_component_has_one() -> None:
    store_components({"test.Wick": Wick})
    store_components({"test.Wick": Wick})
    with pytest.raises(ValueError, match=r"test\.Wick is the stored name of Wick"):
        store_components({"test.Wick": Oil})
    with pytest.raises(ValueError, match=r"Body is stored as Body, not as test\.Oil"):
        store_components({"test.Oil": Body})


def test_a_game_has_only_the_extensions_that_its_content_needs() -> None:
    with having(example("light_thief"), example("until_dawn")) as repertoire:
        plain = make_game(shipped("default"), bytes(16), repertoire)
        thief = make_game(load_ruleset("gloaming"), bytes(16), repertoire)
    assert plain.repertoire is repertoire
    assert repertoire.systems == REPERTOIRE.systems
    added = [each for each in thief.repertoire.systems.floor_tick if each not in FLOOR_TICK]
    assert [each.__name__ for each in added] == ["dim_sight"]
    assert dict(thief.repertoire.words) == dict(example("light_thief").words)


def test_a_game_whose_extension_is_gone_cannot_be_made() -> None:
    with having(example("light_thief")):
        ruleset = load_ruleset("gloaming")
    with having() as repertoire, pytest.raises(MissingExtensionError, match="light_thief"):
        make_game(ruleset, bytes(16), repertoire)


class Halls(Record):
    width: int
    """Cells from left to right of each of both halls."""


def dig_halls(halls: Halls, stairs: Stairs, terrain: TerrainTable, rng: Rng) -> Layout:
    """Return two halls with a door between them."""
    rooms = [Room(1, 1, halls.width, 9), Room(halls.width + 2, 1, halls.width, 9)]
    tiles = np.full((11, 2 * halls.width + 3), terrain.codes["wall"], dtype=np.uint8)
    for room in rooms:
        tiles[room.y : room.y + room.height, room.x : room.x + room.width] = terrain.codes["floor"]
    tiles[1 + rng.below(9), halls.width + 1] = terrain.codes["door"]
    return replace(furnish(tiles, rooms, stairs, terrain, rng), connections=((0, 1),))


def write_halls(presets: Path) -> Path:
    """Write the preset of an extension with halls, without its floors; return its folder."""
    place = presets / "halls"
    place.mkdir()
    (place / "preset.toml").write_text(
        'title = "Halls"\ndescription = "x"\nbuilds_on = "classic"\nextensions = ["halls"]\n'
    )
    return place


def test_a_layout_of_an_extension_is_dug_by_its_settings_and_walked(tmp_path: Path) -> None:
    place = write_halls(tmp_path)
    (place / "layouts.toml").write_text('[extended."halls.twins"]\nwidth = 17\n')
    (place / "tree.toml").write_text(
        '[types.start]\nlayouts = { rooms_and_corridors = 0, "halls.twins" = 1 }\n'
    )
    halls = Extension(
        name="halls",
        version="1",
        rules=1,
        layouts=(LayoutOf("twins", Halls, dig_halls),),
        presets=tmp_path,
    )
    with having(halls), begin_run("halls", 3, [""]) as run:
        (floor,) = run.state.index.floors.values()
        assert (floor.height, floor.width) == (11, 37)
        run.ask_hero(0, Explore())
        for _ in range(400):
            run.take_tick()
        known = run.look(0).tiles
        assert known.shape == (11, 37)
        assert (known[:, 1:18] != 0).any()
        assert (known[:, 19:36] != 0).any(), "its door is a way"
        check_preset("halls", seeds=[3], ticks=60)


def test_a_layout_without_settings_is_told(tmp_path: Path) -> None:
    place = write_halls(tmp_path)
    (place / "tree.toml").write_text('[types.start.layouts]\n"halls.twins" = 1\n')
    parts: dict[str, Any] = {"layouts": (LayoutOf("twins", Halls, dig_halls),)}
    halls = Extension(name="halls", version="1", rules=1, presets=tmp_path, **parts)
    with having(halls), pytest.raises(ContentError, match="has no settings at"):
        load_ruleset("halls")


def test_an_error_of_an_extension_names_it() -> None:
    thief = example("light_thief")
    with having(thief):
        with pytest.raises(AttributeError) as fault:
            thief.systems[0].advance(None, None)
        assert blamed(fault.value) == "light_thief"
        assert blamed(ValueError("another")) == ""
