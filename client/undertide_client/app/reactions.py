"""Reactions of a client to what its session tells: news, hints, calls, alerts, chronicles."""

from typing import Final

from msgspec.structs import replace

from undertide_client.app.feedback import Feedback
from undertide_client.app.preferences import PlayerSettings
from undertide_client.app.stack import ScreenStack
from undertide_client.displays.attention import TITLE, Attention
from undertide_client.model import safe
from undertide_client.model.mirror import Mirror
from undertide_client.net.link import Link
from undertide_client.saved.chronicles import Chronicles, HeroRecord, now
from undertide_client.saved.profile import Profiles
from undertide_client.saved.saved_data import Keepsakes
from undertide_client.screens.hero.death_screen import DeathScreen
from undertide_client.screens.map.companions import seat_of
from undertide_client.screens.map.newcomer_hints import NEWCOMER_HINTS, hint_words, next_hint
from undertide_client.screens.map.routes import enemies_in_sight
from undertide_client.screens.run.end_screen import EndScreen
from undertide_client.screens.widgets.actions import ChooseSigns, Home, TurnHints
from undertide_client.screens.widgets.screen import Push, Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.mark_words import needs_help
from undertide_shared.messages import Chronicle, Ended, HeroStatus, MarkCell, NewRun
from undertide_shared.options import TUTORIAL


class News:
    """A presenter of news. A news screen replaces all other open screens.

    Keys that were meant for the fight before must not answer it. So it sets `Ui.held`, which the
    application clears after a moment.
    """

    def __init__(self, ui: Ui, stack: ScreenStack) -> None:
        self._ui = ui
        self._stack = stack
        self._mourned = False
        self._shown = 0

    def begin(self) -> None:
        """Forget the news so far: another session begins."""
        self._mourned = False

    def look_at_heroes(self) -> None:
        """Tell the player once that their own hero died."""
        if self._ui.dead and not self._mourned:
            self._mourned = True
            self._show(DeathScreen(self._ui))
        elif not self._ui.dead and self._ui.mirror.hero is not None:
            self._mourned = False

    def show_end(self) -> None:
        """Show how the run ended."""
        ended = self._ui.mirror.ended
        if ended is not None:
            self._show(EndScreen(self._ui, ended))

    def _show(self, screen: Screen) -> None:
        self._stack.change(Home())
        self._stack.change(Push(screen))
        self._shown += 1
        self._ui.held = self._shown


class Rematch:
    """The wish of this player to play again, once the run is over."""

    def __init__(self, ui: Ui, link: Link) -> None:
        self._ui = ui
        self._link = link
        self._wanted = False

    def request_run(self) -> None:
        """Ask the server for the session in which the party plays again."""
        self._wanted = True
        self._ui.notice = "Asking for another run…"
        self._link.play_again()

    def join_run(self, new: NewRun) -> None:
        """Join the session in which the party plays again, if this player wants to."""
        if self._wanted:
            self._wanted = False
            self._link.join(new.session, self._ui.name, self._ui.calling)

    def refuse(self) -> None:
        """Note that the server refused the request."""
        self._wanted = False

    def begin(self, stack: ScreenStack) -> None:
        """Note that a session begins: close the news of the end of the one before."""
        self._wanted = False
        if stack.find(EndScreen) is not None:
            stack.change(Home())


RECOVERED: Final = 50
"""Percent of life from which on another fall below the limit is worth another call."""


class HelpCall:
    """A watch over the own hero's life. It marks the hero's cell, once for each fall of its life.

    It does so only in company, and only if the player wants it.
    """

    def __init__(self, ui: Ui, link: Link, *, wanted: bool) -> None:
        self._ui = ui
        self._link = link
        self._wanted = wanted
        self._called = False

    def look_at_hero(self) -> None:
        """Call for help if the hero needs it and hasn't called since it was better."""
        hero, cell = self._ui.mirror.hero, self._ui.mirror.cell
        if not self._wanted or hero is None or cell is None or self._ui.spectating:
            return
        if hero.life * 100 >= hero.max_life * RECOVERED:
            self._called = False
        elif needs_help(hero) and not self._called and self._can_be_heard(hero):
            self._called = True
            self._link.act(MarkCell("help", *cell))

    def _can_be_heard(self, hero: HeroStatus) -> bool:
        """Return whether the hero is awake, and a companion who could come is too."""
        others = (one for one in self._ui.mirror.party if one.seat != hero.seat)
        return hero.state == "alive" and any(
            one.state == "alive" and not one.dies_in for one in others
        )


class NewcomerHints:
    """A teller of hints. The profile keeps which ones were given, and whether they are wanted."""

    def __init__(self, ui: Ui, profile: Profiles) -> None:
        self._ui = ui
        self._profile = profile
        kept = profile.load()
        ui.hinting = kept.hints
        self._given = set(kept.hinted)
        self._may_tell = True
        """Whether the player has pressed a key since the last hint, and so could read it."""

    def note_key(self) -> None:
        """Note that the player acted."""
        self._may_tell = True

    def look(self) -> None:
        """Tell the most urgent new hint about the picture, if the player wants it."""
        ui = self._ui
        if not (ui.hinting and self._may_tell) or len(self._given) >= len(NEWCOMER_HINTS):
            return
        if ui.spectating or ui.mirror.hero is None:
            return
        hint = next_hint(ui.mirror, self._given)
        if hint is not None:
            ui.mirror.hint(hint_words(ui, hint, is_first=not self._given))
            self._may_tell = False
            self._given.add(hint.key)
            self._profile.change(hinted=sorted(self._given))

    def turn(self, *, on: bool) -> None:
        """Begin the hints again from the first, or end them."""
        self._ui.hinting = on
        self._given.clear()
        self._profile.change(hints=on, hinted=[])


class ChronicleKeeper:
    """A keeper of the chronicles of the present run."""

    def __init__(self, ui: Ui, chronicles: Chronicles, profile: Profiles) -> None:
        self._ui = ui
        self._chronicles = chronicles
        self._profile = profile
        self._kept: list[HeroRecord] = []
        """The heroes that this player has had in this run, as far as this client knows."""

    def begin(self) -> None:
        """Forget the heroes so far: a session begins."""
        self._kept.clear()
        self._ui.chronicle, self._ui.life = "", None
        self._ui.began_as_newcomer = self._ui.is_newcomer

    def record_chronicle(self, message: Chronicle) -> None:
        """Keep a chronicle. One that came before, and may know more by now, stays as it is."""
        record = HeroRecord(safe.message(message), now())
        record = self._chronicles.get(record) or record
        self._kept.append(record)
        self._ui.life = record.life
        self._keep(record)
        self.record_end()

    def record_end(self) -> None:
        """Write how the run ended into the chronicles of its heroes, once it has.

        Whose run has ended is no newcomer any more.
        """
        ended = self._ui.mirror.ended
        if ended is None:
            return
        for record in self._kept:
            if record.outcome == "died":
                outcome = "won" if ended.won else "lost"
                self._keep(replace(record, outcome=outcome, seed=ended.seed, ended=now()))
        if self._ui.is_newcomer and any(one.life.preset != TUTORIAL for one in self._kept):
            self._ui.is_newcomer = False
            self._profile.change(ended=True)

    def _keep(self, record: HeroRecord) -> None:
        try:
            file = self._chronicles.store_record(record)
        except OSError as fault:
            self._ui.mirror.add_note(f"Your chronicle can't be written: {fault}")
        else:
            self._ui.chronicle = str(file) if file is not None else ""


class Sought:
    """A hero to follow as soon as its seat is known; nobody after that."""

    def __init__(self, name: str) -> None:
        self._name = name

    def turn_to(self, mirror: Mirror, link: Link) -> None:
        """Follow the hero's eyes, or say that no hero has this name."""
        name, self._name = self._name, ""
        if not name:
            return
        seat = seat_of(mirror, name)
        if seat is None:
            mirror.add_note(f"No hero here is called {name}: you watch the whole party.")
        else:
            link.follow(seat)

    def turn_to_replayed(self, mirror: Mirror, link: Link) -> None:
        """In a replay, follow the hero only while it exists and lives."""
        if mirror.replay_state is None or not self._name:
            return
        seat = seat_of(mirror, self._name)
        alive = any(one.seat == seat and one.state != "dead" for one in mirror.party)
        if seat is None or alive:
            self.turn_to(mirror, link)


AWAY_SECONDS: Final = 3.0
"""Seconds without a key after which the bell rings: who plays sees the screen."""


class Alerts:
    """A watch over what the player should not miss. `attention` is what the display should tell."""

    def __init__(self, ui: Ui, *, wanted: bool) -> None:
        self._ui = ui
        self._wanted = wanted
        self._told = ""
        self._hunters: frozenset[int] = frozenset()
        self._last_key = 0.0
        self.attention = Attention()

    def note_key(self) -> None:
        """Note that the player is there."""
        self._last_key = self._ui.now

    def look(self) -> None:
        """Look at what the last frame changed."""
        if not self._wanted:
            return
        hunters = self._hunters_in_sight()
        words = _words(noticed=bool(hunters), turn=self._is_own_turn())
        news = words not in {"", self._told} or bool(hunters - self._hunters)
        away = self._ui.now - self._last_key >= AWAY_SECONDS
        title = f"{words} - {TITLE}" if words else TITLE
        self.attention = Attention(title, self.attention.rings + (news and away))
        self._told, self._hunters = words, hunters

    def _is_own_turn(self) -> bool:
        mirror = self._ui.mirror
        return mirror.pace.mode == "party" and mirror.seat in mirror.pace.waiting_for

    def _hunters_in_sight(self) -> frozenset[int]:
        """Return the ids of monsters that hunt and that the own hero sees."""
        mirror = self._ui.mirror
        if self._ui.spectating or mirror.hero is None:
            return frozenset()
        return frozenset(
            one.id
            for one in enemies_in_sight(mirror)
            if one.mood == "hunting" and mirror.sight[one.y, one.x]
        )


def _words(*, noticed: bool, turn: bool) -> str:
    if noticed:
        return "noticed you"
    return "your turn" if turn else ""


class Reactions:
    """All that reacts to the messages of a session, wired together."""

    def __init__(
        self,
        ui: Ui,
        link: Link,
        stack: ScreenStack,
        kept: Keepsakes,
        settings: PlayerSettings,
        sought: str,
    ) -> None:
        """React on behalf of one player. `sought` names the hero to follow, if any."""
        self._ui = ui
        self._link = link
        self._stack = stack
        self.sought = Sought(sought)
        self.news = News(ui, stack)
        self.rematch = Rematch(ui, link)
        self.chronicle_keeper = ChronicleKeeper(ui, kept.chronicles, kept.profile)
        self.help_call = HelpCall(ui, link, wanted=settings.calls_for_help)
        self.newcomer_hints = NewcomerHints(ui, kept.profile)
        self.alerts = Alerts(ui, wanted=settings.alerts)
        self.feedback = Feedback(ui, kept.profile)

    @property
    def attention(self) -> Attention:
        """Return what the display should tell: the alerts, and the bell of moments."""
        told = self.alerts.attention
        return Attention(told.title, told.rings + self.feedback.rings)

    def take_choice(self, choice: TurnHints | ChooseSigns) -> None:
        """Give hints, or signs, as the player chose to have them from now on."""
        match choice:
            case TurnHints(on=on):
                self.newcomer_hints.turn(on=on)
            case ChooseSigns(signs=signs):
                self.feedback.choose_signs(signs)

    def begin_session(self, *, from_lobby: bool) -> None:
        """Forget the session before; news of it stay known if the client comes back to it."""
        self.rematch.begin(self._stack)
        self.chronicle_keeper.begin()
        if from_lobby:
            self.news.begin()

    def look_at_frame(self) -> None:
        """React to what a frame has changed."""
        self.news.look_at_heroes()
        self.help_call.look_at_hero()
        self.newcomer_hints.look()
        self.alerts.look()
        self.feedback.look()
        self.sought.turn_to_replayed(self._ui.mirror, self._link)

    def show_end(self, message: Ended | Chronicle | NewRun) -> None:
        """Show the end of a hero or a run, or follow the party to its next run."""
        match message:
            case Ended():
                self.chronicle_keeper.record_end()
                self.news.show_end()
            case Chronicle():
                self.chronicle_keeper.record_chronicle(message)
            case NewRun():
                self.rematch.join_run(message)
