"""Run trees for tests: rules of any shape that the checks of content let pass."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hypothesis import assume
from hypothesis import strategies as st

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from undertide_server.content.checks import tree as tree_checks
from undertide_server.content.checks.findings import Finding
from undertide_server.content.checks.registry import CHECKS
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.records.tree import FloorType, TreeRules
from undertide_server.util.rng import derive
from undertide_server.worldgen.game.game import Game, make_game
from undertide_server.worldgen.game.run_tree import Branch, children_of, root_of

GAME = make_game(unvaried(shipped("default")), b"sixteen bytes ok", REPERTOIRE)
AMULETS = GAME.ruleset.victory.amulets


def with_tree(
    tree: TreeRules = GAME.ruleset.tree,
    *,
    seed: bytes = GAME.seed,
    floors: int = 20,
    amulets: tuple[str, ...] = AMULETS,
) -> Game:
    """Return a game of `seed`, of at most 20 floors, by these rules of the run tree."""
    rules = GAME.ruleset
    changed = {
        "tree": tree,
        "curve": rules.curve.model_copy(update={"floors": floors}),
        "victory": rules.victory.model_copy(update={"amulets": amulets}),
    }
    curve = replace(GAME.curve, floors=GAME.curve.floors[:floors])
    return replace(GAME, seed=seed, ruleset=rules.model_copy(update=changed), curve=curve)


def tree_findings(rules: Ruleset) -> list[Finding]:
    """Return what the checks of the run tree have to say against content."""
    checks = [check for check in CHECKS if check.find.__module__ == tree_checks.__name__]
    return [finding for check in checks for finding in check.find(rules)]


def with_types(**changes: Mapping[str, object]) -> TreeRules:
    """Return the tree that ships with changed fields of some of its types."""
    tree = GAME.ruleset.tree
    types = {
        key: FloorType.model_validate({**kind.model_dump(), **changes.get(key, {})})
        for key, kind in tree.types.items()
    }
    return tree.model_copy(update={"types": types})


def random_path(game: Game, *keys: int) -> list[Branch]:
    """Return the branches of one way from the root to the last depth."""
    rng = derive(game.seed, "test path", *keys)
    path = [root_of(game)]
    while children := children_of(game, path[-1]):
        path.append(rng.pick(children))
    return path


def whole_tree(game: Game) -> list[Branch]:
    """Return all branches of a game, parents before children."""
    found, level = [], [root_of(game)]
    while level:
        found += level
        level = [child for branch in level for child in children_of(game, branch)]
    return found


seeds = st.binary(min_size=16, max_size=16)
persistences = st.one_of(
    st.builds(
        lambda first, length: {"kind": "segment", "first": first, "length": length},
        st.integers(1, 12),
        st.integers(0, 8),
    ),
    st.builds(lambda first: {"kind": "semi_permanent", "first": first}, st.integers(1, 12)),
    st.just({"kind": "permanent"}),
)
weights = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["constant", "linear", "linear_reset"]),
        "base": st.integers(-1000, 10_000) | st.integers(-5, 5),
        "growth": st.integers(-1000, 1000) | st.integers(-5, 5),
    }
)


def floor_type(
    persistence: dict[str, object], weight: dict[str, object], amulets: int
) -> FloorType:
    """Return a type of floor that differs from others only where the tree is concerned."""
    return FloorType.model_validate(
        {
            "name": "a floor",
            "glyph": "f",
            "colour": 0xFFFFFF,
            "description": "",
            "persistence": persistence,
            "weight": weight,
            "layouts": {"arena": 1},
            "amulets": amulets,
        }
    )


floor_types = st.builds(floor_type, persistences, weights, st.sampled_from([0, 0, 1, 2, 3]))


@dataclass(frozen=True)
class Example:
    """What a game is made of, small enough to be read when a property fails."""

    tree: TreeRules
    seed: bytes
    floors: int
    amulets: int

    def game(self) -> Game:
        """Return the game."""
        amulets = AMULETS[: self.amulets]
        return with_tree(self.tree, seed=self.seed, floors=self.floors, amulets=amulets)


@st.composite
def examples(draw: st.DrawFn) -> Example:
    """Return a game of any seed and length whose tree is anything that content may say."""
    ordinary = floor_type({"kind": "permanent"}, {"kind": "constant", "base": 1}, 0)
    start = floor_type({"kind": "start"}, {"kind": "constant", "base": 0}, draw(st.integers(0, 3)))
    others = draw(st.lists(floor_types, max_size=6))
    types = {"start": start, "last": ordinary, **{f"t{i}": kind for i, kind in enumerate(others)}}
    rules = {
        "children": draw(st.tuples(*[st.integers(0, 3)] * 3)),
        "last": draw(st.sampled_from(sorted(types))),
        "names": ("the Cellars",),
        "types": types,
    }
    tree = TreeRules.model_validate(rules)
    example = Example(tree, draw(seeds), draw(st.integers(1, 20)), draw(st.integers(0, 3)))
    assume(not tree_findings(example.game().ruleset))
    return example
