"""The form to make a session: all its options, preset to the server's defaults."""

from collections.abc import Iterator
from typing import Any, Final

from undertide_client.screens.widgets.actions import NewSession
from undertide_client.screens.widgets.form import Choosing, Field, Option, Writing, one_of, yes_no
from undertide_client.screens.widgets.form_screen import FormScreen
from undertide_client.screens.widgets.screen import Actions
from undertide_client.screens.widgets.ui import Lobby, Ui
from undertide_client.screens.words.session_words import ACCESS, ACCESS_MEANS
from undertide_shared.limits import MAX_SEED
from undertide_shared.messages import Access, Customs, Options, Pace
from undertide_shared.text import clean

PACES: Final[tuple[Option[Pace | None], ...]] = (
    Option("auto", "turns alone, real time in company", "Turn by turn when alone on a floor."),
    Option("party", "party turns", "Time moves when all heroes of a floor have acted."),
    Option("real", "always real time", "Time waits for nobody."),
)
SMALL_PARTY: Final = range(2, 5)
"""Numbers of seats for which the form offers party turns first: few enough to wait for."""
TEMPOS: Final = (3, 5, 7, 10, 15)
"""Choices of the ticks in a second, besides the server's own."""
DELAYS: Final = (0, 2, 5, 10, 20, 30, 60, 120, 300, 600)
"""Choices of the spectators' delay in seconds. The server's minimum excludes the smaller ones."""
HOUSE: Final = "the server's default"
"""The choice that leaves an option to the server."""


class NewSessionScreen(FormScreen):
    """A form with one line per option. It stays until the session exists or the server refuses."""

    title = "A new session"
    verb = "create the game"

    def __init__(self, ui: Ui) -> None:
        lobby = ui.lobby
        self._preset, self._pace = _preset(lobby), _pace()
        self._access, self._seats = _access(), _seats(lobby.customs)
        self._tempo = _tempo(lobby.customs)
        self._pace_chosen = False
        """Whether the player has chosen the pace, so that seats don't change it any more."""
        self._pace.on_turn, self._seats.on_turn = self._note_pace, self._suit_pace
        self._seed = Writing(
            "Seed",
            "A number or a text that determines the dungeon: the same seed gives the same dungeon. "
            "Without one the dungeon is a surprise.",
            MAX_SEED,
        )
        self._fire = yes_no(
            "Friendly fire",
            "Whether spells, scrolls and missiles of heroes also harm companions.",
            value=None,
            open_=HOUSE,
        )
        self._heroes = yes_no(
            "New heroes",
            "Whether a player whose hero died may go on with a new one.",
            value=None,
            open_=HOUSE,
        )
        self._gentle = yes_no(
            "Gentle run",
            "A gentle run has no variations that make it harder.",
            value=True if ui.is_newcomer else None,
            open_=HOUSE,
        )
        self._delay = _delay(lobby.customs)
        super().__init__(ui, *self._all())
        self._suit_pace()

    def _all(self) -> Iterator[Field[Any]]:
        yield from (self._preset, self._gentle, self._pace, self._access, self._seats)
        yield from (self._seed, self._fire, self._heroes, self._delay, self._tempo)

    def _note_pace(self) -> None:
        self._pace_chosen = True

    def _suit_pace(self) -> None:
        """Offer the paces in the order that suits the seats, and choose the first by default."""
        small = self._seats.value in SMALL_PARTY
        chosen = self._pace.value
        self._pace.options = tuple(sorted(PACES, key=lambda one: small and one.value != "party"))
        customs = self.ui.lobby.customs
        usual = customs.pace if customs else "auto"
        self._pace.set(chosen if self._pace_chosen else "party" if small else usual)

    def summary(self) -> str:
        """Return the name that the player joins under, and who will lead the party."""
        return f"You join as {self.ui.name}, the party leader."

    def finish(self) -> Actions:
        """Make the session."""
        options = Options(
            access=self._access.value,
            seed=clean(self._seed.text, MAX_SEED),
            seats=self._seats.value,
            friendly_fire=self._fire.value,
            new_heroes=self._heroes.value,
            delay=self._delay.value,
            ticks_per_second=self._tempo.value,
            gentle=self._gentle.value,
        )
        return (NewSession(self._preset.value, self._pace.value, options),)


def _preset(lobby: Lobby) -> Choosing[str]:
    options = [_preset_option(lobby, preset) for preset in lobby.presets] or [Option("", HOUSE)]
    line = one_of("Game", "", options)
    line.set(lobby.customs.preset if lobby.customs else "")
    return line


def _preset_option(lobby: Lobby, preset: str) -> Option[str]:
    info = lobby.preset_infos.get(preset)
    return Option(preset, lobby.title_of(preset), info.description if info else "")


def _pace() -> Choosing[Pace | None]:
    return one_of("Pace", "How time passes.", PACES)


def _tempo(customs: Customs | None) -> Choosing[int]:
    usual = f"{customs.ticks_per_second} ticks a second" if customs else HOUSE
    others = [rate for rate in TEMPOS if not (customs and rate == customs.ticks_per_second)]
    options = [Option(0, usual), *(Option(rate, f"{rate} ticks a second") for rate in others)]
    return one_of("Speed", "How fast real time is. A step takes two ticks, a blow four.", options)


def _access() -> Choosing[Access]:
    options = [Option(access, words, ACCESS_MEANS[access]) for access, words in ACCESS.items()]
    return one_of("Access", "You can change it later.", options)


def _seats(customs: Customs | None) -> Choosing[int]:
    most = customs.seats if customs else 0
    options = [Option(count, str(count)) for count in range(1, most + 1)] or [Option(0, HOUSE)]
    line = one_of("Seats", "The most heroes at a time.", options)
    line.set(most)
    return line


def _delay(customs: Customs | None) -> Choosing[int | None]:
    """Return the choice of the spectators' delay: never less than the server's minimum."""
    options: list[Option[int | None]] = [Option(None, HOUSE)]
    if customs is not None:
        lengths = (customs.delay, *(length for length in DELAYS if length > customs.delay))
        options = [Option(length, f"{length} s" if length else "none") for length in lengths]
    return one_of("Spectators' delay", "How far spectators see behind the game.", options)
