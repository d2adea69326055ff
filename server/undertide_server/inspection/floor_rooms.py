"""The rooms of a floor as data: their themes and their monsters (R4, R11 to R13)."""

from collections.abc import Sequence

from undertide_server.content.records.themes import Decor
from undertide_server.inspection.floor_records import EncounterData, RoomData
from undertide_server.worldgen.creatures.encounters import reached
from undertide_server.worldgen.creatures.people import species_of
from undertide_server.worldgen.draft.plan import Encounter, FloorPlan, RoomPlan
from undertide_server.worldgen.game.game import Game


def rooms_data(game: Game, plan: FloorPlan, party: Sequence[int]) -> list[RoomData]:
    """Return the rooms of a floor that was planned for heroes of the levels `party`."""
    return [
        {
            "id": index,
            "x": each.room.x,
            "y": each.room.y,
            "width": each.room.width,
            "height": each.room.height,
            "shape": each.shape,
            "theme": each.theme,
            "special": each.special,
            "region": each.region,
            "encounter": _encounter(game, each.encounter, party) if each.encounter else None,
            "people_promised": _decor_of(game, each).promised,
            "people": _people(game, plan, each),
        }
        for index, each in enumerate(plan.rooms)
    ]


def _decor_of(game: Game, plan: RoomPlan) -> Decor:
    return game.ruleset.themes[plan.theme].furnishings(special=plan.special)


def _people(game: Game, plan: FloorPlan, each: RoomPlan) -> int:
    """Return the number of people of its theme in a room."""
    belonging = {folk.person for folk in _decor_of(game, each).people}
    cells = set(each.room.cells())
    return sum(
        species_of(spawn.kind.id) in belonging and (spawn.x, spawn.y) in cells
        for spawn in plan.spawns
    )


def _encounter(game: Game, met: Encounter, party: Sequence[int]) -> EncounterData:
    return {
        "difficulty": met.difficulty,
        "budget": met.budget,
        "kinds": list(dict.fromkeys(kind.name for kind in met.kinds)),
        "monsters": len(met.kinds),
        "adjusted": met.adjusted,
        "reached": reached(met.adjusted, game.ruleset.heroes.levels, party),
    }
