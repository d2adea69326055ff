"""The test kit passes extensions that keep their promises, and catches those that don't."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from support.content.extensions import example, having
from undertide_server.headless import begin_run
from undertide_server.headless.testing import (
    BrokenPromiseError,
    check_preset,
    give_item,
    hero_row,
    place_monster,
)
from undertide_server.simulation.extension import Extension, System
from undertide_server.simulation.state.events import PartyTold
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run

PRESET = 'title = "{0}"\ndescription = "x"\nbuilds_on = "default"\nextensions = ["{0}"]\n'
WALKED: list[int] = []
"""What a bad extension keeps outside of components."""


@dataclass(slots=True)
class Count:
    ticks: int = 0


def heal_by_luck(run: Run, floor: FloorIndex) -> None:
    for row in floor.heroes.values():
        row.hero.gold += random.randrange(3)


def pay_by_the_list(run: Run, floor: FloorIndex) -> None:
    WALKED.append(floor.state.clock)
    for row in floor.heroes.values():
        row.hero.gold = len(WALKED)


def tell_the_unseen(run: Run, floor: FloorIndex) -> None:
    unseen = [row for row in floor.monsters.values() if not floor.watched()[row.spot]]
    if unseen and floor.state.clock == 30:
        run.emit(PartyTold("info", f"Somewhere a {unseen[0].actor.name} waits."))


def count_ticks(run: Run, floor: FloorIndex) -> None:
    for entity in floor.heroes:
        counted = run.world.find(entity, Count)
        if counted is None:
            run.world.add(entity, Count())
        else:
            counted.ticks += 1


@contextmanager
def playing(folder: Path, name: str, advance: Callable[..., None]) -> Iterator[str]:
    """Have an extension with one system, and a preset that needs it; yield the preset's name."""
    place = folder / "presets" / name
    place.mkdir(parents=True)
    (place / "preset.toml").write_text(PRESET.format(name))
    extension = Extension(
        name=name,
        version="1",
        rules=1,
        components={"Count": Count} if name == "counted" else {},
        systems=(System(advance, before="advance_clock"),),
        presets=folder / "presets",
    )
    with having(extension):
        yield name


@pytest.mark.parametrize(
    ("name", "advance", "told"),
    [
        ("lucky", heal_by_luck, "gave other states in Hero of entity"),
        ("listed", pay_by_the_list, "gave other states in Hero of entity"),
        ("telling", tell_the_unseen, "a line names what no hero has seen: 'Somewhere a "),
    ],
)
def test_a_broken_promise_is_named_with_its_place(
    tmp_path: Path, name: str, advance: Callable[..., None], told: str
) -> None:
    with (
        playing(tmp_path, name, advance) as preset,
        pytest.raises(BrokenPromiseError) as fault,
    ):
        check_preset(preset, seeds=[1], ticks=60)
    assert str(fault.value).startswith(f"{name}, seed 1, tick ")
    assert told in str(fault.value)


def test_state_in_components_keeps_the_promises(tmp_path: Path) -> None:
    with playing(tmp_path, "counted", count_ticks) as preset:
        check_preset(preset, seeds=[1], ticks=60)


def test_the_examples_keep_the_promises() -> None:
    with having(example("light_thief"), example("until_dawn")):
        check_preset(
            "gloaming", seeds=[1], ticks=100, prepare=lambda run: place_monster(run, 0, "moth")
        )
        check_preset("until_dawn", seeds=[1], ticks=100)


def test_a_scene_is_set_by_hand() -> None:
    with having(example("light_thief")), begin_run("gloaming", 1, [""]) as run:
        floor, row = hero_row(run, 0)
        monster = place_monster(run, 0, "moth", apart=2)
        assert floor.monsters[monster.entity] is monster
        assert row.sees[monster.spot]
        give_item(run, 0, "sunstone", 2)
        assert [each.count for each in row.inventory.stacks if each.item == "sunstone"] == [2]
        with pytest.raises(LookupError, match="of the family 'wyrm'"):
            place_monster(run, 0, "wyrm")
        with pytest.raises(LookupError, match="seat 5 has no living hero"):
            hero_row(run, 5)
