"""R12: choosing the themes of a floor's rooms."""

from dataclasses import replace

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.themes import TREASURE
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.plan import RoomPlan


def choose_themes(draft: Draft) -> None:
    """Give every room of a floor its theme: by weight, unless it is fixed.

    The arrival's room, open ground that is too large for a room, and the last room if it has bosses
    are plain and never special. But rooms for treasures have the treasure theme.
    """
    plain = _plain_rooms(draft)
    for index, plan in enumerate(draft.rooms):
        if index not in plain:
            draft.rooms[index] = _themed(draft, index, plan)


def theme_weights(ruleset: Ruleset, floor_type: str) -> dict[str, int]:
    """Return the weight of each theme on floors of a type, by key; at least one is above 0."""
    percents = ruleset.tree.types[floor_type].themes
    themes = sorted(ruleset.themes.items())
    return {key: theme.weight * percents.get(key, 100) for key, theme in themes}


def _plain_rooms(draft: Draft) -> set[int]:
    rules = draft.game.ruleset
    plain = {
        index
        for index, plan in enumerate(draft.rooms)
        if len(plan.room.cells()) > rules.encounters.open_ground
    }
    if draft.game.curve.floors[draft.branch.number - 1].bosses:
        plain.add(len(draft.rooms) - 1)
    return (plain - set(draft.layout.treasures)) | {0}


def _themed(draft: Draft, index: int, plan: RoomPlan) -> RoomPlan:
    """Return a room with its theme: a drawn one, unless the room is for a treasure."""
    rng = draft.rng("theme", index)
    weights = theme_weights(draft.game.ruleset, draft.branch.type)
    drawn = rng.weighted(list(weights), list(weights.values()))
    key = TREASURE if index in draft.layout.treasures else drawn
    special = rng.percent(draft.game.ruleset.themes[key].special_percent)
    return replace(plan, theme=key, special=special)
