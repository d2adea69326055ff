"""A floor as text for a terminal: the map, one line per room, and a count of its contents."""

from collections import Counter

from rich.console import Group
from rich.table import Table
from rich.text import Text

from undertide_server.inspection.floor_map import REGION_COLOURS, cells_of, title_of
from undertide_server.inspection.floor_records import FloorData, RoomData

HIDDEN = "on #7a1f2b"
"""The style of marks for hidden things."""
DIFFICULTY_COLOURS = {
    "easy": "#8fce6a",
    "medium": "#ffd166",
    "hard": "#ff9f5a",
    "deadly": "#ff5f5f",
}
NOTHING = "-"
COLUMNS = (
    "room", "theme", "shape", "patch", "region", "difficulty", "budget", "kinds", "adjusted",
)  # fmt: skip


def floor_text(data: FloorData) -> Group:
    """Return the map in colours, then the rooms, then the monsters, items and traps."""
    title = Text(title_of(data), style="bold")
    return Group(title, _map(data), _note(data), _rooms(data), Text(""), _census(data))


def _map(data: FloorData) -> Text:
    looks = cells_of(data)
    text = Text(no_wrap=True)
    for y, row in enumerate(data["tiles"]):
        for x in range(len(row)):
            look = looks.get((x, y))
            if look is None:
                text.append(" ")
            else:
                text.append(look.glyph, f"{look.colour} {HIDDEN if look.hidden else ''}")
        text.append("\n")
    return text


def _note(data: FloorData) -> Text:
    """Return facts beside the map: gold, traps, portals, doors, the set piece, stairs."""
    hidden = sum(trap["hidden"] for trap in data["traps"])
    text = Text(f"{data['gold']} gold, {len(data['traps'])} traps, {hidden} of them ")
    text.append("hidden", HIDDEN)
    text.append(f", {len(data['portals'])} portals, {len(data['doors'])} doors")
    if data["set_piece"] is not None:
        text.append(f"; set piece: {data['set_piece']['name']}")
    if data["stairs"]["leads_to"]:
        text.append("; stairs down to " + ", ".join(data["stairs"]["leads_to"]))
    return text.append("\n")


def _rooms(data: FloorData) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in COLUMNS:
        table.add_column(name, overflow="fold")
    patches = {patch["room"]: f"{patch['patch']}/{patch['tile']}" for patch in data["terrain"]}
    for room in data["rooms"]:
        table.add_row(
            str(room["id"]),
            room["theme"] + ("*" if room["special"] else ""),
            room["shape"],
            patches.get(room["id"], NOTHING),
            _region(room["region"]),
            *_encounter(room),
        )
    return table


def _region(region: str | None) -> Text:
    return Text(region, REGION_COLOURS[region]) if region is not None else Text(NOTHING)


def _encounter(room: RoomData) -> tuple[str | Text, ...]:
    """Return difficulty, budget, kinds, and experience in the colour of the reached difficulty."""
    met = room["encounter"]
    if met is None:
        return (NOTHING,) * 4
    difficulty = Text(met["difficulty"], DIFFICULTY_COLOURS[met["difficulty"]])
    kinds = f"{met['monsters']}: {', '.join(met['kinds'])}"
    adjusted = Text(str(met["adjusted"]), DIFFICULTY_COLOURS.get(met["reached"] or "", ""))
    return difficulty, str(met["budget"]), kinds, adjusted


def _census(data: FloorData) -> Table:
    """Return the count of each monster, strongest first, then of each item and trap."""
    table = Table(show_header=False, box=None, pad_edge=False)
    monsters = Counter(
        (-one["strength"], one["glyph"], one["name"], one["colour"]) for one in data["monsters"]
    )
    for (strength, glyph, name, colour), count in sorted(monsters.items()):
        asleep = sum(one["asleep"] for one in data["monsters"] if one["name"] == name)
        note = f"strength {-strength}, {asleep} asleep"
        table.add_row(str(count), Text(glyph, colour), Text(name, colour), note)
    things = Counter(
        (thing["glyph"], thing["name"], thing["colour"])
        for thing in (*data["items"], *data["traps"])
    )
    for (glyph, name, colour), count in sorted(things.items()):
        table.add_row(str(count), Text(glyph, colour), Text(name, colour), "")
    return table
