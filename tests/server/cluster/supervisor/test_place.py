from dataclasses import replace

from undertide_server.cluster.supervisor.place import WorkerPlace, opens_store

PLACE = WorkerPlace("w1-0a0b0c", workers=2, sockets="/tmp/undertide-1", opens_store=True)


def test_each_worker_has_a_socket_of_its_own_in_the_folder() -> None:
    assert PLACE.address == "/tmp/undertide-1/w1-0a0b0c"
    assert replace(PLACE, node="w2-0d0e0f").address != PLACE.address


def test_the_first_worker_opens_the_store_and_a_server_without_workers() -> None:
    assert opens_store(PLACE)
    assert not opens_store(replace(PLACE, opens_store=False))
    assert opens_store(None)
