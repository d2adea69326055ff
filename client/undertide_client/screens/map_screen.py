"""The map, where players act and spectators look around."""

from collections.abc import Callable
from functools import partial

from undertide_client.displays.cells import Console
from undertide_client.keys import DIRECTIONS, Command, Context
from undertide_client.model.mirror import Mirror
from undertide_client.model.replay_state import ReplayState
from undertide_client.model.run_time import RunMoment
from undertide_client.saved.profile import Signs
from undertide_client.screens.hero.bestiary_screen import BestiaryScreen
from undertide_client.screens.hero.calling_screen import CallingScreen, begin_anew
from undertide_client.screens.hero.craft_screen import CraftScreen
from undertide_client.screens.hero.gear_screen import GearScreen
from undertide_client.screens.hero.items_screen import PackScreen
from undertide_client.screens.hero.sheet_screen import SheetScreen
from undertide_client.screens.hero.spells_screen import SpellsScreen
from undertide_client.screens.hero.trade_screen import trade
from undertide_client.screens.map.abilities import perform
from undertide_client.screens.map.companions import intent_to_companion, next_eyes, previous_eyes
from undertide_client.screens.map.cursor_screen import LookScreen, TravelScreen
from undertide_client.screens.map.follow_screen import follow, regroup
from undertide_client.screens.map.goal_card import draw_goal, goal_lines
from undertide_client.screens.map.harm_screen import step
from undertide_client.screens.map.map_hints import drink_healing, map_hints, wear_better
from undertide_client.screens.map.mark_screen import MarkScreen
from undertide_client.screens.map.moment_sign import draw_sign
from undertide_client.screens.map.play_view import camera_at, draw_play, layout_on
from undertide_client.screens.map.routes import focus_of, intent_at
from undertide_client.screens.map.search_screen import SearchScreen
from undertide_client.screens.map.stairs_screen import climb, forget_stairs
from undertide_client.screens.map.status_bar import role_words
from undertide_client.screens.map.target_screen import aim_weapon
from undertide_client.screens.menus.chat_screen import ChatScreen
from undertide_client.screens.menus.help_screen import PANEL, HelpScreen
from undertide_client.screens.menus.history_screen import HistoryScreen
from undertide_client.screens.menus.quit_screen import QuitScreen
from undertide_client.screens.people.party_screen import PartyScreen
from undertide_client.screens.people.people_screen import open_people
from undertide_client.screens.replay.go_to_screen import GoToScreen
from undertide_client.screens.replay.landmarks_screen import LandmarksScreen
from undertide_client.screens.replay.replay_bar import moment_at
from undertide_client.screens.replay.replay_keys import asked
from undertide_client.screens.run.card_screen import CardScreen
from undertide_client.screens.run.run_map_screen import RunMapScreen
from undertide_client.screens.spoken.surroundings_screen import SurroundingsScreen
from undertide_client.screens.widgets.actions import (
    AskForPause,
    ChooseSigns,
    Eyes,
    JumpTo,
    PlayAgain,
    PlayTutorial,
    ReplayRun,
    Send,
    ShowNote,
    Study,
    ToLobby,
    TurnHints,
)
from undertide_client.screens.widgets.layout import MIN_COLUMNS, MIN_ROWS, layout_of
from undertide_client.screens.widgets.screen import NOTHING, Actions, Push, Screen
from undertide_client.screens.widgets.screen_text import ScreenText, plain_text
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.ability_words import ABILITY_COMMANDS
from undertide_shared.geometry import Cell
from undertide_shared.messages import Explore, Fight, Intent, Move, Rest, Stop, Take, Wait

INTENTS: dict[Command, Intent] = {
    Command.WAIT: Wait(),
    Command.TAKE: Take(),
    Command.REST: Rest(),
    Command.STOP: Stop(),
    **{command: Move(dx, dy) for command, (dx, dy) in DIRECTIONS.items()},
}
"""Commands that send one fixed intent."""

PASSING: dict[Command, type[Explore | Fight]] = {Command.EXPLORE: Explore, Command.FIGHT: Fight}
"""Commands whose intent says whom it passes, as the player prefers."""

CHOICES: dict[Command, Callable[[Ui], Actions]] = {
    Command.SHOOT: aim_weapon,
    Command.HEAL: drink_healing,
    Command.WEAR_BETTER: wear_better,
    Command.FOLLOW: follow,
    Command.REGROUP: regroup,
    Command.TRADE: trade,
    Command.DESCEND: partial(climb, way="down"),
    Command.ASCEND: partial(climb, way="up"),
    **{command: partial(perform, index=index) for index, command in enumerate(ABILITY_COMMANDS)},
}
"""Commands whose intent depends on what the client knows, or on a further choice."""

PAGES: dict[Command, Callable[[Ui], Screen]] = {
    Command.PACK: PackScreen,
    Command.GEAR: GearScreen,
    Command.SPELLS: SpellsScreen,
    Command.CRAFT: CraftScreen,
    Command.TRAVEL: TravelScreen,
    Command.SEARCH: SearchScreen,
    Command.LOOK: LookScreen,
    Command.SURROUNDINGS: SurroundingsScreen,
    Command.MARK: MarkScreen,
    Command.CHAT: ChatScreen,
    Command.HISTORY: HistoryScreen,
    Command.RUN_MAP: RunMapScreen,
    Command.PARTY: PartyScreen,
    Command.GO_TO: GoToScreen,
    Command.LANDMARKS: LandmarksScreen,
    Command.SHEET: SheetScreen,
    Command.HELP: HelpScreen,
    Command.QUIT: QuitScreen,
}
"""Commands that open a screen."""

EYES: dict[Command, Callable[[Mirror], int | None]] = {
    Command.NEXT_EYES: next_eyes,
    Command.PREVIOUS_EYES: previous_eyes,
    Command.PARTY_EYES: lambda _mirror: None,
}
"""Commands that change a spectator's eyes, each with a function that returns the seat to follow."""

STEP = 4
"""Cells that a spectator's map scrolls by at once."""
SIGNS: dict[Signs, tuple[Signs, str]] = {
    "shown": ("bell", "A bell rings at stairs, levels, bosses and deaths, beside the signs."),
    "bell": ("off", "No more signs at stairs, levels, bosses and deaths, and no bell."),
    "off": ("shown", "Signs show stairs, levels, bosses and deaths. No bell rings."),
}
"""What tells of moments next, after each choice, and the words that say so."""
NO_CARD = "No hero of yours has met its end here."


class MapScreen(Screen):
    """The lowest screen of a session."""

    covers = True

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._is_first_picture = True
        """Whether the player hasn't done anything yet since the session is on the screen."""
        self._scrolled: Cell = (0, 0)
        self._layout = layout_of(MIN_COLUMNS, MIN_ROWS)
        self._camera = camera_at(ui, self._layout.map, focus_of(ui.mirror))

    def draw(self, console: Console) -> None:
        """Draw the map around the hero, or around the point that a spectator scrolled to."""
        if not self.ui.spectating:
            self._scrolled = (0, 0)
        x, y = focus_of(self.ui.mirror)
        dx, dy = self._scrolled
        self._layout = layout_on(console, self.ui)
        self._camera = draw_play(console, self.ui, (x + dx, y + dy), map_hints(self.ui))
        hero = self._camera.on_screen((x, y))
        draw_sign(console, self._layout.map, self.ui, hero)
        if self._tells_goal:
            draw_goal(console, self.ui, hero)

    @property
    def _tells_goal(self) -> bool:
        """Whether the goal is told: once a seat, before its player has done anything."""
        return self._is_first_picture and self.ui.is_seat_new

    def as_text(self) -> ScreenText:
        """Return what the client is here, and the goal with the first picture of a session.

        What stands on the map is told as it changes (`screens/spoken/`).
        """
        goal = goal_lines(self.ui) if self._tells_goal else ()
        role = plain_text(role_words(self.ui).removeprefix("@ "))
        return ScreenText(role and f"The map: {role}", goal, hints=map_hints(self.ui))

    def contexts(self) -> tuple[Context, ...]:
        """Return the context of the client's role: a player, a spectator, or in a replay."""
        if self.ui.replaying:
            return (Context.REPLAY,)
        is_player = bool(self.ui.mirror.session) and not self.ui.spectating
        return (Context.PLAY if is_player else Context.WATCH,)

    def press(self, key: str) -> Actions:
        """Act, look around, or control the replay."""
        replay_state = self.ui.mirror.replay_state
        if replay_state is not None:
            return self._replay(replay_state, self.ui.command(Context.REPLAY, key))
        if not self.ui.mirror.session:
            return self._wait(self.ui.command(Context.WATCH, key))
        self._is_first_picture = False
        if self.ui.spectating:
            return self._watch(self.ui.command(Context.WATCH, key))
        return self._play(self.ui.command(Context.PLAY, key), key)

    def click(self, x: int, y: int, right: bool, /) -> Actions:
        """Act on the cell under the left button, or look at the cell under the right one.

        A click on the bar of a replay goes to the moment under the pointer, and one on the panel
        tells what its figures mean.
        """
        replay_state = self.ui.mirror.replay_state
        if replay_state is not None and self._layout.replay_state.contains(x, y):
            elapsed = moment_at(self._layout.replay_state, replay_state, x, y)
            return NOTHING if elapsed is None else (JumpTo(RunMoment(elapsed)),)
        self._is_first_picture = False
        if self.ui.mirror.floor is None:
            return NOTHING
        if self._layout.panel.contains(x, y):
            return (Push(HelpScreen(self.ui, page=PANEL)),)
        cell = self._camera.on_floor(x, y)
        if cell is not None and right:
            return (Push(LookScreen(self.ui, cell)),)
        return NOTHING if cell is None else self._act_at(cell)

    def _act_at(self, cell: Cell) -> Actions:
        """Go to the companion at a cell of the floor, else do what the cell is there for."""
        companion = intent_to_companion(self.ui.mirror, cell)
        if companion is not None and not self.ui.spectating:
            return (Send(companion),)
        look = self.ui.mirror.look_at(cell)
        if self.ui.spectating or look is None or not look.walkable:
            return NOTHING
        return self._act(intent_at(self.ui.mirror, cell))

    def _play(self, command: Command | None, key: str) -> Actions:
        match command:
            case None:
                return NOTHING
            case _ if command in INTENTS:
                if command is Command.STOP:
                    forget_stairs(self.ui)
                return self._act(INTENTS[command], key)
            case _ if command in PASSING:
                return self._act(PASSING[command](self.ui.passes_weak), key)
            case _ if command in CHOICES:
                return CHOICES[command](self.ui)
            case _:
                return self._open(command)

    def _act(self, intent: Intent, key: str = "") -> Actions:
        """Send an intent. A step into known harm may need an answer first."""
        return step(self.ui, intent, key) if isinstance(intent, Move) else (Send(intent),)

    def _watch(self, command: Command | None) -> Actions:
        match command:
            case None:
                return NOTHING
            case _ if command in EYES:
                return (Eyes(EYES[command](self.ui.mirror)),)
            case Command.REPLAY | Command.LOBBY:
                return (ToLobby() if command is Command.LOBBY else self._look_back(),)
            case Command.RECENTRE:
                self._scrolled = (0, 0)
                return NOTHING
            case _ if command in DIRECTIONS:
                return self._scroll(DIRECTIONS[command])
            case _:
                return self._open(command)

    def _wait(self, command: Command | None) -> Actions:
        """Carry out the few commands that work before the client is in a session."""
        return self._open(command) if command in {Command.HELP, Command.QUIT} else NOTHING

    def _replay(self, replay_state: ReplayState, command: Command | None) -> Actions:
        actions = asked(self.ui, replay_state, command) if command else NOTHING
        return self._watch(command) if actions is None else actions

    def _look_back(self) -> ReplayRun:
        """Watch the run from its beginning, under its own name once it is over."""
        mirror = self.ui.mirror
        run = mirror.ended.run if mirror.ended is not None else ""
        return ReplayRun(run or mirror.session, mirror.following)

    def _after_death(self, command: Command) -> Actions:
        """Begin anew, learn to play after a first death, or show the card of the hero's end."""
        life = self.ui.life
        if command is Command.CARD:
            return (ShowNote(NO_CARD) if life is None else Push(CardScreen(self.ui, life)),)
        if command is Command.TUTORIAL:
            return (PlayTutorial(),) if self.ui.offers_tutorial else NOTHING
        return self._begin_anew()

    def _begin_anew(self) -> Actions:
        """Play again once the run is over; else ask which calling the next hero has."""
        if self.ui.may_play_again:
            return (PlayAgain(),)
        if not self.ui.dead:
            return (ShowNote("Only a dead hero can begin anew."),)
        if not self.ui.mirror.terms.new_heroes:
            return (ShowNote("In this session the dead stay dead."),)
        if self.ui.returning:
            return (ShowNote("Your new hero begins on the next new floor."),)
        return (Push(CallingScreen(self.ui, begin_anew)),)

    @property
    def _wants_pause(self) -> bool:
        """Whether the player neither has a pause nor asks for one."""
        pace = self.ui.mirror.pace
        return pace.paused_for <= 0 and self.ui.mirror.seat not in pace.pause_asked

    def _scroll(self, direction: Cell) -> Actions:
        """Scroll the map, but keep its centre on the floor."""
        floor = self.ui.mirror.floor
        if floor is None:
            return NOTHING
        x, y = focus_of(self.ui.mirror)
        dx = self._scrolled[0] + direction[0] * STEP
        dy = self._scrolled[1] + direction[1] * STEP
        self._scrolled = (
            min(floor.width - 1 - x, max(-x, dx)),
            min(floor.height - 1 - y, max(-y, dy)),
        )
        return NOTHING

    def _open(self, command: Command) -> Actions:
        if command is Command.BESTIARY:
            return (Study(), Push(BestiaryScreen(self.ui)))
        if command in {Command.HINTS, Command.SIGNS}:
            return (_turn_hints if command is Command.HINTS else _choose_signs)(self.ui)
        if command is Command.PAUSE_PARTY:
            return (AskForPause(self._wants_pause),)
        if command in {Command.ANEW, Command.TUTORIAL, Command.CARD}:
            return self._after_death(command)
        if command is Command.PEOPLE:
            return open_people(self.ui)
        page = PAGES.get(command)
        return (Push(page(self.ui)),) if page else NOTHING


def _turn_hints(ui: Ui) -> Actions:
    """End the hints for newcomers, or begin them again."""
    words = "No more hints." if ui.hinting else "Hints for newcomers begin again."
    return (TurnHints(not ui.hinting), ShowNote(words))


def _choose_signs(ui: Ui) -> Actions:
    """Choose the next of what tells of moments."""
    signs, words = SIGNS[ui.signs]
    return (ChooseSigns(signs), ShowNote(words))
