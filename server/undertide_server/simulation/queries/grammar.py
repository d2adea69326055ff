"""The names of actors in events, and the English grammar that messages to players need."""

from collections.abc import Sequence

from undertide_server.simulation.state.events import THING, Who
from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow


def a(noun: str) -> str:
    """Return `noun` with its indefinite article."""
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def capitalised(text: str) -> str:
    """Return `text` with a capital at its beginning; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str]) -> str:
    """Return "fire", "fire and cold" or "fire, cold and poison"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def listed_in_part(names: Sequence[str], most: int) -> str:
    """Return at most `most` names, and how many others there are: "Ann, Ben and 2 more"."""
    more = len(names) - most
    return listed([*names[:most], f"{more} more"] if more > 0 else names)


def name_of(row: ActorRow) -> str:
    """Return an actor's name as the beginning of a sentence."""
    return capitalised(mention_of(row))


def mention_of(row: ActorRow) -> str:
    """Return an actor's name as it stands within a sentence: "Ann", "Skerrit", "the blood bat"."""
    if isinstance(row, HeroRow):
        return row.actor.name
    return boss_name(row) or f"the {row.actor.name}"


def first_mention_of(row: ActorRow) -> str:
    """Return a monster's name for those who didn't know of it: "Skerrit", "a blood bat"."""
    return boss_name(row) or a(row.actor.name)


def full_name(row: ActorRow) -> str:
    """Return a monster's name with that of its kind: "Skerrit, the blood bat"."""
    return with_kind(boss_name(row), row.actor.name)


def with_kind(title: str, kind: str) -> str:
    """Return a boss's proper name with the name of its kind; without a name "the blood bat"."""
    return f"{title}, the {kind}" if title else f"the {kind}"


def killer_words(killer: Who) -> str:
    """Return the words for a cause of death: "Ann", "a blood bat", "the fire"."""
    if killer.entity == THING:
        return f"the {killer.name}"
    if killer.title:
        return with_kind(killer.title, killer.name)
    return killer.name if killer.is_hero else a(killer.name)


def boss_name(row: ActorRow) -> str:
    """Return the proper name of a boss; empty for every other actor."""
    return row.boss.name if isinstance(row, MonsterRow) and row.boss is not None else ""


def who(row: ActorRow) -> Who:
    """Return the actor as events name it."""
    key = row.monster.kind if isinstance(row, MonsterRow) else ""
    return Who(row.entity, row.actor.name, isinstance(row, HeroRow), row.cell, key, boss_name(row))
