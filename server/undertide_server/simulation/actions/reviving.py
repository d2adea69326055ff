"""Heroes revive a fallen companion beside them: by tending it, or with a potion (R16)."""

from undertide_server.content.records.effects import Heal, life_healed
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.dying import get_up
from undertide_server.simulation.mechanics.inventory import take_out
from undertide_server.simulation.mechanics.stopping import stop_auto_action
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.heroes import fallen_at, tends
from undertide_server.simulation.state.errors import ActionRefusedError
from undertide_server.simulation.state.events import Seen
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.simulation.state.run import Run


def begin_tending(run: Run, floor: FloorIndex, row: HeroRow, fallen: HeroRow) -> None:
    """Begin the auto action in which a hero tends a fallen companion, and spend the first moment.

    It goes on until the companion gets up or dies, or until the hero is hurt or does something
    else.
    """
    row.auto_action.activity, row.auto_action.goal = "revive", fallen.cell
    row.auto_action.path.clear()
    row.spend_energy(run.rules.costs.wait)
    if not fallen.hero.tended:
        name = row.actor.name
        own, others = f"You tend {fallen.actor.name}.", f"{name} tends {fallen.actor.name}."
        run.tell(Seen(floor.entity, who(row), "party", own, others))


def go_on_tending(run: Run, floor: FloorIndex, row: HeroRow) -> bool:
    """Spend the next moment with a fallen companion. Return False if there is none any longer."""
    goal = row.auto_action.goal
    fallen = None if goal is None else fallen_at(floor, goal)
    if fallen is None or not tends(row, fallen):
        stop_auto_action(row)
        return False
    row.spend_energy(run.rules.costs.wait)
    return True


def revive_with(
    run: Run, floor: FloorIndex, row: HeroRow, fallen: HeroRow, stack: ItemStack
) -> None:
    """Revive a fallen companion at once with one healing item, which is used up.

    Raises ActionRefusedError when the item doesn't heal.
    """
    use = run.items.kind(stack.item).effect
    if not isinstance(use, Heal):
        raise ActionRefusedError(f"{fallen.actor.name} has fallen: only what heals can help")
    take_out(row.inventory, stack, 1)
    row.spend_energy(run.rules.costs.use)
    get_up(run, floor, fallen, life_healed(use, fallen.body.max_life))
    name, other = row.actor.name, fallen.actor.name
    run.tell(
        Seen(floor.entity, who(row), "party", f"You revive {other}.", f"{name} revives {other}.")
    )
    run.tell(Seen(floor.entity, who(fallen), "good", "You get up again.", ""))
