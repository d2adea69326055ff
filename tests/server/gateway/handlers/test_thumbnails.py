"""Who asks for thumbnails gets those that there are, whole sessions late or gone."""

import msgspec

from support.gateway.raw_clients import new_session
from support.gateway.real_gateway import hosted
from undertide_server.gateway.handlers.thumbnails import thumbnails
from undertide_shared.codec import encode
from undertide_shared.limits import (
    MAX_SAID,
    MAX_SEATS,
    MAX_SERVER_MESSAGE,
    MAX_THUMBNAIL_COLOURS,
    MAX_THUMBNAIL_HEIGHT,
    MAX_THUMBNAIL_WIDTH,
    MAX_THUMBNAILS,
    MAX_WORD,
)
from undertide_shared.messages import Error, ListThumbnails, Thumbnail, Thumbnails

SMALL = Thumbnail("abcde", 1, "the Sump", 2, 1, [0xFFFFFF], [0, 1, 1, 1], [(1, 0, 0xFF0000)])


def test_put_together_they_are_the_message_that_they_would_be_at_once() -> None:
    parts = [msgspec.msgpack.encode(SMALL)] * 3
    assert encode(thumbnails(parts)) == encode(Thumbnails([SMALL] * 3))


def test_the_largest_answer_fits_into_a_message() -> None:
    area = MAX_THUMBNAIL_WIDTH * MAX_THUMBNAIL_HEIGHT
    largest = Thumbnail(
        *(MAX_SAID * "a", 20, MAX_WORD * "🐉", MAX_THUMBNAIL_WIDTH, MAX_THUMBNAIL_HEIGHT),
        [0xFFFFFF] * MAX_THUMBNAIL_COLOURS,
        [200, 1] * area,
        [(79, 44, 0xFFFFFF)] * MAX_SEATS,
    )
    assert len(encode(Thumbnails([largest] * MAX_THUMBNAILS))) < MAX_SERVER_MESSAGE


async def test_a_lobby_gets_those_of_the_sessions_that_are_played() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.guest() as guest:
        (session,) = host.registry.sessions
        empty = await new_session(host.address, "", "auto")
        await guest.send(ListThumbnails([empty, "zzzzz", session, session]))
        (told,) = (await guest.expect(Thumbnails)).thumbnails
        assert told.session == session
        assert len(told.heroes) == 1
        await ann.send(ListThumbnails([session]))
        assert (await ann.until(Error)).code == "wrong_state"


async def test_so_many_may_be_asked_for_at_once_and_no_more() -> None:
    async with hosted() as host, host.guest() as guest:
        await guest.send(ListThumbnails(["zzzzz"] * MAX_THUMBNAILS))
        assert await guest.expect(Thumbnails) == Thumbnails([])
        await guest.send(ListThumbnails(["zzzzz"] * (MAX_THUMBNAILS + 1)))
        assert (await guest.expect(Error)).code == "malformed"
