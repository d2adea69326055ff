from undertide_client.displays.attention import TITLE, Attention, encode_attention


def test_only_what_has_changed_is_told() -> None:
    turn = Attention(f"your turn - {TITLE}", 1)
    assert encode_attention(Attention(), Attention()) == b""
    told = encode_attention(Attention(), turn)
    assert told == f"\x1b]2;your turn - {TITLE}\x07\x07".encode()
    assert encode_attention(turn, Attention(TITLE, 1)) == f"\x1b]2;{TITLE}\x07".encode()
    assert encode_attention(turn, Attention(turn.title, 3)) == b"\x07", "missed rings are one"
