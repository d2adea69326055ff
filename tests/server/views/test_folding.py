"""A folded view tells as much as the keyframe and the deltas that it was folded from."""

import msgspec
import pytest

from support.sessions.spectated import Eyes, spectated
from support.sessions.watched_again import HARDY
from undertide_server.views.folding import folded_frame
from undertide_server.views.view import View
from undertide_shared.codec import decode_server, encode
from undertide_shared.messages import Delta, Keyframe, Line, TradeTable

STEPS = 120


@pytest.fixture(scope="module")
def chains(tmp_path_factory: pytest.TempPathFactory) -> dict[int, list[bytes]]:
    """Return the frames of the party's view and of a hero's, from their first on."""
    shown: dict[int, list[bytes]] = {}
    update = View.update

    def noted(view: View, *facts: object) -> bytes | None:
        frame = update(view, *facts)  # type: ignore[arg-type]
        if frame is not None:
            shown.setdefault(view.entity, []).append(frame)
        return frame

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(View, "update", noted)
        with spectated(tmp_path_factory.mktemp("runs"), "real", 2, HARDY) as live:
            live.play(STEPS)
    return shown


def test_it_shows_what_all_frames_together_show(chains: dict[int, list[bytes]]) -> None:
    assert len(chains) == 3
    for frames in chains.values():
        eyes = Eyes()
        for count, frame in enumerate(frames, start=1):
            eyes.take(frame)
            if count % 7 and count < len(frames):
                continue
            folded = folded_frame(frames[:count])
            assert folded is not None
            again = Eyes()
            again.take(encode(folded))
            assert again.picture == eyes.picture, count
            assert again.lines == eyes.lines[-60:], count


def test_an_open_trade_is_that_of_the_last_delta(chains: dict[int, list[bytes]]) -> None:
    first = decode_server(chains[0][0])
    assert isinstance(first, Keyframe)
    table = TradeTable(1, 1, [(1, 1)], 0, [], 0, accepts=False, is_accepted=False)
    opened = encode(Delta(first.number + 1, trades=[table]))
    closed = encode(Delta(first.number + 2, trades=[]))
    folded = [folded_frame([encode(first), opened]), folded_frame([encode(first), opened, closed])]
    assert [each and each.trades for each in folded] == [[table], []]


def test_later_deltas_follow_it(chains: dict[int, list[bytes]]) -> None:
    frames = chains[0]
    middle = len(frames) // 2
    folded = folded_frame(frames[:middle])
    assert folded is not None
    assert folded_frame([encode(folded), *frames[middle:]]) == folded_frame(frames)


def test_a_keyframe_begins_anew_and_deltas_before_one_tell_nothing(
    chains: dict[int, list[bytes]],
) -> None:
    first, *deltas = chains[0]
    assert folded_frame(deltas[:3]) is None
    assert folded_frame([]) is None
    assert folded_frame([first, *deltas[:5], first]) == decode_server(first)


def test_a_delta_that_does_not_follow_is_refused(chains: dict[int, list[bytes]]) -> None:
    first = chains[0][0]
    frame = decode_server(first)
    assert isinstance(frame, Keyframe)
    line = Delta(frame.number + 2, lines=[Line("info", "It is late.")])
    with pytest.raises(ValueError, match=f"after frame {frame.number}"):
        folded_frame([first, encode(line)])
    gone = Delta(frame.number + 1, gone=[10**6])
    with pytest.raises(KeyError):
        folded_frame([first, encode(gone)])
    with pytest.raises(msgspec.MsgspecError):
        folded_frame([b"\x93"])
