"""The log of a view: lines about events that its heroes could notice."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from undertide_server.simulation.queries.grammar import killer_words, with_kind
from undertide_server.simulation.state.events import (
    THING,
    Downed,
    Event,
    Fell,
    FloorTold,
    Found,
    Hit,
    Manner,
    PartyTold,
    RunEnded,
    Seen,
    Told,
    Who,
)
from undertide_shared.messages import Line, Tone

VERBS: Mapping[Manner, str] = {"blow": "hit", "missile": "shoot", "magic": "strike"}
"""The verb for each manner of hit."""
RESISTED: Sequence[tuple[int, str]] = (
    (100, "resisted"),
    (65, "mostly resisted"),
    (35, "half resisted"),
    (5, "partly resisted"),
)
"""The words for resistance to a hit, by the least share of the hit in percent."""
YOU = "you"
"""The name of the followed hero in its own log."""


class Senses(msgspec.Struct, frozen=True, gc=False):
    """The senses of a view: its hero or party, their floor, and the cells they see."""

    own: int
    """The followed hero's entity; 0 for the party's view."""
    floor: int
    sees: bytes
    width: int

    def notices(self, floor: int, actor: Who) -> bool:
        """Return whether an actor of an event is in sight, or is the followed hero."""
        if actor.entity == self.own:
            return True
        spot = actor.cell[1] * self.width + actor.cell[0]
        return floor == self.floor and 0 <= spot < len(self.sees) and bool(self.sees[spot])


def narrate(event: Event, senses: Senses) -> Line | None:
    """Return the line about an event in a view's log, or None if the view can't notice it."""
    narrator = NARRATORS.get(type(event))
    if narrator is not None:
        return narrator(event, senses)
    if isinstance(event, RunEnded):
        return _end(won=event.won)
    if isinstance(event, Told | FloorTold | PartyTold) and _hears(event, senses):
        return Line(event.tone, event.text)
    return None


def _hears(event: Told | FloorTold | PartyTold, senses: Senses) -> bool:
    """Return whether a message is addressed to a view."""
    if isinstance(event, Told):
        return event.hero == senses.own
    return isinstance(event, PartyTold) or event.floor == senses.floor


def _end(*, won: bool) -> Line:
    if won:
        return Line("good", "The deep falls silent. You have won!")
    return Line("bad", "The last hero of the party has fallen.")


def _seen(event: Seen, senses: Senses) -> Line | None:
    is_own = event.actor.entity == senses.own
    text = event.own if is_own else event.others
    notices = is_own or senses.notices(event.floor, event.actor)
    return Line(event.tone, text) if text and notices else None


def _found(event: Found, senses: Senses) -> Line:
    """Return the line about a find, which the whole party reads (R17)."""
    finder = YOU if event.finder.entity == senses.own else event.finder.name
    place = "" if event.floor == senses.floor else f" on floor {event.number}"
    verb = _does(finder, "take" if event.taken else "leave")
    sentence = f"{finder[0].upper()}{finder[1:]} {verb} {event.what}{place}"
    if event.suits is None:
        return Line("party", f"{sentence}.")
    whom = YOU if event.suits.entity == senses.own else event.suits.name
    return Line("party", f"{sentence}: it suits {whom} best.")


def _hit(event: Hit, senses: Senses) -> Line | None:
    """Return the line about a hit.

    A hero's log omits hits between others: there are too many.
    """
    if senses.own and senses.own not in {event.source.entity, event.target.entity}:
        return None
    source_seen = senses.notices(event.floor, event.source)
    target_seen = senses.notices(event.floor, event.target)
    if not (source_seen or target_seen):
        return None
    source = name_words(event.source, senses, seen=source_seen)
    target = name_words(event.target, senses, seen=target_seen)
    sentence = _hit_text(event, source, target)
    return Line(_hit_tone(event, senses), sentence[0].upper() + sentence[1:])


def _hit_tone(event: Hit, senses: Senses) -> Tone:
    if event.target.entity == senses.own:
        return "bad" if sum(amount for amount, _ in event.parts) > 0 else "good"
    return "combat"


def _hit_text(event: Hit, source: str, target: str) -> str:
    """Return a sentence with exact amounts, since everyone could count them anyway."""
    harm = [part for part in event.parts if part[0] > 0]
    healed = -sum(amount for amount, _ in event.parts if amount < 0)
    if event.source.entity == THING:
        sentence = _taken_text(source, target, harm) + _eased(event)
        return f"{sentence}, but {_does(target, 'heal')} {healed}." if healed else f"{sentence}."
    if harm:
        verb = _does(source, VERBS[event.manner])
        sentence = f"{source} {verb} {target} for {amounts_words(harm)}"
    else:
        sentence = f"{source} {_does(source, 'do', 'does')} no harm to {target}"
    sentence += _eased(event)
    whom = target if target == YOU else "it"
    return (
        f"{sentence}, but {_does(source, 'heal')} {whom} by {healed}." if healed else f"{sentence}."
    )


def _eased(event: Hit) -> str:
    """Return what was taken off a hit: " (half resisted, 3 absorbed)"; empty if nothing was."""
    resisted = next((word for least, word in RESISTED if event.resisted >= least), "")
    absorbed = f"{event.absorbed} absorbed" if event.absorbed else ""
    told = ", ".join(part for part in (resisted, absorbed) if part)
    return f" ({told})" if told else ""


def _taken_text(source: str, target: str, harm: list[tuple[int, str]]) -> str:
    """Return the beginning of a sentence about a thing's hit, whose name may be a plural."""
    amounts = amounts_words(harm) if harm else "no harm"
    return f"{target} {_does(target, 'take')} {amounts} from {source}"


def _does(subject: str, verb: str, third: str = "") -> str:
    """Return the form of a verb that a subject needs."""
    return verb if subject == YOU else third or f"{verb}s"


def amounts_words(parts: list[tuple[int, str]]) -> str:
    """Return "3", or "3, 1 fire and 2 poison"."""
    told = [f"{amount}" if kind == "physical" else f"{amount} {kind}" for amount, kind in parts]
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


def _fell(event: Fell, senses: Senses) -> Line | None:
    victim = event.victim
    if victim.entity == senses.own:
        return Line("bad", f"You die{_by(event.killer)}.")
    if victim.is_hero:
        return Line("party", f"{victim.name} has died!")
    if not senses.notices(event.floor, victim):
        return None
    if event.killer is not None and event.killer.entity == senses.own:
        return Line("good", f"You kill {with_kind(victim.title, victim.name)}.")
    name = f"{victim.title}, the {victim.name}," if victim.title else f"The {victim.name}"
    return Line("combat", f"{name} dies.")


def _downed(event: Downed, senses: Senses) -> Line:
    """Return the line about the fall of a hero, which the whole party reads.

    It names no length: the panel counts down, in seconds or in turns, as time passes there.
    """
    if event.victim.entity == senses.own:
        felled = _by(event.killer, "struck down")
        return Line("bad", f"You fall{felled}! A companion can revive you: the panel counts down.")
    name = event.victim.name
    way = f"Walk into {name}, or give {name} a healing potion: the panel counts down."
    return Line("party", f"{name} falls! {way}")


def _by(killer: Who | None, how: str = "killed") -> str:
    return "" if killer is None else f", {how} by {killer_words(killer)}"


def name_words(who: Who, senses: Senses, *, seen: bool) -> str:
    """Return the name by which a log mentions an actor within a sentence."""
    if who.entity == senses.own:
        return YOU
    if not seen:
        return "something"
    return who.name if who.is_hero else who.title or f"the {who.name}"


NARRATORS: Final[Mapping[type[Event], Callable[[Any, Senses], Line | None]]] = {
    Hit: _hit,
    Fell: _fell,
    Downed: _downed,
    Seen: _seen,
    Found: _found,
}
"""The function that writes the line about each event with a form of its own."""
