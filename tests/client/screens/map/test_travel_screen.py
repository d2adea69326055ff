from support.client.company_examples import in_company
from support.client.screen_text import drawn, find, playing, shown
from undertide_client.screens.map.travel_screen import TravelScreen
from undertide_client.screens.widgets.actions import Note, Pop, Send
from undertide_shared.messages import Regroup, Travel


def test_travel_jumps_to_known_stairs_and_sets_out() -> None:
    screen = TravelScreen(playing())
    screen.press(">")
    assert screen.press("enter") == (Pop(), Send(Travel(7, 3)))
    screen.press("<")
    assert screen.press(".") == (Pop(), Send(Travel(3, 3)))


def test_travel_explains_where_one_can_not_go() -> None:
    wall = TravelScreen(playing(), (0, 0))
    assert wall.press("enter") == (Pop(), Note("You can't walk into a wall."))
    unknown = TravelScreen(playing(tiles=[0, 60]), (5, 2))
    assert isinstance(unknown.press("enter")[1], Note)


def test_clicks_point_and_a_second_click_chooses() -> None:
    screen = TravelScreen(playing())
    x, y = find(drawn(screen), ">")[0]
    assert screen.click(x, y, False) == ()
    assert screen.click(x, y, False) == (Pop(), Send(Travel(7, 3)))
    assert screen.click(x, y, True) == (Pop(),)
    assert screen.click(79, 23, False) == ()


def test_companions_out_of_sight_are_in_the_list_and_are_gone_to() -> None:
    screen = TravelScreen(in_company())
    assert screen.stops() == [(8, 1), (26, 1)]
    assert screen.press("shift+tab") == ()
    assert "Cat (scratched, out of sight)" in shown(screen)
    assert screen.press("enter") == (Pop(), Send(Regroup(2)))
    assert TravelScreen(in_company(), (8, 1)).press("enter") == (Pop(), Send(Travel(8, 1)))
