"""What a session tells of its run as a whole: in the lobby, and when it is over."""

from undertide_server.simulation.components.actors import Actor
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.run import Run
from undertide_shared.messages import Ended, HeroEnd


def ended(run: Run) -> Ended:
    """Return the summary of a run that is over. The run's world must be active."""
    title = "The deep falls silent" if run.progress.won else "Lost to the tide"
    heroes = [_hero_end(run, entity, hero) for entity, hero in run.world.each(Hero)]
    return Ended(run.progress.won, title, heroes, run.progress.ticks)


def _hero_end(run: Run, entity: int, hero: Hero) -> HeroEnd:
    return HeroEnd(
        name=run.world.get(entity, Actor).name,
        colour=hero.colour,
        level=hero.level,
        deepest_floor=hero.deepest,
        kills=hero.kills,
        fate=f"killed by {hero.fate}" if hero.fate else "alive",
    )
