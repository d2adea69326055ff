"""The hints for newcomers: one for each kind of event, with the keys that answer it. Pure."""

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from undertide_client.keys import Command, Context, shown
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.routes import has_enemies_in_sight, known_stairs
from undertide_client.screens.widgets.ui import Ui

KEYS: Final[Mapping[str, Command]] = MappingProxyType(
    {
        "fight": Command.FIGHT,
        "look": Command.LOOK,
        "heal": Command.HEAL,
        "rest": Command.REST,
        "take": Command.TAKE,
        "explore": Command.EXPLORE,
        "pack": Command.PACK,
        "down": Command.DESCEND,
        "up": Command.ASCEND,
        "follow": Command.FOLLOW,
        "talk": Command.CHAT,
        "hints": Command.HINTS,
    }
)
"""The commands whose keys the hints name."""


@dataclass(frozen=True, slots=True)
class NewcomerHint:
    """A hint: its key in the profile, the picture that it is about, and its words."""

    key: str
    suits: Callable[[Mirror], bool]
    words: str
    """Names in braces stand for the player's keys."""


def _is_hurt(mirror: Mirror) -> bool:
    hero = mirror.hero
    return hero is not None and not hero.dies_in and hero.life * 2 < hero.max_life


def _has_fallen_companion(mirror: Mirror) -> bool:
    return any(one.dies_in and one.seat != mirror.seat for one in mirror.party)


def _has_company(mirror: Mirror) -> bool:
    here = mirror.floor.branch if mirror.floor else 0
    others = (one for one in mirror.party if one.seat != mirror.seat)
    return any(one.state == "alive" and one.branch == here for one in others)


def _sees_item(mirror: Mirror) -> bool:
    kinds = (mirror.kinds.get(one.kind) for one in mirror.sightings.values())
    return any(kind and kind.role == "item" and kind.ware is None for kind in kinds)


NEWCOMER_HINTS: Final = (
    NewcomerHint(
        "fallen",
        _has_fallen_companion,
        "A companion has fallen and dies soon. Walk into it and stay there to revive it.",
    ),
    NewcomerHint(
        "hurt",
        _is_hurt,
        "You are badly hurt. {heal} drinks a healing potion. Once nothing hunts you, {rest} rests "
        "until you are healed.",
    ),
    NewcomerHint(
        "monster",
        has_enemies_in_sight,
        "A monster! Walk into it to strike it; {fight} fights the nearest. {look} looks at it and "
        "tells how dangerous it is.",
    ),
    NewcomerHint(
        "time",
        lambda mirror: mirror.pace.mode == "real",
        "Time now runs whether you act or not: in company it does, unless the session has party "
        "turns. The panel shows how time passes.",
    ),
    NewcomerHint(
        "company",
        _has_company,
        "You have company here. Walk into companions to change places; {follow} follows one, "
        "{talk} talks.",
    ),
    NewcomerHint(
        "tide",
        lambda mirror: mirror.tide.percent >= 0,
        "The tide has reached this floor: monsters keep coming, and they get stronger. Find the "
        "stairs and move on.",
    ),
    NewcomerHint(
        "hunger",
        lambda mirror: mirror.hero is not None and mirror.hero.hunger != "sated",
        "You are hungry, and wounds close slower. Eat something from the pack: {pack}.",
    ),
    NewcomerHint(
        "find",
        _sees_item,
        "Something lies there. Walk onto it and press {take}; {explore} goes there and takes it by "
        "itself.",
    ),
    NewcomerHint(
        "gear",
        lambda mirror: any(item.slots and not item.slot for item in mirror.pack),
        "You carry gear that you don't wear. {pack} opens the pack: it compares each piece with "
        "what you wear, and you wear what you choose there.",
    ),
    NewcomerHint(
        "stairs",
        lambda mirror: bool(known_stairs(mirror, "down")),
        "You know stairs down. {down} walks there; on them, {down} takes them and {up} leads back. "
        "Deeper floors are harder.",
    ),
)
"""All hints, the most urgent first."""


def next_hint(mirror: Mirror, given: Container[str]) -> NewcomerHint | None:
    """Return the most urgent hint about the present picture that was not yet `given`."""
    fresh = (hint for hint in NEWCOMER_HINTS if hint.key not in given)
    return next((hint for hint in fresh if hint.suits(mirror)), None)


def hint_words(ui: Ui, hint: NewcomerHint, *, is_first: bool) -> str:
    """Return a hint with the player's keys. The first one says how to end hints."""
    keys = {name: shown(ui.keymap.key(Context.PLAY, command)) for name, command in KEYS.items()}
    words = f"{hint.words} ({{hints}} ends these hints.)" if is_first else hint.words
    return words.format_map(keys)
