"""Promise 3: a run is a pure function of its content, seed and inputs."""

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from support.content.own_rules import game_with
from support.worlds.staging import make_test_game, with_system
from undertide_server.content.records.terrain import Fading, Harm
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.invariants import check
from undertide_server.simulation.pipeline import FloorSystem, step
from undertide_server.simulation.snapshot import (
    first_difference,
    restore,
    state_hash,
    take_snapshot,
)
from undertide_server.simulation.state.floor_index import DIRECTIONS, FloorIndex
from undertide_server.simulation.state.inputs import (
    Asked,
    Input,
    PlayerBack,
    PlayerLost,
    SeatTaken,
    Ticked,
    Turned,
    Withdrawn,
)
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.util.rng import derive
from undertide_server.worldgen.game.game import Game
from undertide_shared.messages import Climb, Explore, Intent, Move, Rest, Take, Travel, Use, Wait


@cache
def hardy_game() -> Game:
    """Return a game whose heroes live long enough to do a bit of everything."""
    heroes = make_test_game().ruleset.heroes
    levels = tuple(
        level.model_copy(update={"life": 20 * level.life, "attack": 2 * level.attack})
        for level in heroes.levels
    )
    return game_with(heroes=heroes.model_copy(update={"levels": levels}))


@cache
def script(count: int) -> tuple[tuple[Input, ...], ...]:
    """Return the inputs of a run of three heroes who go down and do a bit of everything."""
    run = new_run(hardy_game())
    steps: list[tuple[Input, ...]] = [(SeatTaken(seat, f"Hero {seat}"),) for seat in range(3)]
    for inputs in steps:
        step(run, inputs)
    for number in range(count):
        steps.append((*_asked(run, number), *_comings(number), *_moves(run)))
        step(run, steps[-1])
    run.world.close()
    return tuple(steps)


def _asked(run: Run, number: int) -> list[Input]:
    """Let each hero that has nothing to do ask for something."""
    return [
        Asked(row.hero.seat, number + 1, _wish(floor, row, number))
        for floor in run.index.floors.values()
        for row in floor.heroes.values()
        if row.auto_action.activity == "none"
    ]


def _wish(floor: FloorIndex, row: HeroRow, number: int) -> Intent:
    rng = derive(b"a script of seats", "script", number, row.hero.seat)
    stairs = floor.state.stairs_down[0]
    for dx, dy in DIRECTIONS:
        if isinstance(floor.blockers.get((row.cell[0] + dx, row.cell[1] + dy)), MonsterRow):
            return Use(1) if row.body.life * 2 < row.body.max_life else Move(dx, dy)
    if row.cell == stairs:
        return Climb()
    known = row.memory.floors[floor.state.branch].tiles[stairs[1], stairs[0]]
    return rng.pick(
        [
            Travel(*stairs) if known else Explore(),
            Explore(),
            Explore(),
            Move(rng.between(-1, 1), rng.between(-1, 1)),
            Rest(),
            Take(),
            Use(rng.between(1, 5), rng.below(80), rng.below(43)),
            Wait(),
        ]
    )


def _comings(number: int) -> list[Input]:
    """Let players be lost and come back now and then."""
    happenings: dict[int, Input] = {50: PlayerLost(1), 60: Withdrawn(1), 70: PlayerBack(1)}
    happening = happenings.get(number % 97)
    return [happening] if happening else []


def _moves(run: Run) -> list[Input]:
    """Move the first floor on in real time and the others in turns."""
    branches = [floor.state.branch for floor in run.index.floors.values() if floor.heroes]
    return [Ticked(branch) if branch == 1 else Turned(branch) for branch in branches]


@cache
def burning_game() -> Game:
    """Return a game whose floors catch fire and freeze everywhere, and heal again."""
    terrain = dict(hardy_game().ruleset.terrain)

    def change(key: str, **changes: object) -> None:
        terrain[key] = terrain[key].model_copy(update=changes)

    for key in ("floor", "cave_floor", "sand", "passage"):
        change(key, fades=Fading(percent=1, into="burning_grass"), touched={"ice": "thick_ice"})
    change("burning_grass", harm=Harm(damage="fire", percent=1), touched={"ice": "thick_ice"})
    change("ash", fades=Fading(percent=10, into="frost"))
    change("frost", harm=None, fades=Fading(percent=10, into="floor"))
    change("thick_ice", fades=Fading(percent=10, into="water"))
    change("water", harm=Harm(damage="cold", percent=1), fades=Fading(percent=20, into="floor"))
    return game_with(terrain=terrain, heroes=hardy_game().ruleset.heroes)


def played(steps: Sequence[Sequence[Input]], game: Game | None = None) -> Run:
    run = new_run(game or hardy_game())
    for inputs in steps:
        step(run, inputs)
    return run


PRINT_HASH = """
import sys
sys.path[:0] = {path!r}
from test_determinism import burning_game, played, script
from undertide_server.simulation.snapshot import state_hash
print(state_hash(played(script(1500))), state_hash(played(script(200), burning_game())))
"""


def test_fresh_processes_with_other_hash_seeds_reach_the_same_state() -> None:
    here = str(Path(__file__).parent)
    path = [here, *(entry for entry in sys.path if entry.endswith("tests"))]
    hashes = set()
    for hash_seed in ("0", "1", "4242"):
        said = subprocess.run(
            [sys.executable, "-c", PRINT_HASH.format(path=path)],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        )
        hashes.add(said.stdout.strip())
    ours = state_hash(played(script(1500))), state_hash(played(script(200), burning_game()))
    assert hashes == {" ".join(ours)}


def test_a_restored_run_goes_on_identically() -> None:
    steps = script(1500)
    one = played(steps[:1000])
    other = restore(one.game, take_snapshot(one))
    assert first_difference(one, other) is None
    for inputs in steps[1000:]:
        ours, theirs = step(one, inputs), step(other, inputs)
        assert ours == theirs
        assert first_difference(one, other) is None


def test_a_snapshot_of_a_restored_run_is_the_same() -> None:
    run = played(script(100))
    snapshot = take_snapshot(run)
    assert take_snapshot(restore(run.game, snapshot)) == snapshot


def test_the_checker_finds_nothing_to_complain_about() -> None:
    assert check(hardy_game(), script(1500)) is None


def test_floors_that_burn_and_thaw_are_restored_in_the_midst_of_it() -> None:
    assert check(burning_game(), script(200)) is None


def test_the_burning_game_does_burn_and_thaw() -> None:
    run = played(script(200), burning_game())
    names = run.game.terrain.names
    tiles = next(iter(run.index.floors.values())).state.tiles
    there = {names[code] for code in tiles.ravel().tolist()}
    assert {"burning_grass", "ash", "frost", "thick_ice", "water"} <= there


def test_the_script_is_no_idle_one() -> None:
    run = played(script(1500))
    heroes = [hero for _, hero in run.world.each(Hero)]
    assert run.progress.deepest >= 2
    assert sum(hero.kills for hero in heroes) >= 3


def unfair(_run: Run, floor: FloorIndex) -> None:
    """Hurt somebody by a chance of its own: what a careless rule might do."""
    for row in floor.monsters.values():
        row.body.life = random.randint(1, row.body.max_life)


class Remembering:
    """A rule with state outside the components."""

    def __init__(self) -> None:
        self.seen: set[int] = set()

    def __call__(self, _run: Run, floor: FloorIndex) -> None:
        for row in floor.monsters.values():
            key = id(row)
            if key not in self.seen and len(self.seen) < 10:
                self.seen.add(key)
                row.body.life = 1


@pytest.mark.parametrize("planted", [unfair, Remembering()], ids=["own chance", "hidden state"])
def test_the_checker_catches_a_planted_source_of_nondeterminism(
    planted: FloorSystem,
) -> None:
    steps = script(40)
    difference = check(with_system(hardy_game(), planted), steps)
    assert difference is not None
    assert difference.component == "Body"
    assert difference.step > 3


def test_inputs_about_seats_that_do_not_exist_change_nothing_but_the_step() -> None:
    run = played(script(20))
    before = take_snapshot(run)
    step(run, [Asked(9, 1, Wait()), PlayerLost(9), PlayerBack(9), Withdrawn(9), Ticked(99)])
    assert run.progress.step == 24
    run.progress.step -= 1
    assert take_snapshot(run) == before
