"""Stopping what an actor is about: a hero's auto action, and a path that begins elsewhere."""

from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow


def stop_auto_action(row: HeroRow) -> None:
    """End what a hero does by itself, if it does anything; it keeps its path."""
    row.auto_action.activity = "none"


def forget_path(row: ActorRow) -> None:
    """Drop the path of an actor that isn't where the path begins, and end a hero's auto action."""
    if isinstance(row, HeroRow):
        stop_auto_action(row)
        row.auto_action.path.clear()
    elif isinstance(row, MonsterRow):
        row.mind.path.clear()
