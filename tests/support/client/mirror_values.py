"""What the terminal's mirror and the page's hold of the same view, as values to compare."""

from typing import Any

import msgspec

from undertide_client.model.mirror import Mirror

_PARTS = frozenset(
    {
        *("number", "following", "floor", "tiles", "sight", "kinds", "sightings", "party"),
        *("tide", "pace", "hero", "intent", "pack", "spells", "abilities", "trade", "branches"),
        *("amulets", "threats", "marks", "agreements"),
    }
)


def told_by_page(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Return what a page's snapshot tells of its view, each part as it is on the wire."""
    parts = {name: _listed(part) for name, part in snapshot.items() if name in _PARTS}
    parts["sightings"] = sorted(parts["sightings"])
    parts["lines"] = [[line["tone"], line["text"], line["speaker"]] for line in snapshot["lines"]]
    return parts


def told_by_mirror(mirror: Mirror) -> dict[str, Any]:
    """Return what a mirror tells of its view, each part as it is on the wire."""
    parts: dict[str, Any] = {
        "number": mirror.number,
        "following": mirror.following,
        "floor": mirror.floor,
        "tiles": mirror.tiles.reshape(-1).tolist(),
        "sight": mirror.sight.reshape(-1).astype(int).tolist(),
        "kinds": list(mirror.kinds.values()),
        "sightings": sorted(mirror.sightings.values(), key=lambda one: one.id),
        "threats": list(mirror.threats.values()),
        "party": mirror.party,
        "tide": mirror.tide,
        "pace": mirror.pace,
        "hero": mirror.hero,
        "intent": mirror.intent,
        "pack": mirror.pack,
        "spells": mirror.spells,
        "abilities": mirror.abilities,
        "trade": mirror.trade,
        "branches": list(mirror.tree.values()),
        "amulets": mirror.amulets,
        "marks": list(mirror.marks.values()),
        "agreements": mirror.agreements,
        "lines": [[line.tone, line.text, line.speaker] for line in mirror.lines],
    }
    known: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(parts))
    return known


def _listed(value: Any) -> Any:
    """Return a value whose objects are lists of their fields, as on the wire."""
    if isinstance(value, dict):
        return [_listed(each) for each in value.values()]
    return [_listed(each) for each in value] if isinstance(value, list) else value
