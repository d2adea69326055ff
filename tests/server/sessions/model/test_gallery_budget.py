import gc

from undertide_server.sessions.model.gallery_budget import GalleryBudget

MOST = 1000


class Recorded:
    """A gallery that holds so many bytes until it starts over."""

    def __init__(self, budget: GalleryBudget) -> None:
        self._budget = budget
        self.size = 0

    def grow(self, size: int) -> None:
        """Record something."""
        self.size += size
        self._budget.record_size(self, self.size)

    def start_over(self) -> None:
        """Forget it all."""
        self.size = 0
        self._budget.record_size(self, 0)


def test_as_long_as_all_fit_none_starts_over() -> None:
    budget = GalleryBudget(MOST)
    galleries = [Recorded(budget) for _ in range(4)]
    for gallery in galleries:
        gallery.grow(MOST // 4)
    assert [gallery.size for gallery in galleries] == [MOST // 4] * 4


def test_beyond_that_the_largest_starts_over_whoever_grew() -> None:
    budget = GalleryBudget(MOST)
    large, small, new = (Recorded(budget) for _ in range(3))
    large.grow(MOST // 2)
    small.grow(MOST // 4)
    new.grow(MOST // 3)
    assert (large.size, small.size, new.size) == (0, MOST // 4, MOST // 3)


def test_one_that_alone_is_too_large_starts_over() -> None:
    gallery = Recorded(GalleryBudget(MOST))
    gallery.grow(MOST + 1)
    assert gallery.size == 0


def test_those_that_are_gone_do_not_count() -> None:
    budget = GalleryBudget(MOST)
    gone, here = Recorded(budget), Recorded(budget)
    gone.grow(MOST - 1)
    del gone
    gc.collect()
    here.grow(MOST - 1)
    assert here.size == MOST - 1
