"""The examples of the base game's rulebook, by their number in the page of rules."""

from engine.games.palaces_of_carrara.face import position
from tests.engine.games.carrara import (
    CITIES,
    COLOURS,
    DEAR_WHEEL,
    FREE_BLACK,
    base,
    do,
    final,
    gained,
    met,
    moves,
    offers,
    seat,
    spread,
    told,
)


def on_wheel(state):
    return [sum(segment.values()) for segment in state.view(-1)["wheel"]]


def test_1_the_first_buy_moves_six_bricks_and_draws_five():
    state, events = told(base(), "Turn the wheel and buy bricks")
    assert on_wheel(state) == [5, 6, 0, 0, 0, 0]
    assert set(state.view(-1)["wheel"][1].values()) == {1}
    assert events[0] == {"turned_wheel": {}}
    assert sum(events[1]["drew"].values()) == 5
    assert state.view(-1)["wheel"][0] == events[1]["drew"]


def test_2_three_bricks_from_segment_II_cost_three_coins():
    state = do(base(), "Turn the wheel and buy bricks", "Buy from segment II")
    state = do(state, "Take a green brick", "Take a blue brick", "Take a black brick")
    assert seat(state, 0)["coins"] == 17
    assert seat(state, 0)["bricks"] == dict.fromkeys(COLOURS, 0) | {
        "green": 1, "blue": 1, "black": 2,
    }  # fmt: skip


def test_3_nine_on_the_wheel_become_eleven_and_two_from_segment_VI_cost_one_coin():
    wheel = {1: {"red": 2, "green": 2, "blue": 3}, 5: {"white": 1, "yellow": 1}}
    state = do(position(base(), wheel=wheel), "Turn the wheel and buy bricks")
    assert on_wheel(state) == [2, 7, 0, 0, 0, 2]
    state = do(state, "Buy from segment VI", "Take a white brick", "Take a yellow brick")
    assert seat(state, 0)["coins"] == 19


def test_4_prices_in_segment_I():
    wheel = {2: {"white": 5}, 6: dict.fromkeys(COLOURS, 1)}
    state = position(base(), {0: {"coins": 21}}, wheel=wheel)
    state = do(state, "Turn the wheel and buy bricks", "Buy from segment I")
    prices = []
    for colour in COLOURS:
        state, events = told(state, f"Take a {colour} brick")
        prices.append(events[0]["bought"]["coins"])
    assert prices == [6, 5, 4, 3, 2, 1]
    assert seat(state, 0)["coins"] == 0


def test_5_a_castello_of_three_in_pisa_takes_three_white_or_yellow_bricks():
    bricks = {"white": 2, "yellow": 2, "red": 5}
    state = position(base(open_screens="true"), {0: {"bricks": bricks}}, row=["Castello 3"])
    bag = state.view(0)["bag"]
    state = do(state, "Build Castello 3", "Build it in Pisa")  # one white brick is certain
    assert offers(state, "Pay a ") == ["white brick", "yellow brick"]
    state = do(state, "Pay a white brick")
    assert seat(state, 0)["bricks"] == dict.fromkeys(COLOURS, 0) | {"yellow": 1, "red": 5}
    assert {"type": "TYPE_CASTELLO", "cost": 3} in seat(state, 0)["quarters"][1]["buildings"]
    paid = {"white": bag["white"] + 2, "yellow": bag["yellow"] + 1}
    assert state.view(0)["bag"] == bag | paid


def test_6_one_red_and_two_green_bricks_build_from_viareggio_on():
    state = position(base(), {0: {"bricks": {"red": 1, "green": 2}}}, row=["Villa 3"])
    assert offers(do(state, "Build Villa 3"), "Build it in ") == ["Viareggio", "Massa", "Lérici"]


def test_7_a_palazzo_of_four_with_blue_bricks_goes_to_massa_or_lerici():
    bricks = {"red": 1, "green": 1, "blue": 2}
    state = position(base(), {0: {"bricks": bricks}}, row=["Palazzo 4"])
    state = do(state, "Build Palazzo 4")
    assert offers(state, "Build it in ") == ["Massa", "Lérici"]
    for city in ("Massa", "Lérici"):
        built = do(state, f"Build it in {city}")
        assert sum(seat(built, 0)["bricks"].values()) == 0


def test_8_a_building_type_is_scored_by_the_values_of_its_cities():
    board = {"Pisa": ["Biblioteca 3"], "Massa": ["Biblioteca 2"]}
    state = position(base(), {0: {"board": board}})
    assert gained(state, "Score building type Biblioteca") == (9, 2, {"book": 2})


def test_9_two_palazzi_in_massa():
    state = position(base(), {0: {"board": {"Massa": ["Palazzo 5", "Palazzo 1"]}}})
    assert gained(state, "Score building type Palazzo") == (0, 6, {"crown": 2})


def test_10_massa_with_three_buildings():
    state = position(base(), {0: {"board": {"Massa": ["Palazzo 1", "Porta 3", "Castello 5"]}}})
    brought = gained(state, "Score the city of Massa")
    assert brought == (0, 9, {"crown": 1, "gate": 1, "flag": 1})


def test_11_pisa_with_two_buildings_is_closed_afterwards():
    boards = {
        0: {"coins": 0, "board": {"Pisa": ["Palazzo 2", "Porta 4"]}},
        1: {"coins": 0, "board": {"Pisa": ["Palazzo 3", "Porta 3"]}},
    }
    state = position(base(), boards)
    assert gained(state, "Score the city of Pisa") == (18, 0, {"crown": 1, "gate": 1})
    state = do(state, "Score the city of Pisa", "End the turn")
    assert state.to_play == 1
    assert offers(state, "Score the city of ") == []
    assert state.view(-1)["cities"][CITIES.index("Pisa")]["scored_by"] == 0


def test_12_the_end_is_announced_by_four_players_and_brings_44_at_the_end():
    player = {
        "coins": 4,
        "fields": ["Biblioteca", "Cathedrale", "Palazzo", "Porta"],
        "objects": {"book": 4, "chalice": 3},
        "board": spread([1, 4, 3, 5, 2, 3, 5]),
    }
    state = position(base(4), {3: player}, to_play=3, wheel=FREE_BLACK)
    assert met(state, 3) == (True, True, True)
    state = do(state, "Turn the wheel and buy bricks", "Buy from segment VI")
    state = do(state, "Announce the end")
    assert state.to_play is None
    assert state.scores()[3] == 5 + 44
    assert final(base(4), {3: player}, 3) == {"object_card": 21, "building_card": 23}


def test_13_too_few_objects_for_three_players_still_score():
    player = {
        "coins": 31,
        "fields": ["Biblioteca", "Cathedrale", "Palazzo", "Porta", "Villa"],
        "objects": {"book": 4, "chalice": 2},
        "board": spread([2, 4, 4, 3, 5, 1, 2, 4]),
    }
    state = position(base(3), {0: player}, wheel=FREE_BLACK)
    assert met(state, 0) == (True, False, True)
    state = do(state, "Turn the wheel and buy bricks", "Buy from segment VI")
    assert "Announce the end" not in moves(state)
    points = final(base(3), {0: player})
    assert points == {"object_card": 18, "building_card": 25, "coins": 6}
    assert sum(points.values()) == 49


def test_14_who_can_pay_no_brick_takes_two_coins():
    state = position(base(), {0: {"coins": 0}}, wheel=DEAR_WHEEL)
    after, events = told(state, "Turn the wheel and buy bricks")
    assert seat(after, 0)["coins"] == 2
    assert seat(after, 0)["bricks"] == seat(state, 0)["bricks"]
    assert after.to_play == 1
    assert events[-1] == {"took_coins": {"coins": 2, "need": "NEED_CANNOT_PAY"}}
