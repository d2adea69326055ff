"""What a seed decides, and that nothing else does."""

import os
import subprocess
import sys

from undertide_server.content.load import load_ruleset
from undertide_server.worldgen.game import make_game

SCRIPT = """
from hashlib import sha256
from undertide_server.content.load import load_ruleset
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game import make_game
game = make_game(load_ruleset("default"), bytes(range(16)))
said = sha256(repr((game.curve, game.roster)).encode())
for floor_number in (1, 7, 20):
    plan = plan_floor(game, floor_number, 2)
    said.update(plan.layout.tiles.tobytes())
    said.update(repr((plan.name, plan.spawns, plan.loot, plan.layout.rooms)).encode())
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
    rules = load_ruleset("default")
    reordered = rules.model_copy(
        update={
            "families": dict(reversed(list(rules.families.items()))),
            "terrain": dict(reversed(list(rules.terrain.items()))),
            "items": dict(reversed(list(rules.items.items()))),
        }
    )
    one, other = make_game(rules, bytes(16)), make_game(reordered, bytes(16))
    assert one.curve == other.curve
    assert one.roster == other.roster
    assert one.terrain.names == other.terrain.names


def test_another_seed_is_another_game() -> None:
    rules = load_ruleset("default")
    assert make_game(rules, bytes(16)).roster != make_game(rules, bytes(15) + b"1").roster
