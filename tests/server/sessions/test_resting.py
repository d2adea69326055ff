"""Who may enter a session whose run rests is known before the run is brought back."""

from functools import lru_cache

import pytest

from support.sessions.kept_runs import header
from undertide_server.content.load import load_ruleset, load_settings
from undertide_server.content.records.ruleset import canonical
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.seats import digest
from undertide_server.sessions.model.settings import Host, SessionBan, SessionSettings
from undertide_server.sessions.resting import EntryRequest, RestingSession, check_entry
from undertide_server.store.records import Header, SeatRecord
from undertide_shared.codes import code_of

TOKEN = b"the token of Ann"
ANN, BEN, EVE = Identity("ann"), Identity("ben"), Identity("eve", "192.0.2.9")
SEATS = (SeatRecord(0, "Ann", (digest(TOKEN),)),)


@lru_cache
def played() -> Header:
    """Return the header of a run by the smallest preset that ships."""
    one = header()
    return Header(
        one.run,
        one.session,
        one.preset,
        one.pace,
        one.seed,
        one.rules,
        one.content_hash,
        canonical(load_ruleset("tutorial")),
    )


def outcome(request: EntryRequest, settled: SessionSettings) -> str:
    """Return the code with which a request is refused; empty if it isn't."""
    resting = RestingSession(played(), settled, SEATS)
    try:
        check_entry(request, resting, load_settings().limits, lambda: 0.0)
    except RequestRefusedError as refusal:
        return refusal.code
    return ""


INVITED = SessionSettings(access="invited", secret="secret")
CODE = code_of("abcde", "secret")
BANNED = SessionSettings(bans=[SessionBan(1, "Eve", "Ann", 0.0, "eve")])
LOCKED = SessionSettings(locked=True, host=Host("ann"), accounts={0: "ann", 1: "ben"})


@pytest.mark.parametrize(
    ("request_", "settled", "code"),
    [
        (EntryRequest(NOBODY, "abcde"), SessionSettings(), ""),
        (EntryRequest(NOBODY, "abcde", calling="none"), SessionSettings(), "bad_calling"),
        (EntryRequest(NOBODY, "abcde"), INVITED, "unknown_session"),
        (EntryRequest(NOBODY, CODE), INVITED, ""),
        (EntryRequest(NOBODY, "abcde", watching=True), INVITED, "unknown_session"),
        (EntryRequest(EVE, "abcde"), BANNED, "banned"),
        (EntryRequest(ANN, "abcde"), BANNED, ""),
        (EntryRequest(EVE, "abcde"), LOCKED, "locked"),
        (EntryRequest(ANN, "abcde"), LOCKED, ""),
        (EntryRequest(NOBODY, "abcde", TOKEN), LOCKED, ""),
        (EntryRequest(NOBODY, "abcde", b"a guess"), SessionSettings(), "bad_token"),
        (EntryRequest(EVE, "abcde", TOKEN), BANNED, "banned"),
        (EntryRequest(EVE, "abcde", moderating=True), LOCKED, "not_allowed"),
        (EntryRequest(BEN, "abcde", moderating=True), LOCKED, ""),
        (EntryRequest(Identity(operator=True), "abcde", moderating=True), LOCKED, ""),
    ],
)
def test_an_entry_is_checked_as_the_session_itself_would(
    request_: EntryRequest, settled: SessionSettings, code: str
) -> None:
    assert outcome(request_, settled) == code
