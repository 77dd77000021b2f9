import json

from tests.cli.test_info import SIZES


def test_list_shows_what_ships(slidefront):
    found = json.loads(slidefront("list", "--json").out)
    assert {one["name"]: f"{one['boards']:,}" for one in found if one["exact"]} == SIZES
    assert all(one["title"] and one["about"].endswith((".", "?")) for one in found)
    lines = slidefront("list").out.splitlines()[1:]
    assert [line.split()[0] for line in lines] == [one["name"] for one in found]
    assert all(SIZES.get(line.split()[0], "") in line for line in lines)
