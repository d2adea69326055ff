"""`inspect tree`: the run tree of a hero who takes every stairs down (R9)."""

from pathlib import Path

from rich.console import Group
from rich.text import Text
from rich.tree import Tree

from undertide_server.content.records.ruleset import Ruleset
from undertide_server.inspection.tree_records import BranchData, TreeData, types_data
from undertide_server.worldgen.floor import floor_name
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_server.worldgen.game.run_tree import Branch, amulets_at, children_of, root_of

MOST_BRANCHES = 400
"""Most branches of one report: more would not fit a readable screen or picture."""
_CUT = f"cut after {MOST_BRANCHES} branches; there are more"


def tree_data(ruleset: Ruleset, seed: bytes, repertoire: Repertoire, depth: int) -> TreeData:
    """Return the tree of the game of `seed`, down to `depth` floors below the root."""
    game = make_game(ruleset, seed, repertoire)
    found = _branches(game, depth)
    shown = found[:MOST_BRANCHES]
    return {
        "branches": [_branch(game, branch) for branch in shown],
        "types": types_data(game.ruleset.tree, {branch.type for branch in shown}),
        "cut": len(found) > len(shown),
    }


def render_tree(data: TreeData) -> Group:
    """Return the tree with one line per branch: its glyph, name, type, amulets and id."""
    root = data["branches"][0]
    nodes = {root["id"]: Tree(_label(data, root), guide_style="dim")}
    for branch in data["branches"]:
        if branch["parent"] is not None:
            nodes[branch["id"]] = nodes[branch["parent"]].add(_label(data, branch))
    notes = [Text(_CUT, style="dim")] if data["cut"] else []
    return Group(nodes[root["id"]], *notes)


def plot_tree(data: TreeData, path: Path) -> None:
    """Write a picture of the tree, the root on top; a thick ring marks floors with amulets."""
    # Imported here: the drawing module is slow to load, and most calls draw nothing.
    from undertide_server.inspection.tree_picture import draw_tree  # noqa: PLC0415

    title = f"Run tree: {_CUT}" if data["cut"] else "Run tree"
    draw_tree(title, data["branches"], data["types"], path)


def _branches(game: Game, depth: int) -> list[Branch]:
    """Return the branches down to a depth, or somewhat more than `MOST_BRANCHES` of them."""
    found: list[Branch] = []
    level = [root_of(game)]
    while level and len(found) <= MOST_BRANCHES:
        found += level
        leading_on = [branch for branch in level if branch.depth < depth]
        level = [child for branch in leading_on for child in children_of(game, branch)]
    return found


def _branch(game: Game, branch: Branch) -> BranchData:
    return {
        "id": branch.key,
        "parent": Branch(branch.path[:-1], branch.types[:-1]).key if branch.path else None,
        "depth": branch.depth,
        "type": branch.type,
        "sibling": branch.sibling,
        "floors_passed": _floors_passed(game, branch),
        "name": floor_name(game, branch),
        "amulets": [game.ruleset.items[key].name for key in amulets_at(game, branch)],
        "origin": list(branch.origin),
    }


def _floors_passed(game: Game, branch: Branch) -> int:
    """Return the number of floors above a branch that have monsters which can fall."""
    types = game.ruleset.tree.types
    return sum(types[key].monsters_percent > 0 for key in branch.types[:-1])


def _label(data: TreeData, branch: BranchData) -> Text:
    kind = data["types"][branch["type"]]
    label = Text.assemble(
        (kind["glyph"], f"bold {kind['colour']}"),
        (f" {branch['name']}", kind["colour"]),
        (f", {kind['name']}", "dim"),
    )
    for amulet in branch["amulets"]:
        label.append(f' "{amulet}', style="bold yellow")
    return label.append(f"  {branch['id']}", style="dim")
