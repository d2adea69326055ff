"""Every limit that both ends know: for messages, their contents, and clients' screens.

A server never sends more than these limits, and a client never keeps more, whatever arrives.
"""

from typing import Final

# --- messages -------------------------------------------------------------------------------

MAX_CLIENT_MESSAGE: Final = 2048
"""Bytes of one client message. The longest legal one, a chat line, takes half of this."""
MAX_SERVER_MESSAGE: Final = 256 * 1024
"""Bytes of one server message. A keyframe of the largest floor takes a tenth of this."""
MAX_CLIENT_ITEMS: Final = 32
"""Elements of one array from a client: six times the longest legal array, so that arrays can
grow."""
MAX_SERVER_ITEMS: Final = 40_000
"""Elements of one array from a server: the run-length codes of a whole floor of the largest
size."""
MAX_NESTING: Final = 10
"""Levels of nested arrays: as many as a trade of essences may have. Servers send no more than 8."""
MAX_SEQUENCE: Final = 2**31 - 1
"""Largest sequence number that a client may give to an intent."""
MAX_NUMBER: Final = 2**53 - 1
"""Largest id, tick or speed from a client: the largest number that JavaScript holds exactly."""
MAX_TOKEN: Final = 64
"""Bytes of a token or key from a client: twice as many as any has."""

# --- text -----------------------------------------------------------------------------------

MAX_RAW: Final = 4
"""Characters from a client for each that cleaning may keep: the server reads no further."""
MAX_NAME: Final = 16
"""Characters of a hero's or spectator's name: as many as the party panel can show."""
MAX_CHAT: Final = 240
"""Characters of one chat line: three lines of a small terminal."""
MAX_WORD: Final = 40
"""Characters of the name of a thing, a floor or an effect: half a line of a small terminal."""
MAX_THING: Final = 80
"""Characters of the name of an item: gear has words before and after it, a ware its price."""
MAX_LINE: Final = 400
"""Characters of one log line or description: five lines of a small terminal."""
MAX_MARKS: Final = 3
"""Combining marks kept on one character. Everyday words need three, in Burmese and Tibetan; three
are too few to climb over the lines above."""
MAX_MOTD: Final = 240
"""Characters of the message of the day: three lines of the lobby on a small terminal."""
MAX_ADDRESS: Final = 300
"""Characters of the address of a web page: longer ones are no addresses that people read."""
MAX_REASON: Final = 120
"""Characters of the reason for a kick or a ban: one line of the screen that shows it."""
MAX_KEY: Final = 64
"""Characters of a key of the content, or of the name of a run: twice as many as any has."""
MAX_SAID: Final = 64
"""Characters of the id of a session or an invite code: three times as many as the longest has."""
MAX_NETWORK: Final = 64
"""Characters of an address or a network: more than the longest IPv6 network has."""
MAX_PROGRAM: Final = 64
"""Characters of a client's description of itself that reach the server's log."""
MAX_SEED: Final = 64
"""Characters of the number or text that the maker of a session chooses as its seed."""
MIN_PASSWORD: Final = 8
"""Fewest characters of a password."""
MAX_PASSWORD: Final = 128
"""Most characters of a password: more than password managers make, but quick to hash."""

MAX_CODE: Final = 80
"""Characters of an invite code on the screen: a line of a small terminal."""

# --- items ----------------------------------------------------------------------------------

MAX_STACK: Final = 99
"""Most items in a stack, whatever the content says."""
MAX_PACK: Final = 128
"""Stacks in a pack: one for every letter, and some to spare."""
MAX_PIECES: Final = 64
"""Pieces of gear that can take an essence, and items of a trade: all that a pack holds."""
MAX_LEVELS: Final = 20
"""Levels of an affix: four times as many as the rules have."""

# --- heroes ---------------------------------------------------------------------------------

MAX_SPELLS: Final = 64
"""Spells of a hero: four times as many as the content has."""
MAX_ABILITIES: Final = 8
"""Abilities of a calling: four times as many as there are keys for them."""
MAX_START: Final = 52
"""Items, or spells, that a hero begins with: all that the rules allow."""
MAX_VISITS: Final = 100
"""Floors and kinds of monsters in a chronicle, at most: more than a run has."""
MAX_WORN: Final = 20
"""Pieces of gear in a chronicle: twice as many as a hero has slots."""
MAX_HINDSIGHT: Final = 8
"""Sentences in a chronicle about what would have helped: more than there are kinds of help."""
MAX_LAST_LINES: Final = 60
"""Lines of the log in a chronicle: as many as a keyframe repeats."""
MAX_CARD_WIDTH: Final = 41
MAX_CARD_HEIGHT: Final = 13
"""Cells of what a hero saw last, on the card of its end: a part of the smallest terminal."""
MAX_CARD_LOOKS: Final = MAX_CARD_WIDTH * MAX_CARD_HEIGHT
"""Glyphs of such a picture, each in its colour: no more than it has cells."""

# --- sessions -------------------------------------------------------------------------------

MAX_SEATS: Final = 64
"""Most living heroes that an operator or the maker of a session may allow in one session."""
MAX_HEROES: Final = 200
"""Most heroes of one run in total, the dead included. The party panel and the roster list them."""
MAX_LISTED_WATCHERS: Final = 50
"""Spectators that a roster names: more than any screen lists, but few enough to send at every
change."""
MAX_DELAY: Final = 600
"""Longest spectators' delay in seconds. The server keeps all frames of that time in memory."""
MAX_PORT: Final = 65_535
MAX_TICK_RATE: Final = 20
"""Most ticks of a floor in a second of real time: as often as the server lets a session tick."""
MAX_MINUTES: Final = 60 * 24 * 366
"""Longest ban or mute in minutes: a year. 0 means for good."""
MAX_SPEED: Final = 6400
"""Fastest speed of a replay, in percent of the run's own time: an hour passes in a minute."""

MAX_TICK: Final = 10**9
"""Ticks of a run: some years."""
MAX_MILLISECONDS: Final = 10**11
"""Real time of a run: three years."""

# --- lists ----------------------------------------------------------------------------------

MAX_PRESETS: Final = 100
"""Presets that a client can choose from."""
MAX_GOAL: Final = 3
"""Lines that say what players of a preset try to do: a newcomer reads no more."""
MAX_VARIATIONS: Final = 4
"""Variations of one run: as many as players can bear in mind."""
MAX_CALLINGS: Final = 50
"""Callings that a player can choose from."""
MAX_LISTED_SESSIONS: Final = 500
"""Sessions on one page of the lobby: more than one server holds by default."""
MAX_NAMED_SESSIONS: Final = 100
"""Sessions of one page whose heroes the lobby names: more than anybody reads, and few enough for
one message."""
MAX_LOBBY_HEROES: Final = 8
"""Heroes that the lobby names for each session: as many as a session has by default."""
MAX_ASKED_SEATS: Final = 12
"""Seats of one question: more than anybody goes on with."""
MAX_THUMBNAILS: Final = 12
"""Thumbnails in one answer: as many as a screen of the lobby shows."""
MAX_THUMBNAIL_WIDTH: Final = 80
"""Cells of a thumbnail in a row: the usual floor as it is, in a picture of 160 pixels."""
MAX_THUMBNAIL_HEIGHT: Final = 45
"""Rows of a thumbnail, likewise in 90 pixels."""
MAX_THUMBNAIL_COLOURS: Final = 512
"""Colours of a thumbnail: twice as many as a floor has kinds of terrain."""
THUMBNAIL_SECONDS: Final = 5
"""Seconds after which a client may ask for thumbnails again: a newer one hardly differs before."""
MAX_LISTED_RUNS: Final = 200
"""Runs on one page of the list of old runs: a few screens full."""
MAX_LISTED_HEROES: Final = 8
"""Heroes that the list of runs names for each run: a few more than fit into a line."""
MAX_LANDMARKS: Final = 2000
"""Landmarks in a timeline: ten times as many as a long run has."""
MAX_LISTED_PEOPLE: Final = 200
"""People in the list for moderators, players first: a few screens full."""
MAX_LISTED_BANS: Final = 200
"""Latest bans in a list."""
MAX_LISTED_NODES: Final = 64
"""Nodes of a server in the list for operators: as many as a server may have workers."""
MAX_AUDIT_ENTRIES: Final = 200
"""Latest entries of the audit log in a list."""
MAX_LISTED_REPORTS: Final = 10
"""Reports on one page: with their chat they take most of the largest message."""
MAX_REPORT_LINES: Final = 20
"""Lines of chat in a report: what led to it, and who began."""
MAX_LISTED_CHAT: Final = 100
"""Latest lines of a session's chat in a list for operators: as many as a session keeps."""
MAX_MET: Final = 1000
"""Kinds in a bestiary: three times as many as the content has."""
MAX_COSTS: Final = 64
"""Tags of messages that count as several: more than a client sends."""

# --- what a view shows ----------------------------------------------------------------------

MAX_SIDE: Final = 512
"""Cells of a floor's longer side."""
MAX_AREA: Final = 32_768
"""Cells of a floor: six times the full keep (R10)."""
MAX_TILE_CODE: Final = 1023
"""Largest tile code. Catalogues have some dozens, and every code takes a row of the look-up
tables."""
MAX_GLOW: Final = 8
"""Cells that a tile's light reaches: as far as a lantern's, and a bound for the work of a frame."""
MAX_LOOKS: Final = 512
"""Tile looks of a session: ten times as many as the content has."""
MAX_KINDS: Final = 4096
"""Kinds that one view names: ten times as many as the content has."""
MAX_SIGHTINGS: Final = 4096
"""Things on the map of one floor, enough for a floor full of items."""
MAX_PHRASES: Final = 200
"""Most phrases about tricks and effects of extensions in one run."""
MAX_EFFECTS: Final = 32
"""Effects or resistances of one hero: more than a character sheet can list."""
MAX_AMULETS: Final = 9
"""Amulets of a run: three times as many as the rules have (R15)."""
MAX_CELL_MARKS: Final = 64
"""Marks of heroes on the map of one floor: as many as the content may allow."""
MAX_AGREEMENTS: Final = 16
"""Stairs of one floor that heroes have agreed to take: four times as many as a floor has."""
MAX_BRANCHES: Final = 4096
"""Floors of one run that are kept: far more than any party enters."""
MAX_TREE_DEPTH: Final = 200
"""Levels of floors below each other: four times as many as the content may have."""
