from pathlib import Path

import pytest

from undertide_client.net.wire import UnixSocket
from undertide_client.saved.vault import OpenVault
from undertide_client.visits.visitor import NAMELESS, kept_in, session_of, suggested_name

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


async def test_nothing_is_kept_outside_the_vault(tmp_path: Path) -> None:
    kept = kept_in(OpenVault())
    kept.profile.change(name="Ann")
    assert kept.profile.load().name == "Ann"
    with pytest.raises(OSError, match="no way to your files"):
        kept.copies.save("ann", "{}", 0.0)
