"""Events tell everything: a table kept from events alone is the table of the views."""

import copy
import random

import pytest

from tests.engine.games.carrara import CITIES, COLOURS, GAME, OBJECTS, base, expansion


class Kept:
    """The table as someone keeps it who saw the start and hears every event since."""

    def __init__(self, view):
        self.view = copy.deepcopy(view)

    def hear(self, seat, detail):
        ((name, data),) = detail.items()
        getattr(self, name)(self.view["players"][seat] if seat >= 0 else None, data)

    def turned_wheel(self, _, __):
        self.view["wheel"].insert(0, self.view["wheel"].pop())

    def drew(self, _, drawn):
        for colour, n in drawn.items():
            self.view["wheel"][0][colour] += n
            self.view["bag"][colour] -= n

    def bought(self, player, data):
        colour = data["colour"].removeprefix("COLOUR_").lower()
        self.view["wheel"][data["segment"] - 1][colour] -= 1
        player["screen"]["bricks"][colour] += 1
        player["screen"]["coins"] -= data["coins"]

    def took_coins(self, player, data):
        player["screen"]["coins"] += data["coins"]

    def paid(self, player, colour):
        colour = colour.removeprefix("COLOUR_").lower()
        player["screen"]["bricks"][colour] -= 1
        self.view["bag"][colour] += 1

    def built(self, player, data):
        (quarter,) = (q for q in player["quarters"] if q["city"] == data["city"])
        if data["raised"]:
            quarter["buildings"].remove(data["raised"])
        quarter["buildings"].append(data["building"])
        for offer in (self.view["row"], self.view["dear_buildings"]):
            if data["building"] in offer:
                offer.remove(data["building"])

    def turned_up(self, _, building):
        self.view["row"].append(building)
        self.view["stack"] -= 1

    def last_building(self, _, __):
        self.view["last_round"] = True

    def took_upgrader(self, player, place):
        self.view["upgraders"].remove(place)
        player["upgraders"].append(place)

    def valued(self, player, data):
        player["screen"]["coins"] += data["coins"]
        player["points"] += data["points"]
        if data["object"]:
            kind = data["object"].removeprefix("OBJECT_").lower()
            player["screen"]["objects"][kind] += 1
            self.view["supply"][kind] -= 1

    def scored_field(self, player, data):
        player["stones"] -= 1
        player["fields"].append(data["field"])
        if data["field"].endswith("BUILDINGS"):  # the others are told building by building
            player["screen"]["coins"] += data["coins"]
            player["points"] += data["points"]

    def scored_city(self, player, data):
        player["stones"] -= 1
        (city,) = (c for c in self.view["cities"] if c["city"] == data["city"])
        city["scored_by"] = self.view["players"].index(player)

    def bought_object(self, player, data):
        player["screen"]["coins"] -= data["coins"]
        player["screen"]["objects"][data["object"].removeprefix("OBJECT_").lower()] += 1
        self.view["object_field"].remove(data["object"])

    def passed(self, _, __):
        pass

    def announced(self, player, data):
        player["points"] += data["points"]
        self.view["announced_by"] = self.view["players"].index(player)
        self.view["last_round"] = True

    def final(self, player, data):
        player["points"] += data["points"]
        if data["reason"] != "REASON_COINS":
            player["screen"]["coins"] += data["coins"]

    def facts(self):
        return facts(self.view)


def facts(view):
    """What lies on the table, order aside."""
    view = copy.deepcopy(view)
    for player in view["players"]:
        for met in ("top_met", "object_met", "building_met"):
            player["screen"].pop(met)
        for quarter in player["quarters"]:
            quarter["buildings"].sort(key=str)
        player["fields"].sort()
        player["upgraders"].sort()
    view["row"].sort(key=str)
    for name in ("phase", "chain", "turns"):
        view.pop(name)
    return view


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start", [base, expansion])
def test_a_table_kept_from_events_is_the_table_of_the_views(start, players):
    for seed in range(5):
        state = start(players, seed, open_screens="true")
        kept, chooser = Kept(state.view(-1)), random.Random(seed)
        while state.to_play is not None:
            state, events = state.step(chooser.choice(state.legal_moves()))
            for event in events:
                assert event.audience is None
                kept.hear(event.seat, GAME.describe_event(event)[1])
            assert kept.facts() == facts(state.view(-1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_components_add_up_in_every_view_of_a_game(players):
    for seed in range(3):
        state = expansion(players, seed, open_screens="true")
        chooser = random.Random(seed)
        while state.to_play is not None:
            state = state.play(chooser.choice(state.legal_moves()))
            view = state.view(-1)
            screens = [p["screen"] for p in view["players"]]
            for colour in COLOURS:
                places = [view["bag"], *view["wheel"], *(s["bricks"] for s in screens)]
                assert sum(place[colour] for place in places) == 7
            for kind in OBJECTS:
                field = f"OBJECT_{kind.upper()}" in view["object_field"]
                held = sum(s["objects"][kind] for s in screens)
                assert view["supply"][kind] + held + field == 6
            for number, player in enumerate(view["players"]):
                cities = sum(c["scored_by"] == number for c in view["cities"])
                assert player["stones"] + len(player["fields"]) + cities == 6
                assert len(player["quarters"]) == len(CITIES)
                assert player["screen"]["coins"] >= 0
