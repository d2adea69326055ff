"""Pages of kept runs: `/runs/RUN` with the chronicles of its heroes, and `/records`.

Whoever may watch a run again may read its page, and as much of it as a replay shows. The records
are the deepest runs of a server, those that were won, and what callings and parties did: only runs
of public sessions, once spectators have seen their end.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Final

from undertide_server.gateway.http.documents import Part, document, preformatted
from undertide_server.gateway.http.routes import HttpRequest, HttpResponse, plain
from undertide_server.replays.catalogue import RunCatalogue, RunLives
from undertide_server.replays.rooms import LooksBack
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_shared.chronicles import RunEnd, text_of

FOLDER: Final = "runs"
"""The first part of the path of each page."""
RUN_PATH: Final = re.compile(r"/runs/([0-9a-f]{1,64})")
NO_MEMBER: Final = -1
"""The number of somebody who is in no session."""
MOST_READERS: Final = 20
"""Requests that read at once: a moment's work of a disk. Others are asked to come again."""


class RunPages:
    """The pages of all runs in a server's data folder."""

    def __init__(
        self,
        catalogue: RunCatalogue,
        look_back: LooksBack,
        titles: Callable[[], Mapping[str, str]],
    ) -> None:
        """Show what `catalogue` holds. `titles` returns the titles of presets on offer, by key."""
        self._titles = titles
        self._catalogue = catalogue
        self._look_back = look_back
        self._readers = 0

    async def answer(self, asked: HttpRequest) -> HttpResponse:
        """Answer with the page of a run."""
        found = RUN_PATH.fullmatch(asked.path)
        if found is None:
            return plain("a run has a page at /runs/ and its name\n", HTTPStatus.NOT_FOUND)
        if self._readers >= MOST_READERS:
            return plain("too many ask at once\n", HTTPStatus.SERVICE_UNAVAILABLE)
        self._readers += 1
        try:
            lives = await self._read(found[1], asked.address_key)
        except RequestRefusedError as refusal:
            unknown = refusal.code == "unknown_run"
            status = HTTPStatus.NOT_FOUND if unknown else HTTPStatus.FORBIDDEN
            return plain(f"{refusal.reason}\n", status)
        finally:
            self._readers -= 1
        return document(asked, f"Run {lives.info.run[:8]}", list(_parts(lives, self._titles())))

    async def _read(self, run: str, address_key: str) -> RunLives:
        """Return what a replay of the run would show of its heroes' ends."""
        info = await self._catalogue.named(run)
        stranger = Identity(address_key=address_key)
        await self._look_back.check(info.run, run, NO_MEMBER, stranger)
        (reach,) = await self._look_back.reaches([info.run])
        return await self._catalogue.lives(info, reach)


def _parts(lives: RunLives, titles: Mapping[str, str]) -> Iterator[Part]:
    info = lives.info
    end = RunEnd(info.reason == "won", lives.seed) if lives.seed else None
    if end is None:
        said = "This run is not over yet, or was never ended."
    else:
        said = f"The run was {info.reason}. Seed: {end.seed}"
    yield preformatted("", f"{titles.get(info.preset, info.preset)}: {said}\n")
    for life in lives.lives:
        yield preformatted(f"{life.name}, {life.calling}", text_of(life, end))
