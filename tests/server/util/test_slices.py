from undertide_server.util.slices import Slices, finished


def counting(steps: int) -> Slices[int]:
    done = 0
    for _ in range(steps):
        done += 1
        yield
    return done


def test_work_is_done_to_its_end_and_gives_its_result() -> None:
    assert finished(counting(3)) == 3


def test_work_without_a_slice_gives_its_result_too() -> None:
    assert finished(counting(0)) == 0
