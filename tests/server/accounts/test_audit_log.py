from structlog.testing import capture_logs

from support.sessions.account_services import open_account_service
from undertide_server.accounts.audit_log import MAX_TEXT
from undertide_shared.limits import MAX_WORD


async def test_a_deed_says_who_what_where_and_when() -> None:
    with open_account_service(None, lambda: 1234.9) as service:
        service.audit.record("Olga", "kicked Ann: spam", "abcde")
        (entry,) = await service.audit.entries("abcde")
    assert (entry.at, entry.who, entry.text, entry.session) == (
        1234,
        "Olga",
        "kicked Ann: spam",
        "abcde",
    )


async def test_the_log_of_the_host_has_each_too() -> None:
    with open_account_service(None) as service, capture_logs() as logged:
        service.audit.record("Olga", "kicked Ann", "abcde")
    (line,) = logged
    assert (line["event"], line["who"], line["text"]) == ("deed", "Olga", "kicked Ann")


async def test_what_strangers_wrote_is_cleaned_and_bounded() -> None:
    with open_account_service(None) as service:
        service.audit.record("O\x1b[31m" + "l" * 1000, "kicked \u202eAnn" + "n" * 1000, "abcde")
        (entry,) = await service.audit.entries(None)
    assert "\x1b" not in entry.who
    assert "\u202e" not in entry.text
    assert (len(entry.who), len(entry.text)) == (MAX_WORD, MAX_TEXT)
