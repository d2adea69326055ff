"""The terms of a session, and the screens to change them."""

from collections.abc import Sequence

from undertide_client.screens.people.authority import Authority
from undertide_client.screens.people.moderation_forms import DissolveScreen
from undertide_client.screens.people.person_screen import Deal
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, SendRequest
from undertide_client.screens.widgets.confirm_screen import ConfirmScreen
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.session_words import (
    ACCESS,
    ACCESS_MEANS,
    terms_words,
    yes_or_no,
)
from undertide_shared.messages import (
    Access,
    Dissolve,
    Govern,
    Invite,
    Lock,
    Order,
    SetAccess,
    SetChat,
    Terms,
)


class TermsScreen(ListScreen):
    """One line per term that the player may change, with its present value."""

    title = "Game settings"
    verb = "change it"
    widest = 70
    details = 3
    lettered = True

    def __init__(self, ui: Ui, session: str) -> None:
        super().__init__(ui)
        self._session = session

    def nothing(self) -> str:
        """Return the terms in words, for a player who can't change them."""
        return terms_words(self.ui.people.terms) if self.ui.people else "Asking…"

    def _deals(self) -> list[Deal]:
        people = self.ui.people
        if people is None:
            return []
        own = Authority(people, self.ui.account.operator)
        deals = self._doors(people.terms) if own.may(Lock) else []
        if own.may(SetAccess):
            deals.append(self._access(people.terms))
        if own.sees_code:
            show = self._given(Invite())
            deals.append(Deal("show the invite code", "To read aloud, or to copy.", show))
        if own.renews_code:
            deals.append(self._renewal())
        return [*deals, self._end()] if own.may(Dissolve) else deals

    def _doors(self, terms: Terms) -> list[Deal]:
        """Return the changes that moderators make without a form."""
        return [
            Deal(
                f"locked: {yes_or_no(terms.locked)}",
                "When locked, nobody new may join; players with a seat may always come back.",
                self._given(Lock(not terms.locked)),
            ),
            Deal(
                f"spectators may chat: {yes_or_no(terms.watchers_talk)}",
                "Players' chat stays as it is.",
                self._given(SetChat(not terms.watchers_talk)),
            ),
        ]

    def _access(self, terms: Terms) -> Deal:
        screen = AccessScreen(self.ui, self._session, terms.access)
        return Deal(f"access: {ACCESS[terms.access]}", ACCESS_MEANS[terms.access], (Push(screen),))

    def _renewal(self) -> Deal:
        question = ConfirmScreen(
            self.ui,
            "A new invite code?",
            "The old code stops working. Everyone in the game stays.",
            "renew it",
            self._given(Invite(renew=True)),
        )
        return Deal("make a new invite code", "The old code stops working.", (Push(question),))

    def _end(self) -> Deal:
        screen = DissolveScreen(self.ui, self._session)
        return Deal("end the game", "It ends for everyone.", (Push(screen),))

    def _given(self, order: Order) -> Actions:
        return (SendRequest(Govern(order, self._session)),)

    def lines(self) -> Sequence[Row]:
        """Return one line per term."""
        return [((deal.name, palette.INK),) for deal in self._deals()]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return the sentence about a term."""
        return [((line, palette.SOFT),) for line in wrapped(self._deals()[index].sentence, width)]

    def choose(self, index: int) -> Actions:
        """Change the chosen term, or ask for more."""
        return self._deals()[index].then


class AccessScreen(ListScreen):
    """The three kinds of access."""

    title = "Who may join?"
    verb = "set it"
    widest = 70
    details = 2
    lettered = True

    def __init__(self, ui: Ui, session: str, now: Access) -> None:
        super().__init__(ui)
        self._session = session
        self._kinds = list(ACCESS)
        self.choice.index = self._kinds.index(now)

    def lines(self) -> Sequence[Row]:
        """Return one line per kind of access."""
        return [((words, palette.INK),) for words in ACCESS.values()]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return the meaning of a kind of access."""
        text = ACCESS_MEANS[self._kinds[index]]
        return [((line, palette.SOFT),) for line in wrapped(text, width)]

    def choose(self, index: int) -> Actions:
        """Set the chosen access."""
        return (Pop(), SendRequest(Govern(SetAccess(self._kinds[index]), self._session)))
