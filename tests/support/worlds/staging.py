"""A run with one hand-drawn floor, and who stands on it, for tests of rules and views."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.tricks import PLAIN, Tricks
from undertide_server.simulation.components.actors import Attack, Body
from undertide_server.simulation.components.floors import (
    Agreement,
    Chamber,
    Floor,
    Graves,
    Lying,
    Portals,
    Tide,
    Trap,
    Traps,
)
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.components.monsters import Mind, Mood
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.mechanics.stats import refit
from undertide_server.simulation.pipeline import FloorSystem, step, systems_of_the_game
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import (
    Asked,
    Input,
    PlayerLost,
    SeatTaken,
    Ticked,
    Turned,
    Withdrawn,
)
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.game.game import Game, make_game
from undertide_shared.geometry import Cell
from undertide_shared.messages import Cast, Intent

SEED = b"sixteen bytes ok"
TERRAIN: Mapping[str, str] = {
    "#": "wall",
    ".": "floor",
    "+": "door",
    ">": "stairs_down",
    "<": "stairs_up",
}


@cache
def make_test_game(preset: str = "default", seed: bytes = SEED) -> Game:
    """Return the game of a shipped preset, without variety: what it states holds.

    Its weakest kind, which tests put wherever they need just somebody, has no ways of its own.
    A game never changes, so that tests share it.
    """
    game = make_game(unvaried(shipped(preset)), seed, REPERTOIRE)
    weakest, *others = game.roster.kinds
    ways = {"guards": 0, "lurks": False, "rises": 0, "tricks": PLAIN}
    plain = replace(weakest, behaviour=weakest.behaviour.model_copy(update=ways))
    return replace(game, roster=replace(game.roster, kinds=(plain, *others)))


def with_system(game: Game, system: FloorSystem) -> Game:
    """Return a game in which a further system runs at the end of each tick of a floor."""
    systems = systems_of_the_game()
    more = systems._replace(floor_tick=(*systems.floor_tick, system))
    return replace(game, repertoire=replace(game.repertoire, systems=more))


class Stage:
    """A run whose first floor is drawn by hand: '#' wall, '.' floor, '+' door, '<' and '>' stairs.

    '@' is where heroes arrive. Further heroes stand as near as they can. `legend` names the terrain
    of other signs.
    """

    def __init__(
        self,
        rows: Sequence[str],
        game: Game | None = None,
        *,
        legend: Mapping[str, str] | None = None,
        chambers: Sequence[Chamber] = (),
    ) -> None:
        self.game = game or make_test_game()
        self._legend = {**TERRAIN, **(legend or {})}
        self.run: Run = new_run(self.game)
        self._sequence = 0
        self.floor: FloorIndex = self._draw(rows, tuple(chambers))

    def _draw(self, rows: Sequence[str], chambers: tuple[Chamber, ...]) -> FloorIndex:
        terrain = self.game.terrain
        spots: dict[str, list[Cell]] = {}
        tiles = np.zeros((len(rows), len(rows[0])), dtype=np.uint8)
        for y, row in enumerate(rows):
            for x, sign in enumerate(row):
                spots.setdefault(sign, []).append((x, y))
                tiles[y, x] = terrain.codes[self._legend.get(sign, "floor")]
        floor = Floor(
            branch=1,
            path=(),
            types=("start",),
            children=tuple(range(2, 2 + len(spots.get(">", [])))),
            number=1,
            name="a stage",
            tiles=tiles,
            arrival=spots["@"][0],
            stairs_up=next(iter(spots.get("<", [])), None),
            stairs_down=tuple(spots.get(">", [])),
            chambers=chambers,
        )
        self.run.progress.branches += len(floor.children)
        fixtures = (Traps(), Portals(), Graves())
        return self.run.index.add_floor(self.run.world.create(floor, Tide(), *fixtures))

    def hero(
        self, name: str = "Ann", *, cell: Cell | None = None, sheltered: bool = False
    ) -> HeroRow:
        """Let a hero in and return its row; unless it is `sheltered`, that time is over for it."""
        seat = len(self.run.world.each(Hero))
        self.step(SeatTaken(seat, name))
        row = next(row for row in self.floor.heroes.values() if row.hero.seat == seat)
        if not sheltered:
            row.effects.remaining.clear()
        if cell is not None:
            self.run.index.move(row, cell)
            self.step()
        return row

    def let_leave(self, seat: int = 0) -> None:
        """Let a hero that stands on stairs take them without the agreement of others (R17)."""
        found = self.run.index.of_seat(seat)
        assert found is not None
        floor, row = found
        floor.state.agreements = [Agreement(row.cell, agreed=[row.entity])]

    def put_to_sleep(self, seat: int = 0) -> None:
        """Let a hero lose its player and withdraw into sleep."""
        self.step(PlayerLost(seat))
        self.step(Withdrawn(seat))

    def monster(
        self,
        cell: Cell,
        *,
        mood: Mood = "idle",
        life: int = 50,
        power: int = 3,
        kind: MonsterKind | None = None,
    ) -> MonsterRow:
        """Put a monster of the weakest kind, or of `kind`, somewhere, and return its row."""
        kind = kind or self.game.roster.kinds[0]
        world = self.run.world
        entity = spawn_monster(self.run, self.floor, kind, cell, Mind(mood))
        body = world.get(entity, Body)
        body.life = body.max_life = life
        body.absorb = body.regen = 0
        world.get(entity, Attack).power = power
        return self.floor.monsters[entity]

    def item(self, cell: Cell, item: str, count: int = 1, *, price: int = 0) -> int:
        """Lay an item somewhere and return its entity."""
        entity = self.run.world.create(Lying(item, count, price))
        self.run.index.place(entity, self.floor.entity, cell)
        return entity

    def trap(self, cell: Cell, kind: str, *, hidden: bool = True, facing: Cell = (0, 0)) -> Trap:
        """Put a trap somewhere and return it; one that is not hidden looks like what it is."""
        trap = Trap(kind, hidden, facing)
        self.run.world.get(self.floor.entity, Traps).armed[cell] = trap
        self.floor.index_traps()
        if not hidden:
            self.turn(cell, self.run.rules.traps[kind].terrain)
        return trap

    def portals(self, one: Cell, other: Cell) -> None:
        """Put a pair of portals somewhere."""
        twins = self.run.world.get(self.floor.entity, Portals).twins
        twins[one], twins[other] = other, one
        for cell in (one, other):
            self.turn(cell, "portal")

    def turn(self, cell: Cell, terrain: str) -> None:
        """Turn a cell into terrain."""
        self.floor.set_tile(cell, self.game.terrain.codes[terrain], self.game.terrain)

    def terrain(self, cell: Cell) -> str:
        """Return the key of what a cell is now."""
        code: int = self.floor.state.tiles.item(cell[1], cell[0])
        return self.game.terrain.names[code]

    def step(self, *inputs: Input) -> list[Event]:
        """Take a step with these inputs."""
        return step(self.run, inputs)

    def tick(self, count: int = 1) -> list[Event]:
        """Let ticks of the drawn floor pass, a step each, and return what happened."""
        return [event for _ in range(count) for event in self.step(Ticked(1))]

    def ask(self, intent: Intent, seat: int = 0, branch: int = 1) -> list[Event]:
        """Let a hero of a floor do something, in turns, and return what happened."""
        self._sequence += 1
        return self.step(Asked(seat, self._sequence, intent), Turned(branch))


def hero_with(stage: Stage, food: int) -> HeroRow:
    """Let a hero in that can go for so many ticks, in figures that follow from it."""
    row = stage.hero()
    row.hero.food = food
    refit(stage.run, row)
    return row


HALL = ["##############", "#@...........#", "#............#", "#............#", "##############"]
MANA = 500
"""More than any spell takes."""
POWER = 100
"""Of a caster's magic: a spell's percent are the damage it does, give or take the spread."""


def caster(stage: Stage, *spells: str, name: str = "Ann", cell: Cell | None = None) -> HeroRow:
    """Let a hero in that knows spells, has mana for all of them, and that little can kill."""
    row = stage.hero(name, cell=cell)
    row.inventory.stacks.clear()
    row.body.life = row.body.max_life = 5000
    row.body.regen = row.body.absorb = row.body.absorb_tenths = 0
    magic = row.magic
    magic.spells[:] = spells
    magic.mana, magic.max_mana, magic.regen, magic.power = MANA, MANA, 0, POWER
    return row


def cast(stage: Stage, spell: str, target: Cell | None = None, seat: int = 0) -> list[Event]:
    """Let a hero cast a spell, in turns, and return what happened."""
    x, y = target or (None, None)
    return stage.ask(Cast(spell, x, y), seat)


def kind_that(stage: Stage, tricks: Tricks = PLAIN, **behaviour: int | bool) -> MonsterKind:
    """Return the weakest kind with another behaviour, known to the run under a name of its own."""
    weakest = stage.game.roster.kinds[0]
    ways = Behaviour.model_validate(behaviour).model_copy(update={"tricks": tricks})
    kind = replace(weakest, id=f"test {behaviour} {tricks}", name="beast", behaviour=ways)
    stage.run.kinds[kind.id] = kind
    return kind
