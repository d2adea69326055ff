"""Numbers rise from hits, and moments have a sign and a sound, unless motion isn't wanted."""

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from support.client.browser import until
from support.client.client_examples import GOBLIN, HERO, KINDS, delta, hero_status, keyframe
from support.client.playing_page import PlayingPage
from undertide_client.model.mirror import Mirror
from undertide_client.model.moments import glimpse_of, moments_between
from undertide_client.screens.words.item_words import MINUS
from undertide_shared.messages import PaceStatus, Sighting

PAUSED = "#hits span, #moment span, #pace { animation-play-state: paused !important; }"
"""Keeps what fades on the page until a test has seen it."""
STYLED = """(rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
}"""
HEARD = """
window.heard = [];
const param = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
window.AudioContext = class {
    state = "running";
    currentTime = 0;
    createOscillator() {
        const frequency = { set value(hertz) { window.heard.push(hertz); } };
        return { frequency, connect: (next) => next, start() {}, stop() {} };
    }
    createGain() { return { gain: param, connect: (next) => next }; }
};
"""
AT_FIRST = [Sighting(HERO, 1, 2, 2), Sighting(GOBLIN, 2, 3, 2, 60, "hunting")]


@pytest.fixture
def played(page: Page) -> PlayingPage:
    return begun(page)


def begun(page: Page, **wishes: str) -> PlayingPage:
    page.add_init_script(HEARD)
    for name, value in wishes.items():
        page.add_init_script(f"localStorage.setItem('undertide.{name}', '{value}');")
    played = PlayingPage(page, keyframe(sightings=AT_FIRST, hero=hero_status(life=23)))
    page.evaluate(STYLED, PAUSED)
    return played


def hurt(played: PlayingPage) -> None:
    """Tell that the goblin has lost 25 percent, and the hero 5 of its life."""
    struck = Sighting(GOBLIN, 2, 3, 2, 35, "hunting")
    played.change(appeared=[struck], hero=hero_status(life=18))


def test_numbers_rise_from_hits(played: PlayingPage) -> None:
    hurt(played)
    expect(played.page.locator("#hits span")).to_have_text([f"{MINUS}5", f"{MINUS}25%"])
    expect(played.page.locator("#hits .own")).to_have_text(f"{MINUS}5")


def test_a_healing_rises_too_but_no_slow_recovery(played: PlayingPage) -> None:
    played.change(hero=hero_status(life=24))
    played.change(hero=hero_status(life=30))
    expect(played.page.locator("#hits span")).to_have_text(["+6"])


@pytest.mark.parametrize(
    "changes",
    [
        {"hero": hero_status(level=3)},
        {"kinds": [replace(KINDS[1], name="Grak", boss=True)], "appeared": AT_FIRST[1:]},
    ],
)
def test_a_moment_has_the_words_that_terminals_have(
    played: PlayingPage, changes: dict[str, Any]
) -> None:
    mirror = Mirror()
    mirror.apply(keyframe(sightings=AT_FIRST, hero=hero_status(life=23)))
    before = glimpse_of(mirror)
    mirror.apply(delta(**changes))
    after = glimpse_of(mirror)
    assert before is not None
    assert after is not None
    (moment,) = moments_between(before, after)
    played.change(**changes)
    expect(played.page.locator("#moment")).to_have_text(moment.words)


def test_new_stairs_and_a_death_have_signs(played: PlayingPage) -> None:
    below = replace(keyframe().floor, branch=9, number=4, name="the Deep")
    played.scripted.say(keyframe(number=2, floor=below, sightings=AT_FIRST))
    expect(played.page.locator("#moment .stairs")).to_have_text("Floor 4: the Deep")
    expect(played.page.locator("#hits span")).to_have_count(0)
    played.scripted.say(keyframe(number=3, floor=below, hero=hero_status(state="dead", life=0)))
    expect(played.page.locator("#moment .death")).to_be_attached()


def test_the_badge_of_time_pulses_when_time_begins_to_run(played: PlayingPage) -> None:
    expect(played.page.locator("#pace")).not_to_have_class("begins")
    played.change(pace=PaceStatus("solo"))
    played.change(pace=PaceStatus("real"))
    expect(played.page.locator("#pace")).to_have_class("begins")


def test_nothing_moves_where_motion_is_not_wanted(page: Page) -> None:
    played = begun(page, motion="still", sound="on")
    hurt(played)
    until(page, lambda: page.evaluate("heard.length") == 1)
    assert page.locator("#hits span, #moment span").count() == 0


def test_a_key_leads_to_the_choice_of_sounds(played: PlayingPage) -> None:
    played.press("F4")
    played.page.get_by_label("Sound").select_option("on")
    hurt(played)
    until(played.page, lambda: played.page.evaluate("heard.length") == 1)


def test_sounds_are_off_until_they_are_chosen(played: PlayingPage) -> None:
    hurt(played)
    expect(played.page.locator("#hits span")).to_have_count(2)
    assert played.page.evaluate("heard.length") == 0
    played.page.locator("#settings").click()
    played.page.get_by_label("Sound").select_option("on")
    played.page.keyboard.press("Escape")
    played.change(hero=hero_status(life=18, level=3))
    until(played.page, lambda: played.page.evaluate("heard") == [523, 659, 784])
