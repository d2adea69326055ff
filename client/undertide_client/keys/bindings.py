"""The only table of keys: screens look commands up in it, and the help screen lists it.

The vi keys hjklyubn move wherever something moves, so no other command has them there.
"""

from dataclasses import dataclass
from typing import Final

from undertide_client.keys.commands import TENTHS, Command, Context


@dataclass(frozen=True, slots=True)
class Binding:
    """The keys of one command in one context, and its help text."""

    context: Context
    command: Command
    keys: tuple[str, ...]
    help: str


def _moves(context: Context, verb: str, *, digits: bool = True) -> tuple[Binding, ...]:
    """Return the bindings of all eight directions: arrows, vi keys and, with `digits`, the numpad.

    A numpad sends digits, its own keys, or the home, end and page keys. That depends on the
    terminal and on NumLock.
    """
    kinds = 4 if digits else 2
    keys = {
        Command.NORTH: ("up", "k", "8", "kp8"),
        Command.SOUTH: ("down", "j", "2", "kp2"),
        Command.WEST: ("left", "h", "4", "kp4"),
        Command.EAST: ("right", "l", "6", "kp6"),
        Command.NORTHWEST: ("home", "y", "7", "kp7"),
        Command.NORTHEAST: ("pageup", "u", "9", "kp9"),
        Command.SOUTHWEST: ("end", "b", "1", "kp1"),
        Command.SOUTHEAST: ("pagedown", "n", "3", "kp3"),
    }
    return tuple(Binding(context, command, names[:kinds], verb) for command, names in keys.items())


def _bind(context: Context, *rows: tuple[Command, str, str]) -> tuple[Binding, ...]:
    """Return bindings of `context`. Each row is a command, its keys and its help."""
    return tuple(
        Binding(context, command, tuple(keys.split()), text) for command, keys, text in rows
    )


_SHOWN_EVERYWHERE: Final = (
    (Command.HISTORY, "m", "read the log"),
    (Command.RUN_MAP, "M", "the map of the run"),
    (Command.PARTY, "p", "the party and who watches"),
    (Command.LOOK, "; v x", "look around"),
    (Command.SURROUNDINGS, "S", "your surroundings in words"),
    (Command.HELP, "? f1", "this help"),
)
"""The commands on every map."""
_EVERYWHERE: Final = (
    (Command.CHAT, "t enter kp_enter", "talk to everyone"),
    (Command.PEOPLE, "P", "who is here, and moderation"),
    *_SHOWN_EVERYWHERE,
    (Command.BESTIARY, "K", "the kinds of monsters you met"),
    (Command.SIGNS, "f4", "signs at stairs, levels and bosses"),
    (Command.QUIT, "Q ctrl+c", "leave the game"),
)
"""The commands on the map for both players and spectators."""

BINDINGS: Final[tuple[Binding, ...]] = (
    *_moves(Context.PLAY, "move or attack"),
    *_bind(
        Context.PLAY,
        (Command.WAIT, ". s 5 kp5", "wait a moment"),
        (Command.TAKE, "g ,", "take what lies here"),
        (Command.PACK, "i", "open the pack"),
        (Command.GEAR, "e", "what you wear"),
        (Command.WEAR_BETTER, "E", "wear the piece that helps you most"),
        (Command.SPELLS, "a", "cast a spell"),
        (Command.SHOOT, "f", "shoot with what you hold"),
        (Command.FIRST_ABILITY, "d", "the first ability of your calling"),
        (Command.SECOND_ABILITY, "D", "the second ability of your calling"),
        (Command.CRAFT, "C", "craft at a forge"),
        (Command.FIGHT, "tab", "fight the nearest enemy"),
        (Command.HEAL, "q", "drink the best healing"),
        (Command.TRADE, "G", "trade with a companion within reach"),
        (Command.EXPLORE, "o", "explore until something shows up"),
        (Command.REST, "z Z r", "rest until healed"),
        (Command.TRAVEL, "_ w", "travel to a place"),
        (Command.FOLLOW, "F", "follow a companion, and fight beside it"),
        (Command.REGROUP, "R", "go to the party"),
        (Command.SEARCH, "/ ctrl+f", "search what you have seen"),
        (Command.MARK, "!", "mark a cell for everyone on the floor"),
        (Command.DESCEND, ">", "go to the stairs down, or take them"),
        (Command.ASCEND, "<", "go to the stairs up, or take them"),
        (Command.STOP, "escape", "stop what is under way"),
        (Command.PAUSE_PARTY, "W", "pause for everyone, if all agree"),
        (Command.SHEET, "c", "your hero"),
        (Command.HINTS, "f3", "hints for newcomers, off or on"),
        *_EVERYWHERE,
    ),
    *_moves(Context.WATCH, "scroll the map"),
    *_bind(
        Context.WATCH,
        (Command.NEXT_EYES, "f tab", "see through the next hero's eyes"),
        (Command.PREVIOUS_EYES, "F shift+tab", "see through the previous hero's eyes"),
        (Command.PARTY_EYES, "a", "see what the whole party sees"),
        (Command.RECENTRE, "c 5 kp5 escape", "back to the hero"),
        (Command.REPLAY, "B", "watch the run from the beginning"),
        (Command.ANEW, "N", "begin anew after a death or the end"),
        (Command.TUTORIAL, "T", "play the tutorial after a first death"),
        (Command.CARD, "C", "the card of your hero's end"),
        (Command.LOBBY, "L", "to the lobby"),
        *_EVERYWHERE,
    ),
    *_bind(
        Context.REPLAY,
        (Command.PLAY_OR_PAUSE, "space", "play, or stand still"),
        (Command.STEP_ON, ".", "a step on"),
        (Command.STEP_BACK, ",", "a step back"),
        (Command.FASTER, "+ = kp_plus", "faster"),
        (Command.SLOWER, "- kp_minus", "slower"),
        (Command.NEXT_LANDMARK, "] >", "to the next landmark"),
        (Command.PREVIOUS_LANDMARK, "[ <", "to the landmark before"),
        (Command.NEXT_FALL, "} N", "to the next death of a hero or boss"),
        (Command.PREVIOUS_FALL, "{ P", "to the death before"),
    ),
    *(
        Binding(Context.REPLAY, command, (f"{tenth}", f"kp{tenth}"), "to a tenth of the run")
        for tenth, command in enumerate(TENTHS)
    ),
    *_bind(
        Context.REPLAY,
        (Command.GO_TO, "g", "to a tick or a time"),
        (Command.LANDMARKS, "e", "all landmarks"),
        (Command.LIVE, "L", "watch live, where the run goes on"),
        (Command.NEXT_EYES, "f tab", "see through the next hero's eyes"),
        (Command.PREVIOUS_EYES, "F shift+tab", "see through the previous hero's eyes"),
        (Command.PARTY_EYES, "a", "see what the whole party sees"),
        (Command.RECENTRE, "c escape", "back to the hero"),
    ),
    *_moves(Context.REPLAY, "scroll the map", digits=False),
    *_bind(
        Context.REPLAY,
        *_SHOWN_EVERYWHERE,
        (Command.QUIT, "Q ctrl+c", "leave the replay"),
    ),
    *_moves(Context.CURSOR, "move the cursor"),
    *_bind(
        Context.CURSOR,
        (Command.CHOOSE, "enter kp_enter . space t f 5 kp5", "choose this cell"),
        (Command.NEXT, "tab + kp_plus", "next thing in sight"),
        (Command.PREVIOUS, "shift+tab - kp_minus", "previous thing in sight"),
        (Command.DESCEND, ">", "to the next known stairs down"),
        (Command.ASCEND, "<", "to the next known stairs up"),
        (Command.RECENTRE, "c @", "to your own hero"),
        (Command.BACK, "escape q ctrl+c", "cancel"),
    ),
    *_moves(Context.MARK, "move the cursor"),
    *_bind(
        Context.MARK,
        (Command.MARK_DANGER, "! d", "danger"),
        (Command.MARK_LOOT, "$ o", "loot"),
        (Command.MARK_HERE, ". @ 5 kp5", "here: come to this place"),
        (Command.MARK_HELP, "? f1", "help"),
        (Command.CHOOSE, "enter kp_enter space", "the mark that suits the cell"),
        (Command.UNMARK, "x backspace delete", "remove the mark"),
        (Command.NEXT, "tab + kp_plus", "next thing in sight"),
        (Command.PREVIOUS, "shift+tab - kp_minus", "previous thing in sight"),
        (Command.DESCEND, ">", "to the next known stairs down"),
        (Command.ASCEND, "<", "to the next known stairs up"),
        (Command.RECENTRE, "c", "to your own hero"),
        (Command.BACK, "escape q ctrl+c", "cancel"),
    ),
    *_bind(
        Context.RUN_MAP,
        (Command.NORTH, "up k 8 kp8", "to the floor above"),
        (Command.SOUTH, "down j 2 kp2", "to a floor below"),
        (Command.WEST, "left h 4 kp4", "to the floor at its left"),
        (Command.EAST, "right l 6 kp6", "to the floor at its right"),
        (Command.NEXT, "tab + kp_plus", "to the next floor with heroes"),
        (Command.RECENTRE, "c home 5 kp5", "to the floor that is shown"),
        (Command.CHOOSE, "enter kp_enter . space", "set out for this floor"),
        (Command.BACK, "escape q M ctrl+c", "back"),
    ),
    *_bind(
        Context.LIST,
        (Command.PREVIOUS, "up kp8", "up"),
        (Command.NEXT, "down kp2", "down"),
        (Command.PAGE_UP, "pageup kp9", "a page up"),
        (Command.PAGE_DOWN, "pagedown kp3 space", "a page down"),
        (Command.FIRST, "home kp7", "to the beginning"),
        (Command.LAST, "end kp1", "to the end"),
        (Command.CHOOSE, "enter kp_enter", "choose"),
        (Command.BACK, "escape ctrl+c", "back"),
    ),
    *_bind(
        Context.HELP,
        (Command.LESS, "left shift+tab h kp4", "the page before"),
        (Command.MORE, "right tab l kp6", "the next page"),
        (Command.PREVIOUS, "up k kp8", "up"),
        (Command.NEXT, "down j kp2", "down"),
        (Command.PAGE_UP, "pageup kp9", "a page up"),
        (Command.PAGE_DOWN, "pagedown kp3 space", "a page down"),
        (Command.FIRST, "home kp7", "to the beginning"),
        (Command.LAST, "end kp1", "to the end"),
        (Command.BACK, "escape ? f1 q enter kp_enter ctrl+c", "back"),
    ),
    *_bind(
        Context.LOBBY,
        (Command.PREVIOUS, "up k kp8", "up"),
        (Command.NEXT, "down j kp2", "down"),
        (Command.CHOOSE, "enter kp_enter", "join this session"),
        (Command.WATCH, "w", "watch this session"),
        (Command.JOIN_BY_CODE, "i", "join by an id or an invite code"),
        (Command.WATCH_BY_CODE, "I", "watch by an id or an invite code"),
        (Command.NEW_SESSION, "n", "make a new session"),
        (Command.RUNS, "o", "old runs, to watch them again"),
        (Command.RENAME, "e", "change your name"),
        (Command.CALLING, "c", "choose what you are"),
        (Command.ACCOUNT, "a", "log in or out, or make an account"),
        (Command.PEOPLE, "p", "who is in this session"),
        (Command.REFRESH, "r f5", "ask again"),
        (Command.HELP, "? f1", "this help"),
        (Command.QUIT, "Q q ctrl+c escape", "leave the game"),
    ),
    *_bind(
        Context.RUNS,
        (Command.PREVIOUS, "up k kp8", "up"),
        (Command.NEXT, "down j kp2", "down"),
        (Command.PAGE_UP, "pageup kp9", "a page up"),
        (Command.PAGE_DOWN, "pagedown kp3", "a page down"),
        (Command.FIRST, "home kp7", "to the beginning"),
        (Command.LAST, "end kp1", "to the end"),
        (Command.CHOOSE, "enter kp_enter", "watch this run again"),
        (Command.REFRESH, "r f5", "ask again"),
        (Command.BACK, "escape q ctrl+c", "back to the lobby"),
    ),
    *_bind(
        Context.PEOPLE,
        (Command.PREVIOUS, "up k kp8", "up"),
        (Command.NEXT, "down j kp2", "down"),
        (Command.PAGE_UP, "pageup kp9", "a page up"),
        (Command.PAGE_DOWN, "pagedown kp3", "a page down"),
        (Command.FIRST, "home kp7", "to the beginning"),
        (Command.LAST, "end kp1", "to the end"),
        (Command.CHOOSE, "enter kp_enter", "what you may do about a person"),
        (Command.TERMS, "s", "the settings of the session"),
        (Command.INVITE, "i", "invite people"),
        (Command.BANS, "b", "the bans"),
        (Command.DEEDS, "d", "the audit log"),
        (Command.HEAR, "t", "whose chat you hear"),
        (Command.REPORT, "!", "report a person to the operators"),
        (Command.REFRESH, "r f5", "ask again"),
        (Command.BACK, "escape q P ctrl+c", "back"),
    ),
    *_bind(
        Context.INVITE,
        (Command.COPY, "c y", "copy the link"),
        (Command.BACK, "enter kp_enter escape q ctrl+c", "go on"),
    ),
    *_bind(
        Context.CARD,
        (Command.COPY, "c y", "copy the card"),
        (Command.BACK, "enter kp_enter escape q ctrl+c", "back"),
    ),
    *_bind(
        Context.FORM,
        (Command.PREVIOUS, "up shift+tab", "to the line above"),
        (Command.NEXT, "down tab", "to the line below"),
        (Command.FIRST, "pageup", "to the first line"),
        (Command.LAST, "pagedown", "to the last line"),
        (Command.LESS, "left", "the choice before"),
        (Command.MORE, "right", "the next choice"),
        (Command.CHOOSE, "enter kp_enter", "the next choice or line, or done"),
        (Command.BACK, "escape ctrl+c", "cancel"),
    ),
    *_bind(
        Context.ITEM,
        (Command.USE, "u enter kp_enter", "use it"),
        (Command.WEAR, "w", "wear it"),
        (Command.DOFF, "t", "take it off"),
        (Command.DROP, "d", "drop it"),
        (Command.GIVE, "g", "give it to a companion within reach"),
        (Command.TRADE, "G", "offer it in a trade"),
        (Command.BREAK, "b", "break it down into essences or gold"),
        (Command.SELL, "s", "sell it to the trader next to you"),
        (Command.BACK, "escape ctrl+c", "back to the pack"),
    ),
    *_bind(
        Context.FORGE,
        (Command.PREVIOUS, "up k kp8", "up"),
        (Command.NEXT, "down j kp2", "down"),
        (Command.MORE, "right l + = kp_plus kp6", "a level more"),
        (Command.LESS, "left h - kp_minus kp4", "a level less"),
        (Command.CHOOSE, "enter kp_enter", "forge it"),
        (Command.BACK, "escape ctrl+c", "back"),
    ),
    *_bind(
        Context.TRADE,
        (Command.PREVIOUS, "up k kp8", "up"),
        (Command.NEXT, "down j kp2", "down"),
        (Command.PAGE_UP, "pageup kp9", "a page up"),
        (Command.PAGE_DOWN, "pagedown kp3", "a page down"),
        (Command.FIRST, "home kp7", "to the beginning"),
        (Command.LAST, "end kp1", "to the end"),
        (Command.MORE, "right l + = kp_plus kp6", "offer one more; digits type a number"),
        (Command.LESS, "left h - kp_minus kp4", "offer one less"),
        (Command.CHOOSE, "enter kp_enter", "offer this"),
        (Command.ACCEPT, "a", "accept what both offer"),
        (Command.END_TRADE, "x", "end the trade"),
        (Command.BACK, "escape ctrl+c", "back; the trade goes on"),
    ),
    *_bind(
        Context.TEXT,
        (Command.CHOOSE, "enter kp_enter", "send it"),
        (Command.BACK, "escape ctrl+c", "cancel"),
    ),
    *_bind(
        Context.CONFIRM,
        (Command.YES, "y Y Q enter kp_enter ctrl+c", "yes"),
        (Command.NO, "n N escape", "no"),
    ),
    *_bind(
        Context.WARNING,
        (Command.YES, "y Y", "do it"),
        (Command.NO, "n N escape enter kp_enter ctrl+c", "cancel"),
    ),
    *_bind(
        Context.OUTAGE,
        (Command.TRY_NOW, "enter kp_enter space r", "try now"),
        (Command.QUIT, "Q q ctrl+c escape", "leave the game"),
    ),
)
