import pytest
from playwright.sync_api import expect

from support.client.browser import until
from support.client.client_examples import keyframe, session_info, watching
from support.client.replay_examples import RUN, run_info
from support.client.scripted_page import ScriptedPage
from undertide_client.net.address import parse_address
from undertide_shared.messages import (
    PROTOCOL,
    Chat,
    ClientMessage,
    Error,
    Hello,
    Leave,
    Left,
    ListRuns,
    ListSessions,
    PresetInfo,
    Runs,
    ServerMessage,
    Sessions,
    Watch,
    Welcome,
)


def answer(message: ClientMessage) -> list[ServerMessage]:
    match message:
        case ListSessions():
            late = session_info("wt4he", heroes=5, delay=30, host="Ann", locked=True)
            asleep = session_info("b3rn9", heroes=3, asleep=2, full=True)
            return [Sessions([session_info(), late, asleep])]
        case ListRuns():
            return [Runs([run_info()])]
        case Watch(session="gone"):
            return [Error("unknown_session", "there is no such session")]
        case Watch():
            return [watching(), keyframe()]
        case _:
            return []


@pytest.fixture
def lobby(scripted: ScriptedPage) -> ScriptedPage:
    scripted.answers = answer
    scripted.visit()
    return scripted


def test_the_lists_say_what_can_be_watched(lobby: ScriptedPage) -> None:
    live = lobby.page.locator("#sessions a")
    expect(live).to_have_count(3)
    expect(lobby.page.locator("#sessions")).to_contain_text("1 here, 2 asleep · full")
    expect(live.first).to_contain_text("wt4he")
    expect(live.first).to_contain_text("5 of 8 heroes · down to floor 4 · 1 watcher · host Ann")
    expect(live.first).to_contain_text("shown 30 s late · locked")
    expect(live.last).to_contain_text("of restless bones")
    runs = lobby.page.locator("#runs a")
    expect(runs).to_contain_text("Ann, Bob")
    expect(runs).to_contain_text("1:00:00")
    assert runs.get_attribute("href") == f"#/replay/{RUN}"
    expect(lobby.page.locator("#server")).to_have_text("The Sump")


def test_a_game_goes_by_its_title(scripted: ScriptedPage) -> None:
    infos = [PresetInfo("default", "Down We Go")]
    welcome = Welcome(PROTOCOL, "The Sump", ["default"], preset_infos=infos)
    scripted.answers = lambda message: [welcome] if isinstance(message, Hello) else answer(message)
    scripted.visit()
    expect(scripted.page.locator("#sessions a").first).to_contain_text("Down We Go · ")
    expect(scripted.page.locator("#runs a")).to_contain_text("Down We Go · ")


def test_a_server_without_anything_says_so(scripted: ScriptedPage) -> None:
    scripted.visit()
    expect(scripted.page.locator("#no-sessions")).to_have_text(
        "Nobody is playing here at the moment."
    )
    expect(scripted.page.locator("#no-runs")).to_contain_text("keeps no runs")
    expect(scripted.page.locator("#how-to-join")).to_have_text(
        "undertide join http://undertide.test/"
    )


def test_the_lobby_shows_what_the_server_says(lobby: ScriptedPage) -> None:
    expect(lobby.page.locator("#announced")).to_be_hidden()
    lobby.say(Chat("The Sump", -1, "<b>Restart</b> in 5 min.", server=True))
    expect(lobby.page.locator("#announced")).to_have_text("<b>Restart</b> in 5 min.")
    expect(lobby.page.locator("#motd")).to_have_text("Be kind.")


def test_the_lists_are_kept_fresh(lobby: ScriptedPage) -> None:
    lobby.page.clock.install()
    lobby.page.reload()
    until(lobby.page, lambda: bool(lobby.of(ListSessions)))
    known = len(lobby.of(ListSessions))
    lobby.page.clock.run_for(7_000)
    until(lobby.page, lambda: len(lobby.of(ListSessions)) >= known + 2)


def test_pages_are_turned_and_kept_fresh(scripted: ScriptedPage) -> None:
    pages = {"": ["a", "b"], "b": ["c"]}

    def by_pages(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case ListSessions(skip=skip):
                return [Sessions([session_info(f"s{skip}")], more=skip == 0)]
            case ListRuns(before=before):
                runs = [run_info(run) for run in pages[before]]
                return [Runs(runs, more=before == "")]
            case _:
                return []

    scripted.answers = by_pages
    scripted.visit()
    page = scripted.page
    runs, sessions = page.locator("#runs a"), page.locator("#sessions a")
    expect(runs).to_have_count(2)
    expect(page.locator("#runs-back")).to_be_disabled()
    page.locator("#runs-on").click()
    expect(runs).to_have_count(1)
    expect(page.locator("#runs-on")).to_be_disabled()
    page.locator("#sessions-on").click()
    expect(sessions).to_contain_text("s1")
    assert ListRuns("b") in scripted.heard
    page.locator("#runs-back").click()
    expect(runs).to_have_count(2)
    page.locator("#sessions-back").click()
    expect(sessions).to_contain_text("s0")


def test_a_list_of_one_page_has_no_buttons(lobby: ScriptedPage) -> None:
    expect(lobby.page.locator("#runs a")).to_have_count(1)
    expect(lobby.page.locator("#run-pages")).to_be_hidden()
    expect(lobby.page.locator("#session-pages")).to_be_hidden()


def test_a_page_after_a_run_that_is_gone_gives_way_to_the_first(scripted: ScriptedPage) -> None:
    def by_pages(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case ListRuns(before=""):
                return [Runs([run_info("a")], more=True)]
            case ListRuns():
                return [Error("unknown_run", "there is no run a; it may have been deleted")]
            case _:
                return [Sessions([])] if isinstance(message, ListSessions) else []

    scripted.answers = by_pages
    scripted.visit()
    scripted.page.locator("#runs-on").click()
    until(scripted.page, lambda: scripted.of(ListRuns)[-2:] == [ListRuns("a"), ListRuns("")])


def test_a_click_watches_and_the_address_can_be_shared(lobby: ScriptedPage) -> None:
    lobby.page.locator("#sessions a").last.click()
    expect(lobby.page.locator("#what")).to_have_text("default · k7m2q · live")
    assert lobby.page.url.endswith("#/watch/k7m2q")
    assert lobby.of(Watch) == [Watch("k7m2q")]


def test_a_code_that_was_given_is_watched_as_it_stands(lobby: ScriptedPage) -> None:
    lobby.page.locator("#code").fill("  k7m2q-s3cr3t/ü ")
    lobby.page.get_by_role("button", name="Watch").click()
    expect(lobby.page.locator("#stage")).to_be_visible()
    assert lobby.of(Watch) == [Watch("k7m2q-s3cr3t/ü")]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("K7M x4hq9", "k7m-x4hq9"),
        ("http://undertide.test/#/play/k7m-x4hq9", "k7m-x4hq9"),
        ("https://elsewhere/#/watch/k7m2q/3", "k7m2q"),
    ],
)
def test_a_code_may_be_typed_or_pasted_as_people_got_it(
    lobby: ScriptedPage, typed: str, code: str
) -> None:
    lobby.page.locator("#code").fill(typed)
    lobby.page.get_by_role("button", name="Watch").click()
    expect(lobby.page.locator("#stage")).to_be_visible()
    assert lobby.of(Watch) == [Watch(code)]


def test_an_invite_says_how_to_play_and_leads_to_the_game(lobby: ScriptedPage) -> None:
    lobby.visit("#/play/k7m-x4hq9")
    page = lobby.page
    expect(page.locator("#invite-code")).to_have_text("k7m-x4hq9")
    link = "http://undertide.test/#/play/k7m-x4hq9"
    expect(page.locator("#how-to-play")).to_have_text(f"undertide join {link}")
    assert parse_address(link).place.session == "k7m-x4hq9"
    assert not lobby.of(Watch)
    page.get_by_role("link", name="Watch the game here").click()
    expect(page.locator("#stage")).to_be_visible()
    assert lobby.of(Watch) == [Watch("k7m-x4hq9")]


def test_without_an_invite_nobody_is_invited(lobby: ScriptedPage) -> None:
    expect(lobby.page.locator("#invite")).to_be_hidden()
    lobby.visit("#/play/gone")
    expect(lobby.page.locator("#invite")).to_be_visible()
    lobby.visit("#/watch/gone")
    expect(lobby.page.locator("#notice")).to_have_text("there is no such session")
    expect(lobby.page.locator("#invite")).to_be_hidden()


def test_a_session_that_is_not_there_leads_back_with_the_reason(lobby: ScriptedPage) -> None:
    lobby.visit("#/watch/gone")
    expect(lobby.page.locator("#notice")).to_have_text("there is no such session")
    expect(lobby.page.locator("#sessions a")).to_have_count(3)


def test_going_back_leaves_the_session(lobby: ScriptedPage) -> None:
    lobby.page.locator("#sessions a").last.click()
    expect(lobby.page.locator("#what")).to_contain_text("k7m2q")
    lobby.page.go_back()
    expect(lobby.page.locator("#lobby")).to_be_visible()
    until(lobby.page, lambda: lobby.of(Leave) == [Leave()])


def test_going_from_one_session_to_another_leaves_the_first(lobby: ScriptedPage) -> None:
    lobby.visit("#/watch/k7m2q")
    expect(lobby.page.locator("#floor-number")).to_have_text("Floor 3")
    lobby.page.evaluate("location.hash = '#/watch/wt4he/1'")
    until(lobby.page, lambda: Watch("wt4he", "", 1) in lobby.heard)
    assert lobby.heard.index(Leave()) < lobby.heard.index(Watch("wt4he", "", 1))


def test_who_is_put_out_is_told_why(lobby: ScriptedPage) -> None:
    lobby.visit("#/watch/k7m2q")
    expect(lobby.page.locator("#floor-number")).to_have_text("Floor 3")
    lobby.say(Left("k7m2q", "a moderator kicked you: shouting"))
    expect(lobby.page.locator("#notice")).to_contain_text("kicked you: shouting")
    expect(lobby.page.locator("#lobby")).to_be_visible()
