"""The page tells the world in the words of the terminal: functions of both, on the same values."""

import re
from datetime import UTC, datetime
from importlib import import_module
from inspect import getmembers, isfunction
from itertools import product
from pkgutil import iter_modules
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from support.client import people_examples
from support.client.client_examples import hero_status
from support.client.hero_examples import CAP, GEAR, KEEN, SMART, SWORD, TOLD, WARM
from support.client.page_twins import WIDE, Twins, camel
from support.client.people_examples import BANS, EVERYONE
from support.client.replay_examples import ANNS_LIFE
from support.client.twin_scenes import ADEPT, scenes
from undertide_client.screens import words as words_package
from undertide_client.screens.hero import exchange_screen, forging, give_screen
from undertide_client.screens.hero.forging import Chosen
from undertide_client.screens.map import abilities
from undertide_client.screens.words import (
    ability_words,
    agreement_words,
    bearings,
    effect_words,
    figure_words,
    grammar,
    item_words,
    mark_words,
    session_words,
    threat_words,
    time_words,
    words,
)
from undertide_client.web import read_modules
from undertide_shared.messages import AccountInfo, Ended, Terms

UIS = scenes()
SPANS = [0, 1, 2, 3, 15, 25, 30, 44, 99, 100, 105, 125, 200, 1205, 36_000]
TERMINAL_ONLY = {
    *("calling_line", "figure_heads", "page_words", "told_session"),
    *("session_words", "session_marks", "players_words", "heroes_words", "seat_words"),
    *("saved_run_words", "called_briefly"),
}
"""Functions for columns, for the terminal's lobby, and for runs saved on the player's machine."""
MOMENTS = """async (moments) => {
    const { momentWords } = await load("words/time_words");
    const now = new Date(2026, 2, 1, 9, 5);
    return moments.map(([year, month, ...rest]) =>
        momentWords(new Date(year, month - 1, ...rest), now));
}"""
THEN = [
    (2026, 3, 1, 0, 0),
    (2026, 2, 28, 23, 59),
    (2026, 2, 27, 12, 30),
    (2026, 1, 1, 0, 7),
    (2025, 12, 31, 23, 4),
]


def test_words_about_the_state_of_the_world(modules: Page) -> None:
    twins = Twins()
    for mirror in (ui.mirror for ui in UIS):
        for told in (words.pace_words, words.nudge_words, words.comer_words):
            twins.of(told, mirror)
        twins.of(words.tide_words, mirror.tide)
        twins.of(words.mark_words, mirror.tide)
        twins.of(words.change_words, mirror.pace)
        for key in ("", "W"):
            twins.of(words.pause_words, mirror, key)
        for member in mirror.party:
            for one in (member, msgspec.structs.replace(member, hunger="starving")):
                twins.of(words.member_state, one, mirror)
            twins.of(words.floor_words, mirror, member)
        for branch in mirror.tree.values():
            twins.of(words.branch_words, mirror, branch)
            twins.of(words.heroes_words, mirror, branch.id)
    for life in (None, ANNS_LIFE, msgspec.structs.replace(ANNS_LIFE, hindsight=[])):
        twins.of(words.hindsight_words, life)
    lost = Ended(False, "Lost", [], 9, seed="00ff")
    for life in (ANNS_LIFE, msgspec.structs.replace(ANNS_LIFE, sight=None, floors=[], kills=1)):
        twins.of(words.card_lines, life, lost, "https://deep.example/runs/4f1c")
        twins.of(words.card_lines, life, None, "")
    for ended in (None, lost):
        twins.of(words.run_end_of, ended)
    twins.check(modules)


def test_words_about_heroes_and_creatures(modules: Page) -> None:
    twins = Twins()
    for mirror in (ui.mirror for ui in UIS):
        for one in mirror.sightings.values():
            twins.of(words.state_words, one)
            twins.of(words.visible_words, one)
        for amulet in mirror.amulets:
            twins.of(words.bearer_words, mirror, amulet)
        for seat in (None, 0, 1, 2, 9):
            twins.of(words.name_of_seat, mirror, seat)
        if mirror.hero:
            twins.of(words.fall_words, mirror.hero, mirror)
            twins.of(words.activity_words, mirror, mirror.hero)
            twins.of(words.hunger_words, mirror.hero)
    twins.check(modules)


def test_the_meanings_of_figures(modules: Page) -> None:
    twins = Twins()
    for ui in UIS:
        twins.of(figure_words.figure_notes, ui.mirror)
    twins.check(modules)


def test_ages_pages_and_lists_of_names(modules: Page) -> None:
    twins = Twins()
    for percent in range(-1, 101):
        twins.of(words.health_words, percent)
    for seconds in (0, 59, 60, 3599.5, 3600, 86_399, 86_400, 900_000):
        twins.of(words.ago_words, seconds)
    for names in ([], ["Ann"], ["Ann", "Bob"]):
        twins.of(words.names_words, names)
        twins.of(grammar.listed, names)
    twins.of(grammar.listed, ["Ann", "Bob", "you"])
    for number in (0, 1, 2, "1", "2.5"):
        twins.of(grammar.counted, number, "turn")
    for text in ("", "a", "party turns: waiting for Ann", "exploring…", "Who?"):
        twins.of(grammar.sentence_of, text)
    twins.check(modules)


def test_words_about_time_and_effects(modules: Page) -> None:
    twins = Twins()
    for mirror in (ui.mirror for ui in UIS):
        for ticks in SPANS:
            twins.of(time_words.span_words, ticks, mirror)
            twins.of(time_words.short_span_words, ticks, mirror)
            twins.of(effect_words.duration_words, ticks, mirror)
        for text in ("for 60 ticks", "1 tick, then 30 ticks.", "thickets"):
            twins.of(time_words.with_spans, text, mirror, 7)
        effects = [each for each, _ in TOLD]
        for figures in effects:
            twins.of(effect_words.effects_words, mirror, [figures])
            twins.of(effect_words.status_words, mirror, figures)
            twins.of(effect_words.amount_of, mirror, figures)
        twins.of(effect_words.effects_words, mirror, effects)
        twins.of(effect_words.statuses_words, mirror, ["burning", "odd"])
        twins.of(mark_words.needs_help, mirror.hero)
        for one in mirror.marks.values():
            twins.of(mark_words.mark_words, mirror, one)
    twins.check(modules)


def test_words_about_monsters_and_agreements(modules: Page) -> None:
    twins = Twins()
    for mirror in (ui.mirror for ui in UIS):
        for one in mirror.sightings.values():
            twins.of(threat_words.threat_of, mirror, one)
            twins.of(threat_words.danger_words, mirror, one)
            twins.of(threat_words.danger_sentence, mirror, one)
            twins.of(threat_words.threat_words, mirror, one)
        for threat in (None, *mirror.threats.values()):
            twins.of(threat_words.danger_span, threat)
        twins.of(agreement_words.own_agreement, mirror)
        twins.of(agreement_words.command_to_agree, mirror)
        for agreement in mirror.agreements:
            twins.of(agreement_words.agreement_words, mirror, agreement)
            twins.of(agreement_words.proposal_words, mirror, agreement.branch)
    for x, y in product(range(-5, 6), repeat=2):
        twins.of(bearings.bearing_words, (0, 0), (x, y))
    twins.of(bearings.bearing_words, None, (0, 0))
    twins.check(modules)


def test_words_about_items(modules: Page) -> None:
    twins = Twins()
    for tenths in (-101, -40, -5, 0, 4, 10, 36, 40, 123):
        twins.of(item_words.points, tenths)
        twins.of(item_words.signed, tenths)
    for key in ("attack", "res.fire", "extra.cold", "regen", "mana_regen", "odd_one"):
        twins.of(item_words.figure_name, key)
    tenfold = msgspec.structs.replace(GEAR[2], tenths=[("life", 4), ("speed", -2)], letter="q")
    packs = [ui.mirror.pack for ui in UIS] + [[*GEAR, tenfold]]
    for pack in packs:
        twins.of(item_words.pack_letters, pack)
        twins.of(item_words.slots_used, pack)
        for item in pack:
            _tell_item(twins, item, pack)
    now, then = {"attack": 5, "speed": 1}, {"attack": 5, "res.fire": 2, "life": 7}
    for one, other in ((now, then), (then, now), ({}, now), (now, {})):
        twins.of(item_words.change_rows, one, other, frozenset({"life"}), WIDE)
    tables = [table for ui in UIS if (table := ui.mirror.trade)]
    empty = [msgspec.structs.replace(each, gets=[], gets_gold=0, accepts=True) for each in tables]
    for table in (None, *tables, *empty):
        twins.of(item_words.offer_words, "Bob", table)
        for is_changed in (False, True):
            twins.of(item_words.consent_words, "Bob", table, is_changed=is_changed)
    twins.check(modules)


def _tell_item(twins: Twins, item: Any, pack: Any) -> None:
    twins.of(item_words.item_name, item)
    twins.of(item_words.item_row, item)
    twins.of(item_words.worn_instead, item, pack)
    twins.of(item_words.in_tenths, item)
    twins.of(item_words.figure_rows, item, pack, WIDE)
    twins.of(item_words.figure_rows, item, pack, WIDE, "main_hand")
    for party in (ui.mirror.party for ui in UIS[:8]):
        twins.of(item_words.suits_words, msgspec.structs.replace(item, suits=1), party)
    if item.essence:
        twins.of(item_words.essence_words, item.essence)
        twins.of(item_words.exchange_words, item.essence)


def test_what_a_forge_makes_and_who_is_within_reach(modules: Page) -> None:
    twins = Twins()
    bare = msgspec.structs.replace(SWORD, slot="", figures=[("attack", 4), ("luck", -2)])
    for count, piece in product((0, 1, 4, 6), (bare, CAP)):
        for item in (KEEN, SMART, WARM):
            assert item.essence is not None
            stack = msgspec.structs.replace(item, count=count)
            twins.of(forging.most_level, stack, item.essence, piece.item)
            essence = msgspec.structs.replace(item.essence, exchange=count)
            dear = msgspec.structs.replace(item, essence=essence)
            twins.of(exchange_screen.can_exchange, dear, [dear, KEEN, WARM])
    fitting = [(item, item.essence) for item in (KEEN, SMART) if item.essence is not None]
    for levels in product((0, 1), (0, 1)):
        chosen = [Chosen(*each, level) for each, level in zip(fitting, levels, strict=True)]
        twins.of(forging.outlook, bare, chosen)
    for reach, fallen, x in product((1, 4, 25), (0, 90), (5, 8)):
        ann, bob, cat = people_examples.PARTY
        party = [ann, msgspec.structs.replace(bob, dies_in=fallen), cat]
        here, there, far = people_examples.SIGHTINGS
        sightings = [here, msgspec.structs.replace(there, x=x), far]
        hero = hero_status(reach=reach)
        ui = people_examples.in_company(hero=hero, party=party, sightings=sightings)
        twins.of(give_screen.within_reach, ui)
    twins.check(modules)


def test_words_about_sessions_and_people(modules: Page) -> None:
    twins = Twins()
    strict = Terms("invited", True, False, 5, friendly_fire=False, new_heroes=False)
    for terms in (Terms(), strict):
        twins.of(session_words.terms_words, terms)
    for minutes in (0, 1, 59, 60, 1439, 1440, 43_200):
        twins.of(session_words.length_words, minutes)
    for ban in BANS:
        twins.of(session_words.ban_words, ban)
    muted = msgspec.structs.replace(EVERYONE[2], connected=False, muted=True)
    for person in (*EVERYONE, muted):
        twins.of(session_words.person_words, person)
    for name, operator in product(("", "ann"), (False, True)):
        twins.of(session_words.account_words, AccountInfo(name, operator))
    for value in (False, True):
        twins.of(session_words.yes_or_no, value)
    twins.check(modules)


def test_words_about_abilities_and_callings(modules: Page) -> None:
    twins = Twins()
    for ui in UIS:
        twins.of(ability_words.readiness, ui)
        twins.of(ability_words.ability_rows, ui, ADEPT.abilities, WIDE)
        for calling in ui.lobby.callings:
            twins.of(ability_words.calling_rows, ui, calling, WIDE)
        for ability in ui.mirror.abilities:
            twins.of(ability_words.ticks_until_ready, ui.mirror, ability)
            twins.of(ability_words.told_ability, ui, ability)
            twins.of(abilities.fault_of, ui, ability)
            twins.of(abilities.reach_of, ui.mirror, ability)
            twins.of(abilities.likely_target, ui.mirror, ability)
    twins.check(modules)


@pytest.mark.parametrize("name", [each.name for each in iter_modules(words_package.__path__)])
def test_every_other_function_of_words_has_a_twin(name: str) -> None:
    module = import_module(f"{words_package.__name__}.{name}")
    functions = {
        camel(each)
        for each, function in getmembers(module, isfunction)
        if function.__module__ == module.__name__ and not each.startswith("_")
        if each not in TERMINAL_ONLY or (name == "words" and each == "heroes_words")
    }
    text = read_modules().get(f"words/{name}.js", "")
    assert functions <= set(re.findall(r"^export function (\w+)", text, re.MULTILINE))


def test_moments_are_told_as_seen_from_now(modules: Page) -> None:
    now = datetime(2026, 3, 1, 9, 5, tzinfo=UTC)
    told = [time_words.moment_words(datetime(*then, tzinfo=UTC), now) for then in THEN]
    assert modules.evaluate(MOMENTS, THEN) == told
