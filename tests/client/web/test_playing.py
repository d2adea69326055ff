"""Keys, a mouse and fingers on the page's map send what the terminal's client sends for them."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, CDPSession, FloatRect, Page, expect

from support.client.browser import PHONE, snapshot, until, visiting
from support.client.client_examples import ARENA, KEEP, ROOM, hero_status, joined, keyframe, size_of
from support.client.people_examples import HALL, HERO_KINDS, PARTY
from support.client.people_examples import SIGHTINGS as COMPANY
from support.client.playing_page import PlayingPage
from undertide_shared.messages import (
    Accompany,
    Act,
    Again,
    ClientMessage,
    Climb,
    Ended,
    Error,
    Explore,
    Fight,
    Follow,
    Hello,
    Intent,
    IntentReport,
    Join,
    Line,
    MarkCell,
    MarkInfo,
    Move,
    Outcome,
    PaceStatus,
    PauseParty,
    PresetInfo,
    Regroup,
    Rest,
    Say,
    ServerMessage,
    Shoot,
    Sighting,
    StairInfo,
    Stop,
    Take,
    TideGauge,
    Travel,
    Wait,
    Welcome,
)

Cell = tuple[int, int]
HEIGHTS, NARROW = (20, 24, 28, 34, 40, 48), 0.52
"""CSS pixels of a cell's height, the largest that fits; its width as a share of that."""
LATE_PICTURES = """
const request = window.requestAnimationFrame;
window.requestAnimationFrame = (draw) => setTimeout(() => request(draw), 300);
"""
"""Has a browser draw so late that a server's answers come before the first picture."""
IN_COMPANY: dict[str, Any] = {
    "drawing": HALL,
    "kinds": HERO_KINDS,
    "sightings": COMPANY,
    "party": PARTY,
    "sight": [0, *(15 for _ in range(6))],
}


@pytest.fixture
def played(page: Page) -> PlayingPage:
    return PlayingPage(page, keyframe())


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    with visiting(browser, **PHONE) as opened:
        opened.clock.install()
        yield opened


def place(page: Page, cell: Cell, drawing: str = ROOM) -> tuple[float, float]:
    """Return the middle of a cell of a floor all of which is known, in CSS pixels of the page."""
    box = page.locator("#map").bounding_box()
    assert box is not None
    ratio: float = page.evaluate("Math.min(2, devicePixelRatio)")
    columns, rows = size_of(drawing)
    room = min(box["width"] / (columns + 2) / NARROW, box["height"] / (rows + 2))
    height = max((each for each in HEIGHTS if each <= room), default=HEIGHTS[0])
    size = round(height * ratio * NARROW) / ratio, height
    middles = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    x, y = (
        middle + (at + 0.5 - cells / 2) * each
        for middle, at, cells, each in zip(middles, cell, size_of(drawing), size, strict=True)
    )
    return x, y


def last_act(played: PlayingPage) -> int:
    """Return the sequence of the last intent that was heard."""
    return [each.sequence for each in played.scripted.heard if isinstance(each, Act)][-1]


def answer(played: PlayingPage, outcome: Outcome = "done", reason: str = "") -> None:
    """Answer the last intent that was heard."""
    played.change(intent=IntentReport(last_act(played), last_act(played), outcome, reason))


def shows(played: PlayingPage, words: str) -> None:
    expect(played.page.locator("#fate")).to_have_text(words)


# --- keys -----------------------------------------------------------------------------------------


INTENTS: dict[str, Intent] = {
    "ArrowUp": Move(0, -1),
    "l": Move(1, 0),
    "y": Move(-1, -1),
    "Numpad3": Move(1, 1),
    ".": Wait(),
    "g": Take(),
    "o": Explore(passes=True),
    "Tab": Fight(passes=True),
    "z": Rest(),
    "Escape": Stop(),
    ">": Climb(7, 3),
    "<": Climb(3, 3),
}


def test_keys_send_the_intents_of_the_terminal(played: PlayingPage) -> None:
    played.press(*INTENTS)
    played.sends(*INTENTS.values())


def test_who_prefers_to_stop_for_everybody_passes_nobody(page: Page) -> None:
    page.add_init_script("localStorage.setItem('undertide.pass', 'off')")
    played = PlayingPage(page, keyframe())
    played.press("o", "Tab")
    played.sends(Explore(), Fight())


def test_keys_are_the_hero_s_from_the_first_picture_on(page: Page) -> None:
    page.add_init_script(LATE_PICTURES)
    played = PlayingPage(page, keyframe())
    played.press("Tab")
    played.sends(Fight(passes=True))


def test_a_held_key_sends_a_step_only_when_the_one_before_is_answered(
    played: PlayingPage,
) -> None:
    for _ in range(4):
        played.page.keyboard.down("ArrowRight")
    played.sends(Move(1, 0))
    played.page.keyboard.down("ArrowRight")
    assert played.intents == []


def test_a_held_key_goes_on_after_an_answer_and_stops_at_a_refusal(
    played: PlayingPage,
) -> None:
    for outcome in ("done", "refused"):
        played.page.keyboard.down("ArrowRight")
        shows(played, "sent")
        answer(played, outcome, "a wall is there")
        shows(played, "done" if outcome == "done" else "not now: a wall is there")
    played.sends(Move(1, 0), Move(1, 0))
    played.page.keyboard.down("ArrowRight")
    assert played.intents == []
    played.page.keyboard.up("ArrowRight")
    played.page.keyboard.down("ArrowRight")
    played.sends(Move(1, 0))


def test_the_state_of_an_intent_shows_at_once(played: PlayingPage) -> None:
    played.press("o")
    shows(played, "sent")
    answer(played, "waiting")
    shows(played, "received, waiting")
    answer(played)
    shows(played, "done")
    played.press("o")
    shows(played, "sent")
    played.scripted.say(Error("too_fast", "too many messages", last_act(played)))
    shows(played, "not now: too many messages")


def test_a_held_key_does_nothing_in_a_screen_that_it_opened(page: Page) -> None:
    spikes = ROOM.replace("#........#", "#..^.....#", 2)
    played = PlayingPage(page, keyframe(spikes, pace=PaceStatus("solo")))
    for _ in range(3):
        played.page.keyboard.down("l")
    expect(played.box).to_contain_text("Step into harm?")
    assert played.intents == []
    played.press("y")
    played.sends(Move(1, 0))
    played.is_on_map()


def test_the_key_of_a_step_into_harm_is_no_answer(page: Page) -> None:
    spikes = ROOM.replace("#........#\n#........#", "#.^^.....#\n#........#")
    played = PlayingPage(page, keyframe(spikes, pace=PaceStatus("solo")))
    played.press("k", "k")
    expect(played.box).to_contain_text("Spikes. It harms you, or is a trap.")
    assert played.intents == []
    played.press("n")
    played.is_on_map()


def test_several_stairs_ask_which_ones(page: Page) -> None:
    both = ROOM.replace("#........#", "#......>.#", 1)
    stairs = [StairInfo(7, 1, ARENA), StairInfo(7, 3, ARENA), StairInfo(3, 3, KEEP)]
    played = PlayingPage(page, keyframe(both, stairs=stairs))
    played.press(">")
    expect(played.box.locator("h2")).to_have_text("Stairs down")
    expect(played.box.locator(".line")).to_have_count(2)
    played.press("b", "b")
    played.sends(Climb(7, 3))


def test_look_describes_cells_and_jumps_between_what_is_of_interest(played: PlayingPage) -> None:
    played.press("x")
    expect(played.box).to_contain_text("goblin")
    played.press("Tab")
    expect(played.box).to_contain_text("health potion")
    played.press("ArrowRight")
    expect(played.box).to_contain_text("floor")
    played.press("Enter")
    played.is_on_map()
    assert played.intents == []


def test_travel_goes_to_the_chosen_cell_and_says_why_it_can_not(played: PlayingPage) -> None:
    played.press("_", ">", "Enter")
    played.sends(Travel(7, 3))
    played.press("_", "ArrowUp", "ArrowUp", "Enter")
    expect(played.page.locator("#log")).to_contain_text("You can't walk into a wall.")


def test_search_finds_by_words_and_goes_there(played: PlayingPage) -> None:
    played.press("/")
    played.page.keyboard.type("potion")
    expect(played.box.locator(".line")).to_have_count(1)
    expect(played.box.locator(".line")).to_contain_text("health potion")
    played.press("Enter")
    played.sends(Travel(1, 4))


def test_arrows_of_an_input_method_move_nothing_in_a_search(played: PlayingPage) -> None:
    played.press("/")
    played.page.keyboard.type("o")
    chosen = played.box.locator(".line[aria-current=true]")
    expect(chosen).to_contain_text("o")
    first = chosen.text_content()
    arrow = "new KeyboardEvent('keydown', {{key: 'ArrowDown', bubbles: true, {sign}: {value}}})"
    for sign, value in (("isComposing", "true"), ("keyCode", "229")):
        event = arrow.format(sign=sign, value=value)
        played.page.evaluate(f"document.activeElement.dispatchEvent({event})")
        assert chosen.text_content() == first
    played.press("ArrowDown")
    expect(chosen).not_to_have_text(first or "")


def test_a_mark_suits_its_cell_and_goes_where_it_was(played: PlayingPage) -> None:
    played.press("!")
    expect(played.box.locator("h2")).to_have_text("Mark (danger?)")
    played.press("Enter")
    played.sends(MarkCell("danger", 6, 2))
    played.change(marks=[MarkInfo(6, 2, "danger", 0)])
    played.press("!", "Enter")
    played.sends(MarkCell("", 6, 2))


def test_a_shot_goes_to_the_nearest_foe_in_reach(page: Page) -> None:
    played = PlayingPage(page, keyframe(hero=hero_status(range=2)))
    played.press("f")
    expect(played.box).to_contain_text("That is too far: it reaches 2 cells.")
    played.press("ArrowLeft", "ArrowLeft", "Enter")
    played.sends(Shoot(4, 2))


def test_companions_are_followed_and_reached(page: Page) -> None:
    played = PlayingPage(page, keyframe(**IN_COMPANY))
    played.press("F")
    expect(played.box.locator(".line")).to_have_count(2)
    played.press("b", "b")
    played.sends(Accompany(2))
    page.mouse.click(*place(page, (26, 1), HALL))
    played.sends(Regroup(2))
    played.press("R")
    played.sends(Regroup())


def test_a_pause_of_the_party_is_asked_for(played: PlayingPage) -> None:
    played.press("W")
    expect(played.page.locator("#log")).to_be_visible()
    assert played.scripted.of(PauseParty) == [PauseParty(True)]


# --- a mouse --------------------------------------------------------------------------------------


def test_a_click_travels_steps_strikes_or_takes(page: Page) -> None:
    beside = [Sighting(1, 1, 2, 2), Sighting(2, 2, 3, 2, 60, "hunting"), Sighting(3, 3, 2, 2)]
    played = PlayingPage(page, keyframe(sightings=beside))
    for cell in ((7, 4), (3, 2), (1, 1), (2, 2), (0, 0)):
        page.mouse.click(*place(page, cell))
    played.sends(Travel(7, 4), Move(1, 0), Move(-1, -1), Take())


def test_the_pointer_tells_what_is_there_and_its_right_button_looks(played: PlayingPage) -> None:
    page = played.page
    page.mouse.move(*place(page, (6, 2)))
    expect(page.locator("#look")).to_contain_text("goblin")
    page.mouse.click(*place(page, (1, 4)), button="right")
    expect(played.box).to_contain_text("health potion")
    page.mouse.click(*place(page, (1, 4)), button="right")
    played.is_on_map()
    assert played.intents == []


# --- fingers --------------------------------------------------------------------------------------


class Fingers:
    """Fingers on the map of a phone."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)

    def touch(self, *spots: tuple[float, float]) -> None:
        self._send("touchStart", spots)

    def move(self, *spots: tuple[float, float]) -> None:
        self._send("touchMove", spots)

    def lift(self) -> None:
        self._send("touchEnd", ())

    def _send(self, kind: str, spots: tuple[tuple[float, float], ...]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in zip(count(), spots)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_swipe_steps_and_a_finger_that_stays_goes_on_at_the_pace_of_answers(
    phone: Page,
) -> None:
    played, fingers = PlayingPage(phone, keyframe()), Fingers(phone)
    x, y = place(phone, (5, 3))
    fingers.touch((x, y))
    fingers.move((x + 30, y - 30))
    played.sends(Move(1, -1))
    phone.clock.fast_forward(1000)
    phone.clock.fast_forward(1000)
    assert played.intents == []
    played.change(intent=IntentReport(1, 1, "done"))
    until(phone, lambda: snapshot(phone)["number"] == 2)
    phone.clock.fast_forward(400)
    played.sends(Move(1, -1))
    fingers.move((x - 40, y + 2))
    played.sends(Move(-1, 0))
    fingers.lift()
    phone.clock.fast_forward(2000)
    assert played.intents == []


def test_a_tap_travels_and_a_long_tap_looks(phone: Page) -> None:
    played, fingers = PlayingPage(phone, keyframe()), Fingers(phone)
    fingers.touch(place(phone, (7, 4)))
    fingers.lift()
    played.sends(Travel(7, 4))
    fingers.touch(place(phone, (6, 2)))
    phone.clock.fast_forward(600)
    fingers.lift()
    expect(played.box).to_contain_text("goblin")
    assert played.intents == []


def test_two_fingers_make_the_map_larger_and_do_not_step(phone: Page) -> None:
    played, fingers = PlayingPage(phone, keyframe(sightings=[Sighting(1, 1, 2, 2)])), Fingers(phone)
    x, y = place(phone, (5, 3))
    fingers.touch((x, y))
    fingers.touch((x, y), (x + 40, y))
    for far in (60, 80):
        fingers.move((x, y), (x + far, y))
    fingers.lift()
    # What lay under the first finger is now farther from the map's middle.
    fingers.touch((x + 40 * 2 - 20, y))
    fingers.lift()
    assert all(not isinstance(each, Move) for each in played.intents)
    assert played.intents != [Travel(8, 3)]


def test_the_pad_steps_and_is_kept(phone: Page) -> None:
    played = PlayingPage(phone, keyframe())
    expect(phone.locator("#pad")).to_be_visible()
    phone.get_by_role("button", name="south-west").tap()
    phone.get_by_role("button", name="wait", exact=True).first.tap()
    played.sends(Move(-1, 1), Wait())
    phone.locator("#pad-switch").tap()
    expect(phone.locator("#pad")).to_be_hidden()
    phone.reload()
    expect(phone.locator("#floor-number")).to_have_text("Floor 3")
    expect(phone.locator("#pad")).to_be_hidden()


def test_on_a_phone_all_actions_are_in_a_sheet(phone: Page) -> None:
    played = PlayingPage(phone, keyframe())
    last = phone.locator("#actions .hint", has_text="run map")
    bar = phone.locator("#actions").bounding_box()
    assert bar is not None
    assert bar["height"] < 3 * 44, "two rows"
    phone.locator("#more-actions").tap()
    last.tap()
    expect(played.box.locator("h2")).to_have_text("The run")
    expect(phone.locator("#more-actions")).to_have_attribute("aria-expanded", "false")


def test_on_a_phone_no_text_names_a_key(phone: Page) -> None:
    played = PlayingPage(phone, keyframe(sightings=[Sighting(1, 1, 2, 2)]))
    log = phone.locator("#log")
    played.change(lines=[Line("info", "Use it in the pack (i, then u). A forge (Π) is near.")])
    expect(log).to_contain_text("Use it in the pack. A forge (Π) is near.")
    phone.locator("#map").tap()
    played.change(hero=hero_status(state="asleep"))
    expect(phone.locator("#conditions")).to_contain_text("a tap wakes")
    expect(log).to_contain_text("The menu ends these hints.")
    phone.locator("#menu").tap()
    expect(played.line("explore")).to_have_text("explore until something shows up")
    phone.keyboard.press("Escape")
    phone.locator("#actions .hint", has_text="help").tap()
    expect(played.box).to_contain_text("a long tap")
    expect(played.box.locator(".tabs")).not_to_contain_text("Keys")


def test_the_bar_acts_while_a_cursor_is_on_the_map(page: Page) -> None:
    played = PlayingPage(page, keyframe())
    played.press(";")
    expect(page.locator(".screen.cursor")).to_be_visible()
    page.locator("#actions .hint").filter(has_text="pack").click()
    expect(page.locator(".screen.cursor")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_contain_text("health potion")


def test_the_bar_has_what_can_be_done_now(phone: Page) -> None:
    played = PlayingPage(phone, keyframe())
    actions = phone.locator("#actions .hint")
    expect(actions.filter(has_text="fight")).to_be_visible()
    for each in (actions.first, phone.locator("#pad-switch")):
        box = each.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    on_potion = [Sighting(1, 1, 1, 4), Sighting(3, 3, 1, 4)]
    played.change(gone=[2], appeared=on_potion, hero=hero_status(activity="explore"))
    actions.filter(has_text="take").tap()
    actions.filter(has_text="stop").tap()
    actions.filter(has_text="explore").tap()
    played.sends(Take(), Stop(), Explore(passes=True))


# --- what the page tells by itself ----------------------------------------------------------------


def greeted(message: ClientMessage) -> list[ServerMessage]:
    if not isinstance(message, Hello):
        return []
    info = PresetInfo("default", "The Sump", "", goal=["Find the three amulets."])
    return [Welcome(1, "The Sump", ["default"], preset_infos=[info])]


def test_the_goal_stands_over_the_first_picture(page: Page) -> None:
    played = PlayingPage(page, keyframe(), greeted)
    expect(page.locator("#goal")).to_contain_text("Find the three amulets.")
    played.press(".")
    expect(page.locator("#goal")).to_be_hidden()
    played.sends(Wait())


def test_the_goal_stands_once_for_a_seat(page: Page) -> None:
    played = PlayingPage(page, keyframe(), greeted)
    expect(page.locator("#goal")).to_be_visible()
    page.reload()
    expect(page.locator("#floor-number")).to_be_visible()
    expect(page.locator("#goal")).to_be_hidden()
    page.evaluate("localStorage.removeItem('undertide.goal')")
    played.scripted.answers = greeted_again
    page.reload()
    expect(page.locator("#floor-number")).to_be_visible()
    expect(page.locator("#goal")).to_be_hidden()


def greeted_again(message: ClientMessage) -> list[ServerMessage]:
    """Answer for a seat whose player has acted before, perhaps elsewhere."""
    if isinstance(message, Join):
        return [joined(), keyframe(intent=IntentReport(7, 7, "done"))]
    return greeted(message) if isinstance(message, Hello) else []


@pytest.mark.parametrize("screen", [(1440, 900), (800, 600), (390, 844), (844, 390)])
def test_the_goal_leaves_the_own_hero_in_view(page: Page, screen: tuple[int, int]) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    PlayingPage(page, keyframe(), greeted)
    card = page.locator("#goal").bounding_box()
    assert card is not None
    assert not is_over(card, place(page, (2, 2)))
    actions = page.locator("#actions").bounding_box()
    assert actions is not None
    assert not is_over(card, (actions["x"] + 5, actions["y"] + 5))


def is_over(card: FloatRect, spot: tuple[float, float]) -> bool:
    x, y = spot
    is_beside = not card["x"] <= x <= card["x"] + card["width"]
    return not is_beside and card["y"] <= y <= card["y"] + card["height"]


def test_hints_for_newcomers_come_once_each_until_they_are_ended(page: Page) -> None:
    played = PlayingPage(page, keyframe(tide=TideGauge(-1, 0, "")))
    log = page.locator("#log")
    expect(log).to_contain_text("A monster!")
    expect(log).to_contain_text("ends these hints")
    played.change(lines=[])
    expect(log).not_to_contain_text("Something lies there")
    played.press(".")
    played.change(lines=[])
    expect(log).to_contain_text("Something lies there")
    played.press("F3")
    expect(log).to_contain_text("No more hints.")
    page.reload()
    expect(page.locator("#floor-number")).to_have_text("Floor 3")
    expect(log).not_to_contain_text("A monster!")


def test_a_badly_hurt_hero_calls_for_help_once_in_company(page: Page) -> None:
    party = [replace(one, state="alive") for one in PARTY]
    played = PlayingPage(page, keyframe(**IN_COMPANY | {"party": party}))
    for life in (5, 4):
        played.change(hero=hero_status(life=life))
    played.sends(MarkCell("help", 4, 1))
    for life in (20, 4):
        played.change(hero=hero_status(life=life))
    played.sends(MarkCell("help", 4, 1))


def test_the_title_tells_of_a_hunter_and_of_the_own_turn(page: Page) -> None:
    played = PlayingPage(page, keyframe())
    expect(page).to_have_title("noticed you · k7m2q · Undertide")
    played.change(gone=[2], pace=PaceStatus("party", waiting_for=[0]))
    expect(page).to_have_title("your turn · k7m2q · Undertide")
    played.change(pace=PaceStatus("party", waiting_for=[1]))
    expect(page).to_have_title("k7m2q · Undertide")


def test_a_fallen_hero_is_told_what_it_waits_for(page: Page) -> None:
    PlayingPage(page, keyframe(hero=hero_status(dies_in=100), pace=PaceStatus("real")))
    expect(page.locator("#banner")).to_contain_text("Fallen: a companion has")


def test_any_key_wakes_the_hero_and_one_that_acts_needs_no_other_intent(page: Page) -> None:
    played = PlayingPage(page, keyframe(hero=hero_status(state="asleep")))
    played.press("o")
    played.sends(Explore(passes=True))
    played.press("i")
    played.sends(Stop())


def test_there_is_one_line_of_chat_and_keys_lead_there_and_back(played: PlayingPage) -> None:
    page, words = played.page, played.page.locator("#words")
    for key in ("t", "Enter"):
        played.press(key)
        expect(words).to_be_focused()
        expect(page.locator(".screen")).to_have_count(0)
        expect(words).to_have_value("")
        page.keyboard.press("Enter")
        expect(page.locator("#map")).to_be_focused()
    played.press("t")
    page.keyboard.type("ho!")
    page.keyboard.press("Enter")
    until(page, lambda: played.scripted.of(Say) == [Say("ho!")])
    expect(page.locator("#map")).to_be_focused()


def test_news_of_a_death_answer_no_key_that_was_meant_for_the_fight(page: Page) -> None:
    played = PlayingPage(page, keyframe())
    page.evaluate("window.setTimeout = () => 0")  # The moment doesn't end by itself.
    played.change(hero=hero_status(life=0, state="dead"))
    box = page.get_by_role("dialog")
    expect(box).to_contain_text("You have died.")
    for key in ("Tab", "Enter", "Space", "f", "Escape"):
        page.keyboard.press(key)
    page.get_by_role("button", name="go on").click(force=True)
    expect(box).to_contain_text("You have died.")
    played.scripted.say(Ended(False, "The party has fallen", [], 36_000))
    expect(box).to_contain_text("The run is over")
    expect(box.get_by_role("button", name="play again")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(box).to_contain_text("The run is over")
    expect(box.get_by_role("button", name="play again")).to_be_focused()
    assert played.scripted.of(Follow) == []
    assert played.scripted.of(Again) == []


def test_enter_does_what_is_labelled_with_it(page: Page) -> None:
    played = PlayingPage(page, keyframe())
    played.scripted.say(Ended(False, "The party has fallen", [], 36_000))
    box = page.get_by_role("dialog")
    label = box.get_by_role("button", name="play again").locator("kbd")
    expect(page.locator("#screens.held")).to_have_count(0)
    expect(label).to_be_visible()
    page.keyboard.press("Tab")
    expect(box.get_by_role("button", name="lobby")).to_be_focused()
    expect(label).to_be_hidden()
    page.keyboard.press("Shift+Tab")
    expect(label).to_be_visible()
    page.keyboard.press("Enter")
    until(page, lambda: played.scripted.of(Again) == [Again()])


def test_after_a_line_of_chat_the_keys_are_the_heros_again(played: PlayingPage) -> None:
    page, words = played.page, played.page.locator("#words")
    words.fill("hello")
    words.press("Enter")
    until(page, lambda: played.scripted.of(Say) == [Say("hello")])
    expect(page.locator("#map")).to_be_focused()
    words.fill("cancel")
    words.press("Escape")
    expect(page.locator("#map")).to_be_focused()
    played.press("j")
    until(page, lambda: played.intents == [Move(0, 1)])
    expect(words).to_have_value("cancel")
