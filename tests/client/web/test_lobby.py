import re

import pytest
from msgspec import structs
from playwright.sync_api import Page, expect

from support.client.browser import until
from support.client.client_examples import joined, keyframe, session_info, watching
from support.client.replay_examples import RUN, run_info
from support.client.scripted_page import ScriptedPage
from undertide_client.net.address import Place, page_link, parse_address
from undertide_shared.messages import (
    PROTOCOL,
    CallingInfo,
    Chat,
    ClientMessage,
    Create,
    Created,
    Customs,
    Error,
    Hello,
    Join,
    Leave,
    Left,
    ListRuns,
    ListSessions,
    ListThumbnails,
    LobbyHero,
    Options,
    PresetInfo,
    Runs,
    SeatQuestion,
    SeatState,
    SeatStatus,
    ServerMessage,
    Sessions,
    Thumbnail,
    Thumbnails,
    Watch,
    Welcome,
)
from undertide_shared.options import TUTORIAL


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
        case Watch(session=session):
            return [watching(session=session), keyframe()]
        case Join():
            return [joined(), keyframe()]
        case _:
            return []


@pytest.fixture
def lobby(scripted: ScriptedPage) -> ScriptedPage:
    scripted.answers = answer
    scripted.visit()
    return scripted


def test_the_lists_say_what_can_be_watched_and_joined(lobby: ScriptedPage) -> None:
    live = lobby.page.locator("#sessions .card")
    expect(live).to_have_count(3)
    expect(lobby.page.locator("#sessions")).to_contain_text("1 here, 2 asleep")
    expect(live.first).to_contain_text("wt4he")
    expect(live.first).to_contain_text("Ann's game")
    expect(live.first).to_contain_text("5 of 8 heroes · down to floor 4 · 1 watcher")
    expect(live.first).to_contain_text("locked · shown 30 s late")
    expect(live.first.get_by_role("button", name="Join")).to_be_hidden()
    expect(live.nth(1).get_by_role("button", name="Join")).to_be_hidden()
    expect(live.last.get_by_role("button", name="Join")).to_be_visible()
    expect(live.last).to_contain_text("of restless bones")
    runs = lobby.page.locator("#runs .card")
    expect(runs).to_contain_text("Ann, Bob")
    expect(runs).to_contain_text("1:00:00")
    again = runs.get_by_role("link", name="Watch again")
    assert again.get_attribute("href") == f"#/replay/{RUN}"
    expect(lobby.page.locator("#server")).to_have_text("The Sump")


def test_a_calling_that_the_server_no_longer_has_is_forgotten(scripted: ScriptedPage) -> None:
    warden = CallingInfo("warden", "warden", "Lasts longest.")
    keep = "localStorage.setItem('undertide.calling', 'wizard')"
    scripted.page.add_init_script(f"{keep}; localStorage.setItem('undertide.name', 'Ann')")
    greeting: list[ServerMessage] = [Welcome(1, "The Sump", ["default"], callings=[warden])]
    scripted.answers = lambda message: greeting if isinstance(message, Hello) else []
    scripted.visit()
    expect(scripted.page.locator("#who-calling")).to_have_text("warden")
    scripted.page.locator("#play-now").click()
    until(scripted.page, lambda: scripted.of(Join) != [])
    assert [each.calling for each in scripted.of(Join) if isinstance(each, Join)] == [""]


def test_a_live_run_names_its_heroes_and_who_is_away(scripted: ScriptedPage) -> None:
    party = [
        LobbyHero(0, "Ann", 0xE0B050, 3, 7, "alive"),
        LobbyHero(1, "<b>Bob", 0x50B0E0, 2, 5, "asleep", away=True),
        LobbyHero(2, "Cid", 0x50E0B0, 0, 2, "dead"),
    ]
    info = session_info(heroes=2, party=party, elapsed=754_000)
    resting = session_info("rest0", heroes=2, asleep=2)
    hidden = session_info("h1dn0", watchable=False, ended=True)
    tell: list[ServerMessage] = [Sessions([info, resting, hidden])]
    scripted.answers = lambda message: tell if isinstance(message, ListSessions) else []
    scripted.visit()
    heroes = scripted.page.locator("#sessions .heroes li")
    expect(heroes).to_have_text(["@ Ann ↓3", "@ <b>Bob ↓2, away", "@ Cid, dead"])
    expect(scripted.page.locator("#sessions .card").first).to_contain_text("0:12:34")
    expect(scripted.page.locator("#sessions .chip")).to_have_text(["live", "waiting", "over"])
    last = scripted.page.locator("#sessions .card").last
    expect(last.get_by_role("button", name="Join")).to_be_hidden()
    expect(last.get_by_role("link", name="Watch")).to_be_hidden()


def test_small_maps_of_sessions_in_view_are_drawn(scripted: ScriptedPage) -> None:
    small = Thumbnail("k7m2q", 3, "a crypt", 4, 2, [0xFF0000, 0x00FF00], [1, 2, 0, 2, 2, 4], [])

    def tell(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case ListSessions():
                return [Sessions([session_info(), session_info("h1dn0", watchable=False)])]
            case ListThumbnails():
                return [Thumbnails([small])]
            case _:
                return []

    scripted.answers = tell
    scripted.visit()
    canvas = scripted.page.locator("#sessions canvas")
    expect(canvas).to_have_count(1)
    expect(canvas).to_have_attribute("aria-label", "Floor 3, a crypt, as its spectators see it")
    assert scripted.of(ListThumbnails)[0] == ListThumbnails(["k7m2q"])
    pixels = "(canvas) => [...canvas.getContext('2d').getImageData(0, 0, 8, 4).data]"
    told = canvas.evaluate(pixels)
    points = [told[at : at + 4] for at in range(0, len(told), 4)]
    assert points[0] == points[11] == [255, 0, 0, 255]
    assert points[4][3] == points[15][3] == 0
    assert points[16] == points[31] == [0, 255, 0, 255]


def test_the_liveliest_game_is_shown_large_instead_of_the_picture(scripted: ScriptedPage) -> None:
    small = Thumbnail("k7m2q", 3, "a crypt", 9, 4, [0xFF0000], [0, 13, 1, 2, 0, 21], [])
    party = [LobbyHero(seat, name, 0xE0B050, 3, 7, "alive") for seat, name in enumerate("AB")]
    tell: dict[type[ClientMessage], list[ServerMessage]] = {
        ListSessions: [
            Sessions([session_info("rest0", heroes=9, asleep=9), session_info(party=party)])
        ],
        ListThumbnails: [Thumbnails([small])],
    }
    scripted.answers = lambda message: tell.get(type(message), [])
    scripted.visit()
    page = scripted.page
    expect(page.locator("#picture")).to_be_hidden()
    expect(page.locator("#live-now")).to_have_attribute("href", "#/watch/k7m2q")
    expect(page.locator("#live-words")).to_have_text("A and B are on floor 3")
    expect(page.locator("#live-map")).to_have_attribute("aria-label", re.compile("a crypt"))
    middle = "(canvas) => [...canvas.getContext('2d').getImageData(320, 180, 1, 1).data]"
    assert page.locator("#live-map").evaluate(middle) == [255, 0, 0, 255]


def test_an_invite_to_a_listed_game_says_who_is_there(scripted: ScriptedPage) -> None:
    party = [LobbyHero(0, "Ann", 0xE0B050, 2, 7, "alive")]
    listed: list[ServerMessage] = [Sessions([session_info(party=party, host="Ann")])]
    scripted.answers = lambda message: listed if isinstance(message, ListSessions) else []
    scripted.visit("#/play/k7m2q")
    page = scripted.page
    expect(page.locator("#invite-head")).to_have_text("You are invited to Ann's game")
    expect(page.locator("#invite-code")).to_have_text("Ann is on floor 2.")
    expect(page.locator("#play-invite")).to_have_text("Join Ann's game")


def test_a_run_that_the_games_show_is_no_replay(scripted: ScriptedPage) -> None:
    live = run_info()
    live = structs.replace(live, session=session_info().session, state="live")
    over = structs.replace(run_info(), run="0f1e", session="other", state="live")

    def tell(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case ListSessions():
                return [Sessions([session_info()])]
            case ListRuns():
                return [Runs([live, over])]
            case _:
                return []

    scripted.answers = tell
    scripted.visit()
    expect(scripted.page.locator("#runs .card")).to_have_count(1)
    expect(scripted.page.locator("#runs a")).to_have_attribute("href", "#/replay/0f1e")
    again = scripted.page.locator("#sessions").get_by_role("link", name="From the start")
    expect(again).to_have_attribute("href", f"#/replay/{RUN}")


def test_a_game_goes_by_its_title(scripted: ScriptedPage) -> None:
    infos = [PresetInfo("default", "Down We Go")]
    welcome = Welcome(PROTOCOL, "The Sump", ["default"], preset_infos=infos)
    scripted.answers = lambda message: [welcome] if isinstance(message, Hello) else answer(message)
    scripted.visit()
    expect(scripted.page.locator("#sessions .card").first).to_contain_text("Down We Go · ")
    expect(scripted.page.locator("#runs .card")).to_contain_text("Down We Go · ")


def test_a_server_without_anything_says_so(scripted: ScriptedPage) -> None:
    scripted.visit()
    expect(scripted.page.locator("#no-sessions")).to_have_text(
        "Nobody is playing here at the moment."
    )
    expect(scripted.page.locator("#no-runs")).to_have_text("There are no runs to watch again.")
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
    runs, sessions = page.locator("#runs .card"), page.locator("#sessions .card")
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
    expect(lobby.page.locator("#runs .card")).to_have_count(1)
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


def test_without_a_name_the_page_asks_once_before_it_plays(lobby: ScriptedPage) -> None:
    page = lobby.page
    page.locator("#sessions .card").last.get_by_role("button", name="Join").click()
    expect(page.get_by_role("dialog")).to_contain_text("Welcome to Undertide")
    name = page.get_by_role("dialog").get_by_label("Your name")
    name.fill("!!")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("a name begins with a letter or digit")
    name.fill(" Ann ")
    page.keyboard.press("Enter")
    expect(page.locator("#stage")).to_be_visible()
    assert lobby.of(Join) == [Join("k7m2q", "Ann")]
    assert page.url.endswith("#/play/k7m2q")
    page.locator(".brand").click()
    expect(page.locator("#who-name")).to_have_text("Ann")
    page.locator("#play-now").click()
    until(page, lambda: len(lobby.of(Join)) == 2)


def test_a_refused_name_is_asked_for_again_and_the_invite_is_kept(scripted: ScriptedPage) -> None:
    def refuse_ann(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case Join(name="Ann"):
                return [Error("name_taken", "somebody here is already called Ann")]
            case _:
                return answer(message)

    scripted.answers = refuse_ann
    scripted.visit("#/play/k7m-secretab")
    page, dialog = scripted.page, scripted.page.get_by_role("dialog")
    page.locator("#play-invite").click()
    dialog.get_by_label("Your name").fill("Ann")
    page.keyboard.press("Enter")
    expect(dialog).to_contain_text("Choose another name")
    expect(dialog).to_contain_text("somebody here is already called Ann")
    expect(dialog.get_by_label("Your name")).to_have_value("Ann 2")
    remembered = "window.localStorage.getItem('undertide.name')"
    assert not page.evaluate(remembered), "nobody is called so yet"
    assert page.url.endswith("#/play/k7m-secretab")
    expect(page.locator("#invite-code")).to_have_text("Your invite is k7m-secretab.")
    page.keyboard.press("Enter")
    expect(page.locator("#stage")).to_be_visible()
    assert scripted.of(Join) == [Join("k7m-secretab", "Ann"), Join("k7m-secretab", "Ann 2")]
    assert page.evaluate(remembered) == "Ann 2"


@pytest.mark.parametrize(
    ("keys", "made", "session"), [(("Enter",), 0, "k7m2q"), (("b", "Enter"), 1, "n3wer")]
)
def test_play_now_asks_before_it_leads_into_a_run_past_its_first_floor(
    scripted: ScriptedPage, keys: tuple[str, ...], made: int, session: str
) -> None:
    party = [LobbyHero(0, "Ann", 0xE0B050, 3, 7, "alive"), LobbyHero(1, "Bo", 0, 0, 2, "dead")]
    listed = [
        session_info("asl33p", deepest_floor=9, heroes=3, asleep=3),
        session_info("fu111", deepest_floor=1, full=True),
        session_info("k7m2q", deepest_floor=4, heroes=2, party=party),
    ]

    def tell(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case Hello():
                return [Welcome(1, "Sump", ["x"], preset_infos=[PresetInfo("default", "Deep")])]
            case ListSessions():
                return [Sessions(listed)]
            case Create():
                return [Created("n3wer")]
            case Join():
                return [joined(), keyframe()]
            case _:
                return []

    scripted.answers = tell
    scripted.visit()
    page = scripted.page
    page.evaluate("localStorage.setItem('undertide.name', 'Cy')")
    page.reload()
    expect(page.locator("#sessions .card")).to_have_count(3)
    page.locator("#play-now").click()
    choice = page.get_by_role("dialog")
    expect(choice).to_contain_text("Join Ann and 1 more: Deep, floor 4")
    expect(choice).to_contain_text("Begin a new run")
    assert scripted.of(Join) == []
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator("#stage")).to_be_visible()
    assert scripted.of(Join) == [Join(session, "Cy")]
    assert scripted.of(Create) == [Create(options=Options(gentle=True))] * made


def test_play_now_leads_at_once_into_a_run_that_begins(scripted: ScriptedPage) -> None:
    listed = [session_info("k7m2q", deepest_floor=4), session_info("n3wer", deepest_floor=1)]

    def tell(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case ListSessions():
                return [Sessions(listed)]
            case Join():
                return [joined(), keyframe()]
            case _:
                return []

    scripted.answers = tell
    scripted.visit()
    scripted.page.evaluate("localStorage.setItem('undertide.name', 'Cy')")
    scripted.page.reload()
    expect(scripted.page.locator("#sessions .card")).to_have_count(2)
    scripted.page.locator("#play-now").click()
    expect(scripted.page.locator("#stage")).to_be_visible()
    assert scripted.of(Join) == [Join("", "Cy")]


def test_questions_wait_until_the_server_has_said_what_can_be_chosen(
    scripted: ScriptedPage,
) -> None:
    callings = [CallingInfo(each, each, "Lasts long.") for each in ("warden", "sage")]
    greeting = Welcome(1, "The Sump", ["default", TUTORIAL], callings=callings)
    scripted.silent = True
    scripted.visit()
    page = scripted.page
    until(page, lambda: scripted.of(Hello) != [])
    page.locator("#play-now").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    scripted.silent = False
    scripted.say(greeting)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("You are a")).to_have_value("warden")
    dialog.get_by_label("You are a").select_option("sage")
    dialog.get_by_label("Your name").fill("Ann")
    page.keyboard.press("Enter")
    until(page, lambda: scripted.of(Join) == [Join("", "Ann", calling="sage")])


@pytest.mark.parametrize(("ended", "gentle"), [("", True), ("yes", None)])
def test_a_session_that_is_made_for_a_newcomer_is_gentle(
    scripted: ScriptedPage, ended: str, gentle: bool | None
) -> None:
    def tell(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case Join(session=""):
                return [Error("unknown_session", "there is no session with a free seat")]
            case Create():
                return [Created("n3wer")]
            case Join():
                return [joined(session="n3wer"), keyframe()]
            case _:
                return []

    scripted.answers = tell
    kept = f"localStorage.setItem('undertide.ended', '{ended}')"
    scripted.page.add_init_script(f"localStorage.setItem('undertide.name', 'Ann'); {kept}")
    scripted.visit()
    scripted.page.locator("#play-now").click()
    expect(scripted.page.locator("#stage")).to_be_visible()
    assert scripted.of(Create) == [Create(options=Options(gentle=gentle))]


def test_a_seat_left_behind_can_be_taken_again(lobby: ScriptedPage) -> None:
    page = lobby.page
    page.evaluate("localStorage.setItem('undertide.name', 'Ann')")
    page.reload()
    expect(page.locator("#seats")).to_be_hidden()
    page.locator("#sessions .card").last.get_by_role("button", name="Join").click()
    expect(page.locator("#stage")).to_be_visible()
    page.keyboard.press("Q")
    expect(page.get_by_role("dialog")).to_contain_text("Your hero soon falls asleep")
    page.keyboard.press("y")
    expect(page.locator("#seats")).to_contain_text("You have a seat there, as Ann.")
    page.get_by_role("button", name="Continue").click()
    until(page, lambda: len(lobby.of(Join)) == 2)
    again = lobby.of(Join)[1]
    assert isinstance(again, Join)
    assert (again.session, again.name, again.token) == ("k7m2q", "Ann", joined().token)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("awake", "Your hero Ann is awake, and can be harmed."),
        ("asleep", "Your hero Ann sleeps there, and nothing can harm it."),
        ("away", "Your hero Ann sleeps there, since no key was pressed for long."),
        ("resting", "Your hero Ann waits there with its run until you come back."),
        ("dead", ""),
        ("over", ""),
        ("aside", ""),
        ("gone", ""),
    ],
)
def test_a_seat_is_offered_as_the_server_says_and_not_once_it_is_over(
    scripted: ScriptedPage, state: SeatState, words: str
) -> None:
    states: list[SeatState] = ["asleep"]

    def tell(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case ListSessions(seats=seats):
                told = [SeatStatus(each.session, states[-1], "Ann", 2) for each in seats]
                return [Sessions([session_info(subtitle=states[-1])], seats=told)]
            case Join():
                return [joined(), keyframe()]
            case _:
                return []

    scripted.answers = tell
    scripted.visit()
    page = scripted.page
    page.evaluate("localStorage.setItem('undertide.name', 'Ann')")
    page.reload()
    page.locator("#sessions").get_by_role("button", name="Join").click()
    expect(page.locator("#stage")).to_be_visible()
    states.append(state)
    page.keyboard.press("Q")
    page.keyboard.press("y")
    question = SeatQuestion("k7m2q", joined().token)
    expect(page.locator("#sessions .about")).to_have_text(state)
    if words:
        expect(page.locator("#seats .about")).to_have_text(words)
        expect(page.locator("#seats .facts")).to_have_text("on floor 2")
        expect(page.locator("#seats .chip")).to_have_text(state)
    else:
        expect(page.locator("#seats")).to_be_hidden()
    assert ListSessions(0, [question]) in scripted.of(ListSessions)


def test_a_session_is_made_by_its_form(scripted: ScriptedPage) -> None:
    infos = [
        PresetInfo("default", "Down We Go", "The whole game.", ["Bring up the amulets."]),
        PresetInfo("short", "A Short Way", "Half of it."),
    ]
    offered = Welcome(
        PROTOCOL,
        "The Sump",
        ["default", "short"],
        customs=Customs("default", "auto", 4, 5, accounts=True),
        preset_infos=infos,
    )

    def tell(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case Hello():
                return [offered]
            case Create():
                return [Created("n3wer", "n3wer-s3cr3")]
            case Join():
                return [joined(session="n3wer"), keyframe()]
            case _:
                return []

    scripted.answers = tell
    page = scripted.page
    page.add_init_script("localStorage.setItem('undertide.name', 'Ann')")
    scripted.visit()
    expect(page.locator("#server")).to_have_text("The Sump")
    page.keyboard.press("n")
    form = page.get_by_role("dialog")
    expect(form).to_contain_text("The whole game. Bring up the amulets.")
    expect(form.get_by_label("Gentle run")).to_have_value("yes")
    form.get_by_label("Game").select_option("A Short Way")
    page.get_by_label("Access").select_option("by invitation")
    expect(page.get_by_label("Seed")).to_be_hidden()
    form.get_by_text("More", exact=True).click()
    page.get_by_label("Seats").select_option("2")
    expect(page.get_by_label("Pace")).to_have_value("party turns")
    page.get_by_label("Seed").fill("42")
    page.get_by_label("Friendly fire").select_option("no")
    page.get_by_label("Spectators' delay").select_option("60 s")
    page.keyboard.press("Enter")
    made = Options("invited", "42", 2, friendly_fire=False, delay=60, gentle=True)
    until(page, lambda: scripted.of(Create) == [Create("short", "party", made)])
    until(page, lambda: scripted.of(Join) == [Join("n3wer-s3cr3", "Ann")])
    expect(page.get_by_role("dialog")).to_contain_text("An invite")


def test_a_form_that_is_refused_stays_open_with_the_reason(scripted: ScriptedPage) -> None:
    no = Error("server_full", "the server has no room for another session")
    scripted.answers = lambda message: [no] if isinstance(message, Create) else []
    page = scripted.page
    page.add_init_script("localStorage.setItem('undertide.name', 'Ann')")
    scripted.visit()
    page.keyboard.press("n")
    page.get_by_role("button", name="create the game").click()
    expect(page.locator(".screen .notice")).to_have_text(no.reason)
    expect(page.get_by_role("button", name="create the game")).to_be_visible()
    expect(page.locator("#lobby")).to_be_visible()


def test_keys_of_the_lobby_choose_a_session(lobby: ScriptedPage) -> None:
    page = lobby.page
    expect(page.locator("#sessions .card")).to_have_count(3)
    for key in ("ArrowDown", "ArrowDown", "w"):
        page.keyboard.press(key)
    expect(page.locator("#what")).to_contain_text("b3rn9")
    until(page, lambda: lobby.of(Watch) == [Watch("b3rn9")])


def test_a_click_watches_and_the_address_can_be_shared(lobby: ScriptedPage) -> None:
    lobby.page.locator("#sessions a:visible").last.click()
    expect(lobby.page.locator("#what")).to_have_text("default · k7m2q · live")
    assert lobby.page.url.endswith("#/watch/k7m2q")
    assert lobby.of(Watch) == [Watch("k7m2q")]


def test_a_code_that_was_given_is_watched_as_it_stands(lobby: ScriptedPage) -> None:
    lobby.page.locator("#code").fill("  k7m2q-s3cr3t/ü ")
    lobby.page.locator("#by-code").get_by_role("button", name="Watch").click()
    expect(lobby.page.locator("#stage")).to_be_visible()
    assert lobby.of(Watch) == [Watch("k7m2q-s3cr3t/ü")]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("K7M x4hq9", "k7m-x4hq9"),
        ("http://undertide.test/#/play/k7m-x4hq9", "k7m-x4hq9"),
        ("https://elsewhere/#/watch/k7m2q/3", "k7m2q"),
        ("https://elsewhere/game/play/k7m-x4hq9", "k7m-x4hq9"),
    ],
)
def test_a_code_may_be_typed_or_pasted_as_people_got_it(
    lobby: ScriptedPage, typed: str, code: str
) -> None:
    lobby.page.locator("#code").fill(typed)
    lobby.page.locator("#by-code").get_by_role("button", name="Watch").click()
    expect(lobby.page.locator("#stage")).to_be_visible()
    assert lobby.of(Watch) == [Watch(code)]


def test_an_invite_says_how_to_play_and_leads_to_the_game(lobby: ScriptedPage) -> None:
    lobby.visit("#/play/k7m-x4hq9")
    page = lobby.page
    expect(page.locator("#invite-code")).to_have_text("Your invite is k7m-x4hq9.")
    link = "http://undertide.test/#/play/k7m-x4hq9"
    expect(page.locator("#how-to-play")).to_have_text(f"undertide join {link}")
    assert parse_address(link).place.session == "k7m-x4hq9"
    assert not lobby.of(Watch)
    page.locator("#watch-invite").click()
    expect(page.locator("#stage")).to_be_visible()
    assert lobby.of(Watch) == [Watch("k7m-x4hq9")]


def test_links_with_previews_are_paths_and_lead_to_their_place(modules: Page) -> None:
    script = """async (paths) => {
        const { hashOfPath, inviteLink, rootOf } = await load("page/addresses");
        const origin = "https://h";
        return [
            paths.map((pathname) => [hashOfPath(pathname), rootOf({ origin, pathname })]),
            ["k7m2q", "k7m-x4hq9", "k7mx4hq9"].map(inviteLink),
        ];
    }"""
    paths = ["/game/play/k7m2q", "/watch/k7m2q/3", "/game/", "/"]
    read, links = modules.evaluate(script, paths)
    game, site = "https://h/game/", "https://h/"
    assert read[:2] == [["#/play/k7m2q", game], ["#/watch/k7m2q/3", site]]
    assert read[2:] == [[None, game], [None, site]]
    codes = ("k7m2q", "k7m-x4hq9", "k7mx4hq9")
    assert links == [page_link("ws://undertide.test/", Place("play", code)) for code in codes]


def test_a_link_that_only_this_machine_can_open_is_known(modules: Page) -> None:
    script = """async (hosts) => {
        const { isOfThisMachine } = await load("page/addresses");
        return hosts.filter((hostname) => isOfThisMachine({ hostname }));
    }"""
    own = ["localhost", "127.0.0.1", "127.0.1.1", "[::1]"]
    others = ["192.168.0.5", "[fd00::1]", "example.org", "127.example.org", "undertide.test"]
    assert modules.evaluate(script, [*own, *others]) == own


def test_the_lobby_offers_the_terminal_client(scripted: ScriptedPage) -> None:
    wheel = "/client/undertide-0.1.0-py3-none-any.whl"
    welcome = Welcome(PROTOCOL, "", ["default"], source="https://example.org/src", wheel=wheel)
    scripted.answers = lambda message: [welcome] if isinstance(message, Hello) else []
    scripted.visit()
    told = scripted.page.locator("#how-to-install")
    expect(told).to_have_text(f"pip install http://undertide.test{wheel}")
    button = scripted.page.locator("[data-copy=how-to-install]")
    button.click()
    expect(button).not_to_have_text("Copy")
    source = scripted.page.get_by_role("link", name="The source of this server")
    expect(source).to_have_attribute("href", "https://example.org/src")


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
    expect(lobby.page.locator("#sessions .card")).to_have_count(3)


def test_going_back_leaves_the_session(lobby: ScriptedPage) -> None:
    lobby.page.locator("#sessions a:visible").last.click()
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


def test_the_menu_of_the_lobby_names_what_it_can_do(lobby: ScriptedPage) -> None:
    page = lobby.page
    page.locator("#menu").click()
    expect(page.locator(".menu")).to_contain_text("make a new session")
    expect(page.locator(".menu")).not_to_contain_text("leave the game")
    page.locator(".menu .line", has_text="change your name").click()
    page.keyboard.type("Zoe")
    page.keyboard.press("Enter")
    expect(page.locator("#who-name")).to_have_text("Zoe")


def test_back_closes_a_box_then_asks_and_then_leads_to_the_lobby(lobby: ScriptedPage) -> None:
    page = lobby.page
    page.evaluate("localStorage.setItem('undertide.name', 'Ann')")
    page.reload()
    page.locator("#sessions .card button:visible").last.click()
    expect(page.locator("#stage")).to_be_visible()
    page.keyboard.press("i")
    box = page.get_by_role("dialog")
    expect(box).to_be_visible()
    page.go_back()
    expect(box).to_be_hidden()
    expect(page.locator("#stage")).to_be_visible()
    page.go_back()
    expect(box).to_contain_text("Leave the game?")
    page.go_back()
    expect(box).to_be_hidden()
    assert lobby.of(Leave) == []
    page.go_back()
    page.keyboard.press("y")
    expect(page.locator("#lobby")).to_be_visible()
    until(page, lambda: lobby.of(Leave) == [Leave()])


def test_back_leaves_what_is_watched_without_a_question(lobby: ScriptedPage) -> None:
    page = lobby.page
    page.locator("#sessions a:visible").last.click()
    expect(page.locator("#stage")).to_be_visible()
    until(page, lambda: page.evaluate("history.state?.guard") is True)
    page.go_back()
    expect(page.locator("#lobby")).to_be_visible()
    assert page.url.endswith("#/")
    page.get_by_role("button", name="Create a game").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("#lobby")).to_be_visible()


def test_back_leads_to_the_lobby_where_a_link_led_past_it(scripted: ScriptedPage) -> None:
    scripted.answers = answer
    scripted.visit("#/watch/k7m2q")
    page = scripted.page
    expect(page.locator("#stage")).to_be_visible()
    until(page, lambda: page.evaluate("history.state?.guard") is True)
    page.go_back()
    expect(page.locator("#lobby")).to_be_visible()
