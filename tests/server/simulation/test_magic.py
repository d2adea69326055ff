"""Runs full of magic: nothing fails, whatever is asked for, and a replay comes to the same."""

from functools import cache

from support.content.own_rules import game_with
from support.worlds.staging import make_test_game
from undertide_server.content.records.heroes import Calling
from undertide_server.simulation.components.actors import Effects
from undertide_server.simulation.invariants import check
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Asked, Input, SeatTaken, Ticked, Turned
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.util.rng import derive
from undertide_server.worldgen.game.game import Game
from undertide_shared.messages import Cast, Explore, Intent, Move

STEPS = 400


@cache
def magic_game() -> Game:
    """Return a game whose heroes know every spell, live long and have mana for all of it."""
    rules = make_test_game().ruleset
    levels = tuple(
        level.model_copy(update={"life": 50 * level.life, "mana": 5000})
        for level in rules.heroes.levels
    )
    mage = Calling(name="mage", description="All of it.", spells=tuple(rules.spells))
    heroes = rules.heroes.model_copy(update={"levels": levels, "calling": "mage", "start": ()})
    return game_with(heroes=heroes, callings={"mage": mage})


@cache
def script() -> tuple[tuple[Input, ...], ...]:
    """Return the inputs of a run of three heroes who cast whatever comes to their minds."""
    run = new_run(magic_game())
    steps: list[tuple[Input, ...]] = [(SeatTaken(seat, f"Hero {seat}"),) for seat in range(3)]
    for inputs in steps:
        step(run, inputs)
    for number in range(STEPS):
        steps.append((*_asked(run, number), Ticked(1) if number % 3 else Turned(1)))
        step(run, steps[-1])
    run.world.close()
    return tuple(steps)


def _asked(run: Run, number: int) -> list[Input]:
    return [
        Asked(row.hero.seat, number + 1, _wish(run, floor, row, number))
        for floor in run.index.floors.values()
        for row in floor.heroes.values()
        if row.auto_action.activity == "none"
    ]


def _wish(run: Run, floor: FloorIndex, row: HeroRow, number: int) -> Intent:
    """Ask for a spell at somebody in sight, at some cell, or at nothing; or go on exploring."""
    rng = derive(b"a script of mages", "wish", number, row.hero.seat)
    if rng.percent(40):
        dx, dy = rng.between(-1, 1), rng.between(-1, 1)
        return Move(dx, dy) if rng.percent(50) else Explore()
    seen = [each.cell for each in floor.in_sight()] + [each.cell for each in floor.heroes.values()]
    near = (row.cell[0] + rng.between(-4, 4), row.cell[1] + rng.between(-4, 4))
    x, y = rng.pick([*seen, near, near])
    spell = rng.pick([*run.rules.spells, "no spell"])
    return Cast(spell) if rng.percent(20) else Cast(spell, x, y)


def test_a_run_full_of_magic_is_a_pure_function_of_its_inputs() -> None:
    assert check(magic_game(), script()) is None


def test_the_script_is_no_idle_one() -> None:
    run = new_run(magic_game())
    befallen: set[str] = set()
    told: list[str] = []
    for inputs in script():
        told += [event.others for event in step(run, inputs) if isinstance(event, Seen)]
        for _, effects in run.world.each(Effects):
            befallen |= set(effects.remaining)
    cast = [
        name
        for name in run.rules.spells
        if any(f"casts {_name(run, name)}." in text for text in told)
    ]
    assert len(cast) >= 15
    assert {"hasted", "warded", "regenerating", "summoned", "burning", "slowed"} <= befallen
    run.world.close()


def _name(run: Run, spell: str) -> str:
    return run.rules.spells[spell].name
