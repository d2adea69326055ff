from undertide_client.cli.moderation_tables import (
    audit_table,
    nodes_table,
    people_table,
    reports_text,
)
from undertide_shared.messages import (
    Audit,
    AuditEntry,
    BanInfo,
    NodeInfo,
    Nodes,
    People,
    PersonInfo,
    ReportInfo,
    ReportLine,
    Reports,
    Terms,
)


def test_people_are_shown_with_the_numbers_that_orders_take() -> None:
    there = [
        PersonInfo(3, "Ann", "host", 0, "Ann's account", connected=False, address="192.0.2.7"),
        PersonInfo(0, "somebody", "spectator"),
    ]
    bans = [BanInfo(7, "Bob", "Ann", 5, "spam"), BanInfo(8, "Cal", "Ann", 0)]
    terms = Terms("invited", locked=True, watchers_talk=False, delay=60)
    text = people_table(People("abcde", there, 3, "host", terms, bans))
    for words in (
        *("3", "Ann", "host", "Ann's account", "192.0.2.7", "away", "abcde", "invited", "locked"),
        *("spectators may not chat", "60 s behind", "7", "Bob", "spam", "5", "8", "for good"),
    ):
        assert words in text
    assert "0  " not in text.splitlines()[-1]


def test_what_an_order_did_comes_first() -> None:
    told = People("abcde", [], 3, "host", Terms(), done="kicked B\x1bob (seat 1)")
    assert people_table(told).splitlines()[0] == "You kicked Bob (seat 1)."


def test_deeds_are_shown_the_latest_last() -> None:
    deeds = [
        AuditEntry(2_000_000_000, "Olga", "later", "abcde"),
        AuditEntry(1_000_000_000, "Olga", "earlier"),
    ]
    text = audit_table(Audit(deeds))
    assert text.index("earlier") < text.index("later")
    assert "2033-05-1" in text


def test_what_strangers_wrote_steers_no_terminal() -> None:
    deeds = [AuditEntry(2**62, "\x1b[2J", "[red]x[/]", "\x07")]
    text = audit_table(Audit(deeds))
    assert "\x1b" not in text
    assert "[red]x[/]" in text


def test_reports_are_shown_the_latest_last_with_what_was_said() -> None:
    def report(number: int, *lines: ReportLine) -> ReportInfo:
        words = ("abcde", "Ann", "", "D\x1bov", "dov", "192.0.2.7", "insults")
        return ReportInfo(number, 1_000_000_000, *words, lines=list(lines))

    said = ReportLine("Dov", "go \x1baway")
    text = reports_text(Reports([report(8, said), report(7)], more=True))
    assert text.startswith("Earlier reports: --before 7")
    assert text.index("7  2001-") < text.index("8  2001-")
    for words in (
        *("Dov (dov, 192.0.2.7) in abcde, reported by Ann (guest)", "  insults"),
        *("    Dov: go away", "(nobody said anything)"),
    ):
        assert words in text
    assert "\x1b" not in text
    assert reports_text(Reports([])) == "No reports.\n"


def test_nodes_are_shown_with_their_load_and_the_pause_of_a_run_that_moved() -> None:
    node = NodeInfo("w1-c0ffee", "serving", 2, 7, 1, 310, 5, "0.1.0\x1b[2J")
    lines = nodes_table(Nodes([node], 42)).splitlines()
    assert lines[1].split()[:5] == ["w1-c0ffee", "serving", "2", "7", "1"]
    assert "0.3 s ago" in lines[1]
    assert "\x1b" not in lines[1]
    assert lines[2] == "The run paused for 42 ms."
    assert len(nodes_table(Nodes([node])).splitlines()) == 2
