"""The few words of English that the rules need."""

from undertide_server.simulation.state.rows import ActorRow, HeroRow


def a(noun: str) -> str:
    """Return `noun` with its indefinite article."""
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def name_of(row: ActorRow) -> str:
    """Return how a sentence begins that is about an actor."""
    return row.actor.name if isinstance(row, HeroRow) else f"The {row.actor.name}"


def mention_of(row: ActorRow) -> str:
    """Return how an actor is mentioned within a sentence."""
    return row.actor.name if isinstance(row, HeroRow) else f"the {row.actor.name}"
