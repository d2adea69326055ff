from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Never

import pytest

from undertide_client.net.errors import ServerRefusedError
from undertide_client.net.one_shot import OneShotConnection
from undertide_client.net.wire import UnixSocket
from undertide_client.saved.vault import OpenVault
from undertide_client.visits.visitor import NAMELESS, kept_in, session_of, suggested_name
from undertide_shared.messages import ErrorCode
from undertide_shared.visits import CodeRefusedError


class RefusingServer:
    """A server that refuses every request with a code."""

    def __init__(self, code: ErrorCode) -> None:
        self._code = code

    @asynccontextmanager
    async def to(self, _url: str, _unix_socket: UnixSocket) -> AsyncIterator["RefusingServer"]:
        """Connect to it."""
        yield self

    async def request_answer(self, _message: object, _kind: object) -> Never:
        """Refuse a request."""
        raise ServerRefusedError(self._code, "no session has this code")


NO_SERVER = UnixSocket("/nowhere/at/all", {})


@pytest.mark.parametrize(
    ("user", "name"),
    [
        ("ann", "ann"),
        ("root", NAMELESS),
        ("abc-defgh", NAMELESS),
        ("\x1b[2J", NAMELESS),
        ("", NAMELESS),
    ],
)
def test_a_visitor_is_offered_the_name_before_the_at(user: str, name: str) -> None:
    assert suggested_name(user) == name


@pytest.mark.parametrize(
    ("user", "session"),
    [
        ("abc-defgh", "abc-defgh"),
        ("ABC-DEFGH", "abc-defgh"),
        ("k7m2q-abcdefghjk", "k7m2q-abcdefghjk"),
        ("k7m2qabc", "k7m2qabc"),
        ("ann", ""),
        ("peter", ""),
        ("john-o", ""),
        ("Administrator", ""),
    ],
)
async def test_a_name_may_be_that_of_a_session(user: str, session: str) -> None:
    assert await session_of(user, NO_SERVER) == session


def test_the_id_of_a_session_is_nobodys_name() -> None:
    assert suggested_name("k7m2q", "k7m2q") == NAMELESS
    assert suggested_name("k7m2q") == "k7m2q"


@pytest.mark.parametrize(
    ("user", "code", "session"),
    [
        ("k7m-abcdefgh", "not_allowed", "k7m-abcdefgh"),
        ("k7m2qabc", "not_allowed", "k7m2qabc"),
        ("k7m2qabc", "unknown_session", ""),
    ],
)
async def test_the_server_is_asked_whether_there_is_such_a_session(
    monkeypatch: pytest.MonkeyPatch, user: str, code: ErrorCode, session: str
) -> None:
    monkeypatch.setattr(OneShotConnection, "to", RefusingServer(code).to)
    assert await session_of(user, NO_SERVER) == session


async def test_a_wrong_code_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OneShotConnection, "to", RefusingServer("unknown_session").to)
    with pytest.raises(CodeRefusedError, match="no session has this code"):
        await session_of("k7m-abcdefgh", NO_SERVER)


async def test_nothing_is_kept_outside_the_vault(tmp_path: Path) -> None:
    kept = kept_in(OpenVault())
    kept.profile.change(name="Ann")
    assert kept.profile.load().name == "Ann"
    with pytest.raises(OSError, match="no way to your files"):
        kept.copies.save("ann", "{}", 0.0)
