import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from support.client.client_examples import (
    KINDS,
    PARTY,
    delta,
    hero_status,
    joined,
    keyframe,
    roster,
    session_info,
    watching,
)
from support.client.fake_display import FakeDisplay
from support.client.people_examples import ANN as PEOPLE_ANN
from support.client.people_examples import people
from support.client.replay_examples import (
    HOUR,
    LANDMARKS,
    RUN,
    moment_at,
    replaying,
    run_info,
    timeline,
)
from support.client.scripted_server import Peer, ScriptedServer
from undertide_client.app.app import (
    LOBBY_SECONDS,
    USUAL,
    App,
    Entry,
    JoinEntry,
    LobbyEntry,
    ReplayEntry,
    WatchEntry,
    run,
)
from undertide_client.app.stage import Stage
from undertide_client.app.surface import ConsoleSurface
from undertide_client.displays.base import MousePress, Pasted, Resized
from undertide_client.model.run_time import RunMoment
from undertide_client.net.link import Link, connect
from undertide_client.saved.logins import Login, MemoryLogins
from undertide_client.saved.profile import MemoryProfile, Profile
from undertide_client.saved.saved_data import Keepsakes
from undertide_client.saved.tokens import MemoryTokens
from undertide_client.screens.widgets.actions import ChooseCalling, JoinSession
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    AccountInfo,
    Act,
    Again,
    ChangePassword,
    Chat,
    Climb,
    Create,
    Created,
    Delta,
    Ended,
    Error,
    Explore,
    Follow,
    Govern,
    Hear,
    HeroEnd,
    IntentReport,
    Invite,
    Invited,
    Join,
    Kick,
    Leave,
    Left,
    Line,
    ListPeople,
    ListRuns,
    ListSessions,
    Lock,
    LogIn,
    Moment,
    Move,
    NewRun,
    Options,
    PartyMember,
    Play,
    Replay,
    Resync,
    Runs,
    Say,
    Seek,
    Sessions,
    Shift,
    Step,
    Stop,
    Terms,
    Travel,
    Use,
    Watch,
)

ANN = JoinEntry("", "Ann")
CODE = "k7m2q-x4hq9tbncd2w"


class Client:
    """A running client: its display, and its exit code once it has left."""

    def __init__(self, address: str, entry: Entry, logins: MemoryLogins | None = None) -> None:
        self.display = FakeDisplay()
        self.tokens = MemoryTokens()
        self.logins = logins or MemoryLogins()
        kept = Keepsakes(self.tokens, self.logins, MemoryProfile(Profile(hints=False)))
        self.task = asyncio.create_task(
            run(ConsoleSurface(self.display), address, entry, keepsakes=kept)
        )

    async def outcome(self) -> int:
        return await self.task


@asynccontextmanager
async def client(
    address: str, entry: Entry, logins: MemoryLogins | None = None
) -> AsyncIterator[Client]:
    running = Client(address, entry, logins)
    try:
        yield running
    finally:
        running.task.cancel()
        await asyncio.gather(running.task, return_exceptions=True)


async def seat(peer: Peer) -> None:
    await peer.greet()
    await peer.expect(Join)
    await peer.send(joined(), roster("Ann", "Bob"), keyframe())


@asynccontextmanager
async def seated(server: ScriptedServer) -> AsyncIterator[tuple[Client, Peer]]:
    async with client(server.url, ANN) as ann:
        peer = await server.accept()
        await seat(peer)
        await ann.display.until("#·@···g··#")
        yield ann, peer


async def test_a_seat_is_taken_and_the_map_shown(server: ScriptedServer) -> None:
    async with seated(server) as (ann, _):
        await ann.display.until("● connected")
        assert ann.display.entered


async def test_any_key_wakes_the_sleeping_hero(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        ann.display.press("?")
        await ann.display.until("Help")
        ann.display.press("escape")
        await peer.send(keyframe(hero=hero_status(state="asleep")))
        await ann.display.until("asleep: any key wakes")
        ann.display.press("?")
        act = await peer.until(Act)
        assert (act.sequence, act.intent) == (1, Stop())


async def test_a_key_that_acts_wakes_the_hero_by_itself(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        await peer.send(keyframe(hero=hero_status(state="asleep")))
        await ann.display.until("asleep: any key wakes")
        ann.display.press("o", "?")
        assert await peer.expect(Act) == Act(1, Explore(passes=True))
        assert await peer.expect(Act) == Act(2, Stop())


async def test_a_key_becomes_an_intent_and_its_fate_is_shown(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        ann.display.press("o")
        act = await peer.expect(Act)
        assert act == Act(1, Explore(passes=True))
        await ann.display.until("@ Ann sent")
        await peer.send(delta(2, intent=IntentReport(1, 1, "waiting")))
        await ann.display.until("@ Ann received, waiting")
        await peer.send(delta(3, intent=IntentReport(1, 1, "refused", "a wall")))
        await ann.display.until("@ Ann not now: a wall")


async def test_held_keys_become_intents_in_order(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        ann.display.press("l", "j", "y")
        intents = [(await peer.expect(Act)).intent for _ in range(3)]
        assert intents == [Move(1, 0), Move(0, 1), Move(-1, -1)]


async def test_the_sign_of_a_moment_shows_and_passes_by_itself(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        await peer.send(delta(hero=hero_status(level=3)))
        await ann.display.until("Level 3")
        await ann.display.gone("Level 3")


async def test_stairs_are_travelled_to_and_climbed(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        ann.display.press(">")
        assert (await peer.expect(Act)).intent == Climb(7, 3)
        await peer.send(delta(shifted=[Shift(1, 7, 3)], lines=[Line("info", "You arrive.")]))
        await ann.display.until("You arrive.")
        ann.display.press(">")
        assert (await peer.expect(Act)).intent == Climb()


async def test_a_scroll_is_aimed_and_read(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        ann.display.press("i")
        await ann.display.until("scroll of fireball")
        ann.display.press("b", "u")
        await ann.display.until("Aim scroll of fireball: goblin")
        ann.display.press("enter")
        assert (await peer.expect(Act)).intent == Use(12, 6, 2)


async def test_chat_goes_out_and_comes_in(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        ann.display.press("t", "h", "i")
        ann.display.do(Pasted(" all\nof you"))
        ann.display.press("enter")
        assert await peer.expect(Say) == Say("hi all of you")
        await peer.send(Chat("Bob", 0xFFC060, "hello\x1b[2J Ann"))
        await ann.display.until("Bob: hello[2J Ann")


async def test_a_click_travels(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        await ann.display.until("● connected")
        # The room of 10 by 6 cells stands in the middle of a map of 54 by 19.
        ann.display.do(MousePress(22 + 5, 6 + 2, "left"))
        assert (await peer.expect(Act)).intent == Travel(5, 2)


async def test_a_frame_that_does_not_follow_is_repaired(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        await peer.send(delta(7))
        await peer.expect(Resync)
        await peer.send(keyframe(number=8, lines=[Line("good", "All is clear again.")]))
        await ann.display.until("All is clear again.")


async def test_quitting_asks_first_and_leaves_with_0(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        ann.display.press("Q")
        await ann.display.until("Leave the game?")
        ann.display.press("n", "ctrl+c", "y")
        assert await ann.outcome() == 0
        assert not ann.display.entered
        await peer.expect(Leave)
        assert await peer.gone() == 1000


async def test_a_closed_display_leaves_cleanly(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        ann.display.close()
        assert await ann.outcome() == 0
        await peer.expect(Leave)


async def test_an_outage_is_shown_and_survived(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        peer.cut()
        await ann.display.until("No connection")
        await ann.display.until("the connection broke")
        ann.display.press("enter")
        again = await server.accept()
        await again.greet()
        assert (await again.expect(Join)).token == b"secret-1"
        await again.send(joined(token=b"secret-2"), keyframe(lines=[Line("good", "Back again.")]))
        await ann.display.until("Back again.")
        assert "No connection" not in ann.display.text


async def test_a_server_of_this_machine_is_reached_within_it(server: ScriptedServer) -> None:
    # The scripted server listens at 127.0.0.1 alone.
    everywhere = f"ws://[::]:{server.url.rpartition(':')[2]}"
    async with client(everywhere, ANN):
        peer = await server.accept()
        await peer.greet()


async def test_in_an_outage_keys_are_no_intents_and_one_can_leave(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        peer.cut()
        await ann.display.until("No connection")
        ann.display.press("l", "Q")
        assert await ann.outcome() == 0


async def test_a_resized_display_is_drawn_anew(server: ScriptedServer) -> None:
    async with seated(server) as (ann, _):
        ann.display.room = (120, 40)
        ann.display.do(Resized())
        await ann.display.next_frame()
        assert len(ann.display.text.split("\n")) == 40


async def test_a_refused_entry_leaves_with_1_and_says_why(
    server: ScriptedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    async with client(server.url, JoinEntry("gone", "Ann")) as ann:
        peer = await server.accept()
        await peer.greet()
        await peer.expect(Join)
        await peer.send(Error("unknown_session", "no session is called gone"))
        assert await ann.outcome() == 1
    assert capsys.readouterr().err == "refused: no session is called gone\n"


async def test_a_full_session_leads_to_the_lobby_and_says_so(server: ScriptedServer) -> None:
    async with client(server.url, JoinEntry("", "Ann")) as ann:
        peer = await server.accept()
        await peer.greet()
        await peer.expect(Join)
        await peer.send(Error("session_full", "all seats here are taken"))
        await peer.expect(ListSessions)
        await peer.send(Sessions([session_info("k7m2q", heroes=8, full=True)]))
        await ann.display.until("all seats here are taken")
        await ann.display.until("k7m2q")
        await ann.display.until("full")


async def test_another_version_leaves_with_1(
    server: ScriptedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    async with client(server.url, ANN) as ann:
        peer = await server.accept()
        await peer.receive()
        await peer.send(Error("wrong_version", "install undertide 2"))
        assert await ann.outcome() == 1
    assert "install undertide 2" in capsys.readouterr().err


async def test_an_address_that_is_none_never_takes_the_display() -> None:
    display = FakeDisplay()
    with pytest.raises(ValueError, match="ftp"):
        await run(
            ConsoleSurface(display),
            "ftp://nowhere",
            ANN,
            keepsakes=Keepsakes(MemoryTokens(), MemoryLogins()),
        )
    assert not display.entered


async def test_a_fault_in_the_client_gives_the_display_back(server: ScriptedServer) -> None:
    async with seated(server) as (ann, _):

        def fail() -> tuple[int, int]:
            raise RuntimeError("a bug")

        ann.display.size = fail  # type: ignore[method-assign]
        ann.display.press("l")
        with pytest.raises(ExceptionGroup):
            await ann.outcome()
        assert not ann.display.entered


# --- watching ------------------------------------------------------------------------------------


async def watch(server: ScriptedServer, entry: WatchEntry) -> Peer:
    peer = await server.accept()
    await peer.greet()
    assert await peer.expect(Watch) == Watch(entry.session, entry.name)
    await peer.send(watching(), roster("Ann", "Bob", watchers=("Zoe",)))
    await peer.send(keyframe(seat=None, hero=None, intent=None, pack=[]))
    return peer


async def test_a_hero_to_watch_is_found_by_name(server: ScriptedServer) -> None:
    entry = WatchEntry("k7m2q", "bob", "Zoe")
    async with client(server.url, entry) as zoe:
        peer = await watch(server, entry)
        assert await peer.expect(Follow) == Follow(1)
        await peer.send(keyframe(number=4, seat=1, hero=hero_status(seat=1)))
        await zoe.display.until("watching Bob")


async def test_a_hero_that_is_not_there_is_told(server: ScriptedServer) -> None:
    entry = WatchEntry("", "Nemo")
    async with client(server.url, entry) as zoe:
        await watch(server, entry)
        await zoe.display.until("No hero here is called Nemo")
        await zoe.display.until("watching the party")


async def test_a_spectator_changes_eyes(server: ScriptedServer) -> None:
    entry = WatchEntry("k7m2q")
    async with client(server.url, entry) as zoe:
        peer = await watch(server, entry)
        await zoe.display.until("watching the party")
        zoe.display.press("f")
        assert await peer.expect(Follow) == Follow(0)


# --- the lobby -----------------------------------------------------------------------------------


@asynccontextmanager
async def lobby(server: ScriptedServer) -> AsyncIterator[tuple[Client, Peer]]:
    async with client(server.url, LobbyEntry("Ann")) as ann:
        peer = await server.accept()
        await peer.greet()
        await peer.expect(ListSessions)
        await peer.send(Sessions([session_info("k7m2q", subtitle="of \x1bbones")]))
        await ann.display.until("▸ ● game k7m2q")
        yield ann, peer


async def test_a_session_is_chosen_in_the_lobby(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, peer):
        assert "of bones" in ann.display.text
        ann.display.press("enter")
        assert await peer.until(Join) == Join("k7m2q", "Ann")
        await peer.send(joined(), keyframe())
        await ann.display.until("#·@···g··#")


async def test_the_calling_that_was_chosen_is_joined_with(server: ScriptedServer) -> None:
    link = connect(server.url)
    stage = Stage(Ui(link.url, "Ann"), link, LobbyEntry("Ann"))
    async with link:
        await anext(link)
        greeting = asyncio.create_task(anext(link))
        peer = await server.accept()
        await peer.greet()
        await greeting
        stage.perform((ChooseCalling("ranger"), JoinSession("k7m2q")))
        assert await peer.expect(Join) == Join("k7m2q", "Ann", calling="ranger")


async def test_a_session_is_watched_from_the_lobby(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, peer):
        ann.display.press("w")
        assert (await peer.until(Watch)).session == "k7m2q"


async def test_a_session_is_made_in_the_lobby_and_joined(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, peer):
        ann.display.press("n", "right", "down", "down", "left", "pagedown", "enter")
        assert await peer.until(Create) == Create("tutorial", "real", Options(gentle=True))
        await peer.send(Created("b3rn9"))
        assert await peer.until(Join) == Join("b3rn9", "Ann")


async def test_a_session_that_can_not_be_made_leaves_the_form_as_it_is(
    server: ScriptedServer,
) -> None:
    async with lobby(server) as (ann, peer):
        ann.display.press("n", "right", "pagedown", "enter")
        await peer.until(Create)
        await peer.send(Error("bad_option", "at most 6 seats"))
        await ann.display.until("at most 6 seats")
        await ann.display.until("tutorial")


async def test_the_code_of_a_session_that_was_made_is_shown_once_one_is_in(
    server: ScriptedServer,
) -> None:
    async with lobby(server) as (ann, peer):
        ann.display.press("n", "pagedown", "enter")
        await peer.until(Create)
        await peer.send(Created("k7m2q", CODE))
        assert await peer.until(Join) == Join(CODE, "Ann")
        await peer.send(joined(), roster("Ann"), keyframe())
        await ann.display.until("An invite")
        await ann.display.until(CODE)
        ann.display.press("enter")
        await ann.display.gone(CODE)


@pytest.mark.parametrize(("key", "asked"), [("i", Join(CODE, "Ann")), ("I", Watch(CODE, "Ann"))])
async def test_one_goes_in_by_a_code(server: ScriptedServer, key: str, asked: Join | Watch) -> None:
    async with lobby(server) as (ann, peer):
        ann.display.press(key)
        ann.display.do(Pasted(f"{CODE}\n"))
        ann.display.press("enter")
        assert await peer.until(type(asked)) == asked
        await peer.send(Error("locked", "nobody new may come in"))
        await ann.display.until("nobody new may come in")
        await ann.display.until("You play as Ann")


async def test_another_name_is_used_from_then_on(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, peer):
        ann.display.press("e", "ctrl+u", "B", "o", "b", "enter")
        await ann.display.until("You play as Bob")
        ann.display.press("enter")
        assert (await peer.until(Join)).name == "Bob"


async def test_a_refused_name_is_told_in_the_lobby(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, peer):
        ann.display.press("enter")
        await peer.until(Join)
        await peer.send(Error("name_taken", "there is an Ann already"))
        await ann.display.until("there is an Ann already")
        await ann.display.until("You play as Ann")


async def test_the_lobby_can_be_left(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, _):
        ann.display.press("ctrl+c")
        await ann.display.until("Leave the game?")
        ann.display.press("ctrl+c")
        assert await ann.outcome() == 0


async def test_who_is_put_out_finds_the_reason_in_the_lobby(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        await peer.send(Left("k7m2q", "Your seat was taken up elsewhere."))
        await ann.display.until("Your seat was taken up elsewhere.")
        await ann.display.until("You play as Ann")
        await peer.until(ListSessions)


# --- who one is ----------------------------------------------------------------------------------


async def log_in(ann: Client, peer: Peer) -> None:
    ann.display.press("a", "a", "enter", *"hunter22", "enter")
    assert await peer.until(LogIn) == LogIn("Ann", "hunter22")


async def test_one_logs_in_in_the_lobby_and_is_remembered(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, peer):
        await log_in(ann, peer)
        await ann.display.until("Asking…")
        await peer.send(AccountInfo("Ann", token=b"t1"))
        await ann.display.until("Logged in as Ann")
        await peer.until(ListSessions)
        assert ann.logins.get(server.url) == Login("Ann", b"t1")
        assert "hunter22" not in ann.display.text
        ann.display.press("a")
        await ann.display.until("log out")


async def test_a_wrong_password_is_told_and_can_be_mended(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, peer):
        await log_in(ann, peer)
        await peer.send(Error("bad_login", "wrong name or password"))
        await ann.display.until("wrong name or password")
        await ann.display.until("Password")
        ann.display.press("ctrl+u", *"another1", "enter")
        assert await peer.until(LogIn) == LogIn("Ann", "another1")


async def test_a_changed_password_is_told(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, peer):
        await peer.send(AccountInfo("Ann", token=b"t1"))
        await ann.display.until("Logged in as Ann")
        ann.display.press("a", "a", *"old one1", "enter", *"new one1", "enter", *"new one1")
        ann.display.press("enter")
        assert await peer.until(ChangePassword) == ChangePassword("old one1", "new one1")
        await peer.send(AccountInfo("Ann", token=b"t2"))
        await ann.display.until("Your password is changed.")
        assert ann.logins.get(server.url) == Login("Ann", b"t2")


async def test_who_is_logged_in_again_after_an_outage_keeps_what_is_open(
    server: ScriptedServer,
) -> None:
    async with lobby(server) as (ann, peer):
        await peer.send(AccountInfo("Ann", token=b"t1"))
        await ann.display.until("Logged in as Ann")
        ann.display.press("n")
        await ann.display.until("A new session")
        peer.cut()
        await ann.display.until("No connection")
        ann.display.press("enter")
        again = await server.accept()
        await again.greet()
        assert await again.until(LogIn) == LogIn("Ann", token=b"t1")
        await again.send(AccountInfo("Ann", token=b"t2"))
        await again.until(ListSessions)
        await ann.display.until("A new session")
        ann.display.press("escape")
        await ann.display.until("Logged in as Ann")


async def test_a_login_that_is_good_no_more_is_told_in_the_log(server: ScriptedServer) -> None:
    logins = MemoryLogins()
    logins.store_login(server.url, Login("Ann", b"old"))
    async with client(server.url, ANN, logins) as ann:
        peer = await server.accept()
        await peer.greet()
        await peer.expect(LogIn)
        await peer.send(Error("bad_login", "that token is not known"))
        await peer.expect(Join)
        await peer.send(joined(), roster("Ann"), keyframe())
        await ann.display.until("you are a guest here now: that token is not known")
        assert logins.get(server.url) is None


# --- keeping order -------------------------------------------------------------------------------


async def test_somebody_is_put_out_for_a_reason(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        ann.display.press("P")
        assert await peer.until(ListPeople) == ListPeople()
        await peer.send(people())
        await ann.display.until("Cid")
        ann.display.press("down", "down", "enter")
        await ann.display.until("kick")
        ann.display.press("d", *"spam", "enter")
        assert await peer.until(Govern) == Govern(Kick(3, "spam"))
        await peer.send(people(people=[PEOPLE_ANN]))
        await ann.display.until("Who is here")
        await ann.display.gone("Cid")


async def test_an_order_that_is_refused_is_told_where_it_was_given(
    server: ScriptedServer,
) -> None:
    async with seated(server) as (ann, peer):
        ann.display.press("P")
        await peer.until(ListPeople)
        await peer.send(people())
        await ann.display.until("Who is here")
        ann.display.press("s", "a", "a")
        assert await peer.until(Govern) == Govern(Lock(True))
        await peer.send(Error("not_allowed", "only the party leader may do that"))
        await ann.display.until("─ only the party leader may do that ─")
        await ann.display.until("Game settings")


async def test_a_list_that_one_may_not_see_is_not_waited_for(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, peer):
        ann.display.press("p")
        assert await peer.until(ListPeople) == ListPeople("k7m2q")
        await ann.display.until("Who is in k7m2q")
        await peer.send(Error("not_allowed", "only who has a place there is told"))
        await ann.display.gone("Who is in k7m2q")
        await ann.display.until("only who has a place there is told")


async def test_a_code_that_is_asked_for_is_shown(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        ann.display.press("P")
        await peer.until(ListPeople)
        await peer.send(people(terms=Terms("invited")))
        await ann.display.until("Who is here")
        ann.display.press("i")
        assert await peer.until(Govern) == Govern(Invite())
        await peer.send(Invited("k7m2q", CODE))
        await ann.display.until(CODE)
        ann.display.press("c")
        await ann.display.until("Copied.")
        assert ann.display.copied.endswith(f"/#/play/{CODE}")


async def test_whom_one_hears_is_said_again_after_an_outage(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        ann.display.press("P", "t")
        assert await peer.until(Hear) == Hear("players")
        peer.cut()
        await ann.display.until("No connection")
        ann.display.press("enter")
        again = await server.accept()
        await seat(again)
        assert await again.until(Hear) == Hear("players")


async def test_who_is_banned_finds_out_why_in_the_lobby(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        await peer.send(Left("k7m2q", "Bob banned you for 1 h: spam"))
        await ann.display.until("Bob banned you for 1 h: spam")
        await ann.display.until("You play as Ann")


# --- death and the end ---------------------------------------------------------------------------

FALLEN = [PartyMember(0, "Ann", 0x60C0FF, 3, 0, 2, "dead"), PARTY[1]]


def death(number: int) -> Delta:
    lines = [Line("bad", "You die, killed by a goblin.")]
    return delta(number, hero=hero_status(life=0, state="dead"), party=FALLEN, lines=lines)


async def test_death_makes_a_spectator_of_the_player(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        await peer.send(death(2))
        await ann.display.until("You have died.")
        assert "killed by a goblin" in ann.display.text
        await ann.display.until("next hero's eyes")
        ann.display.press("f")
        assert await peer.expect(Follow) == Follow(1)
        await peer.send(keyframe(number=3, seat=1, hero=hero_status(seat=1), party=FALLEN))
        await ann.display.until("dead, watching Bob")
        ann.display.press("o", "a")
        assert await peer.expect(Follow) == Follow(None)


async def test_death_is_told_once(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        await peer.send(death(2))
        await ann.display.until("You have died.")
        await ann.display.until("go on")
        ann.display.press("enter")
        await ann.display.until("dead, watching Ann")
        await peer.send(keyframe(number=3, seat=None, hero=None, party=FALLEN, kinds=KINDS))
        await ann.display.until("dead, watching the party")
        assert "You have died." not in ann.display.text


async def test_the_end_of_the_run_leads_to_the_lobby(server: ScriptedServer) -> None:
    async with seated(server) as (ann, peer):
        end = HeroEnd("Ann", 0x60C0FF, 2, 3, 5, "drowned")
        await peer.send(Ended(False, "Of restless bones", [end], 9000))
        await ann.display.until("Defeat: Of restless bones")
        await ann.display.until("Ann 2 3 5 drowned")
        await ann.display.until("Enter play again")
        ann.display.press("L")
        await peer.expect(Leave)
        await peer.send(Left("k7m2q", "You left."))
        await ann.display.until("You play as Ann")


async def test_the_end_of_the_run_leads_to_another_with_the_same_party(
    server: ScriptedServer,
) -> None:
    async with seated(server) as (ann, peer):
        await peer.send(Ended(False, "Of restless bones", [], 9000))
        await ann.display.until("Defeat: Of restless bones")
        await ann.display.until("Enter play again")
        ann.display.press("escape")
        await ann.display.until("N play again")
        ann.display.press("N")
        await peer.expect(Again)
        await peer.send(NewRun("p3x8w", "p3x8w-secret"))
        await peer.expect(Leave)
        await peer.send(Left("k7m2q", "You left."))
        assert (await peer.expect(Join)).session == "p3x8w-secret"


# --- what changes without an event ---------------------------------------------------------------


def app_in_lobby(server: ScriptedServer) -> tuple[App, FakeDisplay, Link]:
    display, link = FakeDisplay(), connect(server.url)
    return (
        App(ConsoleSurface(display), link, Stage(Ui(link.url, "Ann"), link, LobbyEntry("Ann"))),
        display,
        link,
    )


async def test_the_lobby_is_asked_for_again_every_few_seconds(server: ScriptedServer) -> None:
    app, _, link = app_in_lobby(server)
    async with link:
        await anext(link)
        greeting = asyncio.create_task(anext(link))
        peer = await server.accept()
        await peer.greet()
        await greeting
        for _ in range(round(2 * LOBBY_SECONDS / USUAL.tick_seconds)):
            app.tick()
        for _ in range(2):
            await peer.expect(ListSessions)


async def test_the_size_is_asked_for_before_every_frame(server: ScriptedServer) -> None:
    app, display, _ = app_in_lobby(server)
    for room, rows in (((80, 24), 24), ((200, 50), 50), ((20, 5), 24)):
        display.room = room
        app.tick()
        app.present()
        assert len(display.text.split("\n")) == rows


# --- watching again ------------------------------------------------------------------------------


async def show(peer: Peer, tick: int = 0, speed: int = 100) -> None:
    """Answer a wish to replay as a server does, up to the first moment of play."""
    await peer.send(replaying(), timeline(), keyframe(number=1), Moment(tick, 0))
    assert await peer.expect(Play) == Play(speed)
    await peer.send(Moment(tick, speed))


@asynccontextmanager
async def watching_again(
    server: ScriptedServer, entry: ReplayEntry
) -> AsyncIterator[tuple[Client, Peer]]:
    async with client(server.url, entry) as zoe:
        peer = await server.accept()
        await peer.greet()
        assert await peer.expect(Replay) == Replay(entry.run, None, entry.begins.tick)
        await show(peer, entry.begins.tick)
        await zoe.display.until("▶ 1")
        yield zoe, peer


def seek_to(tick: int) -> Seek:
    """Return the jump to the moment of a tick, for a server that doesn't tell real time."""
    return Seek(tick, moment_at(tick).elapsed)


AGAIN = ReplayEntry("0123", begins=RunMoment(None, 50))


async def test_a_run_is_watched_again(server: ScriptedServer) -> None:
    async with watching_again(server, AGAIN) as (zoe, peer):
        assert "#·@···g··#" in zoe.display.text
        assert "0:00:05 / 1:00:00" in zoe.display.text
        zoe.display.press("space")
        assert await peer.expect(Play) == Play(0)
        await peer.send(Moment(60, 0))
        await zoe.display.until("paused")
        zoe.display.press(".", ",", "]")
        assert await peer.expect(Step) == Step(1)
        assert await peer.expect(Step) == Step(-1)
        assert await peer.expect(Seek) == seek_to(LANDMARKS[1].tick)
        await zoe.display.until("0:15:00 / 1:00:00")
        await peer.send(keyframe(number=2, lines=[Line("info", "A keep.")]), Moment(9_000, 0))
        await zoe.display.until("A keep.")
        zoe.display.press("]")
        assert await peer.expect(Seek) == seek_to(LANDMARKS[2].tick)


async def test_landmarks_are_gone_through_as_fast_as_keys_come(server: ScriptedServer) -> None:
    async with watching_again(server, AGAIN) as (zoe, peer):
        zoe.display.press("]", "]")
        await peer.send(Moment(60, 100))
        zoe.display.press("]")
        goals = [(await peer.expect(Seek)).tick for _ in range(3)]
        assert goals == [one.tick for one in LANDMARKS[1:4]]


async def test_a_moment_is_gone_to_by_its_time_and_from_the_list(server: ScriptedServer) -> None:
    async with watching_again(server, AGAIN) as (zoe, peer):
        zoe.display.press("g", "5", ":", "0", "0", "enter")
        assert await peer.expect(Seek) == seek_to(3_000)
        zoe.display.press("e", "end", "enter")
        assert await peer.expect(Seek) == seek_to(HOUR)


async def test_a_click_on_the_bar_is_a_jump(server: ScriptedServer) -> None:
    async with watching_again(server, AGAIN) as (zoe, peer):
        zoe.display.do(MousePress(66, 22, "left"))
        assert await peer.expect(Seek) == seek_to(HOUR)


async def test_a_replay_that_was_cut_off_goes_on_where_it_was(server: ScriptedServer) -> None:
    async with watching_again(server, AGAIN) as (zoe, peer):
        zoe.display.press("+")
        assert await peer.expect(Play) == Play(200)
        await peer.send(Moment(700, 200))
        await zoe.display.until("▶ 2")
        peer.cut()
        await zoe.display.until("No connection")
        zoe.display.press("enter")
        again = await server.accept()
        await again.greet()
        assert await again.expect(Replay) == Replay(RUN, None, 700)
        await show(again, 700, 200)
        await zoe.display.until("0:01:10 / 1:00:00")


async def test_a_hero_is_followed_once_it_is_there(server: ScriptedServer) -> None:
    async with watching_again(server, ReplayEntry("0123", "bob")) as (zoe, peer):
        assert await peer.expect(Follow) == Follow(1)
        await peer.send(keyframe(number=9, seat=1, hero=hero_status(seat=1)))
        await zoe.display.until("watching Bob")


async def test_a_hero_that_comes_later_is_waited_for(server: ScriptedServer) -> None:
    async with client(server.url, ReplayEntry("0123", "Bob")):
        peer = await server.accept()
        await peer.greet()
        await peer.expect(Replay)
        await peer.send(replaying(), timeline(), keyframe(party=PARTY[:1]))
        await peer.expect(Play)
        await peer.send(delta(2, party=PARTY))
        assert await peer.expect(Follow) == Follow(1)


async def test_leaving_a_replay_ends_the_program_that_came_for_it(server: ScriptedServer) -> None:
    async with watching_again(server, AGAIN) as (zoe, peer):
        zoe.display.press("Q")
        assert await zoe.outcome() == 0
        await peer.expect(Leave)


async def test_a_run_that_is_not_kept_is_told(
    server: ScriptedServer, capsys: pytest.CaptureFixture[str]
) -> None:
    async with client(server.url, AGAIN) as zoe:
        peer = await server.accept()
        await peer.greet()
        await peer.expect(Replay)
        await peer.send(Error("unknown_run", "no run is called 0123"))
        assert await zoe.outcome() == 1
    assert capsys.readouterr().err == "refused: no run is called 0123\n"


async def test_a_spectator_goes_back_to_the_beginning_and_live_again(
    server: ScriptedServer,
) -> None:
    entry = WatchEntry("k7m2q", name="Zoe")
    async with client(server.url, entry) as zoe:
        peer = await watch(server, entry)
        await zoe.display.until("watching the party")
        zoe.display.press("B")
        await peer.expect(Leave)
        await peer.send(Left("k7m2q", "You left."))
        assert await peer.expect(Replay) == Replay("k7m2q", None)
        await peer.send(replaying(), timeline(live=True), keyframe(seat=1))
        await peer.expect(Play)
        await peer.send(Moment(0, 100))
        await zoe.display.until("replay of 01234567, watching Bob")
        zoe.display.press("L")
        await peer.expect(Leave)
        await peer.send(Left("k7m2q", "You left."))
        assert await peer.expect(Watch) == Watch("k7m2q", "Zoe", 1)
        await peer.send(watching(), keyframe(seat=1))
        await zoe.display.until("watching Bob f next hero")


async def test_a_spectator_whose_server_keeps_no_runs_stays_one(server: ScriptedServer) -> None:
    entry = WatchEntry("k7m2q", name="Zoe")
    async with client(server.url, entry) as zoe:
        peer = await watch(server, entry)
        await zoe.display.until("watching the party")
        zoe.display.press("B")
        await peer.expect(Leave)
        await peer.send(Left("k7m2q", "You left."))
        await peer.expect(Replay)
        await peer.send(Error("unknown_run", "This server keeps no runs."))
        assert await peer.expect(Watch) == Watch("k7m2q", "Zoe")
        await peer.send(watching(), keyframe(seat=None, hero=None, lines=[]))
        await zoe.display.until("watching the party")
        await zoe.display.until("This server keeps no runs.")


async def test_an_old_run_is_chosen_in_the_lobby(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, peer):
        ann.display.press("o")
        await peer.until(ListRuns)
        await peer.send(Runs([run_info()]))
        await ann.display.until("k7m2q default Ann, Bob")
        ann.display.press("enter", "enter")
        assert await peer.until(Replay) == Replay(RUN)
        await ann.display.until("Opening the replay…")
        await show(peer)
        await ann.display.until("▶ 1")
        ann.display.press("Q")
        await peer.expect(Leave)
        await peer.send(Left("k7m2q", "You left."))
        await ann.display.until("You play as Ann")


async def test_a_run_that_can_not_be_shown_is_told_in_the_lobby(server: ScriptedServer) -> None:
    async with lobby(server) as (ann, peer):
        ann.display.press("o")
        await peer.until(ListRuns)
        await peer.send(Runs([run_info()]))
        await ann.display.until("k7m2q default Ann, Bob")
        ann.display.press("enter")
        await peer.until(Replay)
        await peer.send(Error("server_full", "Eight others watch old runs already."))
        await ann.display.until("Eight others watch old runs already.")
