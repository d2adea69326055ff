import pytest

from support.sessions.lobby import Lobby
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_shared.limits import MAX_REPORT_LINES
from undertide_shared.messages import ReportLine, Say

ANN = Identity("ann", "192.0.2.1")
DOV = Identity("", "192.0.2.7")


def test_it_names_both_and_has_the_last_lines_of_chat() -> None:
    lobby = Lobby()
    lobby.join(1, "Ann", identity=ANN)
    lobby.watch(2, name="Dov", identity=DOV)
    for number in range(MAX_REPORT_LINES):
        lobby.tell(2, Say(f"spam {number}"))
    lobby.tell(1, Say("stop it"))
    evidence = lobby.session.disclosure.evidence(1, lobby.number("Dov"))
    assert (evidence.by, evidence.reporter) == ("Ann", ANN)
    assert (evidence.name, evidence.accused) == ("Dov", DOV)
    assert evidence.session == lobby.session.id
    assert len(evidence.lines) == MAX_REPORT_LINES
    assert evidence.lines[0] == ReportLine("Dov", "spam 1")
    assert evidence.lines[-1] == ReportLine("Ann", "stop it")


def test_nobody_reports_themselves_or_somebody_who_is_not_there() -> None:
    lobby = Lobby()
    lobby.join(1, "Ann")
    with pytest.raises(RequestRefusedError, match="not_allowed"):
        lobby.session.disclosure.evidence(1, lobby.number("Ann"))
    with pytest.raises(RequestRefusedError, match="unknown_person"):
        lobby.session.disclosure.evidence(1, 99)


def test_a_player_who_has_left_can_be_reported() -> None:
    lobby = Lobby()
    lobby.join(1, "Ann")
    lobby.join(2, "Dov")
    lobby.session.leave(2, lobby.now)
    assert lobby.session.disclosure.evidence(1, lobby.number("Dov")).name == "Dov"
