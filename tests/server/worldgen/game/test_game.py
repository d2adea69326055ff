"""What a seed decides, and that nothing else does."""

import os
import subprocess
import sys

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.worldgen.game.game import make_game

SCRIPT = """
from hashlib import sha256
from undertide_server.content.load import load_ruleset
from undertide_server.simulation.repertoire import repertoire_of_the_game
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.game.run_tree import branch_at
game = make_game(load_ruleset("default"), bytes(range(16)), repertoire_of_the_game())
said = sha256(repr((game.variety, game.curve, game.roster, dict(game.people))).encode())
for path in ((), (0,) * 6, (0,) * 19):
    plan = plan_floor(game, branch_at(game, path), (1, 1))
    said.update(plan.tiles.tobytes())
    found = (plan.name, plan.rooms, plan.spawns, plan.loot, plan.treasures, plan.traps)
    said.update(repr((found, plan.portals)).encode())
print(said.hexdigest())
"""


def digest_with_hash_seed(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_a_game_is_the_same_in_every_process() -> None:
    assert digest_with_hash_seed("1") == digest_with_hash_seed("2")


def test_a_game_does_not_depend_on_the_order_of_keys_in_content() -> None:
    rules = shipped("default")
    reordered = rules.model_copy(
        update={
            name: dict(reversed(list(getattr(rules, name).items())))
            for name in ("families", "terrain", "items", "themes", "people", "traps")
        }
    )
    one, other = (
        make_game(rules, bytes(16), REPERTOIRE),
        make_game(reordered, bytes(16), REPERTOIRE),
    )
    assert one.variety == other.variety
    assert one.curve == other.curve
    assert one.roster == other.roster
    assert one.people == other.people
    assert one.terrain.names == other.terrain.names


def test_another_seed_is_another_game() -> None:
    rules = shipped("default")
    assert (
        make_game(rules, bytes(16), REPERTOIRE).roster
        != make_game(rules, bytes(15) + b"1", REPERTOIRE).roster
    )
