from support.client.bot_scenes import mirror_of
from support.client.client_examples import hero_status
from undertide_client.bots.idler import Idler
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import Delta, Wait


def test_whatever_comes_it_waits() -> None:
    assert Idler().decide(mirror_of("@g")) == Wait()
    assert Idler().decide(mirror_of("<@.>", life=1)) == Wait()


def test_the_dead_do_not_even_wait() -> None:
    mirror = mirror_of("@")
    mirror.apply(Delta(2, hero=hero_status(state="dead", life=0)))
    assert Idler().decide(mirror) is None
    assert Idler().decide(Mirror()) is None
