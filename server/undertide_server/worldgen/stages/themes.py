"""R12: choosing the themes of a floor's rooms."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from undertide_server.content.records.population import Person
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.themes import PLAIN, TREASURE, Decor
from undertide_server.util.rng import Rng
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import away_from_arrival, free_ground
from undertide_server.worldgen.draft.plan import RoomPlan
from undertide_server.worldgen.stages.peopling import most_people


def choose_themes(draft: Draft) -> None:
    """Give every room of a floor its theme: by weight, unless it is fixed.

    A theme is only drawn for a room that has cells for the people whom it promises, on a floor that
    may still hold them; so they always come. Rooms choose in random order.

    The arrival's room, open ground that is too large for a room, and the room of bosses if there
    are any are plain and never special. But rooms for treasures have the treasure theme. Rooms with
    a set piece have theirs already. The first room that fits gets a theme that the floor's lesson
    wants.
    """
    plain, treasures = _plain_rooms(draft), set(draft.layout.treasures)
    free = free_ground(draft)
    far = free & away_from_arrival(draft)
    left = most_people(draft) - len(draft.spawns)
    lesson = draft.game.ruleset.lessons.of(draft.branch.number)
    wanted = [] if lesson is None else list(lesson.rooms)
    weights = theme_weights(draft.game.ruleset, draft.branch.type)
    order = draft.rng("themes").shuffled(range(len(draft.rooms)))
    for index in sorted(order, key=lambda index: index not in treasures):
        if index in plain or draft.rooms[index].set_piece is not None:
            continue
        room = draft.rooms[index].room
        vacancy = _Vacancy(left, len(room.cells_on(free)), len(room.cells_on(far)))
        draft.rooms[index] = plan = _themed(draft, index, vacancy, weights, wanted)
        left -= draft.game.ruleset.themes[plan.theme].furnishings(special=plan.special).promised


@dataclass(frozen=True, slots=True)
class _Vacancy:
    """The space for people of a room."""

    people: int
    """Number of people whom the floor may still hold."""
    free: int
    """Number of free cells in the room."""
    far: int
    """Number of those that are away from the arrival."""

    def takes(self, decor: Decor, people: Mapping[str, Person]) -> bool:
        """Return whether all whom a decor promises find space."""
        if not decor.people:
            return self.people >= 0
        hostile = sum(
            folk.count.low for folk in decor.people if not people[folk.person].behaviour.peaceful
        )
        return decor.promised <= min(self.people, self.free) and hostile <= self.far


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
    if draft.bosses:
        plain.add(draft.lair)
    return (plain - set(draft.layout.treasures)) | {0}


def _themed(
    draft: Draft, index: int, vacancy: _Vacancy, weights: Mapping[str, int], wanted: list[str]
) -> RoomPlan:
    """Return a room with its theme: a drawn one, unless the room is for a treasure or a lesson.

    A theme that it gets for the lesson is taken from `wanted`.
    """
    rng, plan, rules = draft.rng("theme", index), draft.rooms[index], draft.game.ruleset
    if index not in draft.layout.treasures:
        for key in wanted:
            if vacancy.takes(rules.themes[key].decor, rules.people):
                wanted.remove(key)
                return replace(plan, theme=key)
    key = TREASURE if index in draft.layout.treasures else _drawn(rules, vacancy, weights, rng)
    theme = rules.themes[key]
    special = rng.percent(theme.special_percent) and vacancy.takes(theme.special, rules.people)
    return replace(plan, theme=key, special=special)


def _drawn(rules: Ruleset, vacancy: _Vacancy, weights: Mapping[str, int], rng: Rng) -> str:
    """Draw a theme whose people find space; the plain one if there is none."""
    fitting = {
        key: weight
        for key, weight in weights.items()
        if weight and vacancy.takes(rules.themes[key].decor, rules.people)
    }
    return rng.weighted(list(fitting), list(fitting.values())) if fitting else PLAIN
