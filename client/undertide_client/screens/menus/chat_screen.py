"""The line to chat with everyone in the session."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from undertide_client.screens.widgets.actions import Pop, Speak
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.screen import Actions
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_CHAT
from undertide_shared.messages import Listening
from undertide_shared.text import clean_chat

PROMPTS: Final[Mapping[Listening, str]] = MappingProxyType(
    {
        "all": "Say:",
        "players": "Say (you hear players alone):",
        "nobody": "Say (you hear nobody):",
    }
)
"""The prompt, by whose chat the player receives: it says if an answer could go unheard."""


class ChatScreen(LineScreen):
    """A line of chat; an empty line sends nothing."""

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, MAX_CHAT)
        self.prompt = PROMPTS[ui.hearing]

    def finish(self, text: str) -> Actions:
        """Send the line to the chat. Raises BadTextError if the text is invalid."""
        if not text.strip():
            return (Pop(),)
        return (Pop(), Speak(clean_chat(text)))
