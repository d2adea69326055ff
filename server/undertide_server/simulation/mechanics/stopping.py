"""Stop an actor: end a hero's auto action, or drop a path that starts elsewhere."""

from undertide_server.simulation.state.rows import ActorRow, HeroRow, MonsterRow


def stop_auto_action(row: HeroRow) -> None:
    """End a hero's auto action, if there is one; the hero keeps its path."""
    row.auto_action.activity = "none"


def forget_path(row: ActorRow) -> None:
    """Drop the path of an actor that has left its start, and end a hero's auto action."""
    if isinstance(row, HeroRow):
        stop_auto_action(row)
        row.auto_action.path.clear()
    elif isinstance(row, MonsterRow):
        row.mind.path.clear()
