"""Another run for the same party, once theirs is over."""

from support.gateway.real_gateway import Hosted, hosted
from undertide_shared.messages import Again, Error, Join, Joined, Leave, Left, NewRun


def end_run(host: Hosted, session: str) -> None:
    host.registry.sessions[session].run.progress.ended = True


async def test_the_party_plays_again_in_one_session_with_the_same_terms() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.player("Bob") as bob:
        over = host.registry.sessions[ann.session]
        over.policy.settings.seats = 3
        end_run(host, over.id)
        await ann.send(Again())
        answer = await ann.until(NewRun)
        told = await bob.until(NewRun)
        assert (answer.session, answer.by) == (told.session, "")
        assert told.by == "Ann"
        await bob.send(Again())
        assert (await bob.until(NewRun)).session == answer.session
        made = host.registry.sessions[answer.session]
        assert made.config.preset == over.config.preset
        assert made.policy.settings.seats == 3
        assert made.run.game.seed != over.run.game.seed
        await bob.send(Leave())
        await bob.until(Left)
        await bob.send(Join(answer.session, "Bob"))
        assert (await bob.until(Joined)).session == made.id


async def test_a_private_party_gets_the_code_of_its_next_session() -> None:
    async with hosted() as host, host.player("Ann") as ann:
        host.registry.sessions[ann.session].policy.settings.access = "invited"
        end_run(host, ann.session)
        await ann.send(Again())
        new = await ann.until(NewRun)
        made = host.registry.sessions[new.session]
        assert new.code == made.policy.invite != ""


async def test_nobody_plays_again_before_the_end() -> None:
    async with hosted() as host, host.player("Ann") as ann:
        await ann.send(Again())
        assert (await ann.until(Error)).code == "wrong_state"


async def test_a_party_whose_next_session_is_gone_gets_another() -> None:
    async with hosted() as host, host.player("Ann") as ann:
        end_run(host, ann.session)
        await ann.send(Again())
        first = (await ann.until(NewRun)).session
        host.registry.close(host.registry.sessions[first], "gone")
        await ann.send(Again())
        assert (await ann.until(NewRun)).session != first


async def test_a_server_without_room_says_so() -> None:
    async with hosted(sessions=1) as host, host.player("Ann") as ann:
        end_run(host, ann.session)
        await ann.send(Again())
        assert (await ann.until(Error)).code == "server_full"
