"""The English grammar that messages to players need."""

from undertide_server.simulation.state.rows import ActorRow, HeroRow


def a(noun: str) -> str:
    """Return `noun` with its indefinite article."""
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def name_of(row: ActorRow) -> str:
    """Return an actor's name as the beginning of a sentence."""
    return row.actor.name if isinstance(row, HeroRow) else f"The {row.actor.name}"


def mention_of(row: ActorRow) -> str:
    """Return an actor's name as it stands within a sentence."""
    return row.actor.name if isinstance(row, HeroRow) else f"the {row.actor.name}"
