"""The figures that docs/rules.md states are those of the shipped content and settings."""

from pathlib import Path
from typing import TypeVar

import pytest

from support.content.shipped import shipped
from undertide_server.content.load import load_settings
from undertide_server.content.records.abilities import (
    Ambush,
    Care,
    Detonate,
    Disarm,
    InflictAll,
    Sweep,
)
from undertide_server.content.records.effects import Inflict
from undertide_server.content.records.items import Feed, Item
from undertide_server.content.records.layouts import Arena, Caverns, Keep, RoomsAndCorridors
from undertide_server.sessions.clock.inbox import MARKS_AT_ONCE
from undertide_server.sessions.party_pause import LONGEST_PAUSE
from undertide_server.simulation.mechanics.stats import MOST_SHARE
from undertide_shared.limits import MAX_TICK_RATE

PAGE = " ".join((Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8").split())
RULES = shipped("default")
TIDE, HEROES, HUNGER, LOOT = RULES.tide, RULES.heroes, RULES.hunger, RULES.loot
GROUPS, HIGH_TIDE = TIDE.groups, TIDE.high_tide
assert GROUPS is not None
assert HIGH_TIDE is not None
HASTE, REGROWTH = HIGH_TIDE.statuses
FALLING, SHARING, MARKS = HEROES.falling, HEROES.sharing, HEROES.marks
POPULATION, STATUSES, ABILITIES = RULES.population, RULES.statuses, RULES.abilities
LAYOUTS, ENCOUNTERS = RULES.layouts, RULES.encounters
SORTS = ENCOUNTERS.sorts
assert SORTS is not None
CROWDS, CHAMPIONS = SORTS.crowds, SORTS.champions
ITEMS, ROOMS = RULES.items, RULES.rooms
FOODS = [ITEMS[key] for key in ("pale_mushroom", "heel_of_bread", "smoked_eel")]
TYPES, FORGED, VARIETY = RULES.curve.types, RULES.crafting.most_resistance, RULES.variety
CLASSIC, TUTORIAL = shipped("classic"), shipped("tutorial")
RISING = max(each.tide_ahead for each in TUTORIAL.tree.types.values())
ORCS, TROLLS = (CLASSIC.population.kind_weights[kind] for kind in ("orc", "troll"))
SPECIAL = [each.special_percent for each in RULES.themes.values() if each.special_percent]
SETTINGS = load_settings()
PACE, SEATS = SETTINGS.pace, SETTINGS.seats
TIMES = "\N{MULTIPLICATION SIGN}"

Effect = TypeVar("Effect")


def effect_of(ability: str, kind: type[Effect]) -> Effect:
    return next(each for each in ABILITIES[ability].effects if isinstance(each, kind))


def meal(item: Item) -> int:
    """Return the ticks for which an item keeps hunger away."""
    assert isinstance(item.effect, Feed)
    return item.effect.ticks


def seconds(energy: int) -> str:
    """Return the seconds that a hero of the usual speed needs for an act, as shipped."""
    return f"{energy / HEROES.speed / PACE.ticks_per_second:g}"


def sides(layout: RoomsAndCorridors | Caverns | Arena) -> str:
    return f"{layout.width}{TIMES}{layout.height}"


def grid(keep: Keep) -> str:
    return f"{keep.columns}{TIMES}{keep.rows}"


def square(keep: Keep) -> str:
    return f"{keep.side}{TIMES}{keep.side}"


STATED = f"""
The total is {POPULATION.monsters} monsters for one hero and {POPULATION.percent_per_extra_hero}
% more for each further hero.

start more than {POPULATION.safe_steps} steps from the arrival

After a grace of {TIDE.grace} ticks the tide comes in: every {TIDE.interval} ticks one monster,
and {TIDE.per_extra_hero_percent / 100} more for each further hero

The {TIDE.interval} ticks shrink as the tide rises, to
{TIDE.interval * TIDE.interval_at_full_percent // 100} at a bias of 1;

From a bias of {GROUPS.from_percent} % on newcomers come in groups of {GROUPS.monsters}, once

At a bias of 1 each group gets {STATUSES[HASTE].name} or {STATUSES[REGROWTH].name} for
{HIGH_TIDE.ticks} ticks, at even odds

whose strength is between {TIDE.pool_low_percent / 100} and {TIDE.pool_high_percent / 100} times
the average

to 1 another {TIDE.rise} ticks later

at least {TIDE.arrival_distance} steps from all who stand

at each of six marks of b: {", ".join(str(mark.percent) for mark in TIDE.marks[:-1])} and
{TIDE.marks[-1].percent} %.

one is due there when the clocks of all floors numbered 1 or {TIDE.first.floors} have counted
{TIDE.first.ticks} ticks together

a ward {STATUSES["warded"].absorb_percent} % of the full life, but at most half

Physical resistance counts for at most {HEROES.physical_cap}, whatever

All six together count for at most {HEROES.resistance_cap}.

each gets (1 + {HEROES.experience_percent_per_extra_hero / 100}·(n

A full hero has {HUNGER.full} ticks. From {HUNGER.hungry.percent} % down it is hungry and heals
at {HUNGER.hungry.healing} % of the usual speed, from {HUNGER.starving.percent} % down it is
starving and heals at {HUNGER.starving.healing} %.

every {HUNGER.toll_every} ticks it loses {HUNGER.toll_percent} % of its full life, and
{HUNGER.toll_growth_percent} % more each time until it eats

A pack has {HEROES.pack_size} slots.

reach it in {HEROES.heed_steps} steps over ground that it knows

below {HEROES.fight_stops[0]} % or below {HEROES.fight_stops[1]} % of its full life

Plain gear breaks into gold, {RULES.crafting.scrap_percent} % of its price. A shopkeeper pays
{LOOT.sale_percent} % of the price of any gear.

Levels 1 to 5 cost {", ".join(map(str, RULES.crafting.costs[:-1]))} and
{RULES.crafting.costs[-1]} essences.

It stays fallen for {FALLING.ticks} ticks of its floor

After {FALLING.revival_ticks} ticks of care the companion gets up

keeps at most {HEROES.following.gap} cells from a companion and within sight

most companions within {HEROES.exploring.area} cells, of several the nearest

first seeks targets within {HEROES.exploring.area} cells of the middle

a harmless way of at most {HEROES.exploring.detour} steps leads there

more than {HEROES.exploring.apart} cells from the targets of companions

as one off each of {SHARING.hits} hits

gains {SHARING.spell_percent} % of its strength from magic

gains at least {SHARING.suits_percent} % of strength

gear with {SHARING.notable_affixes} affixes

to a companion up to {SHARING.reach} cells away

Each offers up to {SHARING.trade_lines} stacks

A mark goes after {MARKS.ticks} ticks of its floor, a call for help after {MARKS.help_ticks}. A
hero has at most {MARKS.most} marks on a floor, and all heroes together have at most
{MARKS.most_on_floor};

Within {HEROES.stairs.cells} cells of the stairs, in sight of them

{HEROES.stairs.wait_ticks} ticks after the proposal the wait ends

hunt within `pursuit_cells` ({HEROES.stairs.pursuit_cells}) of a hero come along

enemies in sight within {effect_of("taunt", InflictAll).radius} cells wake and go for the warden
for {effect_of("taunt", InflictAll).ticks} ticks | {ABILITIES["taunt"].cooldown}

for {effect_of("brace", Inflict).ticks} ticks the warden takes
{100 - STATUSES["braced"].taken_percent} % less

companions who were within {effect_of("brace", InflictAll).radius} cells and are so near when it
happens | {ABILITIES["brace"].cooldown}

a blow at every enemy next to the reaver | {ABILITIES["cleave"].cooldown}

within {effect_of("war_cry", InflictAll).radius} cells do
{100 - STATUSES["shaken"].dealt_percent} % less damage for
{effect_of("war_cry", InflictAll).ticks} ticks | {ABILITIES["war_cry"].cooldown}

an enemy within {effect_of("mark", Inflict).range} cells takes
{STATUSES["marked"].taken_percent - 100} % more from everything for
{effect_of("mark", Inflict).ticks} ticks; the next mark ends it | {ABILITIES["mark"].cooldown}

to an enemy within {effect_of("detonate", Detonate).range} cells;
{effect_of("detonate", Detonate).power} % of the spellwright's magic strikes it and the enemies
next to it | {ABILITIES["detonate"].cooldown} ticks, {ABILITIES["detonate"].mana} mana

a companion within {effect_of("empower", Inflict).range} cells does harms
{STATUSES["empowered"].dealt_percent - 100} % more for {effect_of("empower", Inflict).ticks}
ticks; the next one ends it | {ABILITIES["empower"].cooldown} ticks, {ABILITIES["empower"].mana}
mana

for {effect_of("link", Inflict).ticks} ticks the mender bears
{STATUSES["linked"].shares_percent} % of what others do to a companion who is within
{STATUSES["linked"].shares_within} cells then

the next link ends it | {ABILITIES["link"].cooldown} ticks, {ABILITIES["link"].mana} mana

does half its damage for {effect_of("disarm", Disarm).ticks} ticks |
{ABILITIES["disarm"].cooldown}

have noticed nobody do {effect_of("sneak_attack", Ambush).power} %

A game has {RULES.curve.floors} floors.

types(L) = clamp(round({TYPES.base} + {TYPES.trend}·L + {TYPES.swing}·cos({TYPES.pace}·L +
{TYPES.phase})) + interference, {TYPES.fewest}, {TYPES.most})

A band holds at most {RULES.roster.band_values} strengths, and its largest is at most
{RULES.roster.band_stretch_percent / 100} times its smallest

{LAYOUTS.keep.monsters} for the full keep, {LAYOUTS.small_keep.monsters} for the small one

The total never exceeds {POPULATION.most_alive}, or {shipped("keep").population.most_alive} in the
preset `keep`

A room of more than {ENCOUNTERS.open_ground} cells is open ground

Regular types have the weights {", ".join(map(str, POPULATION.type_weights[:-1]))} and
{POPULATION.type_weights[-1]}, from the weakest

of two bosses on floors 1 to {POPULATION.bosses[1].floor - 1}, only the weaker comes

A room has at most {ENCOUNTERS.most_monsters} monsters

any of the game's but bosses with {CROWDS.low_percent} to {CROWDS.high_percent} % of the floor's
average strength. As many come as the difficulty allows, and at least {CROWDS.least}.

and has at most {CHAMPIONS.most_percent[0].value} % of the floor's average strength,
{CHAMPIONS.most_percent[1].value} % from floor {CHAMPIONS.most_percent[1].floor}

If no cell suits it, it is due again {TIDE.interval} ticks later

the tide of floor 6 is {RISING} ticks ahead, so it comes in after {TIDE.grace - RISING}

gets a second type in {RULES.gear.second_resistance_percent} % of the cases that would give one,
and the full 6 in {RULES.gear.full_resistance_percent} %

A forge gives a piece at most {FORGED[0].value} resistance in all, {FORGED[1].value} from floor
{FORGED[1].floor} and {FORGED[2].value} on floor {FORGED[2].floor}

Life and attack of levels 7 to 15 are
{", ".join(f"{each.life}/{each.attack}" for each in HEROES.levels[6:14])} and
{HEROES.levels[14].life}/{HEROES.levels[14].attack}, and rise to
{HEROES.levels[-1].life}/{HEROES.levels[-1].attack} at level {len(HEROES.levels)}

Gear slows hunger by at most {MOST_SHARE} %

of at most {ITEMS["health_potion"].stack} potions or pieces of food, {ITEMS["essence"].stack}
essences, and {ITEMS["heart_container"].stack} of the rest

holds 0 to {LOOT.most_items_per_room[0].value} item from floor 1 and 0 to
{LOOT.most_items_per_room[1].value} from floor {LOOT.most_items_per_room[1].floor}

adds {LOOT.more_items_percent} % more items and {LOOT.more_supplies_percent} % more potions and food

A forge works levels that would be found {RULES.crafting.ahead} floors deeper

A room holds 0 to {CLASSIC.population.most_monsters_per_room[0].value} monsters from floor 1, 0 to
{CLASSIC.population.most_monsters_per_room[1].value} from floor
{CLASSIC.population.most_monsters_per_room[1].floor} and 0 to
{CLASSIC.population.most_monsters_per_room[2].value} from floor
{CLASSIC.population.most_monsters_per_room[2].floor}. Orcs have weight {ORCS[0].value}, trolls
{TROLLS[0].value} from floor {TROLLS[0].floor}, {TROLLS[1].value} from floor {TROLLS[1].floor} and
{TROLLS[2].value} from floor {TROLLS[2].floor}.

a full hero has {CLASSIC.hunger.full} ticks

A {FOODS[0].name} feeds a hero for {meal(FOODS[0])} ticks, a {FOODS[1].name} for {meal(FOODS[1])}
and a {FOODS[2].name} for {meal(FOODS[2])}. Their weights are {FOODS[0].weights[0].value},
{FOODS[1].weights[0].value} and {FOODS[2].weights[0].value}, and from floor
{FOODS[0].weights[1].floor} on {FOODS[0].weights[1].value}, {FOODS[1].weights[1].value} and
{FOODS[2].weights[1].value}.

A floor has 1, 2 or 3 children with weights {", ".join(map(str, RULES.tree.children[:-1]))} and
{RULES.tree.children[-1]}

`rooms_and_corridors`: {sides(LAYOUTS.rooms_and_corridors)} cells, up to
{LAYOUTS.rooms_and_corridors.rooms} rooms with sides of {LAYOUTS.rooms_and_corridors.smallest} to
{LAYOUTS.rooms_and_corridors.largest}

The tutorial's floors are {sides(TUTORIAL.layouts.rooms_and_corridors)} with up to
{TUTORIAL.layouts.rooms_and_corridors.rooms} rooms

`caverns`: {sides(LAYOUTS.caverns)} cells

`arena`: {sides(LAYOUTS.arena)} cells

`keep`: a grid of square rooms, {grid(LAYOUTS.keep)} of {square(LAYOUTS.keep)}
cells. `small_keep` has {grid(LAYOUTS.small_keep)} of them

while there are more than {LAYOUTS.keep.dead_ends} dead ends ({LAYOUTS.small_keep.dead_ends} in a
small keep)

Then come {LAYOUTS.keep.spells} spell books and heart containers in all the rest; in a small keep
{LAYOUTS.small_keep.spells} spell books, {LAYOUTS.small_keep.hearts} heart container, and heaps of
{LOOT.treasure} items

Each has a special version with a chance of {min(SPECIAL)} to {max(SPECIAL)} %

Shipped content has {len(RULES.set_pieces)}. The seed draws their order

the {RULES.regions["fire"].rooms} rooms nearest to it by connections

terrain lives by the same rules, every {RULES.living.beat} ticks

{VARIETY.themes.removed.low} to {VARIETY.themes.removed.high} are removed, and
{VARIETY.themes.doubled.low} to {VARIETY.themes.doubled.high} of the rest become twice as common

{VARIETY.drawn.low} to {VARIETY.drawn.high} of at least 30 are drawn

as many ticks a second as the session says, from 1 to {MAX_TICK_RATE}. As
shipped there are {PACE.ticks_per_second}, so a step takes {seconds(RULES.costs.move)} seconds and a
blow {seconds(RULES.costs.attack)}

a waking hero on it has less than {PACE.slow_below_percent} % of its life

the others have {PACE.party_limit_seconds:g} seconds. After {PACE.party_nudge_seconds:g} seconds the
turn nudges them

has asked for nothing for {SEATS.guard_seconds:g} seconds and it has nothing to do

It lasts for {LONGEST_PAUSE / 60:g} minutes at most

After {SEATS.idle_minutes:g} minutes without an intent or a word in the chat

can reach it within {HEROES.heed_steps} steps, it stays awake

A seat can place {MARKS_AT_ONCE} marks in quick succession
"""
"""Parts of sentences of the page, with the figures of the content in them, between empty lines."""
TIMES_ADJUSTED = (f"{each.percent / 100:g}" for each in ENCOUNTERS.multipliers)
DIFFICULTIES = (ENCOUNTERS.difficulties[key] for key in ("easy", "medium", "hard", "deadly"))
DANGERS = RULES.monsters.dangers
ROWS = (
    f"| {DANGERS[0].name} | less than {DANGERS[1].percent} % |",
    *(f"| {each.name} | {each.percent} % or more |" for each in DANGERS[1:]),
    f"| Multiplier | {' | '.join(TIMES_ADJUSTED)} |",
    *(
        f"| {row[0].floor} | {' | '.join(str(each.value) for each in row)} |"
        for row in zip(*DIFFICULTIES, strict=True)
    ),
    *(
        f"| {ITEMS[key].name} | {ITEMS[key].weights[0].value} | {ITEMS[key].weights[0].floor} |"
        for key in ("health_potion", "confusion_scroll", "lightning_scroll", "fireball_scroll")
    ),
    *(f"{shape} {weight}" for shape, weight in ROOMS.shapes.items()),
    *(f"| `{patch}` | {weight} |" for patch, weight in ROOMS.patches.items()),
    *(f"| `{tile}` | {use.weight} |" for tile, use in ROOMS.tiles.items()),
)
"""Parts of tables and lists of the page."""


@pytest.mark.parametrize("stated", [*STATED.strip().split("\n\n"), *ROWS])
def test_the_page_states_the_figures_of_the_content(stated: str) -> None:
    assert " ".join(stated.split()) in PAGE


def test_the_figures_that_the_page_puts_in_words_are_those_of_the_content() -> None:
    words = {
        "gets up with a quarter of its full life": FALLING.life_percent == 25,
        "leaves the hero half of its life": HEROES.following.hurt_percent == 50,
        "a tenth at 1": TIDE.experience_at_full_percent == 10,
        "bears half of what others do": STATUSES["guarded"].shares_percent == 50,
        "its care for the fallen (R16) counts three times": (
            effect_of("field_care", Care).times == 3
        ),
        "notice the footpad from half the usual distance": (
            effect_of("sneak_attack", Ambush).noticed_percent == 50
        ),
        "is that of the level below the level of": FALLING.lost_levels == 1,
        "a blow at every enemy next to the reaver": effect_of("cleave", Sweep).power == 100,
        "regains 1 % of its life every 10 ticks": (
            STATUSES["linked"].mends is not None
            and (STATUSES["linked"].mends.percent, STATUSES["linked"].mends.every) == (1, 10)
        ),
    }
    assert {text: text in PAGE and holds for text, holds in words.items()} == dict.fromkeys(
        words, True
    )
