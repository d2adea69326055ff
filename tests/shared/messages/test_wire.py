from undertide_shared.codec import encode
from undertide_shared.messages import Leave, ListSessions
from undertide_shared.messages.wire import tag_name


def test_the_name_of_a_tag_is_the_word_with_which_a_message_begins() -> None:
    assert tag_name(ListSessions) == "list"
    assert encode(Leave()) == bytes([0x91, 0xA0 + len(tag_name(Leave))]) + b"leave"
