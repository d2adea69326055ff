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
from undertide_server.simulation.state.events import FloorTold, PartyTold
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run

PRESET = 'title = "{0}"\ndescription = "x"\nbuilds_on = "default"\nextensions = ["{0}"]\n'
WALKED: list[int] = []
"""What a bad extension keeps outside of components."""
SINCE: dict[int, int] = {}
"""What another one keeps of each run, which a restore doesn't bring back."""


@dataclass(slots=True)
class Count:
    ticks: int = 0


@dataclass(slots=True)
class Mark:
    size: int = 1


COMPONENTS: dict[str, dict[str, type]] = {"counted": {"Count": Count}, "sensing": {"Mark": Mark}}


def heal_by_luck(run: Run, floor: FloorIndex) -> None:
    for row in floor.heroes.values():
        row.hero.gold += random.randrange(1_000_000)


def pay_by_the_list(run: Run, floor: FloorIndex) -> None:
    WALKED.append(floor.state.clock)
    for row in floor.heroes.values():
        row.hero.gold = len(WALKED)


def tell_the_unseen(run: Run, floor: FloorIndex) -> None:
    unseen = [row for row in floor.monsters.values() if not floor.watched()[row.spot]]
    if unseen and floor.state.clock == 35:
        run.emit(PartyTold("info", f"Somewhere a {unseen[0].actor.name} waits."))


def pay_by_the_object(run: Run, floor: FloorIndex) -> None:
    SINCE[id(run)] = SINCE.get(id(run), 0) + (floor.state.clock > 40)
    for row in floor.heroes.values():
        row.hero.gold = SINCE[id(run)]


def smell(run: Run, floor: FloorIndex) -> None:
    for row in floor.heroes.values():
        row.hero.gold = len(floor.monsters)


def sense_marks(run: Run, floor: FloorIndex) -> None:
    for row in floor.heroes.values():
        row.hero.gold = sum(entity in floor.monsters for entity, _ in run.world.each(Mark))
    for entity in floor.monsters if floor.state.clock < 20 else ():
        if not run.world.has(entity, Mark):
            run.world.add(entity, Mark())


def whisper(run: Run, floor: FloorIndex) -> None:
    if len(floor.monsters) > 3:
        run.emit(FloorTold(floor.entity, "info", "There are more than three of them."))


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
        components=COMPONENTS.get(name, {}),
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
        ("forgetful", pay_by_the_object, "with a restore between, gave other states in Hero of"),
        ("telling", tell_the_unseen, "a line names what no hero has seen: 'Somewhere a "),
        ("smelling", smell, "the hero of seat 0 is shown what hangs on what nobody sees"),
        ("sensing", sense_marks, "the hero of seat 0 is shown what hangs on what nobody sees"),
        ("whispering", whisper, "the hero of seat 0 is shown what hangs on what nobody sees"),
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


def test_a_line_may_name_a_room_after_those_who_are_not_there() -> None:
    check_preset("default", seeds=[18], ticks=20)


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
