"""A server's answers, kept for the screens: cleaned, and bounded."""

from typing import Final

from undertide_client.model import safe, safe_people
from undertide_client.screens.widgets.ui import NOBODY, Lobby, Ui
from undertide_shared.limits import (
    MAX_CALLINGS,
    MAX_LISTED_HEROES,
    MAX_LISTED_RUNS,
    MAX_LISTED_SESSIONS,
    MAX_MOTD,
    MAX_PRESETS,
)
from undertide_shared.messages import (
    AccountInfo,
    Audit,
    Bestiary,
    Created,
    Invited,
    People,
    Runs,
    ServerMessage,
    Sessions,
    Welcome,
)

MAX_MET: Final = 1000
"""Kinds in a bestiary: three times as many as the content has."""


def keep_lists(ui: Ui, message: ServerMessage) -> None:
    """Keep the list in a message, if there is one.

    Keys of presets and callings stay as they came, since they go back to the server.
    """
    match message:
        case Welcome():
            _keep_choices(ui.lobby, message)
            ui.account = NOBODY
        case Sessions(sessions=sessions, more=more):
            ui.lobby.sessions = [safe.session(info) for info in sessions[:MAX_LISTED_SESSIONS]]
            ui.lobby.more_sessions = more
            if not sessions:
                ui.lobby.skipped = 0  # The page is gone; the next answer is the first one.
        case Runs(runs=runs, more=more):
            listed = runs[:MAX_LISTED_RUNS]
            ui.lobby.runs = [safe.run(info, MAX_LISTED_HEROES) for info in listed]
            ui.lobby.more_runs = more
        case Bestiary(kinds=kinds):
            ui.bestiary = [safe.met_kind(kind) for kind in kinds[:MAX_MET]]
        case _:
            _keep_moderation(ui, message)


def _keep_choices(lobby: Lobby, welcome: Welcome) -> None:
    """Keep the choices that this server offers."""
    lobby.presets = welcome.presets[:MAX_PRESETS]
    infos = map(safe.preset, welcome.preset_infos[:MAX_PRESETS])
    lobby.preset_infos = {info.preset: info for info in infos}
    lobby.callings = [safe.calling(one) for one in welcome.callings[:MAX_CALLINGS]]
    lobby.customs = safe_people.customs(welcome.customs) if welcome.customs else None
    lobby.motd = safe.text(welcome.motd, MAX_MOTD)


def _keep_moderation(ui: Ui, message: ServerMessage) -> None:
    """Keep a message about the own account or about moderation."""
    match message:
        case AccountInfo():
            ui.account = safe_people.account(message)
        case People():
            ui.people = safe_people.people(message)
        case Audit(deeds=audit_entries):
            ui.audit_entries = safe_people.audit_entries(audit_entries)
        case Invited():
            ui.invite = safe_people.invited(message)
        case Created(session=session, invite=code) if code or ui.lobby.making == "unlisted":
            ui.invite = safe_people.invited(Invited(session, code or session))
        case _:
            pass
