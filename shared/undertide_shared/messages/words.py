"""The words that messages use: each is one of few, and written as it stands here."""

from typing import Literal

Coordinate = int
Tone = Literal["info", "good", "bad", "combat", "tide", "party", "system"]
Pace = Literal["auto", "party", "real"]
"""What a host chooses. auto: turn by turn when alone on a floor, real time in company."""
PaceMode = Literal["solo", "party", "real", "idle"]
"""What is in force on one floor. idle: no waking hero is there, so no time passes."""
HeroState = Literal["alive", "linkdead", "asleep", "dead"]
Outcome = Literal["none", "waiting", "done", "refused"]
Activity = Literal["none", "explore", "travel", "rest"]
Stairs = Literal["none", "up", "down"]
Role = Literal["hero", "monster", "item"]
Slot = Literal[
    "main_hand", "off_hand", "head", "body", "hands", "feet", "cloak", "ring", "amulet"
]  # fmt: skip
"""Where gear is worn (R6), in the order that screens list them in."""
Hunger = Literal["sated", "hungry", "starving", "famished"]
"""R7. famished: it hurts."""
Effect = Literal[
    "heal", "cure", "feed", "hearten", "teach", "bolt", "chain", "ball", "nova", "blink", "light",
    "summon", "harm", "hinder", "boost", "shelter", "ally",
]  # fmt: skip
"""What using an item, casting a spell or having a status does. Those from harm on are statuses.
Servers may send more words than these."""
RunState = Literal["live", "ended", "abandoned", "aside"]
"""Of a run that a server keeps. live: it is played, or goes on when its host starts again; ended:
played to its end; abandoned: closed before it; aside: could not go on."""
LandmarkKind = Literal["floor", "death", "boss", "amulet", "end"]
"""What a run's timeline marks: a floor first entered, the death of a hero or a boss, an amulet
taken, the run's end."""
Access = Literal["public", "unlisted", "invited"]
"""Who finds a session and may come in. public: the lobby lists it; unlisted: whoever knows its id;
invited: whoever has an invite code, to play and to watch."""
MemberRole = Literal["host", "moderator", "player", "spectator"]
"""What somebody is in a session. host: who made it, or was given it; there is one."""
Listening = Literal["all", "players", "nobody"]
"""Whose chat somebody is sent."""
