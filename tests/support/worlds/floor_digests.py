"""A catalogue of floors: what each layout digs, and what whole floors are planned, for many seeds.

It is kept as digests in data/floors.json.
"""

import json
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from support.content.repertoire import REPERTOIRE
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.util.rng import SEED_BYTES
from undertide_server.worldgen.draft.plan import FloorPlan, RoomPlan
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import branch_at
from undertide_server.worldgen.layouts.layout import Layout, Stairs
from undertide_server.worldgen.layouts.registry import lay_out
from undertide_server.worldgen.layouts.terrain import TerrainTable

CATALOGUE = Path(__file__).parents[2] / "data" / "floors.json"
SEEDS = 200
"""Of each layout."""
PLANNED = {"default": SEEDS, "keep": 20}
"""How many floors are planned of each preset; a full keep is as large as six floors."""
DIGEST_BYTES = 6
"""Enough that another floor never passes for the one that is kept by chance."""

Digests = dict[str, list[str]]
"""By layout or preset, one digest for each seed."""


def read_catalogue() -> dict[str, Digests]:
    """Return the digests that are kept: of "layouts" and of what is "planned"."""
    kept: dict[str, Digests] = json.loads(CATALOGUE.read_text(encoding="utf-8"))
    return kept


def dug_floor(name: LayoutName, number: int, rules: Ruleset, terrain: TerrainTable) -> Layout:
    """Return the floor of the catalogue that has this layout and number, with 1 to 3 stairs down.

    Its content is as it is stated, without variety.
    """
    stairs = Stairs(up=True, down=number % 3 + 1)
    return lay_out(REPERTOIRE.layouts[name], rules.layouts, stairs, terrain, _seed(number), "0.1")


def planned_floor(rules: Ruleset, number: int) -> tuple[Game, FloorPlan]:
    """Return the floor of the catalogue that has this number, at a depth of its own, and its game.

    It is filled for one to four heroes whose level is as deep as the floor.
    """
    game = make_game(rules, _seed(number), REPERTOIRE)
    branch = branch_at(game, (0,) * (number % len(game.curve.floors)))
    level = min(branch.number, len(rules.heroes.levels))
    return game, plan_floor(game, branch, (level,) * (number % 4 + 1))


def digest_of_layout(layout: Layout, terrain: TerrainTable) -> str:
    """Return a digest of all that a layout says, whatever codes its terrain has."""
    said = (
        [(room.x, room.y, room.width, room.height, room.ground) for room in layout.rooms],
        (layout.arrival, layout.stairs_up, layout.stairs_down),
        (layout.connections, layout.maze, layout.treasures, layout.monsters, layout.shapable),
    )
    return _digest(said, layout.tiles, terrain)


def digest_of_plan(plan: FloorPlan, terrain: TerrainTable) -> str:
    """Return a digest of all that a plan says, whatever codes its terrain has."""
    said = (
        (plan.branch, plan.name, plan.layout_name),
        (plan.layout.arrival, plan.layout.stairs_up, plan.layout.stairs_down),
        [_said_of(room) for room in plan.rooms],
        [(spawn.kind.id, spawn.x, spawn.y, spawn.asleep) for spawn in plan.spawns],
        (plan.loot, plan.treasures),
        sorted(plan.traps.items()),
        sorted(plan.portals.items()),
    )
    return _digest(said, plan.tiles, terrain)


def _said_of(plan: RoomPlan) -> object:
    room, encounter = plan.room, plan.encounter
    return (
        (room.x, room.y, room.width, room.height, room.ground),
        (plan.shape, plan.theme, plan.special, plan.region, plan.patch),
        encounter and (encounter.difficulty, encounter.budget, encounter.adjusted),
        encounter and [kind.id for kind in encounter.kinds],
    )


def _digest(said: object, tiles: NDArray[np.uint8], terrain: TerrainTable) -> str:
    used, places = np.unique(tiles, return_inverse=True)
    names = [terrain.names[code] for code in used]
    order = np.argsort(np.argsort(names)).astype(np.uint8)
    whole = repr((tiles.shape, sorted(names), said)).encode() + order[places].tobytes()
    return blake2b(whole, digest_size=DIGEST_BYTES).hexdigest()


def _seed(number: int) -> bytes:
    return number.to_bytes(SEED_BYTES, "little")
