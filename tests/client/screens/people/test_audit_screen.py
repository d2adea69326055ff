from support.client.people_examples import ANN, among_people
from support.client.screen_text import shown
from undertide_client.screens.people.audit_screen import AuditScreen, open_audit_log
from undertide_client.screens.widgets.actions import SendRequest
from undertide_client.screens.widgets.screen import Push
from undertide_shared.messages import AuditEntry, ListAuditEntries


def test_the_audit_log_tells_when_who_and_what() -> None:
    ui = among_people(ANN)
    ask, push = open_audit_log(ui, "b3rn9")
    assert ask == SendRequest(ListAuditEntries("b3rn9"))
    assert isinstance(push, Push)
    assert "Asking…" in shown(push.screen)
    ui.now = 10_000
    ui.audit_entries = [
        AuditEntry(6_400, "Ann", "put Max out: " + "spam " * 20, "b3rn9"),
        AuditEntry(0, "Bob", ""),
    ]
    text = shown(push.screen)
    assert "1 h ago Ann: put Max out: spam" in text
    assert "(b3rn9)" in text
    assert "2 h ago Bob:" in text
    ui.audit_entries = []
    assert "Nothing yet." in shown(AuditScreen(ui))
