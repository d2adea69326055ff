"""All checks between records, in one visible tuple."""

from undertide_server.content.checks import (
    creatures,
    encounters,
    heroes,
    places,
    regions,
    rooms,
    terrain,
    themes,
    tree,
    variety,
)
from undertide_server.content.checks.check import Check
from undertide_server.content.checks.recheck import Recheck
from undertide_server.content.ruleset import Ruleset

EVERYTHING = tuple(Ruleset.model_fields)
"""The names of all catalogues."""

STATED: tuple[Check, ...] = (
    Check(("terrain",), terrain.terrain_is_complete),
    Check(("terrain",), terrain.terrain_is_consistent),
    Check(("terrain",), terrain.terrain_turns_into_terrain),
    Check(("terrain",), terrain.what_spreads_has_an_element),
    Check(("curve",), places.curve_is_consistent),
    Check(("tree",), tree.one_type_begins),
    Check(("curve", "tree"), tree.one_type_ends),
    Check(("tree", "victory"), tree.the_last_floor_has_a_boss),
    Check(("tree",), tree.floors_have_stairs_down),
    Check(("curve", "tree"), tree.a_type_can_come_at_every_depth),
    Check(("victory",), tree.somebody_can_win),
    Check(("curve", "tree", "victory"), tree.every_path_has_room_for_the_amulets),
    Check(("tree",), tree.types_can_be_dug),
    Check(("themes", "tree"), tree.types_know_their_themes),
    Check(("layouts",), places.rooms_fit_the_map),
    Check(("layouts",), places.keeps_fit_the_map),
    Check(("layouts", "rooms"), rooms.rooms_can_take_shapes),
    Check(("rooms",), rooms.patches_can_be_drawn),
    Check(("rooms",), rooms.patches_are_viable),
    Check(("rooms", "terrain"), rooms.patches_have_their_terrain),
    Check(("themes",), themes.fixed_themes_are_there),
    Check(("themes", "tree"), themes.types_have_themes),
    Check(("terrain", "themes"), themes.themes_have_their_terrain),
    Check(("people", "themes"), themes.themes_have_their_people),
    Check(("themes", "traps"), themes.themes_have_their_traps),
    Check(("terrain", "traps"), themes.traps_look_like_traps),
    Check(("extras", "terrain"), themes.what_grows_is_there),
    Check(("items", "regions"), regions.regions_have_amulets_of_their_own),
    Check(("people", "regions"), regions.regions_have_guardians),
    Check(("regions", "traps"), regions.regions_have_their_traps),
    Check(("regions", "terrain"), regions.regions_have_their_terrain),
    Check(("families",), creatures.races_have_names_of_their_own),
    Check(("families",), creatures.a_family_can_be_drawn),
    Check(("curve", "population"), creatures.regular_types_have_weights),
    Check(("population",), creatures.tables_fill_floors),
    Check(("population",), creatures.population_tables_rise),
    Check(("population",), creatures.floors_hold_their_monsters),
    Check(("layouts", "population"), creatures.keeps_hold_their_monsters),
    Check(("tide",), creatures.tide_is_consistent),
    Check(("heroes",), heroes.levels_rise),
    Check(("heroes",), heroes.thresholds_rise),
    Check(("heroes", "items"), heroes.start_items_exist),
    Check(("items",), heroes.item_tables_rise),
    Check(("loot",), heroes.loot_tables_rise),
    Check(("items", "loot"), heroes.gold_and_hearts_do_what_they_are_for),
    Check(("items", "loot"), heroes.spells_can_be_read),
    Check(("items", "victory"), heroes.amulets_can_be_held),
    Check(("loot", "victory"), heroes.floors_hold_the_amulets),
    Check(("encounters",), encounters.difficulty_tables_rise),
    Check(("curve", "encounters"), encounters.rooms_can_be_of_some_difficulty),
    Check(("encounters",), encounters.multipliers_rise_from_one),
    Check(("themes", "tree", "variety"), variety.themes_are_left),
)
"""Of the content by itself, whether as it is stated or as it is played."""

CHECKS = (
    *STATED,
    Check(EVERYTHING, variety.changes_lead_somewhere),
    Check(EVERYTHING, variety.changes_do_something),
    Check(EVERYTHING, variety.values_are_changed_once),
    Check(("variety",), variety.variations_are_told_apart),
    Check(EVERYTHING, Recheck(STATED)),
)
"""And of what variety makes of it."""
