import json

from support.client.client_examples import session_info
from undertide_client.net.pages import MOST_LOOKS, MOST_SESSIONS, all_sessions, whole_look
from undertide_shared.messages import LookInto, Sessions

PAGE = 400


async def test_pages_are_put_together_in_their_order() -> None:
    sessions = [session_info(str(number)) for number in range(2 * PAGE + 1)]

    async def page_after(skip: int) -> Sessions:
        return Sessions(sessions[skip : skip + PAGE], skip + PAGE < len(sessions))

    assert await all_sessions(page_after) == sessions


async def test_a_server_whose_list_never_ends_is_asked_no_further() -> None:
    async def page_after(_skip: int) -> Sessions:
        return Sessions([session_info()] * PAGE, more=True)

    assert len(await all_sessions(page_after)) == MOST_SESSIONS


async def test_an_empty_page_is_the_last_whatever_it_says() -> None:
    async def page_after(_skip: int) -> Sessions:
        return Sessions([], more=True)

    assert await all_sessions(page_after) == []


async def test_the_pages_of_a_look_are_of_one_step() -> None:
    asked: list[LookInto] = []

    async def page_of(wanted: LookInto) -> str:
        asked.append(wanted)
        more = wanted.after + 10 if wanted.after < 20 else 0
        return json.dumps({"step": 7, "entities": [wanted.after], "more": more})

    told = await whole_look(page_of, LookInto("k3x9p", floor=2))
    assert told == {"step": 7, "entities": [0, 10, 20], "more": 0}
    assert asked == [
        LookInto("k3x9p", floor=2),
        LookInto("k3x9p", 7, floor=2, after=10),
        LookInto("k3x9p", 7, floor=2, after=20),
    ]


async def test_a_look_that_never_ends_is_asked_no_further() -> None:
    async def page_of(wanted: LookInto) -> str:
        return json.dumps({"step": 7, "changes": [0], "more": wanted.after + 1})

    told = await whole_look(page_of, LookInto("k3x9p"))
    assert len(told["changes"]) == told["more"] == MOST_LOOKS
