"""Each layout as heroes meet it: explored to its last cell, small enough to be sent."""

from functools import cache
from typing import get_args

import msgspec
import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.worlds.any_layouts import LARGEST
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.themes import Decor
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.state.events import Told
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import Asked, SeatTaken, Turned
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.views.run_length import whole_runs
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.layouts.layout import Stairs
from undertide_server.worldgen.layouts.registry import lay_out
from undertide_shared.limits import MAX_SERVER_ITEMS, MAX_SERVER_MESSAGE
from undertide_shared.messages import Climb, Explore, Intent, Travel

MOST_TURNS = 4000
"""A full keep takes about 1100."""


@cache
def rules_of(layout: LayoutName) -> Ruleset:
    """Return rules in which all floors have one layout and nobody is there or comes."""
    rules = shipped("default")
    types = {
        key: kind.model_copy(update={"layouts": {layout: 1}, "amulets": 0})
        for key, kind in rules.tree.types.items()
    }
    themes = {
        key: rules.themes[key].model_copy(update={"special_percent": 0, "decor": Decor()})
        for key in ("empty", "treasure", "shop")
    }
    changes = {
        "tree": rules.tree.model_copy(update={"types": types}),
        "themes": themes,
        "regions": {},
        "set_pieces": {},
        "population": rules.population.model_copy(update={"most_alive": 0}),
        "tide": rules.tide.model_copy(update={"grace": 1_000_000}),
        "victory": rules.victory.model_copy(update={"amulets": (), "boss": False}),
        "variety": shipped("tutorial").variety,
    }
    return rules.model_copy(update=changes)


class Walk:
    """A hero alone in a run, who does one thing after another."""

    def __init__(self, layout: LayoutName, seed: bytes) -> None:
        self.run: Run = new_run(make_game(rules_of(layout), seed, REPERTOIRE))
        step(self.run, [SeatTaken(0, "Ann")])
        self._sequence = 0

    @property
    def floor(self) -> FloorIndex:
        return next(floor for floor in self.run.index.floors.values() if floor.heroes)

    def do(self, intent: Intent) -> list[str]:
        """Do something to its end and return what the hero was told."""
        self._sequence += 1
        asked = [Asked(0, self._sequence, intent)]
        told: list[str] = []
        for _ in range(MOST_TURNS):
            events = step(self.run, [*asked, Turned(self.floor.state.branch)])
            told += [event.text for event in events if isinstance(event, Told)]
            asked = []
            row = next(iter(self.floor.heroes.values()))
            if row.auto_action.activity == "none":
                return told
        raise AssertionError(f"{intent} has no end")

    def unknown_ground(self) -> int:
        """Return how many cells of the floor can be walked and were never seen."""
        row = next(iter(self.floor.heroes.values()))
        tiles = row.memory.floors[self.floor.state.branch].tiles
        walkable = self.run.game.terrain.walkable[self.floor.state.tiles]
        return int((walkable & (tiles == 0)).sum())


@pytest.mark.parametrize("layout", get_args(LayoutName))
@pytest.mark.parametrize("number", range(2))
def test_a_hero_explores_all_of_it_and_finds_the_way_down(layout: LayoutName, number: int) -> None:
    walk = Walk(layout, number.to_bytes(16, "little"))
    assert "Explored." in walk.do(Explore())
    assert walk.unknown_ground() == 0
    walk.do(Travel(*walk.floor.state.stairs_down[0]))
    walk.do(Climb())
    assert walk.floor.state.number == 2
    [(_, hero)] = walk.run.world.each(Hero)
    assert not hero.fate


@pytest.mark.parametrize("layout", get_args(LayoutName))
def test_the_largest_floor_fits_in_a_keyframe(layout: LayoutName) -> None:
    game = make_game(shipped("default"), bytes(16), REPERTOIRE)
    stairs = Stairs(up=True, down=3)
    tiles = lay_out(
        REPERTOIRE.layouts[layout], LARGEST, stairs, game.terrain, game.seed, "0.0"
    ).tiles
    runs = whole_runs(tiles)
    assert len(runs) <= MAX_SERVER_ITEMS
    # Sight and all the rest of a frame have the other half.
    assert 2 * len(msgspec.msgpack.encode(runs)) <= MAX_SERVER_MESSAGE
