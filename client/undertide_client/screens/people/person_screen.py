"""The moderation of one person in a session."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from undertide_client.screens.people.authority import Authority
from undertide_client.screens.people.moderation_forms import (
    BanScreen,
    KickScreen,
    MuteScreen,
    ReportScreen,
    ServerBanScreen,
)
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, SendRequest
from undertide_client.screens.widgets.confirm_screen import ConfirmScreen
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    Appoint,
    Govern,
    MemberRole,
    Order,
    People,
    PersonInfo,
    Refuse,
    Unmute,
)

APPOINTMENTS: Final[Mapping[MemberRole, tuple[str, str]]] = MappingProxyType(
    {
        "player": ("make a player again", "They are no longer a moderator."),
        "moderator": (
            "make moderator",
            "They may kick, ban and mute players, lock the game and invite.",
        ),
    }
)
"""Roles that one order changes, each with the name and the meaning of that order."""

MUTED: Final = "Nobody hears their chat for a while."
MUTED_GUEST: Final = f"{MUTED} A guest is muted by address: others there may be, too."


@dataclass(frozen=True, slots=True)
class Deal:
    """Something that the player may do about a person: its name, a sentence, and its actions."""

    name: str
    sentence: str
    then: Actions


class PersonScreen(ListScreen):
    """The actions about a person, one per line. The id identifies the person after any change."""

    verb = "do it"
    details = 2
    lettered = True

    def __init__(self, ui: Ui, session: str, person: PersonInfo) -> None:
        super().__init__(ui)
        self._session = session
        self._known = person

    @property
    def _person(self) -> PersonInfo:
        """The person as the last answer lists them, or as they were if they have left."""
        known = self._known
        people = self.ui.people.people if self.ui.people else []
        same = (one for one in people if (one.id, one.session) == (known.id, known.session))
        return next(same, known)

    def heading(self) -> str:
        """Return the person's name."""
        return self._person.name

    def nothing(self) -> str:
        """Return the text of an empty list."""
        return f"You may do nothing about {self._person.name}."

    def _deals(self) -> list[Deal]:
        if self.ui.people is None:
            return []
        return deals_with(self.ui, self._session, self.ui.people, self._person)

    def lines(self) -> Sequence[Row]:
        """Return one line per action."""
        return [((deal.name, palette.INK),) for deal in self._deals()]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return the sentence about an action."""
        return [((line, palette.SOFT),) for line in wrapped(self._deals()[index].sentence, width)]

    def choose(self, index: int) -> Actions:
        """Do the chosen action, or ask for more."""
        return self._deals()[index].then


def deals_with(ui: Ui, session: str, people: People, person: PersonInfo) -> list[Deal]:
    """Return what the player may do about a person."""
    own = Authority(people, ui.account.operator)
    deals = _silencing(ui, session, person) if own.commands(person) else []
    if own.refuses(person):
        deals.append(_refusal(ui, session, person))
    if own.appoints(person):
        deals += _appointments(ui, session, person)
    if own.commands(person):
        deals += _banishments(ui, session, person)
    if own.bans_from_server(person):
        screen = ServerBanScreen(ui, session, person)
        deals.append(Deal("ban from the whole server", "By account or address.", (Push(screen),)))
    if may_report(ui, session, people, person):
        form = (Push(ReportScreen(ui, person)),)
        deals.append(Deal("report to the operators", "They read what was said here.", form))
    return deals


def may_report(ui: Ui, session: str, people: People, person: PersonInfo) -> bool:
    """Return whether the player is in the same session as a person, and may report that person."""
    inside = not session and bool(ui.mirror.session)
    return inside and person.id != people.you


def _silencing(ui: Ui, session: str, person: PersonInfo) -> list[Deal]:
    if person.muted:
        order = _given(session, Unmute(person.id))
        return [Deal("unmute", "Everyone hears their chat.", order)]
    sentence = MUTED if person.account else MUTED_GUEST
    return [Deal("mute", sentence, (Push(MuteScreen(ui, session, person)),))]


def _refusal(ui: Ui, session: str, person: PersonInfo) -> Deal:
    text = (
        f"{person.name} is kicked, and that account and address may not watch this run again, "
        "unless a moderator ends the ban."
    )
    question = ConfirmScreen(
        ui,
        f"Refuse {person.name}?",
        text,
        "refuse",
        _given(session, Refuse(person.id)),
    )
    return Deal("refuse as a spectator", "They can no longer watch this run.", (Push(question),))


def _appointments(ui: Ui, session: str, person: PersonInfo) -> list[Deal]:
    role: MemberRole = "player" if person.role == "moderator" else "moderator"
    text = f"{person.name} becomes the party leader. Only they can give the role back."
    question = ConfirmScreen(
        ui, "Hand over?", text, "hand over", _given(session, Appoint(person.id, "host"))
    )
    return [
        Deal(*APPOINTMENTS[role], _appointed(ui, session, person, role)),
        Deal(
            "make party leader in your place",
            "There is one party leader at a time.",
            (Push(question),),
        ),
    ]


def _appointed(ui: Ui, session: str, person: PersonInfo, role: MemberRole) -> Actions:
    """Return the actions that give a role; a promotion asks first."""
    order = _given(session, Appoint(person.id, role))
    if role != "moderator":
        return order
    text = f"{person.name} can kick, ban and mute others, until you take the role back."
    return (Push(ConfirmScreen(ui, f"Promote {person.name}?", text, "promote", order)),)


def _banishments(ui: Ui, session: str, person: PersonInfo) -> list[Deal]:
    kick, ban = KickScreen(ui, session, person), BanScreen(ui, session, person)
    back = "They may come back." if person.seat is None else "They may come back, with a new hero."
    return [
        Deal("kick", back, (Push(kick),)),
        Deal("ban", "Their account and address can't join for a while.", (Push(ban),)),
    ]


def _given(session: str, order: Order) -> Actions:
    """Return the actions that give an order and go back to the list of people."""
    return (Pop(), SendRequest(Govern(order, session)))
