"""R3, R4, R8: the monsters on a floor when heroes first enter it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.population import (
    SORTS,
    ChampionRules,
    CrowdRules,
    EncounterSorts,
    Sort,
)
from undertide_server.content.schema.fields import row_at
from undertide_server.util.rng import Rng
from undertide_server.worldgen.creatures.champions import champion_id
from undertide_server.worldgen.creatures.encounters import (
    Pair,
    Span,
    adjusted_experience,
    champion_of,
    crowds_of,
    draw_difficulty,
    draw_monsters,
    fill,
    help_each_other,
    mixes_of,
    nearest_first,
    pairs_of,
    span_of,
)
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.draft.draft import Draft
from undertide_server.worldgen.draft.ground import away_from_arrival, close, draw_cells, free_ground
from undertide_server.worldgen.draft.plan import Encounter, Spawn
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.items.generation import draw_exalted
from undertide_shared.geometry import Cell


def populate(draft: Draft) -> None:
    """Put the monsters of a floor on free cells of their own, none near the arrival.

    With the curve as source, bosses come once each, in their room. Combat rooms get R4's
    encounters, in random order, while R3's total allows. The rest of the total is spread over open
    ground. Monsters already there count, and their rooms come last. With tables, R8 fills room by
    room.
    """
    ground = free_ground(draft) & away_from_arrival(draft)
    crowd = _Crowd(draft, ground, draft.rng("population"))
    if draft.game.ruleset.population.source == "tables":
        _by_tables(crowd)
    else:
        _meet(crowd)
        _spread(crowd)


def headcount(game: Game, heroes: int, own_total: int | None = None, percent: int = 100) -> int:
    """Return the number of monsters on a floor for a number of heroes, bosses included (R3).

    `own_total` is the total for one hero that the floor's layout states, if it does. `percent` is
    the share of it that floors of its type hold.
    """
    rules = game.ruleset.population
    alone = rules.monsters if own_total is None else own_total
    more = rules.percent_per_extra_hero * (heroes - 1)
    return min(rules.most_alive, alone * (100 + more) * percent // (100 * 100))


@dataclass(frozen=True, eq=False)
class _Crowd:
    """A floor that is being filled with monsters.

    What is the same for all its rooms is worked out once.
    """

    draft: Draft
    ground: NDArray[np.bool_]
    """Cells where a monster may still be put, shape (height, width)."""
    rng: Rng

    @property
    def left(self) -> int:
        """The number of monsters that R3 still allows; below 0 if bosses and people exceed it."""
        draft = self.draft
        percent = draft.game.ruleset.tree.types[draft.branch.type].monsters_percent
        total = headcount(draft.game, len(draft.levels), draft.layout.monsters, percent)
        return total - len(draft.spawns)

    @property
    def number(self) -> int:
        """The floor's number."""
        return self.draft.branch.number

    @property
    def has_champion(self) -> bool:
        """Whether a room of the floor has a champion."""
        met = (plan.encounter.kinds for plan in self.draft.rooms if plan.encounter)
        return any(kind.id in self.draft.game.champions for kinds in met for kind in kinds)

    @cached_property
    def average(self) -> int:
        """The average strength of the floor, rounded down."""
        strengths = self.draft.game.curve.floors[self.number - 1].strengths
        return sum(strengths) // len(strengths)

    @cached_property
    def weak(self) -> list[MonsterKind]:
        """The kinds of crowds; none by rules without sorts of encounters."""
        game = self.draft.game
        sorts = game.ruleset.encounters.sorts
        if sorts is None:
            return []
        low, high = sorts.crowds.low_percent, sorts.crowds.high_percent
        return [kind for kind in game.kinds_between(self.number, low, high) if not kind.boss]

    @cached_property
    def regulars(self) -> tuple[list[MonsterKind], Sequence[int]]:
        """The kinds of the floor that are not bosses, and their weights."""
        game = self.draft.game
        kinds = game.roster.by_strength()
        strengths = game.curve.floors[self.number - 1].strengths
        weights = game.ruleset.population.type_weights[: len(strengths)]
        return [kinds[strength] for strength in strengths], weights

    @cached_property
    def pairs(self) -> dict[Pair, int]:
        """The pairs of these kinds, and their weights."""
        return pairs_of(*self.regulars)

    def bosses(self) -> list[MonsterKind]:
        """Return the bosses that come, one kind for each."""
        kinds = self.draft.game.roster.by_strength()
        return [kinds[strength] for strength in self.draft.bosses]

    def is_open(self, index: int) -> bool:
        """Return whether a room is so large that it counts as open ground."""
        limit = self.draft.game.ruleset.encounters.open_ground
        return len(self.draft.rooms[index].room.cells()) > limit

    def rooms(self) -> list[int]:
        """Return the combat rooms, except the arrival's and those with a treasure."""
        draft = self.draft
        themes = draft.game.ruleset.themes
        apart = {0, *(treasure.room for treasure in draft.treasures), *draft.layout.treasures}
        if len(draft.rooms) == 1:
            apart.discard(0)
        return [
            index
            for index, plan in enumerate(draft.rooms)
            if index not in apart and themes[plan.theme].combat
        ]

    def settle(self, kinds: Sequence[MonsterKind], cells: Sequence[Cell]) -> None:
        """Put monsters on cells drawn from `cells`; monsters without a cell stay away."""
        for kind, cell in zip(kinds, draw_cells(cells, len(kinds), self.rng), strict=False):
            asleep = self.rng.percent(kind.behaviour.asleep)
            self.draft.spawns.append(Spawn(kind, *cell, asleep=asleep))
            close(self.ground, cell)


def _meet(crowd: _Crowd) -> None:
    """Put R4's encounters into rooms: the bosses' first, then others that fit as a whole."""
    bosses, lair = crowd.bosses(), crowd.draft.lair
    if bosses:
        first = len(crowd.draft.spawns)
        _place(crowd, lair, _lair_cells(crowd, lair, len(bosses)), bosses)
        _crown(crowd, first, first + len(bosses))
    rooms = [index for index in crowd.rooms() if not crowd.is_open(index)]
    for index in _emptiest_first(crowd, rooms):
        if crowd.left <= 0:
            break
        if not (bosses and index == lair):
            _place(crowd, index, crowd.draft.rooms[index].room.cells_on(crowd.ground), ())


def _crown(crowd: _Crowd, first: int, end: int) -> None:
    """Make the spawns from `first` up to `end` bosses, and give each the gear it leaves (R8)."""
    rules, spawns, rng = crowd.draft.game.ruleset, crowd.draft.spawns, crowd.draft.rng("spoils")
    has_gear = any(crowd.draft.finds.gear.values())
    for index, boss in enumerate(spawns[first:end], start=first):
        draws = rules.loot.boss_draws
        spoils = draw_exalted(rules, crowd.number, rng, draws) if has_gear else ""
        spawns[index] = replace(boss, spoils=spoils, boss=True)


def _emptiest_first(crowd: _Crowd, rooms: list[int]) -> list[int]:
    """Return rooms in random order, those with monsters after all others."""
    occupied = {(spawn.x, spawn.y) for spawn in crowd.draft.spawns}
    return sorted(
        crowd.rng.shuffled(rooms),
        key=lambda index: not occupied.isdisjoint(crowd.draft.rooms[index].room.cells()),
    )


def _lair_cells(crowd: _Crowd, lair: int, bosses: int) -> list[Cell]:
    """Return the free cells of the room of bosses.

    Bosses must come: if too few cells are far from the arrival, nearer ones count too.
    """
    room = crowd.draft.rooms[lair].room
    far = room.cells_on(crowd.ground)
    return far if len(far) >= bosses else room.cells_on(free_ground(crowd.draft))


def _place(crowd: _Crowd, index: int, cells: list[Cell], bosses: Sequence[MonsterKind]) -> None:
    """Draw the encounter of a room, and place it unless it exceeds what R3 still allows.

    It comes whole or not at all, or rooms would be easier than they say; only bosses always come.
    """
    encounter = _draw_encounter(crowd, bosses, len(cells))
    if not encounter.kinds or (not bosses and len(encounter.kinds) > crowd.left):
        return
    crowd.settle(encounter.kinds, cells)
    crowd.draft.rooms[index] = replace(crowd.draft.rooms[index], encounter=encounter)


def _draw_encounter(crowd: _Crowd, bosses: Sequence[MonsterKind], room: int) -> Encounter:
    """Draw an encounter for a room with free cells for `room` monsters.

    It has the drawn difficulty if the floor's monsters can make it, else the nearest that they can
    make.
    """
    game = crowd.draft.game
    rules, levels = game.ruleset.encounters, game.ruleset.heroes.levels
    drawn = draw_difficulty(rules, crowd.number, crowd.rng)
    most = min(rules.most_monsters, room)
    if bosses or rules.sorts:
        most = min(most, crowd.left)
    sorts = None if bosses else rules.sorts
    order = _sorts_in_turn(crowd, sorts) if sorts else []
    for difficulty in nearest_first(drawn):
        span = span_of(levels, crowd.draft.levels, difficulty)
        if sorts:
            tried = (_draw_sort(crowd, sorts, sort, span, most) for sort in order)
            kinds = next(filter(None, tried), ())
        else:
            kinds = _draw_pair(crowd, bosses, span, most)
        if kinds:
            break
    else:
        difficulty, span = drawn, span_of(levels, crowd.draft.levels, drawn)
        pairs = crowd.pairs
        pair = crowd.rng.weighted(list(pairs), list(pairs.values())) if pairs else ()
        kinds = fill(pair, bosses, most, crowd.rng)
    adjusted = adjusted_experience(rules, kinds, len(bosses))
    return Encounter(difficulty, span.budget, kinds, adjusted)


def _sorts_in_turn(crowd: _Crowd, sorts: EncounterSorts) -> list[Sort]:
    """Return all sorts of encounters that a room may have, those first that are drawn first.

    On the first floors champions come first until the floor has one: it is new to the heroes.
    """
    left = {each: row_at(sorts.weights.get(each, ()), crowd.number) for each in SORTS}
    order: list[Sort] = []
    if crowd.number <= len(sorts.champions.forms) and not crowd.has_champion and left["champion"]:
        del left["champion"]
        order.append("champion")
    while any(left.values()):
        order.append(crowd.rng.weighted(list(left), list(left.values())))
        del left[order[-1]]
    return order


def _draw_sort(
    crowd: _Crowd,
    sorts: EncounterSorts,
    sort: Sort,
    span: Span,
    most: int,
) -> tuple[MonsterKind, ...]:
    """Draw the monsters of a sort within a span; none if it has no such encounter."""
    match sort:
        case "crowd":
            return _draw_crowd(crowd, sorts.crowds, span, most)
        case "champion":
            return _draw_champions(crowd, sorts.champions, span, most)
        case "pair":
            return _draw_pair(crowd, (), span, most, sorts.helping)


def _draw_pair(
    crowd: _Crowd, bosses: Sequence[MonsterKind], span: Span, most: int, helping: int = 1
) -> tuple[MonsterKind, ...]:
    """Draw monsters of two kinds, and bosses; kinds that help each other are likelier."""
    ends = mixes_of(crowd.draft.game.ruleset.encounters, crowd.pairs, bosses, span, most)
    if not ends:
        return ()
    weights = [crowd.pairs[each] * (helping if help_each_other(each) else 1) for each in ends]
    pair = crowd.rng.weighted(list(ends), weights)
    return draw_monsters(pair, bosses, ends[pair], crowd.rng)


def _draw_crowd(
    crowd: _Crowd, crowds: CrowdRules, span: Span, most: int
) -> tuple[MonsterKind, ...]:
    game = crowd.draft.game
    found = crowds_of(game.ruleset.encounters, crowd.weak, crowds.least, span, most)
    if not found:
        return ()
    kind = crowd.rng.pick(list(found))
    return (kind,) * found[kind]


def _draw_champions(
    crowd: _Crowd, champions: ChampionRules, span: Span, most: int
) -> tuple[MonsterKind, ...]:
    game = crowd.draft.game
    few = min(most, -(-len(crowd.draft.levels) // champions.heroes_each))
    strongest = crowd.average * row_at(champions.most_percent, crowd.number) // 100
    found: dict[MonsterKind, tuple[int, int]] = {}
    kinds, weights = crowd.regulars
    odds = dict(zip(kinds, weights, strict=True))
    for kind in kinds:
        strengths = range(kind.strength, strongest + 1)
        made = champion_of(game.ruleset.encounters, game.champions.anchors, strengths, span, few)
        if made and odds[kind]:
            found[kind] = made
    if not found:
        return ()
    kind = crowd.rng.weighted(list(found), [odds[each] for each in found])
    number, strength = found[kind]
    name = champion_id(kind, game.champions.draw_form(crowd.number, crowd.rng), strength)
    return (game.champions[name],) * number


def _spread(crowd: _Crowd) -> None:
    """Spread the rest of R3's total over open ground, if there is any, by the types' weights."""
    plans = [crowd.draft.rooms[index] for index in crowd.rooms() if crowd.is_open(index)]
    cells = [cell for plan in plans for cell in plan.room.cells_on(crowd.ground)]
    count = min(crowd.left, len(cells))
    if count <= 0:
        return
    kinds, weights = crowd.regulars
    crowd.settle([crowd.rng.weighted(kinds, weights) for _ in range(count)], cells)


def _by_tables(crowd: _Crowd) -> None:
    """R8: fill room by room, from none to the table's most."""
    game = crowd.draft.game
    rules = game.ruleset.population
    kinds = game.roster.kinds
    weights = [row_at(rules.kind_weights.get(kind.id, ()), crowd.number) for kind in kinds]
    most = row_at(rules.most_monsters_per_room, crowd.number)
    if not any(weights):
        return
    for plan in crowd.draft.rooms:
        allowed = max(0, rules.most_alive - len(crowd.draft.spawns))
        count = min(crowd.rng.between(0, most), allowed)
        drawn = [crowd.rng.weighted(kinds, weights) for _ in range(count)]
        crowd.settle(drawn, plan.room.cells_on(crowd.ground))
