"""Write data/floors.json anew: run this when floors are meant to have changed, and say why.

Run it with the Python that the tests run with: `python tests/data/renew_floors.py`.
"""

import json
import sys
from pathlib import Path
from typing import get_args

from undertide_server.content.layout_names import LayoutName
from undertide_server.content.load import load_ruleset
from undertide_server.worldgen.terrain import build_terrain

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from floor_digests import (
    CATALOGUE,
    SEEDS,
    catalogued,
    digest_of,
    read_catalogue,
)


def main() -> None:
    """Write the catalogue, and tell how many floors of each layout have changed."""
    rules = load_ruleset("default")
    terrain = build_terrain(rules.terrain)
    kept = read_catalogue() if CATALOGUE.exists() else {}
    fresh = {
        name: [
            digest_of(catalogued(name, number, rules, terrain), terrain) for number in range(SEEDS)
        ]
        for name in get_args(LayoutName)
    }
    CATALOGUE.write_text(json.dumps(fresh, indent=1) + "\n", encoding="utf-8")
    for name, digests in fresh.items():
        same = sum(one == other for one, other in zip(digests, kept.get(name, []), strict=False))
        print(f"{name}: {SEEDS - same} of {SEEDS} changed")


if __name__ == "__main__":
    main()
