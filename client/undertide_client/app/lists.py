"""A server's answers, kept for the screens: cleaned, and bounded."""

from msgspec.structs import replace

from undertide_client.model import safe
from undertide_client.screens.widgets.ui import NOBODY, Lobby, Ui
from undertide_shared.limits import MAX_WORD
from undertide_shared.messages import (
    AccountInfo,
    Audit,
    Bestiary,
    Created,
    Invited,
    People,
    PresetInfo,
    Runs,
    ServerMessage,
    Sessions,
    Thumbnails,
    Welcome,
)


def keep_lists(ui: Ui, message: ServerMessage) -> None:
    """Keep the list in a message, if there is one.

    Keys of presets and callings stay as they came, since they go back to the server.
    """
    message = safe.message(message)
    match message:
        case Welcome():
            _keep_choices(ui.lobby, message)
            ui.account = NOBODY
        case Sessions(sessions=sessions, more=more, seats=seats):
            ui.lobby.sessions = sessions
            ui.lobby.seats = {seat.session: seat for seat in seats}
            ui.lobby.more_sessions = more
            if not sessions:
                ui.lobby.skipped = 0  # The page is gone; the next answer is the first one.
        case Thumbnails(thumbnails=thumbnails):
            ui.lobby.thumbnails = {one.session: one for one in thumbnails}
        case Runs(runs=runs, more=more):
            ui.lobby.runs = runs
            ui.lobby.more_runs = more
        case Bestiary(kinds=kinds):
            ui.bestiary = kinds
        case _:
            _keep_moderation(ui, message)


def _keep_choices(lobby: Lobby, welcome: Welcome) -> None:
    """Keep the choices that this server offers."""
    lobby.presets = welcome.presets
    lobby.preset_infos = {info.preset: _titled(info) for info in welcome.preset_infos}
    lobby.callings = welcome.callings
    lobby.customs = welcome.customs
    lobby.motd = welcome.motd


def _titled(info: PresetInfo) -> PresetInfo:
    """Return a preset that has a title: its key, if the server gives it none."""
    return info if info.title else replace(info, title=safe.text(info.preset, MAX_WORD))


def _keep_moderation(ui: Ui, message: ServerMessage) -> None:
    """Keep a message about the own account or about moderation."""
    match message:
        case AccountInfo():
            ui.account = replace(message, token=b"")  # No screen needs it.
        case People():
            ui.people = message
        case Audit(deeds=audit_entries):
            ui.audit_entries = audit_entries
        case Invited():
            ui.invite = message
        case Created(session=session, invite=code) if code or ui.lobby.making == "unlisted":
            ui.invite = safe.message(Invited(session, code or session))
        case _:
            pass
