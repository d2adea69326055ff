"""Write the page's copy of the terminal's words: run this when they have changed.

    .venv/bin/python tests/client/web/renew_catalogue.py

`catalogue.js` holds the constants that modules of the terminal name in `SOURCES`: texts, tables of
texts, and the figures by which they are chosen. Sentences are made by functions, which the page has
too; tests/client/web/words compares them.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum, EnumType
from pathlib import Path
from types import ModuleType
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

import undertide_client.web
from support.client.page_scripts import constant
from undertide_client.model import finds, moments, replay_state
from undertide_client.screens.hero import give_screen, sheet_screen, trade_screen
from undertide_client.screens.lobby import (
    account_screen,
    login_screens,
    name_screen,
    new_session_screen,
    runs_screen,
)
from undertide_client.screens.map import (
    blast_area,
    goal_card,
    map_view,
    mark_screen,
    newcomer_hints,
    routes,
    search_screen,
    status_bar,
)
from undertide_client.screens.menus import chat_screen, help_pages
from undertide_client.screens.people import invite_screen, moderation_forms, person_screen
from undertide_client.screens.replay import marks, replay_bar, replay_keys
from undertide_client.screens.run import end_screen
from undertide_client.screens.spoken import changes, surroundings
from undertide_client.screens.widgets import drawing
from undertide_client.screens.words import (
    ability_words,
    bearings,
    effect_words,
    figure_words,
    item_words,
    mark_words,
    session_words,
    time_words,
    words,
)
from undertide_shared import codes, data_folder, options, ranks, text
from undertide_shared.messages import words as message_words
from undertide_shared.messages.wire import tag_name

CATALOGUE: Final = Path(undertide_client.web.__file__).parent / "generated" / "catalogue.js"
HEAD: Final = """\
/**
 * The words of the terminal's client. tests/client/web/renew_catalogue.py writes this file from the
 * modules that stand above their constants, which say what each means: change it there.
 */
"""
SOURCES: Final[tuple[tuple[ModuleType, str], ...]] = (
    (words, "MODES ACTIVITIES AGES MAX_WAVES HEALTH STATES HELP_QUESTION"),
    (time_words, "TURN_BY_TURN"),
    (session_words, "ACCESS ACCESS_MEANS ROLES SEATS=SEAT_STATES OPEN_SEATS HEARING NEXT_HEARING"),
    (item_words, "SLOTS FIGURES MINUS BETTER WORSE EQUAL"),
    (mark_words, "GLYPHS=MARK_GLYPHS INKS=MARK_INKS HELP_BELOW"),
    (message_words, "TRICKS"),
    (bearings, "ARROWS DIRECTION_WORDS STEEP"),
    (effect_words, "DEVIATIONS NORMAL"),
    (figure_words, "PACES=PACE_MEANS MEANINGS=FIGURE_MEANS"),
    (ability_words, "ABILITY_COMMANDS"),
    (time_words, "MONTHS"),
    (text, "LETTERS"),
    (ranks, "Rank=RANK_ORDER NEEDED=LEAST_RANKS RANKS=ROLE_RANKS"),
    (codes, "UNLISTED_ID_LENGTH"),
    (data_folder, "KEY_BYTES KEY_FILE"),
    (options, "TUTORIAL"),
    (finds, "LASTING"),
    (drawing, "TIMES"),
    (moments, "CROWN"),
    (map_view, "ORDER LYING"),
    (routes, "NO_FOES UNHURT IDLE NEAR ROLE_ORDER"),
    (blast_area, "MAX_RADIUS UNHARMED"),
    (status_bar, "SHORT"),
    (goal_card, "KEYS=GOAL_KEYS"),
    (newcomer_hints, "KEYS=HINT_KEYS NEWCOMER_HINTS"),
    (surroundings, "MAX_TOLD ENEMY CREATURE HERO ITEM STAIRS DOOR FORGE HARM MARK"),
    (surroundings, "NO_FLOOR ALONE NO_WAY ALL_WAYS OUT_OF_SIGHT REMEMBERED MEANT UNEXPLORED"),
    (changes, "SORTS NO_HERO GAIN MEMORY"),
    (search_screen, "SORT_WORDS FILLERS"),
    (mark_screen, "KINDS=MARK_KINDS"),
    (help_pages, "TIDE=ABOUT_TIDE TIME=ABOUT_TIME"),
    (chat_screen, "PROMPTS"),
    (give_screen, "NOBODY_NEAR"),
    (sheet_screen, "TYPES=DAMAGE_TYPES ALL PLAIN_SPEED"),
    (trade_screen, "OVER=TRADE_OVER OFFERED NOTHING_OFFERED"),
    (name_screen, "CALLING_MEANING"),
    (end_screen, "TUTORIAL_OFFER"),
    (runs_screen, "STATES=RUN_STATES"),
    (new_session_screen, "PACES=PACE_OPTIONS SMALL_PARTY TEMPOS DELAYS HOUSE"),
    (login_screens, "NEW_PASSWORD AGAIN ERASURE"),
    (account_screen, "LOG_IN SIGN_UP PASSWORD LOG_OUT EXPORT ERASE EVERYONE LOG=AUDIT_LOG"),
    (person_screen, "APPOINTMENTS"),
    (moderation_forms, "LENGTHS REPORT_HELP"),
    (invite_screen, "USE=INVITE_USE RENEWED=INVITE_RENEWED BY_SSH=INVITE_BY_SSH"),
    (marks, "MARKS RANKS FALLS"),
    (replay_keys, "SPEEDS JUST_PASSED"),
    (replay_bar, "LIVE_MILLISECONDS"),
    (replay_state, "NORMAL_SPEED"),
)
"""The constants of each module; after an equals sign, the page's name of one that says too little
outside of its module."""


def main() -> None:
    """Write the file, and tell whether it has changed."""
    before = CATALOGUE.read_text(encoding="utf-8") if CATALOGUE.exists() else ""
    CATALOGUE.write_text(script(), encoding="utf-8")
    print("changed" if before != script() else "unchanged")


def script() -> str:
    """Return the text of `catalogue.js`. Raises ValueError if two constants have one name."""
    return HEAD + "".join(_blocks())


def _blocks() -> Iterator[str]:
    named: set[str] = set()
    above = None
    for module, names in SOURCES:
        if module is not above:
            yield f"\n/* {module.__name__.partition('.')[2].replace('.', '/')}.py */\n"
        above = module
        for each in names.split():
            name, _, page_name = each.partition("=")
            page_name = page_name or name
            if page_name in named:
                raise ValueError(f"two constants are called {page_name}")
            named.add(page_name)
            yield constant(page_name, plain(getattr(module, name)))


def plain(value: Any) -> Any:
    """Return a value as the page has it.

    Enums go by their names, kinds of messages by their tags, records as tables of their texts.
    """
    match value:
        case str() | int() | None if not isinstance(value, Enum):
            return value
        case Mapping():
            return {_key(key): plain(each) for key, each in value.items()}
        case Set():
            return sorted(map(plain, value))
        case Sequence() | EnumType():
            return [plain(each) for each in value if not callable(each)]
        case Enum() | type():
            return value.name if isinstance(value, Enum) else tag_name(value)
        case _:
            return _record(value)


def _record(value: Any) -> dict[str, Any]:
    names = (
        [each.name for each in fields(value)] if is_dataclass(value) else value.__struct_fields__
    )
    stated = {name: getattr(value, name) for name in names}
    return {name: plain(each) for name, each in stated.items() if not callable(each)}


def _key(key: Any) -> str:
    return ",".join(map(str, key)) if isinstance(key, tuple) else str(plain(key))


if __name__ == "__main__":
    main()
