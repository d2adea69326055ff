"""What is said in a session reaches everyone in it."""

import pytest

from support.sessions.lobby import Lobby
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.messages import Chat, Hear, Say
from undertide_shared.text import SERVER_MARK


class TestTalking:
    def test_everyone_hears_cleaned_text_and_newcomers_the_last_of_it(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        lobby.tell(1, Say("hello \x1b[31mdeep\u202e  one"))
        for member in (1, 2):
            (chat,) = lobby.took(member, Chat)
            assert (chat.name, chat.text) == ("Ann", "hello [31mdeep one")
        lobby.join(3, "Ben")
        assert [chat.text for chat in lobby.took(3, Chat)] == ["hello [31mdeep one"]

    def test_nobody_speaks_as_the_server_by_name_or_by_mark(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        for name in (lobby.settings.server.name, f"{SERVER_MARK} Will", "Will: hello"):
            with pytest.raises(RequestRefusedError, match="bad_name"):
                lobby.watch(2, name=name)
            with pytest.raises(RequestRefusedError, match="bad_name"):
                lobby.join(3, name)
        lobby.watch(2)
        lobby.tell(2, Say(f"{SERVER_MARK} Undertide: {SERVER_MARK}leave"))
        assert lobby.took(1, Chat) == [Chat("Will", -1, "Undertide: leave", server=False)]

    def test_the_server_tells_everyone_even_who_hears_nobody(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        lobby.tell(2, Hear("nobody"))
        lobby.session.announcer.announce("Undertide", "It restarts.")
        lobby.settle()
        told = Chat("Undertide", -1, "It restarts.", server=True)
        assert (lobby.took(1, Chat), lobby.took(2, Chat)) == ([told], [told])
        lobby.join(3, "Ben")
        assert lobby.took(3, Chat) == []

    def test_nothing_to_say_is_refused(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        with pytest.raises(RequestRefusedError, match="bad_text"):
            lobby.tell(1, Say("\x00\x1b"))
