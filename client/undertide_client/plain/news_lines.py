"""What happened since the player last heard of it, in lines."""

import re
from collections import deque
from collections.abc import Iterator
from typing import Final

from undertide_client.model.logbook import MAX_LINES, LogLine
from undertide_client.screens.map.log_view import folded
from undertide_client.screens.map.status_bar import banner_words
from undertide_client.screens.replay.replay_bar import speed_words, time_words
from undertide_client.screens.spoken.changes import Heard, changes, status_lines
from undertide_client.screens.widgets.screen_text import plain_text
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.agreement_words import agreement_words
from undertide_client.screens.words.grammar import sentence_of
from undertide_client.screens.words.words import activity_words, change_words

NUMBER: Final = re.compile(r"\d+")
"""A figure that counts down, which is no news."""
REPLAY: Final = "replay"
"""The sign of a replay's speed, in which figures are news."""
NO_SESSION: Final = "You are in no session."
DONE: Final = "Done."
STOPPED: Final = "You stop."
ANSWERS_AGAIN: Final = "The server answers again."


class NewsLines:
    """The log, the changes of the view, and the signs around the map, each told once."""

    def __init__(self, ui: Ui) -> None:
        self._ui = ui
        self._heard = Heard()
        self._told: deque[LogLine] = deque(maxlen=MAX_LINES)
        self._signs: dict[str, str] = {}
        """The last words of each sign, without figures that count down."""
        self._activity = ""
        self._fate: tuple[int, str] = (0, "none")

    def pop_lines(self) -> list[str]:
        """Return the news since the last call, and count them as told."""
        mirror = self._ui.mirror
        log = [plain_text(entry.text) for entry in folded(self._new_log())]
        changed, self._heard = changes(self._heard, mirror)
        lines = [*log, *(line for line in changed if line not in log), *self._new_signs(log)]
        return [*lines, *self._progress(is_quiet=not lines)]

    def _new_log(self) -> list[LogLine]:
        """Return the lines of the log that were not told yet.

        Each is an object of its own, so that equal lines are told apart.
        """
        told = {id(line) for line in self._told}
        fresh = [line for line in self._ui.mirror.lines if id(line) not in told]
        self._told.extend(fresh)
        return fresh

    def _new_signs(self, log: list[str]) -> Iterator[str]:
        """Yield the words of signs that changed by more than a figure."""
        silence = self._signs.get("silence")
        for name, words in self._signs_now().items():
            bare = words if name == REPLAY else NUMBER.sub("", words)
            if self._signs.get(name, "") != bare and words and plain_text(words) not in log:
                yield sentence_of(plain_text(words))
            self._signs[name] = bare
        if silence and not self._signs["silence"]:
            yield ANSWERS_AGAIN

    def _signs_now(self) -> dict[str, str]:
        """Return the words of every sign: of the connection, the pace, stairs and notices."""
        ui, mirror = self._ui, self._ui.mirror
        replay_state = mirror.replay_state
        agreements = "; ".join(agreement_words(mirror, one) for one in mirror.agreements)
        return {
            "silence": ui.silence_words,
            "banner": "" if ui.silence_words else banner_words(ui),
            "pace": change_words(mirror.pace) if mirror.session else "",
            "stairs": agreements,
            "notice": ui.notice,
            REPLAY: speed_words(replay_state, ui.speed) if replay_state is not None else "",
        }

    def _progress(self, *, is_quiet: bool) -> Iterator[str]:
        """Yield what became of the player's last action, as far as nothing else tells it."""
        fate, hero = self._ui.fate, self._ui.mirror.hero
        before, self._fate = self._fate, (fate.sequence, fate.stage)
        is_own = hero is not None and not self._ui.spectating
        activity = activity_words(self._ui.mirror, hero).rstrip("…") if hero and is_own else ""
        was_active, self._activity = self._activity, activity
        if self._fate != before and fate.stage in {"refused", "lost"}:
            yield sentence_of(plain_text(fate.text))
        elif activity and activity != was_active:
            yield sentence_of(activity)
        elif was_active and not activity:
            yield from [STOPPED] if is_quiet else []
        elif is_quiet and self._fate != before and fate.stage == "done":
            yield DONE


def status_of(ui: Ui) -> list[str]:
    """Return how the followed hero fares, or where a replay is."""
    replay_state = ui.mirror.replay_state
    if replay_state is not None:
        moment = time_words(replay_state).strip().replace("/", "of")
        return [f"Replay: {moment}, {plain_text(speed_words(replay_state, ui.speed))}."]
    return status_lines(ui.mirror) if ui.mirror.session else [NO_SESSION]
