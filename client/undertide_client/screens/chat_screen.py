"""Talking to everyone in the session."""

from undertide_client.screens.actions import Actions, Pop, Speak
from undertide_client.screens.line_screen import LineScreen
from undertide_client.screens.ui import Ui
from undertide_shared.messages import MAX_CHAT
from undertide_shared.text import clean_chat


class ChatScreen(LineScreen):
    """A line to say; an empty one says nothing."""

    prompt = "Say:"

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, MAX_CHAT)

    def finish(self, text: str) -> Actions:
        """Say it."""
        if not text.strip():
            return (Pop(),)
        return (Pop(), Speak(clean_chat(text)))
