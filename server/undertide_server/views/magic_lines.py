"""One line of a log for each spell or scroll: its effects follow its name (R8)."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from undertide_server.simulation.state.events import Event, Fell, Hit, MagicOver, Seen
from undertide_server.views.narration import Senses, amounts_words, name_words, narrate
from undertide_shared.limits import MAX_LINE
from undertide_shared.messages import Line, Tone

MOST_TARGETS: Final = 6
"""Targets in one clause, so that no clause comes near the longest line."""
ORDER: Final[Sequence[Tone]] = ("bad", "good", "combat")
"""Tones of what a line tells, the one that it takes first."""


def narrate_all(events: Sequence[Event], senses: Senses) -> Iterator[Line]:
    """Yield the lines of a step in a view's log: one for each spell or scroll, if it has room.

    Deaths of heroes, new levels and whatever else stands by itself have lines of their own.
    """
    rest = iter(events)
    for event in rest:
        if isinstance(event, Seen) and event.role == "magic":
            yield from _magic(event, list(takewhile(_is_of_magic, rest)), senses)
        elif (line := narrate(event, senses)) is not None:
            yield line


def _is_of_magic(event: Event) -> bool:
    return not isinstance(event, MagicOver)


def _magic(beginning: Seen, parts: Sequence[Event], senses: Senses) -> Iterator[Line]:
    """Yield the lines about a spell: all in one, then what stands by itself.

    A view that can't notice who cast it gets a line for each part.
    """
    head = narrate(beginning, senses)
    if head is None:
        yield from (line for part in parts if (line := narrate(part, senses)) is not None)
        return
    hits = [part for part in parts if isinstance(part, Hit) and _is_told(part, beginning, senses)]
    dead = _dead(parts, senses) & {hit.target.entity for hit in hits}
    clauses, tones, others = _strikes(hits, dead, senses), [head.tone], []
    for part in parts:
        line = narrate(part, senses)
        if line is None:
            continue
        if isinstance(part, Seen) and _is_clause(part, told=bool(hits)):
            clauses.append(_clause(part, line.text))
        elif not _is_in_strikes(part, beginning, dead):
            others.append(line)
            continue
        tones.append(line.tone)
    tone = next((each for each in ORDER if each in tones), head.tone)
    yield from (Line(tone, text) for text in _texts(head.text.rstrip("."), clauses))
    yield from others


def _dead(parts: Sequence[Event], senses: Senses) -> set[int]:
    """Return the monsters whose death the view notices. The deaths of heroes are told apart."""
    falls = [part for part in parts if isinstance(part, Fell) and not part.victim.is_hero]
    return {fell.victim.entity for fell in falls if narrate(fell, senses) is not None}


def _is_clause(part: Seen, *, told: bool) -> bool:
    """Return whether a sight becomes a clause; how magic looks doesn't where its hits are told."""
    return part.role != "news" and not (told and part.role == "show")


def _is_in_strikes(part: Event, beginning: Seen, dead: set[int]) -> bool:
    """Return whether the clause about hits tells a part of a spell."""
    if isinstance(part, Hit):
        return part.source.entity == beginning.actor.entity
    if isinstance(part, Fell):
        return part.victim.entity in dead
    return isinstance(part, Seen) and part.role == "show"


def _is_told(hit: Hit, beginning: Seen, senses: Senses) -> bool:
    """Return whether the line of a spell tells a hit of it.

    Nobody reads what a companion's spell strikes out of the reader's own sight.
    """
    if hit.source.entity != beginning.actor.entity:
        return False
    is_own = senses.own in {0, hit.source.entity}
    return is_own or senses.notices(hit.floor, hit.target)


def _strikes(hits: Sequence[Hit], dead: set[int], senses: Senses) -> list[str]:
    """Return clauses about hits: "it strikes the troll for 12 and the rat for 7, which dies"."""
    starts = range(0, len(hits), MOST_TARGETS)
    return [_strike(hits[start : start + MOST_TARGETS], dead, senses) for start in starts]


def _strike(hits: Sequence[Hit], dead: set[int], senses: Senses) -> str:
    struck: list[str] = []
    unharmed: list[str] = []
    heals: list[str] = []
    for hit in hits:
        target = name_words(hit.target, senses, seen=senses.notices(hit.floor, hit.target))
        harm = [part for part in hit.parts if part[0] > 0]
        healed = -sum(amount for amount, _ in hit.parts if amount < 0)
        dies = ", which dies" if hit.target.entity in dead else ""
        if harm:
            struck.append(f"{target} for {amounts_words(harm)}{dies}")
        elif not healed:
            unharmed.append(target)
        if healed:
            heals.append(f"{target} by {healed}")
    verbs = (("strikes", struck), ("does no harm to", unharmed), ("heals", heals))
    return f"it {_listed([f'{verb} {_listed(whom)}' for verb, whom in verbs if whom])}"


def _listed(texts: Sequence[str]) -> str:
    """Return "a", "a and b" or "a, b and c"; a text with a comma in it ends with one."""
    *before, last = texts
    if not before:
        return last
    comma = "," if "," in before[-1] else ""
    return f"{', '.join(before)}{comma} and {last}"


def _clause(part: Seen, text: str) -> str:
    """Return a sentence as a clause. Only the names of heroes keep their capital."""
    bare = text.rstrip(".!")
    if part.actor.is_hero and bare.startswith(part.actor.name):
        return bare
    return bare[:1].lower() + bare[1:]


def _texts(head: str, clauses: Sequence[str]) -> Iterator[str]:
    """Yield the head with its clauses, as few lines as have room for all of them."""
    text, joint = head, ": "
    for clause in clauses:
        if len(text) + len(joint) + len(clause) >= MAX_LINE:
            yield f"{text}."
            text, joint = clause[:1].upper() + clause[1:], "; "
        else:
            text, joint = f"{text}{joint}{clause}", "; "
    yield f"{text}."
