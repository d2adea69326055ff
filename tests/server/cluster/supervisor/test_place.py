from undertide_server.cluster.supervisor.place import new_node_id


def test_the_id_of_a_worker_tells_its_number_and_is_never_given_twice() -> None:
    ids = {new_node_id(2) for _ in range(10)}
    assert len(ids) == 10
    assert all(each.startswith("w2-") for each in ids)
