"""Links to games: `/play/CODE`, `/watch/ID` and `/replay/RUN` show the page, each with a preview.

They are paths, since no server sees what follows a `#`. A preview tells no more than the lobby
does: that of a game which isn't listed is the same as that of one which doesn't exist.

`/qr` answers with the QR code of a link to pass on. The link stands in a header, since servers log
the paths that they are asked for, and links hold codes of private sessions.
"""

import asyncio
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Final
from urllib.parse import quote, unquote

from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, plain
from undertide_server.gateway.http.web import Preview, Web, names_words
from undertide_server.replays.catalogue import RunCatalogue
from undertide_server.replays.rooms import LooksBack
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_SAID
from undertide_shared.messages import RunInfo, SessionInfo
from undertide_shared.qr import qr_modules

KINDS: Final = {
    "play": "You are invited to a game on {}",
    "watch": "Watch a game on {}",
    "replay": "Watch a game again on {}",
}
"""The first parts of the paths of links, each with the title of a game that isn't told of."""
DEEPEST: Final = 3
"""Parts of the longest path: `/watch/ID/SEAT`."""
MOST_READERS: Final = 20
"""Requests that read a run at once, as on the pages of runs. Others get the usual text."""
MINUTE: Final = 60_000
"""Milliseconds of a minute."""
QR_FOLDER: Final = "qr"
"""The first part of the path of QR codes."""
QR_LINK: Final = "Undertide-Link"
"""The header with the link to code."""
QR_BORDER: Final = 4
"""Light modules around a code, as the standard asks for."""


class LinkPages:
    """The answers to links.

    `name` returns the name of the server, `titles` those of presets on offer, by their keys.
    """

    def __init__(
        self,
        web: Web,
        name: Callable[[], str],
        titles: Callable[[], Mapping[str, str]],
        catalogue: RunCatalogue,
        look_back: LooksBack,
    ) -> None:
        self._web = web
        self._name = name
        self._titles = titles
        self._catalogue = catalogue
        self._look_back = look_back
        self._readers = 0

    async def answer(self, asked: HttpRequest) -> HttpResponse:
        """Answer with the page, which reads from its address what to show."""
        _, kind, *parts = asked.path.split("/")
        if len(parts) >= DEEPEST:
            return self._web.missing(asked)
        said = unquote(parts[0])[:MAX_SAID] if parts else ""
        usual = Preview(KINDS[kind].format(self._name()), path=f"/{kind}/{quote(said, safe='')}")
        told = await self._of_run(said) if kind == "replay" else self._of_session(said)
        return self._web.answer(asked, usual if told is None else told._replace(path=usual.path))

    def _of_session(self, said: str) -> Preview | None:
        """Return the preview of a listed session that a stranger may watch."""
        info = self._look_back.public_info(said)
        if info is None or not info.watchable or info.ended:
            return None
        living = [hero.name for hero in info.party if hero.state != "dead"]
        game = self._game(info.preset)
        if not living:
            return Preview(game, f"{game}. Be the first to go down.")
        ways = "Watch them now." if info.full else "Watch them now, or join the party."
        return Preview(f"{names_words(living, info.heroes)} {_place(info)}", f"{game}. {ways}")

    async def _of_run(self, run: str) -> Preview | None:
        """Return the preview of a public run of which everything may be seen."""
        if self._readers >= MOST_READERS:
            return None
        self._readers += 1
        try:
            info = await self._catalogue.public_run(run)
            if info is None or await self._look_back.reaches([info.run]) != [None]:
                return None
        except RequestRefusedError:
            return None
        finally:
            self._readers -= 1
        title = names_words(info.heroes, len(info.heroes)) or "A run without heroes"
        return Preview(title, f"{self._game(info.preset)}. {_length(info)}")

    def _game(self, preset: str) -> str:
        title, server = self._titles().get(preset, preset), self._name()
        return title if title == server else f"{title} on {server}"


async def answer_qr_code(asked: HttpRequest) -> HttpResponse:
    """Answer with the QR code of a link: a line for each row of modules, "1" for each dark one."""
    link = ",".join(asked.headers.get_all(QR_LINK))
    try:
        rows = await asyncio.to_thread(qr_modules, link, QR_BORDER)
    except BadTextError as fault:
        return plain(f"{QR_LINK}: {fault.reason}\n", HTTPStatus.BAD_REQUEST)
    return plain("\n".join("".join("1" if dark else "0" for dark in row) for row in rows))


def _place(info: SessionInfo) -> str:
    floors = {hero.floor for hero in info.party if hero.floor}
    return f"on floor {floors.pop()}" if len(floors) == 1 else f"down to floor {info.deepest_floor}"


def _length(info: RunInfo) -> str:
    minutes = info.elapsed // MINUTE
    length = f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"
    return f"Watch their run of {length} again."
