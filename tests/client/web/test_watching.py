import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from support.client.browser import OFFLINE, PHONE, painted, snapshot, until, visiting
from support.client.client_examples import (
    ARENA,
    GOBLIN,
    delta,
    hero_status,
    keyframe,
    roster,
    watching,
)
from support.client.people_examples import HERO_KINDS, PARTY, SIGHTINGS
from support.client.scripted_page import ScriptedPage
from undertide_shared.messages import (
    Amulet,
    Chat,
    ClientMessage,
    Condition,
    EffectFigures,
    Ended,
    Error,
    Follow,
    HeroEnd,
    Kind,
    Leave,
    Left,
    MarkInfo,
    PaceStatus,
    Ping,
    Replay,
    Roster,
    Say,
    SeatInfo,
    ServerMessage,
    Shift,
    Sighting,
    StairAgreement,
    Terms,
    Threat,
    TideGauge,
    Watch,
)

GARBAGE: list[bytes | str] = ["text", b"\xc1", b"\x91\x01", b"\x92\xa6moment\x01"]
"""What no server of this protocol says."""
HOSTILE = "<img src=x onerror=alert(1)>"
FRAMED = """() => {
    const map = document.getElementById("map");
    const context = map.getContext("2d");
    const { data } = context.getImageData(0, 0, map.width, map.height);
    const framed = [...Array(map.width * map.height).keys()].filter((at) =>
        data[4 * at] === 240 && data[4 * at + 1] === 214 && data[4 * at + 2] === 120);
    const middle = (all) => (Math.min(...all) + Math.max(...all)) / 2 / devicePixelRatio;
    if (!framed.length) return null;
    const columns = framed.map((at) => at % map.width);
    return [middle(columns), middle(framed.map((at) => Math.floor(at / map.width)))];
}"""
"""Where on the map the frame around the followed hero is; null until it is drawn."""


def answer(message: ClientMessage) -> list[ServerMessage]:
    match message:
        case Watch(name=name):
            chats = roster("Ann", "Bob", watchers=("Zoe", "Kim"))
            return [watching(name=name or "a watcher", delay=30), chats, keyframe()]
        case _:
            return []


def watch(scripted: ScriptedPage, place: str = "#/watch/k7m2q") -> ScriptedPage:
    scripted.answers = answer
    scripted.visit(place)
    expect(scripted.page.locator("#floor-number")).to_have_text("Floor 3")
    return scripted


def entered(watched: ScriptedPage, times: int) -> None:
    """Wait until the page has asked so many times to watch."""
    until(watched.page, lambda: len(watched.of(Watch)) == times)


@pytest.fixture
def watched(scripted: ScriptedPage) -> ScriptedPage:
    """The page as it watches the example's session."""
    return watch(scripted)


def test_a_sleeper_whose_player_is_connected_is_away(watched: ScriptedPage) -> None:
    bob = watched.page.locator("#party li").nth(2)
    expect(bob).to_contain_text("asleep")
    ann, asleep = keyframe().party
    watched.say(delta(2, party=[ann, msgspec.structs.replace(asleep, away=True)]))
    expect(bob).to_contain_text("away")


def test_the_page_shows_the_floor_the_hero_and_the_party(watched: ScriptedPage) -> None:
    page = watched.page
    until(page, lambda: painted(page) > 20)
    expect(page.locator("#special")).to_have_text("restless bones")
    told = "restless bones: Skeletons get up again."
    expect(page.locator("#special")).to_have_attribute("title", told)
    expect(page.locator("#delay")).to_have_text("shown 30 s late")
    expect(page.locator("#watchers")).to_have_text("◉ 2 watchers")
    expect(page.locator("#hero-name")).to_have_text("Ann")
    expect(page.locator("#life")).to_contain_text("23/30")
    expect(page.locator("#conditions")).to_have_text("confused 6 turns")
    expect(page.locator("#floor-name")).to_have_text("the drowned warren (a crypt)")
    expect(page.locator("#tide")).to_contain_text("34%")
    expect(page.locator("#tide-mark")).to_have_text("~ the first wave")
    expect(page.locator("#pace")).to_have_text("turn by turn")
    expect(page.locator("#party li")).to_have_count(3)
    expect(page.locator("#party li").nth(2)).to_contain_text("asleep ↓4")
    expect(page.locator("#seen li")).to_contain_text("hunting")
    expect(page.locator("#log li").last).to_have_text("A goblin shouts!")
    label = page.locator("#map").get_attribute("aria-label")
    assert label is not None
    assert "the drowned warren, as Ann sees it, scratched; 1 monster" in label


def test_marks_and_agreements_on_stairs_are_told(watched: ScriptedPage) -> None:
    page = watched.page
    watched.say(
        delta(
            2,
            marks=[MarkInfo(7, 3, "danger", 0), MarkInfo(1, 1, "help", 1)],
            agreements=[StairAgreement(ARENA, [1], [0], 40)],
        )
    )
    expect(page.locator("#cell-marks")).to_have_text("Marks: ✚ help (Bob), ⊗ danger (Ann)")
    expect(page.locator("#agreements")).to_have_text("↓ an arena: Bob; 20 turns for Ann")
    watched.say(delta(3, marks=[], agreements=[StairAgreement(ARENA, [1], [0], 0)]))
    expect(page.locator("#cell-marks")).to_have_text("")
    expect(page.locator("#agreements")).to_have_text("↓ an arena: Bob; may go without Ann")
    watched.say(delta(4, agreements=[]))
    expect(page.locator("#agreements")).to_have_text("")


def test_the_run_is_drawn_as_a_tree(watched: ScriptedPage) -> None:
    tree = watched.page.locator("#tree")
    expect(tree.locator("text.floor")).to_have_count(8)
    expect(tree.locator("text.here")).to_contain_text("a crypt")
    expect(tree.locator("text.hero title")).to_have_text(["Ann", "Bob"])
    spots = [box for each in tree.locator("text.floor").all() if (box := each.bounding_box())]
    for one, other in ((one, other) for one in spots for other in spots if one is not other):
        apart = abs(one["x"] - other["x"]) >= 20 or abs(one["y"] - other["y"]) >= 20
        assert apart, (one, other)


def test_a_pause_and_the_wish_for_one_are_shown(watched: ScriptedPage) -> None:
    pace = watched.page.locator("#pace")
    watched.say(delta(2, pace=PaceStatus("real", pause_asked=[1])))
    expect(pace).to_have_text("Bob: a pause?")
    watched.say(delta(3, pace=PaceStatus("real", paused_for=540_000, pause_asked=[0, 1])))
    expect(pace).to_have_text("paused, 9 min left")


def test_what_changes_is_shown_at_once(watched: ScriptedPage) -> None:
    watched.say(
        delta(2, hero=hero_status(life=3), tide=TideGauge(80, 3, "the third wave", 40, 9)),
        delta(3, pace=PaceStatus("party", "real", 4_000, [1])),
        delta(4, changed=[Condition(GOBLIN, 10, "fleeing", ["burning"])]),
    )
    page = watched.page
    expect(page.locator("#life")).to_have_attribute("data-state", "low")
    expect(page.locator("#tide-mark")).to_have_text("~~~ the third wave · in 20 turns: 9 exp")
    expect(page.locator("#pace")).to_have_text("party turns: waiting for Bob")
    expect(page.locator("#pace-next")).to_have_text("real time in 4 s")
    expect(page.locator("#seen .right")).to_have_text("fleeing, burning")


def test_a_monster_and_a_boss_are_told_as_the_terminal_tells_them(watched: ScriptedPage) -> None:
    boss = Kind(2, "monster", "Skerrit, the goblin", "g", 0x70C050, boss=True)
    dire = Threat(GOBLIN, 250, 2000, 6, "dire", 3, ["steals"], ["slow"], 66)
    watched.say(delta(2, kinds=[boss], threats=[dire]))
    row = watched.page.locator("#seen li")
    expect(row).to_contain_text("♛")
    expect(row).to_contain_text("Skerrit, the goblin")
    expect(row.locator("span.ink-bad")).to_have_text("!!!")
    title = row.get_attribute("title")
    assert title is not None
    assert "Dire danger (!!!): felling it alone would cost you about 66 % of" in title
    assert "10 of its blows kill you; 3 of yours kill it." in title
    assert title.endswith("6 cells far. Its kind was seen to steal and cast slow.")


def test_the_statuses_of_a_hero_have_figures(watched: ScriptedPage) -> None:
    burning = EffectFigures("harm", "burning", percent=10, of="life", damage="fire", every=5)
    ill = hero_status(max_life=30, status_figures=[burning], effects=[("burning", 20)])
    watched.say(delta(2, hero=ill))
    told = "burning 10 turns: 3 life as fire damage every 2.5 turns. It lasts 10 turns."
    expect(watched.page.locator("#conditions")).to_have_attribute("title", re.compile(told))


def test_a_figure_says_what_it_means_to_who_points_at_it_and_to_who_taps_it(
    watched: ScriptedPage,
) -> None:
    page = watched.page
    expect(page.locator("#life")).to_have_attribute("title", re.compile(": Your hero falls at 0"))
    page.locator("#tide").click()
    expect(page.locator(".help [aria-pressed=true]")).to_have_text("Panel")
    expect(page.locator(".help .text")).to_contain_text("How far the tide of this floor has risen")


def test_companions_of_the_floor_have_a_bearing_and_an_arrow_beyond_the_edge(
    watched: ScriptedPage,
) -> None:
    page = watched.page
    hall = "#" * 200 + "\n#" + "." * 198 + "#\n" + "#" * 200
    far = [SIGHTINGS[0], msgspec.structs.replace(SIGHTINGS[2], x=190)]
    status = hero_status(activity="travel", follows=2)
    changes: dict[str, Any] = {"kinds": HERO_KINDS, "party": PARTY, "hero": status}

    def show(number: int, seen: list[Sighting], bearing: str) -> bytes:
        watched.say(keyframe(drawing=hall, number=number, sightings=seen, **changes))
        expect(page.locator("#party li").nth(3)).to_contain_text(bearing)
        return page.locator("#map").screenshot()

    alone = show(7, far[:1], "L4 ↓3")
    assert show(8, far, "L4 186→") != alone
    expect(page.locator("#conditions")).to_contain_text("following Cat…")
    assert show(9, far[:1], "L4 ↓3") == alone


def test_a_move_changes_the_picture(watched: ScriptedPage) -> None:
    before = watched.page.locator("#map").screenshot()
    watched.say(delta(2, shifted=[Shift(GOBLIN, 4, 4)]))
    until(watched.page, lambda: watched.page.locator("#map").screenshot() != before)


def test_spectators_have_no_pad(watched: ScriptedPage) -> None:
    expect(watched.page.locator("#actions button").first).to_be_visible()
    expect(watched.page.locator("#pad-switch")).to_be_hidden()


def test_a_click_follows_a_hero_or_the_party(watched: ScriptedPage) -> None:
    page = watched.page
    page.get_by_role("button", name="The whole party").click()
    until(page, lambda: watched.of(Follow) == [Follow(None)])
    watched.say(keyframe(number=7, seat=None, hero=None))
    expect(page.get_by_role("button", name="The whole party")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.locator("#hero")).to_be_hidden()
    page.get_by_role("button", name="Follow Bob").click()
    until(page, lambda: watched.of(Follow) == [Follow(None), Follow(1)])
    assert page.url.endswith("#/watch/k7m2q/1")


def test_a_tap_on_a_hero_of_the_map_follows_it(watched: ScriptedPage) -> None:
    page = watched.page
    x, y = page.wait_for_function(FRAMED).json_value()
    page.locator("#map").click(position={"x": x, "y": y})
    until(page, lambda: watched.of(Follow) == [Follow(0)])
    expect(page.locator("#look")).to_contain_text("Ann")


def test_the_map_is_moved_and_made_larger_by_hand(watched: ScriptedPage) -> None:
    page = watched.page
    place = page.locator("#map").bounding_box()
    assert place is not None
    pictures = {page.locator("#map").screenshot()}
    page.mouse.move(place["x"] + 200, place["y"] + 200)
    page.mouse.down()
    page.mouse.move(place["x"] + 120, place["y"] + 160, steps=3)
    page.mouse.up()
    until(page, lambda: page.locator("#map").screenshot() not in pictures)
    assert watched.of(Follow) == []
    works: list[Callable[[], None]] = [
        lambda: page.mouse.wheel(0, 300),
        lambda: page.get_by_role("button", name="Larger").click(),
        lambda: page.keyboard.press("ArrowLeft"),
        lambda: page.keyboard.press("c"),
    ]
    for work in works:
        pictures.add(page.locator("#map").screenshot())
        work()
        until(page, lambda: page.locator("#map").screenshot() not in pictures)


def test_colours_can_be_chosen_and_are_kept(watched: ScriptedPage) -> None:
    page = watched.page
    before = page.locator("#map").screenshot()
    page.locator("#settings").click()
    page.get_by_label("Colours").select_option("without green")
    page.keyboard.press("Escape")
    until(page, lambda: page.locator("#map").screenshot() != before)
    page.reload()
    page.locator("#settings").click()
    expect(page.get_by_label("Colours")).to_have_value("without green")


def test_a_text_size_can_be_chosen_and_is_kept(watched: ScriptedPage) -> None:
    page, size = watched.page, "parseFloat(getComputedStyle(document.body).fontSize)"
    assert page.evaluate(size) == 15
    page.locator("#settings").click()
    page.get_by_label("Text size").select_option("larger")
    assert page.evaluate(size) == 18.75
    page.reload()
    page.locator("#settings").wait_for()
    assert page.evaluate(size) == 18.75


def test_chat_is_read_and_with_a_name_written(watched: ScriptedPage) -> None:
    page = watched.page
    watched.say(Chat("Bob", 0xFFC060, "Run!"))
    expect(page.locator("#log li").last).to_have_text("Bob: Run!")
    page.locator("#name").fill("Zoe")
    page.locator("#words").fill("Behind you!")
    page.locator("#words").press("Enter")
    until(page, lambda: watched.of(Say) == [Say("Behind you!")])
    assert watched.heard[-3:] == [Leave(), Watch("k7m2q", "Zoe", 0), Say("Behind you!")]
    page.locator("#words").fill("And again")
    page.get_by_role("button", name="Say").click()
    until(page, lambda: len(watched.of(Say)) == 2)
    assert len(watched.of(Watch)) == 2
    expect(page.locator("#log")).not_to_contain_text("left")


def test_a_spectator_is_asked_for_a_name_before_the_first_line(watched: ScriptedPage) -> None:
    page = watched.page
    page.keyboard.press("t")
    page.keyboard.type("Behind you!")
    page.keyboard.press("Enter")
    expect(page.locator("#name")).to_be_focused()
    page.keyboard.type("Zoe")
    page.keyboard.press("Enter")
    until(page, lambda: watched.of(Say) == [Say("Behind you!")])
    assert watched.of(Watch)[-1] == Watch("k7m2q", "Zoe", 0)
    page.keyboard.press("t")
    page.keyboard.type("And again")
    page.keyboard.press("Enter")
    until(page, lambda: len(watched.of(Say)) == 2)


def test_a_name_of_somebody_else_leaves_one_watching_without_a_name(
    watched: ScriptedPage,
) -> None:
    def refuse(message: ClientMessage) -> list[ServerMessage]:
        if isinstance(message, Watch) and message.name == "Ann":
            return [Error("name_taken", "that is the name of an account")]
        return answer(message)

    watched.answers = refuse
    watched.page.locator("#name").fill("Ann")
    watched.page.locator("#words").fill("It is me")
    watched.page.locator("#words").press("Enter")
    entered(watched, 3)
    asked = [Watch("k7m2q"), Watch("k7m2q", "Ann", 0), Watch("k7m2q", "", 0)]
    assert watched.of(Watch) == asked
    expect(watched.page.locator("#log")).to_contain_text("that is the name of an account")
    expect(watched.page.locator("#floor-number")).to_have_text("Floor 3")
    assert watched.of(Say) == []


def test_a_link_to_a_hero_that_has_died_shows_the_party(scripted: ScriptedPage) -> None:
    def refuse(message: ClientMessage) -> list[ServerMessage]:
        if isinstance(message, Watch) and message.seat == 4:
            return [Error("unknown_seat", "no living hero has this seat")]
        return answer(message)

    scripted.answers = refuse
    scripted.visit("#/watch/k7m2q/4")
    expect(scripted.page.locator("#floor-number")).to_have_text("Floor 3")
    assert scripted.page.url.endswith("#/watch/k7m2q")


def test_players_may_have_no_chat_from_spectators(watched: ScriptedPage) -> None:
    watched.say(Roster([SeatInfo(0, "Ann", 1, True)], [], 3, Terms(watchers_talk=False)))
    expect(watched.page.locator("#words")).to_be_disabled()
    expect(watched.page.locator("#watchers")).to_have_text("◉ 3 watchers")


def test_what_is_refused_is_told(watched: ScriptedPage) -> None:
    watched.say(Error("muted", "you may not speak here for another minute"))
    expect(watched.page.locator("#log li").last).to_contain_text("you may not speak here")


def test_the_end_of_a_run_is_told(watched: ScriptedPage) -> None:
    fallen = HeroEnd("Ann", 0x60C0FF, 4, 6, 31, "killed by a goblin")
    amulet = Amulet("the sunken crown", '"', 0xE0C060, None)
    told: dict[str, Any] = {"floors": 7, "amulets": [amulet], "elapsed": 3_600_000, "seed": "00ff"}
    watched.say(Ended(False, "The party has fallen", [fallen], 36_000, **told))
    end = watched.page.get_by_role("dialog")
    expect(end).to_contain_text("Defeat: The party has fallen")
    expect(end.get_by_role("row").last).to_contain_text("Ann4631killed by a goblin")
    expect(end).to_contain_text("60 minutes below, 7 floors entered")
    expect(end).to_contain_text("0 of 1 amulets at the end")
    expect(end).to_contain_text("Seed: 00ff")
    expect(watched.page.locator("#screens.held")).to_have_count(0)
    watched.page.keyboard.press("Escape")
    expect(end).to_have_count(0)


def test_a_kept_run_leads_to_its_replay_and_its_chronicles(watched: ScriptedPage) -> None:
    watched.say(Ended(False, "The party has fallen", [], 36_000))
    end = watched.page.get_by_role("dialog")
    expect(end.get_by_role("button", name="replay")).to_have_count(0)
    watched.say(Ended(False, "The party has fallen", [], 36_000, run="4f1c/<x>"))
    lives = end.get_by_role("link", name="The chronicles of its heroes")
    expect(lives).to_have_attribute("href", "runs/4f1c%2F%3Cx%3E")
    end.get_by_role("button", name="replay").click()
    until(watched.page, lambda: bool(watched.of(Replay)))
    assert watched.of(Replay)[-1] == Replay("4f1c/<x>")


def test_nothing_that_a_server_says_becomes_part_of_the_page(watched: ScriptedPage) -> None:
    page = watched.page
    raw: list[Any] = msgspec.msgpack.decode(
        msgspec.msgpack.encode(keyframe(number=9)).replace(b"goblin", b"<b>gob")
    )
    raw[6][0][2] = "<i>Ann</i>"
    watched.say_bytes(msgspec.msgpack.encode(raw))
    watched.say(
        Chat(HOSTILE[:16], 1, HOSTILE),
        Roster([], [HOSTILE[:16]], 1),
        Ended(True, HOSTILE, [HeroEnd("<u>x</u>", 1, 1, 1, 1, HOSTILE)], 1),
        Error("internal", HOSTILE),
    )
    expect(page.locator("#log li").last).to_have_text(HOSTILE)
    expect(page.locator(".verdict")).to_have_text(f"Victory: {HOSTILE}")
    expect(page.locator("#seen")).to_contain_text("<b>gob")
    assert page.locator("main :is(img, script, b, i, u)").count() == 0


# --- the connection -----------------------------------------------------------------------------


def test_a_lost_connection_is_told_and_comes_back_to_the_same_place(browser: Browser) -> None:
    with visiting(browser, OFFLINE) as page:
        watched = watch(ScriptedPage(page), "#/watch/k7m2q/0")
        watched.cut()
        expect(page.locator("#connection")).to_contain_text("The connection is gone. Trying again")
        expect(page.get_by_role("button", name="Try now")).to_be_visible()
        watched.refusing = False
        entered(watched, 2)
        expect(page.locator("#outage")).to_be_hidden()
        assert watched.of(Watch)[-1] == Watch("k7m2q", "", 0)


def test_after_a_restart_of_the_server_the_address_leads_to_the_session_again(
    browser: Browser,
) -> None:
    with visiting(browser, OFFLINE) as page:
        watched = watch(ScriptedPage(page), "#/watch/k7m2q/0")
        watched.say(Left("k7m2q", "the server restarts"))
        expect(page.locator("#lobby")).to_be_visible()
        watched.cut()
        watched.refusing = False
        entered(watched, 2)
        expect(page.locator("#stage")).to_be_visible()
        until(page, lambda: page.url.endswith("#/watch/k7m2q/0"))


def test_chat_that_comes_again_after_an_outage_stands_once(browser: Browser) -> None:
    chat = Chat("Bob", 0x40C0FF, "twice")

    def answer_with_chat(message: ClientMessage) -> list[ServerMessage]:
        return [watching(), chat, keyframe()] if isinstance(message, Watch) else []

    with visiting(browser, OFFLINE) as page:
        watched = watch(ScriptedPage(page))
        watched.answers = answer_with_chat
        said = page.locator("#log li", has_text="twice")
        watched.say(chat)
        expect(said).to_have_count(1)
        watched.cut()
        expect(page.locator("#connection")).to_contain_text("Trying again")
        watched.refusing = False
        entered(watched, 2)
        expect(page.locator("#outage")).to_be_hidden()
        watched.say(Chat("Bob", 0x40C0FF, "last"))
        expect(page.locator("#log li").last).to_contain_text("last")
        expect(said).to_have_count(1)
        expect(said).not_to_contain_text("\u00d7")


def test_a_page_that_is_too_old_says_so_and_does_not_try_again(browser: Browser) -> None:
    with visiting(browser, OFFLINE) as page:
        watched = watch(ScriptedPage(page))
        watched.sockets[-1].close(code=4001)
        expect(page.locator("#connection")).to_contain_text("different versions")
        expect(page.get_by_role("button", name="Try now")).to_be_visible()
        assert len(watched.sockets) == 1


def test_a_server_that_cannot_be_understood_is_left_and_tried_again(browser: Browser) -> None:
    with visiting(browser, OFFLINE) as page:
        watched = watch(ScriptedPage(page))
        for times, data in enumerate(GARBAGE, 2):
            watched.say_bytes(data)
            entered(watched, times)
            expect(page.locator("#outage")).to_be_hidden()
        watched.refusing = True
        watched.say_bytes(GARBAGE[0])
        expect(page.locator("#connection")).to_contain_text("Trying again")
        assert len(watched.of(Watch)) == len(GARBAGE) + 1


# --- small screens and keyboards ----------------------------------------------------------------


def test_everything_fits_on_a_phone_and_can_be_touched(browser: Browser) -> None:
    with visiting(browser, **PHONE) as page:
        watch(ScriptedPage(page))
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        for each in page.locator("button:visible, select:visible, input:visible").all():
            box = each.bounding_box()
            assert box is not None
            assert box["height"] >= 44, each.evaluate("each => each.outerHTML")
            assert box["x"] >= 0
            slides = each.evaluate("each => each.closest('#actions, #party, #panels') !== null")
            assert slides or box["x"] + box["width"] <= 390
        tops = [page.locator(part).bounding_box() for part in ("#scene", "#strip", "#talk")]
        heights = [box["y"] for box in tops if box]
        assert heights == sorted(heights)


def test_everything_can_be_reached_by_keys(watched: ScriptedPage) -> None:
    page = watched.page
    reached: set[str] = set()
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.id || document.activeElement.innerText"))
    assert {
        "map",
        "larger",
        "recentre",
        "log",
        "name",
        "words",
        "say",
        "tree",
        "settings",
    } <= reached
    assert any("The whole party" in each for each in reached)


def test_whoever_wants_no_motion_sees_none(browser: Browser) -> None:
    with visiting(browser, reduced_motion="reduce") as page:
        watched = watch(ScriptedPage(page))
        watched.say(delta(2, shifted=[Shift(1, 3, 3)]))
        until(page, lambda: page.evaluate("undertide.number") == 2)
        page.evaluate("new Promise(requestAnimationFrame)")
        first = page.locator("#map").screenshot()
        assert page.locator("#map").screenshot() == first


def test_a_server_that_does_not_answer_is_counted_and_at_last_given_up(browser: Browser) -> None:
    def told(number: int) -> None:
        """Have the page hear something, and wait until it has."""
        watched.say(delta(number))
        until(page, lambda: snapshot(page)["number"] == number)

    with visiting(browser, OFFLINE) as page:
        page.clock.install()
        watched = watch(ScriptedPage(page))
        outage, words = page.locator("#outage"), page.locator("#connection")
        page.clock.pause_at(page.evaluate("Date.now() / 1000") + 60)
        watched.silent = True
        told(2)
        page.clock.run_for(2_500)
        expect(outage).to_be_hidden()
        until(page, lambda: len(watched.of(Ping)) > 0)
        page.clock.run_for(1_000)
        expect(words).to_have_text("No answer for 3 s.")
        page.clock.run_for(2_000)
        expect(words).to_have_text("No answer for 5 s.")
        told(3)
        page.clock.run_for(500)
        expect(outage).to_be_hidden()
        page.clock.run_for(25_000)
        until(page, lambda: len(watched.sockets) == 2)
        expect(words).to_have_text(re.compile(r"No answer for \d+ s\."))
