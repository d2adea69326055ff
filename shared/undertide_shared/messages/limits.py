"""The bounds of the protocol: those of messages, and of what they hold."""

PROTOCOL = 1
SUBPROTOCOL = "undertide.v1"

MAX_CLIENT_MESSAGE = 2048
"""Bytes of one message from a client: the longest legal one, a chat line, is half of it."""
MAX_SERVER_MESSAGE = 256 * 1024
"""Bytes of one message from a server: a keyframe of the largest floor is a tenth of it."""
MAX_NAME = 16
"""Characters of a hero's or watcher's name: what the party panel can show."""
MAX_CHAT = 240
"""Characters of one chat line: three lines of a small terminal."""
MAX_LISTED_WATCHERS = 50
"""Watchers that a roster names: more than any screen lists, few enough to send at every change."""
MAX_LISTED_RUNS = 200
"""Runs that a server lists, the latest: some screens full."""
MAX_LANDMARKS = 2000
"""Landmarks that a timeline tells: ten times what a long run has."""
MAX_SPEED = 6400
"""Percent of its own time that a replay runs at, at the most: an hour in a minute."""
MAX_SEQUENCE = 2**31 - 1
"""Largest number a client may give to an intent."""

MAX_SEED = 64
"""Characters of the number or text that a session's maker draws its run from."""
MAX_REASON = 120
"""Characters of why somebody was put out: a line of the screen that says so."""
MIN_PASSWORD = 8
"""Characters of a password, at the least."""
MAX_PASSWORD = 128
"""Characters of a password: longer than what managers make, short enough to hash at once."""
MAX_MINUTES = 60 * 24 * 366
"""Minutes that a ban or a mute lasts at the most, a year; 0 is for good."""
MAX_DELAY = 600
"""Seconds that spectators stay behind at the most: all frames of so long are kept in memory."""
MAX_LISTED_PEOPLE = 200
"""People that are listed for those who keep order: some screens full, the players first."""
MAX_LISTED_BANS = 200
"""Bans that are listed, the latest."""
MAX_AUDIT_ENTRIES = 200
"""Entries of the audit log that are listed, the latest."""
