"""The words that messages use: each set is small, and the wire spells them as they stand here."""

from collections.abc import Mapping
from typing import Literal

Coordinate = int
Tone = Literal["info", "good", "bad", "combat", "tide", "party", "system"]
Pace = Literal["auto", "party", "real"]
"""The pace that a host chooses. auto: turn by turn when alone on a floor, real time in company."""
PaceMode = Literal["solo", "party", "real", "idle"]
"""The pace in force on one floor. idle: no waking hero is there, so no time passes."""
HeroState = Literal["alive", "linkdead", "asleep", "dead"]
SeatState = Literal["awake", "asleep", "away", "dead", "over", "resting", "aside", "gone"]
"""What became of the hero of a seat. awake: it can act, and be harmed; asleep: nothing can harm it;
away: it sleeps, because its player, who is connected, has pressed no key for long; dead: it has
died, and its run goes on; over: its run is over; resting: its run goes on as soon as somebody comes
back to it; aside: its run can't go on at the moment; gone: the token opens no seat here."""
Outcome = Literal["none", "waiting", "done", "refused"]
Activity = Literal["none", "explore", "travel", "rest"]
Stairs = Literal["none", "up", "down"]
Joins = Literal["none", "edge", "straight", "round"]
"""How walls join: straight or round lines join each other, and lines end at an edge, as a door."""
Role = Literal["hero", "monster", "item"]
Slot = Literal[
    "main_hand", "off_hand", "head", "body", "hands", "feet", "cloak", "ring", "amulet"
]  # fmt: skip
"""The slots for gear (R6), in the order in which screens list them."""
Hunger = Literal["sated", "hungry", "starving", "famished"]
"""The states of hunger (R7). famished: the hunger hurts."""
Effect = Literal[
    "heal", "cure", "feed", "hearten", "teach", "bolt", "chain", "ball", "nova", "blink", "light",
    "summon", "harm", "hinder", "boost", "shelter", "ally", "taunt", "guard", "mark", "weaken",
    "empower", "sweep", "shot", "detonate", "disarm", "ambush", "care", "trap", "ground",
]  # fmt: skip
"""What an item, a spell, a status, an ability or a tile does. The words from harm to empower are
statuses, those from sweep to care abilities (R17), the last two tiles. Servers may send other words
too."""
Trick = Literal[
    "enrages", "divides", "summons", "mends", "rushes", "blinks", "drains", "steals", "flits",
    "lurks", "rises",
]  # fmt: skip
"""What a monster was seen to do besides blows and spells. Servers may send other words too."""
TRICKS: Mapping[str, str] = {
    "enrages": "fly into a rage",
    "divides": "divide into two",
    "summons": "call its kin",
    "mends": "heal its kin",
    "rushes": "charge",
    "blinks": "appear beside you",
    "drains": "drink life",
    "steals": "steal",
    "flits": "strike and step back",
    "lurks": "lie in wait",
    "rises": "rise after its fall",
}
"""What each `Trick` is, as it follows "was seen to" in the texts of clients."""
RunState = Literal["live", "ended", "abandoned", "aside"]
"""The state of a run on a server. live: it is being played, or goes on when the server starts
again; ended: played to its end; abandoned: closed before its end; aside: could not go on."""
LandmarkKind = Literal["floor", "death", "boss", "amulet", "end"]
"""The kinds of landmarks: the first entry of a floor, the death of a hero or a boss, the taking of
an amulet, and the run's end."""
Access = Literal["public", "unlisted", "invited"]
"""Who finds a session and may come in. public: the lobby lists it; unlisted: people who know its
id; invited: people with an invite code, to play and to watch."""
MemberRole = Literal["host", "moderator", "player", "spectator"]
"""The role of somebody in a session. host: the only one, who made it or was given it."""
MarkKind = Literal["danger", "loot", "here", "help"]
"""The meanings of a mark that a hero puts on a cell for its companions (R17)."""
Listening = Literal["all", "players", "nobody"]
"""The people whose chat a client receives."""
