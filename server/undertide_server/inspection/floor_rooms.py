"""The rooms of a floor as data: their themes and their monsters (R4, R11 to R13)."""

from collections.abc import Sequence

from undertide_server.inspection.floor_records import EncounterData, RoomData
from undertide_server.worldgen.creatures.encounters import reached
from undertide_server.worldgen.draft.plan import Encounter, FloorPlan
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
        }
        for index, each in enumerate(plan.rooms)
    ]


def _encounter(game: Game, met: Encounter, party: Sequence[int]) -> EncounterData:
    return {
        "difficulty": met.difficulty,
        "budget": met.budget,
        "kinds": list(dict.fromkeys(kind.name for kind in met.kinds)),
        "monsters": len(met.kinds),
        "adjusted": met.adjusted,
        "reached": reached(met.adjusted, game.ruleset.heroes.levels, party),
    }
