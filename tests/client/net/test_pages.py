from support.client.client_examples import session_info
from undertide_client.net.pages import MOST_SESSIONS, all_sessions
from undertide_shared.messages import Sessions

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
