from dataclasses import replace

from undertide_server.cluster.supervisor.place import WorkerPlace


def test_each_worker_has_a_socket_of_its_own_in_the_folder() -> None:
    place = WorkerPlace("w1-0a0b0c", workers=2, sockets="/tmp/undertide-1", opens_store=True)
    assert place.address == "/tmp/undertide-1/w1-0a0b0c"
    assert replace(place, node="w2-0d0e0f").address != place.address
