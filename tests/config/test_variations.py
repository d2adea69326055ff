"""Everything that varies really changes play: each thing is probed for what it says (R14)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest

from support.content.played_content import Played
from support.content.shipped import shipped
from support.worlds.actor_probes import (
    bolt_reach,
    cells_seen,
    confusion,
    early_newcomers,
    fireball_damage,
    fireball_victims,
    first_shot,
    healing,
    heart,
    height_of_tide,
    hero_blows,
    hero_recovery,
    hero_swings,
    hurt_by,
    late_newcomers,
    life_of,
    missiles,
    monster_blows,
    monster_recovery,
    monster_swings,
    pay_of_newcomers,
    persistence,
    respite,
    risen,
    strongest_newcomer,
    using,
    wariness,
)
from support.worlds.floor_probes import (
    asleep,
    dearest_book,
    dearest_ware,
    doors,
    ground,
    hard_encounters,
    heaps_of_gold,
    largest_treasure,
    lying,
    meadows,
    people_of,
    roamers_asleep,
    rooms_in_regions,
    rooms_of,
    rooms_with_patches,
    round_rooms,
    special_rooms,
    stairs_down,
    walls,
    ways,
)
from support.worlds.ground_probes import (
    arrows_through,
    harm_of,
    hits_of_ground,
    left_of,
    step_cost,
    trap_bursts,
    trap_damage,
)
from undertide_server.content.records.changes import drawn_as, with_changes

RULES = shipped("default")
VARIATIONS = RULES.variety.variations
VARIABLES = {variable.key: variable for variable in RULES.variety.variables}
STATED = Played(RULES)


Measure = Callable[[Played], float]


@dataclass(frozen=True, slots=True)
class Probe:
    """A measure that must come out larger, or smaller, by at least a factor."""

    measure: Measure
    rises: bool
    times: float = 1

    def check(self, stated: Played, varied: Played) -> None:
        """Raise AssertionError when it does not."""
        before, after = self.measure(stated), self.measure(varied)
        low, high = (before, after) if self.rises else (after, before)
        assert high > low
        assert high >= self.times * low


def more(*measures: Measure, times: float = 1) -> tuple[Probe, ...]:
    """Each measure comes out larger: at least so many times as large."""
    return tuple(Probe(measure, rises=True, times=times) for measure in measures)


def fewer(*measures: Measure, times: float = 1) -> tuple[Probe, ...]:
    """Each measure comes out smaller: once was at least so many times as large."""
    return tuple(Probe(measure, rises=False, times=times) for measure in measures)


def commoner(theme: str) -> tuple[Probe, ...]:
    """Rooms of a theme are clearly more: nine times one weight is less of all weights."""
    return more(rooms_of(theme), times=1.5)


def peopled(theme: str) -> tuple[Probe, ...]:
    """Rooms of a theme are clearly more, and so are its people: none of the rooms is empty."""
    return commoner(theme) + more(people_of(theme), times=1.5)


PROBES: Mapping[str, tuple[Probe, ...]] = {
    "dry_season": more(meadows, times=1.7),
    "glass_walls": more(ground("glass"), times=3),
    "shut_tight": more(ground("door", "stone_door"), times=1.3),
    "rough_country": more(rooms_with_patches),
    "round_rooms": more(round_rooms, times=2),
    "deep_mud": more(step_cost("mud"), step_cost("shallows"), step_cost("foul_shallows")),
    "good_cover": fewer(*map(arrows_through, ("barricade", "bramble", "rubble"))),
    "slow_burn": more(
        left_of("burning_grass", 15), left_of("burning_tree", 40), left_of("burning_door", 40)
    ),
    "brittle_ice": fewer(left_of("thick_ice", 50), left_of("thin_ice", 30)),
    "quickened": more(hits_of_ground) + fewer(left_of("burning_tree", 40)),
    "hungry_fire": more(
        harm_of("burning_grass"), *map(trap_damage, ("fire_vent", "fire_spout")), fireball_damage
    ),
    "bitter_cold": more(harm_of("frost"), *map(trap_damage, ("frost_vent", "frost_spout"))),
    "strong_venom": more(
        harm_of("foul_shallows"), *map(trap_damage, ("poison_vent", "poison_spout"))
    ),
    "barbed_arrows": more(trap_damage("arrows"), times=1.4),
    "heavy_hands": more(hero_blows, monster_blows),
    "blunt_blades": fewer(hero_blows, monster_blows),
    "wild_swings": more(hero_swings, monster_swings, times=1.5),
    "big_bangs": more(fireball_victims),
    "storm_season": more(lying("lightning_scroll"), bolt_reach),
    "long_confusion": more(confusion),
    "strong_draughts": more(healing) + fewer(lying("health_potion")),
    "great_hearts": more(heart),
    "hard_times": more(dearest_ware, times=1.9),
    "clearance": fewer(dearest_ware, times=1.9),
    "gold_fever": more(lying("gold"), times=1.9),
    "old_hoards": more(largest_treasure),
    "spring_tide": more(early_newcomers, height_of_tide, pay_of_newcomers),
    "neap_tide": fewer(early_newcomers, height_of_tide, pay_of_newcomers),
    "crowded_water": more(late_newcomers) + fewer(strongest_newcomer),
    "short_candles": fewer(cells_seen),
    "slow_healing": fewer(hero_recovery, monster_recovery),
    "good_air": more(hero_recovery),
    "kind_arrivals": more(respite, times=2),
    "heavy_boots": more(step_cost("floor")) + fewer(early_newcomers),
    "nimble_fingers": fewer(using),
    "slow_bows": fewer(missiles),
    "light_sleepers": fewer(roamers_asleep),
    "keen_noses": more(wariness),
    "short_memories": fewer(persistence),
    "trouble_pays": more(hard_encounters, lying("gold")),
    "restless_bones": more(risen("skeleton"), risen("bone_archer")),
    "long_bows": more(*map(first_shot, ("archer", "crossbow_sergeant", "bone_archer"))),
    "iron_guards": more(life_of("guard"), life_of("guard_captain")),
    "long_night": more(asleep("guard", "guard_barracks"), asleep("archer", "archer_barracks")),
    "wizards_quarrel": fewer(
        *map(life_of, ("apprentice", "arcane_wizard", "pyromancer", "cryomancer", "venomancer"))
    ),
    "honest_trades": fewer(hurt_by("smith"), hurt_by("cook")),
    "jailbreak": more(hurt_by("prisoner")),
    "spreading_regions": more(rooms_in_regions),
    "strange_rooms": more(special_rooms, times=1.5),
    "market_day": peopled("shop"),
    "hollow_walls": commoner("wall_traps"),
    "watch_your_step": commoner("floor_traps"),
    "courts_gone_wild": commoner("courtyard"),
    "lily_time": commoner("water_garden"),
    "watch_doubled": peopled("guard_barracks"),
    "archers_year": peopled("archer_barracks"),
    "night_school": peopled("wizard_study"),
    "great_silence": commoner("anti_magic"),
    "doors_to_elsewhere": commoner("portal"),
    "full_graves": peopled("crypt"),
    "marble_company": commoner("gallery"),
    "pilgrims_way": commoner("shrine"),
    "crowded_cells": peopled("prison"),
    "many_ways": more(stairs_down),
    "rusty_springs": fewer(trap_bursts),
}
"""What shows that a variation does what it says."""

RANGES: Mapping[str, tuple[Probe, ...]] = {
    "extras.grass": more(meadows),
    "extras.trees": more(ground("tree")),
    "extras.glass": more(ground("glass")),
    "extras.stone_doors": more(ground("stone_door")),
    "extras.blood": more(ground("blood")),
    "extras.bones": more(ground("bones")),
    "extras.gold": more(lying("gold")),
    "extras.heaps": more(heaps_of_gold),
    "loot.price_percent": more(dearest_ware),
    "loot.spell_price_percent": more(dearest_book),
    "layouts.rooms_and_corridors.loops": more(ways("rooms_and_corridors")),
    "layouts.rooms_and_corridors.doors": more(doors("rooms_and_corridors")),
    "layouts.caverns.loops": more(ways("caverns")),
    "layouts.keep.dead_ends": fewer(ways("keep")),
    "layouts.keep.doors": more(doors("keep")),
    "layouts.small_keep.dead_ends": fewer(ways("small_keep")),
    "layouts.small_keep.doors": more(doors("small_keep")),
    "layouts.arena.standing": more(walls("arena")),
    "rooms.patches.none": fewer(rooms_with_patches),
}
"""What differs between the ends of each variable's range, going up."""


def test_at_least_thirty_variations_ship_each_with_its_probe() -> None:
    assert len(VARIATIONS) >= 30
    assert PROBES.keys() == VARIATIONS.keys()


@pytest.mark.parametrize("key", VARIATIONS)
def test_a_variation_changes_what_happens_in_play(key: str) -> None:
    varied = Played(with_changes(STATED.rules, VARIATIONS[key].changes))
    for probe in PROBES[key]:
        probe.check(STATED, varied)


def test_at_least_ten_variables_ship_each_with_its_probe() -> None:
    assert len(VARIABLES) >= 10
    assert RANGES.keys() == VARIABLES.keys()


@pytest.mark.parametrize("key", VARIABLES)
def test_a_variable_changes_what_happens_in_play(key: str) -> None:
    variable = VARIABLES[key]
    low, high = (
        Played(with_changes(STATED.rules, [drawn_as(variable, end)]))
        for end in (variable.low, variable.high)
    )
    for probe in RANGES[key]:
        probe.check(low, high)


def test_every_variation_says_what_players_can_expect() -> None:
    assert all(variation.description for variation in VARIATIONS.values())
    texts = [variation.description for variation in VARIATIONS.values()]
    assert len(set(texts)) == len(texts)
