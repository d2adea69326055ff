from undertide_client.plain.backlog import LINES_A_SECOND, MAX_NEWS, MAX_WAITING, Backlog


def printed(backlog: Backlog) -> list[str]:
    return [backlog.pop_text(0.0) for _ in range(len(backlog))]


def numbered(count: int, word: str = "news") -> list[str]:
    return [f"{word} {number}" for number in range(count)]


def test_lines_come_in_order() -> None:
    backlog = Backlog()
    backlog.add_news(["a wolf"])
    backlog.add_answer(["life 3"])
    assert printed(backlog) == ["a wolf", "life 3"]
    assert backlog.pop_text(0.0) == ""


def test_of_a_burst_of_news_the_first_are_left_out_and_counted() -> None:
    backlog = Backlog()
    backlog.add_news(numbered(MAX_NEWS + 3))
    first, *others = printed(backlog)
    assert first == "(3 lines left out: `history` reads the log.)"
    assert others == numbered(MAX_NEWS + 3)[3:]


def test_news_after_an_answer_leaves_out_news_where_it_stood() -> None:
    backlog = Backlog()
    backlog.add_news(["old"])
    backlog.add_answer(["answer"])
    for line in numbered(MAX_NEWS + 1):
        backlog.add_news([line])
    lines = printed(backlog)
    assert lines[:3] == [
        "(1 lines left out: `history` reads the log.)",
        "answer",
        "(1 lines left out: `history` reads the log.)",
    ]
    assert lines[3:] == numbered(MAX_NEWS + 1)[1:]


def test_answers_are_kept_but_bounded() -> None:
    backlog = Backlog()
    backlog.add_answer(numbered(MAX_NEWS * 2, "answer"))
    assert len(backlog) == MAX_NEWS * 2
    for _ in range(3):
        backlog.add_answer(numbered(MAX_WAITING, "more"))
    assert len(backlog) <= MAX_WAITING
    assert "lines left out" in printed(backlog)[0]


def test_no_second_has_more_than_so_many_lines() -> None:
    backlog = Backlog()
    backlog.add_answer(numbered(2 * LINES_A_SECOND))
    for _ in range(LINES_A_SECOND):
        assert backlog.wait(5.0) == 0
        backlog.pop_text(5.0)
    assert backlog.wait(5.0) == 1
    assert backlog.wait(5.75) == 0.25
    assert backlog.wait(6.0) == 0
