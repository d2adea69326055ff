import pytest
from playwright.sync_api import Browser, expect

from support.client.browser import OFFLINE, until, visiting
from support.client.client_examples import keyframe
from support.client.replay_examples import HOUR, RUN, moment_at, replaying, timeline
from support.client.scripted_page import ScriptedPage
from undertide_client.screens.widgets.drawing import TIMES
from undertide_shared.messages import (
    ClientMessage,
    Follow,
    Line,
    Moment,
    Play,
    Replay,
    Seek,
    ServerMessage,
    Step,
)


def seek_to(tick: int) -> Seek:
    """Return the jump to the moment of a tick, for a server that doesn't tell real time."""
    return Seek(tick, moment_at(tick).elapsed)


KEYS: dict[str, ClientMessage] = {
    ",": Step(-1),
    ".": Step(1),
    "ArrowRight": seek_to(9_100),
    "ArrowLeft": seek_to(8_900),
    "ArrowUp": Play(200),
    "ArrowDown": Play(100),
    "]": seek_to(18_000),
    "[": seek_to(0),
    "Home": seek_to(0),
    "End": seek_to(HOUR),
    "3": seek_to(10_800),
    "f": Follow(0),
    " ": Play(0),
}
"""What each key sends in the order of this table, a quarter of an hour into the run."""


def answer(message: ClientMessage) -> list[ServerMessage]:
    match message:
        case Replay(tick=tick):
            return [replaying(), timeline(), keyframe(), Moment(tick, 0)]
        case Play(speed=speed):
            return [Moment(0, speed)]
        case _:
            return []


def watch_again(scripted: ScriptedPage, place: str = f"#/replay/{RUN}") -> ScriptedPage:
    scripted.answers = answer
    scripted.visit(place)
    expect(scripted.page.locator("#what")).to_contain_text("a replay")
    until(scripted.page, lambda: scripted.of(Play) != [])
    return scripted


def test_the_page_says_that_it_opens_a_replay(scripted: ScriptedPage) -> None:
    scripted.visit(f"#/replay/{RUN}")
    until(scripted.page, lambda: scripted.of(Replay) != [])
    expect(scripted.page.locator("#banner")).to_have_text("Opening the replay…")
    expect(scripted.page.locator("#chat")).to_be_hidden()
    scripted.say(replaying(), timeline(), keyframe(), Moment(0, 0))
    expect(scripted.page.locator("#banner")).to_be_hidden()


@pytest.fixture
def opened(scripted: ScriptedPage) -> ScriptedPage:
    return watch_again(scripted)


def sent(opened: ScriptedPage, message: ClientMessage) -> None:
    """Wait until a message was the last that the page sent."""
    until(opened.page, lambda: opened.heard[-1] == message)


def test_a_replay_plays_and_says_where_it_is(opened: ScriptedPage) -> None:
    page = opened.page
    assert opened.of(Play) == [Play(100)]
    opened.say(Moment(7_540, 100))
    expect(page.locator("#time")).to_have_text("0:12:34 / 1:00:00")
    expect(page.locator("#replay-state")).to_have_text("")
    expect(page.locator("#speed")).to_have_value("100")
    expect(page.locator("#track")).to_have_value("754000")
    expect(page.locator("#chat")).to_be_hidden()
    page.get_by_role("button", name="Pause").click()
    until(page, lambda: opened.of(Play)[-1] == Play(0))


def test_the_address_may_say_where_to_begin(scripted: ScriptedPage) -> None:
    opened = watch_again(scripted, f"#/replay/{RUN}/9000")
    assert opened.of(Replay) == [Replay(RUN, None, 9_000)]


def test_landmarks_stand_on_the_bar_and_can_be_gone_to(opened: ScriptedPage) -> None:
    marks = opened.page.locator(".mark")
    # The boss and the death lie too close together for two marks: the weightier one is shown.
    expect(marks).to_have_text(["▼", "▼", "♛", "◆", "■"])
    assert marks.nth(3).get_attribute("title") == "0:50:00 Ann takes the amulet of embers."
    marks.nth(3).click()
    until(opened.page, lambda: opened.of(Seek) == [seek_to(30_000)])
    expect(opened.page.locator("#time")).to_have_text("0:50:00 / 1:00:00")


def test_dragging_along_the_bar_asks_for_one_jump_at_a_time(opened: ScriptedPage) -> None:
    page = opened.page
    for tick in (100, 2_000, 20_000):
        page.locator("#track").evaluate(
            "(track, time) => { track.value = time; track.dispatchEvent(new Event('input')); }",
            moment_at(tick).elapsed,
        )
    until(page, lambda: opened.of(Seek) == [seek_to(100)])
    expect(page.locator("#time")).to_contain_text("0:33:20 /")
    opened.say(keyframe(number=5), Moment(100, 100))
    until(page, lambda: opened.of(Seek) == [seek_to(100), seek_to(20_000)])


def test_a_jump_forgets_what_was_told_at_another_moment(opened: ScriptedPage) -> None:
    page = opened.page
    expect(page.locator("#log")).to_contain_text("A goblin shouts!")
    page.keyboard.press("5")
    until(page, lambda: opened.of(Seek) == [seek_to(HOUR // 2)])
    opened.say(keyframe(number=5, lines=[Line("info", "It is quiet.")]), Moment(HOUR // 2, 100))
    expect(page.locator("#log li")).to_have_text(["This run: restless bones", "It is quiet."])


def test_keys_move_the_replay(opened: ScriptedPage) -> None:
    for key, expected in KEYS.items():
        opened.say(keyframe(number=3, seat=None, hero=None), Moment(9_000, 100))
        expect(opened.page.locator("#time")).to_contain_text("0:15:00 /")
        opened.page.keyboard.press(key)
        sent(opened, expected)


def test_speeds_can_be_chosen(opened: ScriptedPage) -> None:
    opened.page.locator("#speed").select_option(f"16{TIMES}")
    until(opened.page, lambda: opened.of(Play)[-1] == Play(1600))


def test_a_run_that_is_over_says_so_and_begins_anew(opened: ScriptedPage) -> None:
    page = opened.page
    opened.say(Moment(HOUR, 0))
    expect(page.locator("#replay-state")).to_have_text("the end")
    page.get_by_role("button", name="Play").click()
    until(page, lambda: opened.heard[-2:] == [seek_to(0), Play(100)])


def test_a_lost_connection_comes_back_to_the_same_moment(browser: Browser) -> None:
    with visiting(browser, OFFLINE) as page:
        opened = watch_again(ScriptedPage(page))
        opened.say(Moment(9_000, 100))
        expect(page.locator("#time")).to_contain_text("0:15:00 /")
        opened.cut()
        expect(page.locator("#connection")).to_contain_text("Trying again")
        opened.refusing = False
        until(page, lambda: len(opened.of(Replay)) == 2)
        assert opened.of(Replay)[-1] == Replay(RUN, 0, 9_000)
        until(page, lambda: opened.of(Play) == [Play(100), Play(100)])


def test_a_replay_goes_to_a_time_that_is_typed(opened: ScriptedPage) -> None:
    page = opened.page
    page.keyboard.press("g")
    page.keyboard.type("soon")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("expected a tick, or a time such as 1:02:30")
    page.keyboard.press("Control+A")
    page.keyboard.type("0:30:00")
    page.keyboard.press("Enter")
    until(page, lambda: opened.of(Seek)[-1:] == [seek_to(18_000)])
    expect(page.get_by_role("dialog")).to_have_count(0)
    opened.say(keyframe())
    page.keyboard.press("g")
    page.keyboard.type("9100")
    page.keyboard.press("Enter")
    until(page, lambda: opened.of(Seek)[-1:] == [Seek(9_100)])


def test_landmarks_are_listed_and_chosen(opened: ScriptedPage) -> None:
    page = opened.page
    page.keyboard.press("e")
    lines = page.locator(".landmarks .line")
    expect(lines).to_have_count(6)
    expect(lines.nth(3)).to_contain_text("0:30:03†a deathBob dies, killed by the gatekeeper.")
    lines.nth(3).click()
    until(page, lambda: opened.of(Seek)[-1:] == [seek_to(18_030)])


def test_a_run_that_nobody_plays_has_nothing_live(opened: ScriptedPage) -> None:
    opened.page.keyboard.press("L")
    expect(opened.page.locator("#log")).to_contain_text("there is nothing to watch live")
