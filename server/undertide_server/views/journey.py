"""Every player's knowledge of a run as a whole: its tree, and the amulets that win it (R9, R15)."""

from typing import NamedTuple

from undertide_server.simulation.components.floors import Floor
from undertide_server.simulation.components.heroes import ItemStack
from undertide_server.simulation.mechanics.floors import ROOT, branch_of
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.game.run_tree import Branch, children_of, root_of
from undertide_shared.messages import Amulet, BranchInfo

Held = list[tuple[int, int, list[ItemStack]]]
"""The entity of each hero on a floor, its floor's entity, and its stacks, which are immutable."""


class Journey(NamedTuple):
    """The progress of the party through the run."""

    entered: int
    """The number of floors that somebody has entered."""
    branches: list[BranchInfo]
    """Those floors and the branches that their stairs lead to, each after its parent."""
    held: Held
    """The inventories of the heroes on floors."""
    amulets: list[Amulet]


NO_JOURNEY = Journey(0, [], [], [])


def journey_of(run: Run, before: Journey = NO_JOURNEY) -> Journey:
    """Return the progress of the party: the same journey as before if nothing has changed."""
    entered, held = len(run.index.floors), _held(run)
    if before.entered == entered and before.held == held:
        return before
    branches = before.branches if before.entered == entered else _branches(run)
    kept = [(entity, floor, [*stacks]) for entity, floor, stacks in held]
    return Journey(entered, branches, kept, _amulets(run))


def _branches(run: Run) -> list[BranchInfo]:
    """Return the root and the branches below each entered floor."""
    floors = [floor.state for floor in run.index.floors.values()]
    below = [info for state in floors for info in _below(run, state)]
    return [_info(run, ROOT, 0, root_of(run.game)), *below]


def _below(run: Run, floor: Floor) -> list[BranchInfo]:
    children = children_of(run.game, branch_of(floor))
    return [
        _info(run, branch_id, floor.branch, child)
        for branch_id, child in zip(floor.children, children, strict=False)
    ]


def _info(run: Run, branch_id: int, parent: int, branch: Branch) -> BranchInfo:
    kind = run.rules.tree.types[branch.type]
    return BranchInfo(
        id=branch_id,
        parent=parent,
        depth=branch.depth,
        sibling=branch.sibling,
        name=kind.name,
        glyph=kind.glyph,
        colour=kind.colour,
        visited=branch_id in run.index.by_branch,
    )


def _held(run: Run) -> Held:
    """Return the inventories of heroes on floors, which decide who bears which amulet.

    They are the heroes' own, so they go on changing.
    """
    return [
        (entity, floor.entity, row.inventory.stacks)
        for entity, (floor, row) in run.index.heroes.items()
    ]


def _bearers(run: Run) -> dict[str, int]:
    """Return the seats whose heroes carry the wanted amulets, by item."""
    wanted = run.rules.victory.amulets
    return {
        stack.item: row.hero.seat
        for floor in run.index.floors.values()
        for row in floor.heroes.values()
        for stack in row.inventory.stacks
        if stack.item in wanted
    }


def _amulets(run: Run) -> list[Amulet]:
    """Return all amulets that the rules ask for, each with the seat of its bearer, if any."""
    bearers = _bearers(run)
    kinds = map(run.items.kind, run.rules.victory.amulets)
    return [
        Amulet(kind.name, kind.glyph, kind.colour, bearers.get(kind.key), kind.key)
        for kind in kinds
    ]
