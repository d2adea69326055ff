"""Every bound that both ends know: of messages, of what they hold, and of what clients show.

A server sends no more than these, and clients keep no more, whatever a server sends.
"""

from typing import Final

# --- messages -------------------------------------------------------------------------------

MAX_CLIENT_MESSAGE: Final = 2048
"""Bytes of one message from a client: the longest legal one, a chat line, is half of it."""
MAX_SERVER_MESSAGE: Final = 256 * 1024
"""Bytes of one message from a server: a keyframe of the largest floor is a tenth of it."""
MAX_CLIENT_ITEMS: Final = 32
"""Elements of one array from a client: six times the longest legal one, so that they can grow."""
MAX_SERVER_ITEMS: Final = 40_000
"""Elements of one array from a server: runs of a whole floor of the largest size."""
MAX_NESTING: Final = 8
"""Arrays within arrays, twice what any message has."""
MAX_SEQUENCE: Final = 2**31 - 1
"""Largest number a client may give to an intent."""

# --- text -----------------------------------------------------------------------------------

MAX_NAME: Final = 16
"""Characters of a hero's or watcher's name: what the party panel can show."""
MAX_CHAT: Final = 240
"""Characters of one chat line: three lines of a small terminal."""
MAX_WORD: Final = 40
"""Characters of a name of a thing, a place or an effect: half a small terminal's line."""
MAX_LINE: Final = 400
"""Characters of one line of the log or of a description: five lines of a small terminal."""
MAX_MARKS: Final = 3
"""Combining marks kept on one character: what everyday words need (Burmese and Tibetan pile up
three), too few to climb over the lines above."""
MAX_REASON: Final = 120
"""Characters of why somebody was put out: a line of the screen that says so."""
MAX_SEED: Final = 64
"""Characters of the number or text that a session's maker draws its run from."""
MIN_PASSWORD: Final = 8
"""Characters of a password, at the least."""
MAX_PASSWORD: Final = 128
"""Characters of a password: longer than what managers make, short enough to hash at once."""

# --- sessions -------------------------------------------------------------------------------

MAX_SEATS: Final = 64
"""Living heroes of one session that a host or a session's maker may allow."""
MAX_HEROES: Final = 200
"""Heroes that one run may see in all, the dead included: the party panel and the roster list
them."""
MAX_LISTED_WATCHERS: Final = 50
"""Watchers that a roster names: more than any screen lists, few enough to send at every change."""
MAX_DELAY: Final = 600
"""Seconds that spectators stay behind at the most: all frames of so long are kept in memory."""
MAX_MINUTES: Final = 60 * 24 * 366
"""Minutes that a ban or a mute lasts at the most, a year; 0 is for good."""
MAX_SPEED: Final = 6400
"""Percent of its own time that a replay runs at, at the most: an hour in a minute."""

# --- lists ----------------------------------------------------------------------------------

MAX_PRESETS: Final = 100
"""Presets that can be chosen from."""
MAX_CALLINGS: Final = 50
"""Callings that can be chosen from."""
MAX_LISTED_SESSIONS: Final = 500
"""Sessions that the lobby lists: more than one server holds by default."""
MAX_LISTED_RUNS: Final = 200
"""Runs that a server lists, the latest: some screens full."""
MAX_LISTED_HEROES: Final = 8
"""Heroes of a kept run that are named: what fits into a line, and some."""
MAX_LANDMARKS: Final = 2000
"""Landmarks that a timeline tells: ten times what a long run has."""
MAX_LISTED_PEOPLE: Final = 200
"""People that are listed for those who keep order: some screens full, the players first."""
MAX_LISTED_BANS: Final = 200
"""Bans that are listed, the latest."""
MAX_AUDIT_ENTRIES: Final = 200
"""Entries of the audit log that are listed, the latest."""

# --- what a view shows ----------------------------------------------------------------------

MAX_SIDE: Final = 512
"""Cells of a floor's longer side."""
MAX_AREA: Final = 32_768
"""Cells of a floor: six times the full keep (R10)."""
MAX_TILE_CODE: Final = 1023
"""Largest tile code: catalogues have some dozens, and every code costs a row of look-up tables."""
MAX_LOOKS: Final = 512
"""Tile looks of a session: ten times what content has."""
MAX_KINDS: Final = 4096
"""Kinds that one view names: every kind of the content, ten times over."""
MAX_SIGHTINGS: Final = 4096
"""Things on one floor's map: a floor full of items."""
MAX_EFFECTS: Final = 32
"""Effects or resistances of one hero: more than a character sheet can list."""
MAX_AMULETS: Final = 9
"""Amulets of a run: three times what the rules have (R15)."""
MAX_BRANCHES: Final = 4096
"""Floors of one run that are kept: far more than any party enters."""
MAX_TREE_DEPTH: Final = 200
"""Floors below each other: four times what content may have."""
