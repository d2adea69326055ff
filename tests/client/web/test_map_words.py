"""The page knows what is on the map, and tells it, as the terminal does: on the same values."""

from itertools import product
from typing import Any

from playwright.sync_api import Page

from support.client.page_twins import WIDE, Twins
from support.client.replay_examples import watched_again
from support.client.twin_scenes import scenes
from undertide_client.keys import Context
from undertide_client.model import run_tree
from undertide_client.model.finds import finds_on
from undertide_client.screens.map import (
    blast_area,
    companions,
    cursor_screen,
    goal_card,
    harm_screen,
    hero_panel,
    map_hints,
    newcomer_hints,
    panel,
    routes,
    search_screen,
    status_bar,
)
from undertide_client.screens.menus import help_pages
from undertide_client.screens.replay import replay_bar, replay_keys
from undertide_client.screens.spoken import changes, surroundings
from undertide_client.screens.spoken.changes import Heard
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words import bearings

UIS = scenes()
MOMENTS = list(product((0, 7_540, 35_990, 36_000), (0, 50, 100, 1600), (False, True)))
"""A tick, a speed, and whether the run goes on."""
KEYS = """async () => {
    const { keyRows } = await load("screens/menus/help_pages");
    const { Keymap } = await load("keys/keymap");
    const { CONTEXTS } = await load("generated/commands");
    return keyRows({ keymap: new Keymap() }, Object.keys(CONTEXTS));
}"""


def test_cells_and_ways(modules: Page) -> None:
    twins = Twins()
    for mirror in (ui.mirror for ui in UIS if ui.mirror.floor):
        for cell in _cells(mirror):
            twins.of(cursor_screen.describe, mirror, cell)
            twins.of(routes.intent_at, mirror, cell)
            twins.of(companions.intent_to_companion, mirror, cell)
            twins.of(blast_area.struck_words, mirror, cell, 2)
            if mirror.cell:
                twins.of(harm_screen.harm_at, mirror, mirror.cell, cell)
        for way in ("up", "down"):
            twins.of(routes.known_stairs, mirror, way)
            twins.of(routes.stairs_to_take, mirror, way)
        for branch in mirror.tree:
            twins.of(routes.intent_towards, mirror, branch)
            for other in mirror.tree:
                twins.of(run_tree.way, mirror.tree, branch, other)
    twins.check(modules)


def _cells(mirror: Any) -> list[tuple[int, int]]:
    return list(product(range(-1, min(16, mirror.floor.width + 1)), range(mirror.floor.height)))


def test_what_is_in_sight(modules: Page) -> None:
    twins = Twins()
    for mirror in (ui.mirror for ui in UIS):
        for each in (routes.sights, routes.foes_in_sight, routes.enemies_in_sight):
            twins.of(each, mirror)
        twins.of(routes.friends_in_sight, mirror)
        twins.of(routes.most_hurt_first, mirror, routes.sights(mirror))
        twins.of(routes.focus_of, mirror)
        twins.of(companions.heroes_on_floor, mirror)
        twins.of(companions.companions_to_follow, mirror)
        twins.of(companions.intent_to_party, mirror)
        twins.of(map_hints.intent_to_heal, mirror)
        for missing in (1, 5, 12, 40):
            twins.of(map_hints.best_healing, mirror, missing)
        for radius in (1, 3, 30):
            twins.of(blast_area.strikes_friends, mirror, radius)
        for member in mirror.party:
            twins.of(companions.way_words, mirror, member.seat)
        for look in mirror.looks.values():
            twins.of(harm_screen.harm_words, mirror, look)
        for eyes_of in (companions.next_eyes, companions.previous_eyes):
            twins.of(eyes_of, mirror)
        twins.of(panel.creatures, mirror)
        twins.of(panel.marks_of, mirror)
        twins.of(finds_on, mirror)
        for text in ("", "stairs", "where are the potions?", "trap", "people"):
            twins.of(search_screen.search, mirror, text)
    twins.check(modules)


def test_the_map_and_its_hints(modules: Page) -> None:
    twins = Twins()
    for ui in UIS:
        for each in (status_bar.banner_words, goal_card.goal_of, hero_panel.condition_words):
            twins.of(each, ui)
        twins.of(map_hints.map_hints, ui)
        twins.of(status_bar.role_words, ui)
        twins.of(status_bar.connection_words, ui)
        _tell_hints(twins, ui)
    twins.check(modules)


def _tell_hints(twins: Twins, ui: Ui) -> None:
    given: set[str] = set()
    while (hint := newcomer_hints.next_hint(ui.mirror, given)) is not None:
        twins.of(newcomer_hints.next_hint, ui.mirror, given)
        twins.of(newcomer_hints.hint_words, ui, hint, is_first=not given)
        given = given | {hint.key}
    twins.of(newcomer_hints.next_hint, ui.mirror, given)


def test_the_help(modules: Page) -> None:
    twins = Twins()
    for ui in UIS:
        twins.of(help_pages.goal, ui, WIDE)
        twins.of(help_pages.sharing, ui, WIDE)
        twins.of(help_pages.callings, ui, WIDE)
        for told in (help_pages.run, help_pages.tide, help_pages.time, help_pages.legend):
            twins.of(told, ui.mirror, WIDE)
    twins.check(modules)


def test_the_help_lists_the_same_keys(modules: Page) -> None:
    ours = [span[0] for row in help_pages.key_rows(UIS[0], Context) for span in row]
    theirs = [span[0] for row in modules.evaluate(KEYS) for span in row]
    # The terminal breaks long lists of keys, and fills columns with spaces.
    assert sorted(" ".join(theirs).split()) == sorted(" ".join(ours).split())


def test_the_surroundings_in_sentences(modules: Page) -> None:
    twins = Twins()
    told = [ui.mirror for ui in UIS]
    for mirror in told:
        twins.of(surroundings.surroundings, mirror)
        twins.of(changes.heard, mirror)
        twins.of(changes.came_into_view, frozenset({2, 21}), mirror)
        if mirror.hero:
            twins.of(changes.life_words, mirror.hero)
    for x, y in product(range(-5, 6), repeat=2):
        twins.of(bearings.place_words, (0, 0), (x, y))
    twins.check(modules)


def test_changes_in_sentences(modules: Page) -> None:
    twins = Twins()
    befores = [Heard(), *(changes.heard(ui.mirror) for ui in UIS)]
    for before, ui in product(befores, UIS):
        twins.of(changes.changes, before, ui.mirror)
    twins.check(modules)


def test_the_state_of_a_replay(modules: Page) -> None:
    twins = Twins()
    replays = [watched_again(tick, speed, live=live) for tick, speed, live in MOMENTS]
    for ui in replays:
        twins.mirrors.append(ui.mirror)
        replay = ui.mirror.replay_state
        twins.of(replay_bar.time_words, replay)
        for speed in replay_keys.SPEEDS:
            twins.of(replay_bar.speed_words, replay, speed)
    for speed in replay_keys.SPEEDS:
        twins.of(replay_bar.factor, speed)
    twins.check(modules)
