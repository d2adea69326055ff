"""The game in the terminal of somebody who visits the server by ssh.

It is the terminal client, on a server that is given. What it keeps of the visitor is in a vault,
and it touches no other file of the machine that it runs on.
"""

from dataclasses import replace
from typing import Final

from undertide_client.app import title
from undertide_client.app.app import SHARED, App
from undertide_client.app.entry import Entry, JoinEntry, LobbyEntry, WatchEntry, calling_of
from undertide_client.app.preferences import PlayerSettings
from undertide_client.app.stage import Stage
from undertide_client.app.surface import ConsoleSurface
from undertide_client.displays.errors import DisplayUnavailableError
from undertide_client.displays.remote import RemoteDisplay
from undertide_client.displays.terminal import is_unicode
from undertide_client.net.destination import NEW_SESSION
from undertide_client.net.link import connect
from undertide_client.net.wire import UnixSocket
from undertide_client.saved.vault import OpenVault
from undertide_client.screens.menus.title_screen import RETURN, TitleEntry
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.session_words import seat_words
from undertide_client.visits.visitor import SERVER, kept_in, open_seat, session_of, suggested_name
from undertide_shared.build import this_build
from undertide_shared.codes import is_seat_code, tidy
from undertide_shared.messages import SeatStatus
from undertide_shared.options import TUTORIAL
from undertide_shared.visits import TICKET_HEADER, CodeRefusedError, Visit

CONTINUE: Final = TitleEntry("c", "continue", "Go on in the seat that you had last.", ("continue",))
NEW: Final = TitleEntry("n", "new game", "A dungeon of your own; others can join it.", ("new",))
LOBBY: Final = TitleEntry("j", "join", "The dungeons of this server: join one.", ("lobby",))
WATCH: Final = TitleEntry("w", "watch", "Watch others play.", ("watch",))
LEARN: Final = TitleEntry("t", "tutorial", "Learn to play, a lesson a floor.", ("tutorial",))
COME_BACK: Final = TitleEntry(
    "r", "return", "Come back to a seat with the code that you got.", RETURN, wants_code=True
)
QUIT: Final = TitleEntry("q", "quit", "Leave.", ())
NO_SEAT: Final = "No hero of yours waits here any more."
WAY_BACK: Final = "Continue, on the first screen, goes on with it: your ssh key opens your seat."
WAY_BACK_BY_CODE: Final = (
    "Your code {code} brings you back to it: give it in place of your name, before the @ of ssh, or"
    " choose return on the first screen. Nobody can show it to you later. With an ssh key of your"
    " own you need no code."
)
FAREWELL: Final = "Come again: the tide waits."


async def show_game(visit: Visit) -> str:
    """Show the game to a visitor until the visitor leaves; return the last words."""
    try:
        display = RemoteDisplay(visit)
    except DisplayUnavailableError as fault:
        return str(fault)
    return await _Visiting(visit, display).run()


class _Visiting:
    """One visit: the title screen, and what the visitor chooses there, again and again."""

    def __init__(self, visit: Visit, display: RemoteDisplay) -> None:
        self._visit = visit
        self._surface = ConsoleSurface(display)
        visitor = visit.visitor
        self._vault = OpenVault(visitor.vault)
        self._has_key = visitor.vault is not None
        self._code = ""
        """The code of the open vault; empty for that of a key, and while none is open."""
        self._kept = kept_in(self._vault)
        self._settings = PlayerSettings(plain_glyphs=not is_unicode(visitor.environment))
        self._name = suggested_name(visitor.user)

    async def run(self) -> str:
        """Run until the visitor leaves; return the last words."""
        failure = await self._enter_at_once()
        while True:
            entries = await self._entries()
            told = failure or self._vault.trouble
            words = await title.choose(self._surface, self._settings, entries, told)
            if words is None:
                return self._farewell()
            failure = await self._follow(words)

    async def _enter_at_once(self) -> str:
        """Go where the name before the @ leads, if it leads anywhere; return why it failed."""
        user = self._visit.visitor.user
        if is_seat_code(user):
            return await self._come_back(user)
        try:
            session = await session_of(user, self._unix_socket())
        except CodeRefusedError as refusal:
            return str(refusal)
        self._name = suggested_name(user, session)
        return await self._take_seat(JoinEntry(session, self._name, asks=True)) if session else ""

    async def _entries(self) -> list[TitleEntry]:
        """Return the lines of the title screen."""
        seat = await self._last_seat()
        first = [] if seat is None else [replace(CONTINUE, sentence=seat_words(seat, self._name))]
        last = [] if self._has_key else [COME_BACK]
        return [*first, NEW, LOBBY, WATCH, LEARN, *last, QUIT]

    async def _follow(self, words: tuple[str, ...]) -> str:
        """Do what the visitor chose; return why it failed."""
        match words:
            case ("return", code):
                return await self._come_back(code)
            case ("continue",):
                return await self._continue()
            case ("new",):
                return await self._take_seat(JoinEntry(NEW_SESSION, self._name, asks=True))
            case ("tutorial",):
                entry = JoinEntry(NEW_SESSION, self._name, asks=True, preset=TUTORIAL)
                return await self._take_seat(entry)
            case ("watch",):
                return await self._play(WatchEntry("", name=self._kept.profile.load().name))
            case _:
                return await self._take_seat(LobbyEntry(self._name, asks=True))

    async def _last_seat(self) -> SeatStatus | None:
        """Return the last seat that the visitor can go on in, if there is one."""
        name = self._kept.profile.load().name
        return await open_seat(self._unix_socket(), self._kept.tokens, name) if name else None

    async def _continue(self) -> str:
        """Take the last seat again; return why it failed."""
        seat = await self._last_seat()
        if seat is None:
            return NO_SEAT
        return await self._take_seat(JoinEntry(seat.session, self._name, asks=True))

    async def _come_back(self, code: str) -> str:
        """Open the vault of a code, and take the last seat in it again; return why it failed."""
        try:
            self._vault.open(await self._visit.find_vault(code))
        except CodeRefusedError as refusal:
            return str(refusal)
        self._code = tidy(code)
        return await self._continue()

    async def _take_seat(self, entry: Entry) -> str:
        """Play with a way back, for which who has no key gets a code; return why it failed."""
        if not self._has_key and not self._code:
            self._code, vault = await self._visit.new_vault()
            self._vault.open(vault)
        return await self._play(entry)

    def _way_back(self) -> str:
        """Return how the visitor comes back to the hero."""
        return WAY_BACK_BY_CODE.format(code=self._code) if self._code else WAY_BACK

    def _farewell(self) -> str:
        """Return the last words; they stay on the visitor's screen, so they tell the code."""
        if not self._code or self._kept.profile.load().name == "":
            return FAREWELL
        return f"{FAREWELL} Your code {self._code} brings you back."

    def _unix_socket(self) -> UnixSocket:
        visitor = self._visit.visitor
        return UnixSocket(visitor.socket, {TICKET_HEADER: visitor.ticket})

    async def _play(self, entry: Entry) -> str:
        """Show the server from an entry on until the visitor leaves; return why it failed."""
        kept, settings = self._kept, self._settings
        client = f"undertide {this_build().version} ssh"
        link = connect(
            SERVER,
            client=client,
            tokens=kept.tokens,
            logins=kept.logins,
            unix_socket=self._unix_socket(),
        )
        ui = Ui(
            self._visit.visitor.address,
            entry.name,
            calling_of(entry),
            keymap=settings.keymap,
            plain_glyphs=settings.plain_glyphs,
            way_back=self._way_back(),
            seat_code=self._code,
        )
        with self._surface:
            async with link:
                stage = Stage(
                    ui,
                    link,
                    entry,
                    kept,
                    settings,
                    copy=self._surface.copy,
                    shows=self._surface.shows,
                )
                await App(self._surface, link, stage, SHARED).run()
        return stage.farewell
