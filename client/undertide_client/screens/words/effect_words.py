"""What items, spells, statuses, traps and ground do, in words and figures. Pure."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from undertide_client.model.mirror import Mirror
from undertide_client.screens.words.grammar import counted
from undertide_client.screens.words.time_words import TURN_BY_TURN
from undertide_shared.messages import EffectFigures, HeroStatus
from undertide_shared.time import TICKS_PER_TURN

_FIGURE: Final = re.compile(r"\{(percent|ticks|radius|range|count)\}")
"""A figure in the words of a server."""
NORMAL: Final = 100
"""The usual speed, and a sure chance, in percent."""
DEVIATIONS: Final = {"taken": "takes {} damage", "dealt": "does {} damage"}
"""What a status changes for its bearer, by the field that has the percent of the usual; the
difference goes into the braces."""


def effects_words(mirror: Mirror, effects: Sequence[EffectFigures]) -> str:
    """Return what effects do to or for the followed hero, in sentences; empty without any."""
    sentences = [_WORDS.get(each.does, _told_by_server)(mirror, each) for each in effects]
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in sentences if text)


def status_words(mirror: Mirror, figures: EffectFigures) -> str:
    """Return what a status of the followed hero does, without its name and time."""
    return ", ".join(_at_work(mirror, figures, amount_of(mirror, figures)))


def statuses_words(mirror: Mirror, statuses: Sequence[str]) -> str:
    """Return what statuses do to somebody else who has them, in sentences; empty if nothing."""
    known = [mirror.statuses[name] for name in statuses if name in mirror.statuses]
    told = [(each.name, ", ".join(_at_work(mirror, each, None))) for each in known]
    return " ".join(f"{name[0].upper()}{name[1:]}: {words}." for name, words in told if words)


def duration_words(ticks: int, mirror: Mirror) -> str:
    """Return a time: "0.5 s", "12 s", or "2.5 turns" where one plays in turns."""
    in_turns = mirror.pace.mode in TURN_BY_TURN
    tenths = round(10 * ticks / (TICKS_PER_TURN if in_turns else max(1, mirror.ticks_per_second)))
    whole, rest = divmod(tenths, 10)
    count = f"{whole}.{rest}" if rest and whole < 10 else f"{round(tenths / 10)}"
    return counted(count, "turn") if in_turns else f"{count} s"


def amount_of(mirror: Mirror, figures: EffectFigures) -> int | None:
    """Return the amount that a share comes to, for the followed hero; None if nobody knows."""
    base = _base(mirror, mirror.hero, figures.of)
    return None if base is None else max(1, figures.least, base * figures.percent // 100)


def _base(mirror: Mirror, hero: HeroStatus | None, of: str) -> int | None:
    """Return the figure that a share is of."""
    if of == "average":
        floor = mirror.floor
        return floor.average // 100 if floor is not None and floor.average else None
    if hero is None:
        return None
    return {"life": hero.max_life, "attack": hero.attack, "magic": hero.magic}.get(of)


def _share(mirror: Mirror, figures: EffectFigures) -> str:
    """Return a share of life, its least amount, and what both come to for the hero."""
    least = f", at least {figures.least}" if figures.least else ""
    amount = amount_of(mirror, figures)
    own = "" if amount is None else f": {amount} for you"
    return f"{figures.percent} % of full life{least}{own}"


def _heals(mirror: Mirror, figures: EffectFigures) -> str:
    return f"heals {_share(mirror, figures)}"


def _heartens(mirror: Mirror, figures: EffectFigures) -> str:
    return f"adds {_share(mirror, figures)}, for good"


def _feeds(_mirror: Mirror, figures: EffectFigures) -> str:
    return f"feeds {figures.percent} % of a full stomach"


def _cures(_mirror: Mirror, _figures: EffectFigures) -> str:
    return "ends all bad statuses"


def _teaches(_mirror: Mirror, figures: EffectFigures) -> str:
    return f"teaches {figures.name}"


def _strikes(mirror: Mirror, figures: EffectFigures) -> str:
    reach = f", up to {figures.range} cells away" if figures.range else ""
    width = f" to all within {counted(figures.radius, 'cell')}" if figures.radius else ""
    leaps = f" to up to {figures.count} enemies" if figures.count > 1 else ""
    return f"{_damage(mirror, figures)}{width}{leaps}{reach}"


def _damage(mirror: Mirror, figures: EffectFigures) -> str:
    amount = amount_of(mirror, figures)
    if amount is None:
        return f"{figures.percent} % of {figures.of} as {figures.damage} damage"
    return f"about {amount} {figures.damage} damage"


def _blinks(_mirror: Mirror, figures: EffectFigures) -> str:
    return f"takes you up to {counted(figures.range, 'cell')} away"


def _lights(_mirror: Mirror, figures: EffectFigures) -> str:
    return f"shows the ground within {counted(figures.radius, 'cell')}"


def _summons(mirror: Mirror, figures: EffectFigures) -> str:
    number = f"{figures.count} times " if figures.count > 1 else ""
    return f"calls {number}a {figures.name} for {duration_words(figures.ticks, mirror)}"


def _lasts(mirror: Mirror, figures: EffectFigures) -> str:
    """Return a status with its time and its chance, and what it does to whom it affects."""
    time = f" for {duration_words(figures.ticks, mirror)}" if figures.ticks else ""
    chance = f" ({figures.chance} %)" if figures.chance < NORMAL else ""
    parts = ", ".join(_at_work(mirror, figures, None))
    return f"{figures.name}{time}{chance}{f': {parts}' if parts else ''}"


def _at_work(mirror: Mirror, figures: EffectFigures, amount: int | None) -> list[str]:
    """Return what a status does, each in a few words; `amount` is what a share of life comes to."""
    parts = []
    if figures.percent:
        much = f"{figures.percent} % of full life" if amount is None else f"{amount} life"
        damage = f" as {figures.damage} damage" if figures.damage else " comes back"
        parts.append(f"{much}{damage} every {duration_words(figures.every, mirror)}")
    if figures.speed == 0:
        parts.append("can't act")
    elif figures.speed != NORMAL:
        parts.append(f"speed {figures.speed} %")
    if figures.absorb:
        parts.append(f"up to {figures.absorb} % of full life off each hit")
    for field, words in DEVIATIONS.items():
        percent = getattr(figures, field)
        if percent != NORMAL:
            parts.append(words.format(_changed(percent)))
    return parts


def _told_by_server(mirror: Mirror, figures: EffectFigures) -> str:
    """Return the server's words about an effect of an extension; empty if it has none."""

    def figure(match: re.Match[str]) -> str:
        if match[1] == "ticks":
            return duration_words(figures.ticks, mirror)
        return f"{getattr(figures, match[1])}"

    return _FIGURE.sub(figure, mirror.words.get(figures.does, ""))


def _changed(percent: int) -> str:
    """Return how far a share of the usual is from it: "25 % more"."""
    return f"{abs(percent - NORMAL)} % {'more' if percent > NORMAL else 'less'}"


def _trap(mirror: Mirror, figures: EffectFigures) -> str:
    width = f" within {counted(figures.radius, 'cell')}" if figures.radius else ""
    return f"a trap: {_damage(mirror, figures)}{width}"


def _ground(mirror: Mirror, figures: EffectFigures) -> str:
    return ", ".join(_at_work(mirror, figures, amount_of(mirror, figures)))


_WORDS: Final[dict[str, Callable[[Mirror, EffectFigures], str]]] = {
    "heal": _heals,
    "hearten": _heartens,
    "feed": _feeds,
    "cure": _cures,
    "teach": _teaches,
    **dict.fromkeys(("bolt", "chain", "ball", "nova"), _strikes),
    "blink": _blinks,
    "light": _lights,
    "summon": _summons,
    **dict.fromkeys(("harm", "hinder", "boost", "shelter", "ally"), _lasts),
    "trap": _trap,
    "ground": _ground,
}
"""The words for each effect. Those of others come from the server."""
