"""The figures that docs/rules.md states are those of the shipped content and settings."""

from pathlib import Path
from typing import TypeVar

import pytest

from support.content.shipped import shipped
from undertide_server.content.records.abilities import (
    Ambush,
    Care,
    Detonate,
    Disarm,
    InflictAll,
    Sweep,
)
from undertide_server.content.records.effects import Inflict

PAGE = " ".join((Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8").split())
RULES = shipped("default")
TIDE, HEROES, HUNGER, LOOT = RULES.tide, RULES.heroes, RULES.hunger, RULES.loot
FALLING, SHARING, MARKS = HEROES.falling, HEROES.sharing, HEROES.marks
POPULATION, STATUSES, ABILITIES = RULES.population, RULES.statuses, RULES.abilities


Effect = TypeVar("Effect")


def effect_of(ability: str, kind: type[Effect]) -> Effect:
    return next(each for each in ABILITIES[ability].effects if isinstance(each, kind))


STATED = f"""
The total is {POPULATION.monsters} monsters for one hero and {POPULATION.percent_per_extra_hero}
% more for each further hero.

The total never exceeds {POPULATION.most_alive}, or

start more than {POPULATION.safe_steps} steps from the arrival

After a grace of {TIDE.grace} ticks the tide comes in: every {TIDE.interval} ticks one monster,
and {TIDE.per_extra_hero_percent / 100} more for each further hero

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

loses {HUNGER.toll_percent} % of its full life every {HUNGER.toll_every} ticks

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
"""
"""Parts of sentences of the page, with the figures of the content in them, between empty lines."""


@pytest.mark.parametrize("stated", STATED.strip().split("\n\n"))
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
