"""The map of the run and its end, on the page."""

import pytest
from PIL import Image
from playwright.sync_api import expect

from support.client.browser import until
from support.client.client_examples import STAIRS, joined, keyframe
from support.client.replay_examples import ANNS_LIFE
from support.client.scripted_page import ScriptedPage
from undertide_shared.messages import (
    Act,
    Again,
    ClientMessage,
    Climb,
    Ended,
    HeroEnd,
    Join,
    NewRun,
    Replay,
    ServerMessage,
)


@pytest.fixture
def played(scripted: ScriptedPage) -> ScriptedPage:
    def answer(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case Join(session=session):
                return [joined(session=session[:5] or "k7m2q"), keyframe(stairs=STAIRS)]
            case Again():
                return [NewRun("n3wer", "n3wer-s3cr3", "Ann")]
            case _:
                return []

    scripted.answers = answer
    scripted.page.add_init_script("localStorage.setItem('undertide.name', 'Ann')")
    scripted.visit()
    scripted.page.locator("#play-now").click()
    expect(scripted.page.locator("#log")).to_contain_text("You enter")
    return scripted


def test_floors_are_marked_by_keys_and_clicks_and_set_out_for(played: ScriptedPage) -> None:
    page = played.page
    page.keyboard.press("M")
    facts = page.locator(".run-map [aria-live]")
    expect(facts).to_contain_text("a crypt (here), floor 3")
    page.keyboard.press("ArrowRight")
    expect(facts).to_contain_text("a sanctuary")
    page.keyboard.press("ArrowUp")
    expect(facts).to_contain_text("a keep")
    page.keyboard.press("c")
    expect(facts).to_contain_text("a crypt (here)")
    page.locator(".run-map .area").nth(1).click()
    expect(facts).not_to_contain_text("a crypt (here)")
    page.keyboard.press("c")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    until(page, lambda: bool(played.of(Act)))
    assert played.of(Act) == [Act(1, Climb(3, 3))]
    expect(page.locator(".screen")).to_have_count(0)


def test_a_run_ends_and_the_party_plays_again(played: ScriptedPage) -> None:
    page = played.page
    life = ANNS_LIFE
    fallen = HeroEnd("Ann", 0x60C0FF, 4, 6, 31, "killed by a goblin")
    played.say(life, Ended(False, "The party has fallen", [fallen], 36_000, run=life.run))
    expect(page.get_by_role("dialog")).to_contain_text("Defeat: The party has fallen")
    helped = "What would have helped? 3 health potions were left undrunk."
    expect(page.get_by_role("dialog")).to_contain_text(helped)
    assert page.evaluate("localStorage.getItem('undertide.ended')") == "yes"
    expect(page.locator("#screens.held")).to_have_count(0)
    page.keyboard.press("Enter")
    until(page, lambda: len(played.of(Join)) == 2)
    again = played.of(Join)[1]
    assert isinstance(again, Join)
    assert again.session == "n3wer-s3cr3"
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator(".brand").click()
    page.get_by_role("button", name="Your heroes").click()
    line = page.locator(".lives .line")
    expect(line).to_contain_text(life.name)
    expect(line).to_contain_text("defeat")
    expect(page.locator(".lives .detail")).to_contain_text(life.cause)
    page.keyboard.press("Enter")
    until(page, lambda: played.of(Replay) == [Replay(life.run)])


def test_the_end_has_a_card_to_save_and_to_copy(played: ScriptedPage) -> None:
    page = played.page
    ended = Ended(False, "The party has fallen", [], 36_000, run=ANNS_LIFE.run, seed="00ff")
    played.say(ANNS_LIFE, ended)
    card = page.locator(".card-place canvas")
    expect(card).to_be_visible()
    text = card.get_attribute("aria-label") or ""
    assert "Ann, warden of level 3, killed by a troll on floor 2" in text
    assert "  #@T.#" in text
    assert "Seed: 00ff" in text
    assert text.endswith(f"/runs/{ANNS_LIFE.run}")
    expect(page.locator("#screens.held")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.suggested_filename == "undertide-4f1c2d3e.png"
    with Image.open(download.value.path()) as picture:
        assert picture.format == "PNG"
        assert picture.width == 880
    page.keyboard.press("Escape")
    page.keyboard.press("C")
    expect(card).to_be_visible()
