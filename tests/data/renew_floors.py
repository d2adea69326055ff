"""Write data/floors.json anew: run this when floors are meant to have changed, and say why.

Run it with the Python that the tests run with: `python tests/data/renew_floors.py`.
"""

import json
import sys
from pathlib import Path
from typing import get_args

from undertide_server.content.records.layouts import LayoutName
from undertide_server.worldgen.layouts.terrain import build_terrain

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.content.shipped import shipped
from support.worlds.floor_digests import (
    CATALOGUE,
    PLANNED,
    SEEDS,
    Digests,
    digest_of_layout,
    digest_of_plan,
    dug_floor,
    planned_floor,
    read_catalogue,
)


def main() -> None:
    """Write the catalogue, and tell how many floors of each layout and preset have changed."""
    kept = read_catalogue() if CATALOGUE.exists() else {}
    fresh = {"layouts": _dug(), "planned": _planned()}
    CATALOGUE.write_text(json.dumps(fresh, indent=1) + "\n", encoding="utf-8")
    for part, digests in fresh.items():
        for name, new in digests.items():
            old = kept.get(part, {}).get(name, [])
            same = sum(one == other for one, other in zip(new, old, strict=False))
            print(f"{part}, {name}: {len(new) - same} of {len(new)} changed")


def _dug() -> Digests:
    rules = shipped("default")
    terrain = build_terrain(rules.terrain)
    return {
        name: [
            digest_of_layout(dug_floor(name, number, rules, terrain), terrain)
            for number in range(SEEDS)
        ]
        for name in get_args(LayoutName)
    }


def _planned() -> Digests:
    digests: Digests = {}
    for preset, count in PLANNED.items():
        rules = shipped(preset)
        floors = (planned_floor(rules, number) for number in range(count))
        digests[preset] = [digest_of_plan(plan, game.terrain) for game, plan in floors]
    return digests


if __name__ == "__main__":
    main()
