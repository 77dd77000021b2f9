"""The player, driven by Textual's own pilot: keys, mouse, solutions, small windows."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from textual.widgets._footer import FooterKey

import slidefront
from slidefront.view.play.app import PlayApp
from slidefront.view.play.board_view import BoardView
from slidefront.view.play.picker import PickApp
from slidefront.view.play.scrub import ScrubBar

SIZE = (100, 40)


class Player:
    """An app with its pilot."""

    def __init__(self, app, pilot):
        self.app, self.pilot = app, pilot

    @property
    def board(self):
        return self.app.game.position.text

    @property
    def status(self):
        return str(self.app.query_one("#status").render())

    @property
    def message(self):
        return str(self.app.query_one("#message").render())

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def advised(self):
        """Wait for the search in the background."""
        for _ in range(600):
            await self.pilot.pause(0.05)
            if self.app.advice is not None:
                return
        raise AssertionError("no advice after 30 seconds")

    def spot(self, cell):
        """Find a place on the screen that shows a cell."""
        view = self.app.query_one(BoardView)
        places = [(x, y) for y in range(view.size.height) for x in range(view.size.width) if view.cell_at(x, y) == cell]
        return places[len(places) // 2]

    async def drag(self, *cells):
        await self.pilot.mouse_down(BoardView, self.spot(cells[0]))
        for cell in cells[1:]:
            await self.pilot.hover(BoardView, self.spot(cell))
        await self.pilot.mouse_up(BoardView, self.spot(cells[-1]))
        await self.pilot.pause()

    async def click(self, cell):
        await self.pilot.click(BoardView, self.spot(cell))
        await self.pilot.pause()


def played(play, name, start=None, route=None, size=SIZE):
    """Run a scenario on a puzzle."""

    @asynccontextmanager
    async def opened():
        puzzle = slidefront.read_puzzle(name) if "/" in name else slidefront.load(name)
        app = PlayApp(puzzle, puzzle.home if start is None else start, route)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield Player(app, pilot)

    async def run():
        async with opened() as player:
            await play(player)

    asyncio.run(run())


def test_arrow_keys_move_tiles_and_undo_redo_reset_go_back_and_forth():
    async def play(player):
        await player.press("down")
        assert player.board == "1_3425678"
        await player.press("left", "up")
        assert player.board == "13542_678"
        assert player.status.startswith("3 moves, fewest from here: ")
        await player.press("u")
        assert player.board == "13_425678"
        await player.press("y")
        assert player.board == "13542_678"
        await player.press("r")
        assert player.board == "1234_5678"
        await player.press("u")
        assert player.message == "there is nothing to undo"
        await player.press("y")
        assert player.board == "13542_678"

    played(play, "8-puzzle", "1234_5678")


def test_fewest_from_here_and_hints_lead_to_the_goal():
    async def play(player):
        for left in (3, 2, 1):
            await player.advised()
            assert player.status == f"{3 - left} move{'' if left == 2 else 's'}, fewest from here: {left}"
            await player.press("h")
        assert player.message == "hint: 3 D"
        assert player.status == "3 moves, fewest from here: 0  Solved!"
        await player.press("h")
        assert player.message == "there is no move to hint at"

    played(play, "8-puzzle", "3124756_8")


def test_a_block_follows_the_pointer_round_corners():
    async def play(player):
        await player.drag((0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0))
        assert player.board == ".../##./A.."
        assert player.app.game.moves == 6
        await player.press("u")
        assert player.board == "A../##./..."
        await player.drag((0, 0), (2, 0))
        assert player.board == ".../##./A.."

    played(play, "A../##./...")


def test_a_drag_back_to_where_it_began_is_no_move():
    async def play(player):
        await player.drag((4, 0), (4, 2), (4, 0))
        assert player.app.game.moves == 0
        await player.drag((2, 1), (4, 1))
        assert player.app.game.moves == 0

    played(play, "klotski")


def test_tab_selects_pieces_and_arrows_move_the_selected_one():
    async def play(player):
        await player.press("down")
        assert player.message == "select a piece first: with Tab, or with a click"
        await player.press("shift+tab", "left")
        assert player.board == "AXXB/AXXB/CDDE/CFGE/H.I."
        await player.press("left", "up")
        assert player.board == "AXXB/AXXB/CDDE/CFGE/HI.."
        assert player.message == "F is in the way"
        await player.press("tab", "down")
        assert player.message == "C is in the way"

    played(play, "klotski")


def test_a_click_moves_a_piece_that_can_go_one_way_only():
    async def play(player):
        await player.click((4, 0))
        assert player.board == "AXXB/AXXB/CDDE/CFGE/.H.I"
        await player.click((4, 1))
        assert player.board == "AXXB/AXXB/CDDE/CFGE/.H.I"
        await player.press("left")
        assert player.board == "AXXB/AXXB/CDDE/CFGE/H..I"

    played(play, "klotski")


def test_a_graph_is_played_by_clicks_arrows_and_drags():
    async def play(player):
        await player.click((0, 3))
        assert player.board == "ABCJEFGHID"
        await player.press("right")
        assert player.board == "ABCDEFGHIJ"
        await player.press("right")
        assert player.message == "no vertex next to the mover lies that way"
        await player.drag((0, 9), (0, 0))
        assert player.board[0] == "J"

    played(play, "pillars")


def test_a_solution_is_played_paused_and_scrubbed():
    async def play(player):
        await player.advised()
        await player.press("full_stop", "full_stop")
        assert (player.app.at, player.message) == (2, "4 R")
        await player.press("comma")
        assert (player.app.at, player.message) == (1, "7 D")
        await player.press("end")
        assert player.board == "_12345678"
        assert "Solved!" in player.status
        await player.press("home")
        assert player.board == "3124756_8"
        bar = player.app.query_one(ScrubBar)
        await player.pilot.click(ScrubBar, (bar.size.width - len("  0 of 3") - 1, 0))
        await player.pilot.pause()
        assert (player.app.at, player.board) == (3, "_12345678")
        await player.press("space")
        assert player.app.at < 3
        for _ in range(100):
            await player.pilot.pause(0.05)
            if player.app.at == 3:
                break
        assert player.board == "_12345678"
        await player.press("space", "space")
        at = player.app.at
        await player.pilot.pause(0.7)
        assert player.app.at == at

    played(play, "8-puzzle", "3124756_8")


def test_a_new_board_is_made():
    async def play(player):
        await player.press("n")
        assert player.board != "_12345678"
        await player.advised()
        assert player.status == f"0 moves, fewest from here: {player.app.advice.fewest}"

    played(play, "8-puzzle")


def test_a_move_by_hand_leaves_the_solution():
    async def play(player):
        await player.advised()
        await player.press("s", "full_stop")
        assert player.app.query_one(ScrubBar).display
        await player.press("u")
        assert not player.app.query_one(ScrubBar).display

    played(play, "8-puzzle", "3124756_8")


def test_a_route_that_is_given_is_shown_from_its_start():
    route = slidefront.read_route(slidefront.load("klotski"), "H R,C D,A D")

    async def play(player):
        assert player.app.query_one(ScrubBar).length == 3
        await player.press("end")
        assert player.board == route.boards[-1]

    played(play, "klotski", route=route)


@pytest.mark.parametrize(("size", "fits"), [((30, 12), False), ((60, 30), True)])
def test_a_board_that_is_too_large_for_the_window_says_so(size, fits):
    async def play(player):
        view = player.app.query_one(BoardView)
        if fits:
            assert view.too_large == ""
            assert view.cell_at(view.size.width // 2, view.size.height // 2) is not None
        else:
            assert view.too_large.startswith("The board needs 18 x 9 characters, and has ")
            assert view.render_line(0).text.startswith("The board needs")
            await player.pilot.resize_terminal(80, 40)
            await player.pilot.pause()
            assert view.too_large == ""

    played(play, "daisy", size=size)


def test_an_unsolvable_board_says_so():
    async def play(player):
        await player.advised()
        why = "the goal is an odd permutation of the start, and moves make only even ones"
        assert player.status == f"0 moves, no solution: {why}"
        await player.press("h")
        assert player.message == "there is no move to hint at"

    played(play, "15-puzzle", "123456789abcdfe_")


def test_a_puzzle_is_chosen_from_the_list():
    async def run():
        app = PickApp()
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press("down", "down", "enter")
            await pilot.pause()
        return app.return_value

    from slidefront.puzzles import library

    assert asyncio.run(run()) in library.names()


def test_boards_of_more_than_sixteen_cells_are_played_with_hints():
    async def play(player):
        await player.press("down", "right")
        await player.advised()
        assert player.status == "2 moves, fewest from here: 2"
        await player.press("h")
        await player.press("h")
        assert player.board == "123456789abcdefghijklmno_"

    played(play, "5x5", size=(140, 60))


def test_the_footer_shows_all_keys_in_a_window_of_eighty_columns_and_the_first_ones_in_a_narrow_one():
    async def play(player):
        assert [key.description for key in player.app.query(FooterKey) if key.region.right <= 80] == [
            "Piece", "Hint", "Solution", "Quit", "Undo", "New", "Redo", "Reset"
        ]  # fmt: skip
        await player.pilot.resize_terminal(40, 10)
        await player.pilot.pause()
        assert [key.description for key in player.app.query(FooterKey) if key.region.right <= 40] == [
            "Piece", "Hint", "Solution", "Quit"
        ]  # fmt: skip
        assert player.app.query_one(BoardView).too_large == ""

    played(play, "klotski", size=(80, 24))


def test_the_keys_of_a_solution_are_told_when_it_is_shown():
    async def play(player):
        await player.advised()
        await player.press("s")
        assert player.message.startswith("Space plays the solution, comma and full stop go")

    played(play, "8-puzzle", "3124756_8")


def test_a_solved_start_says_how_to_get_another():
    async def play(player):
        assert player.message == "this board is solved: press n for another"
        await player.press("n")
        assert player.message == ""

    played(play, "8-puzzle")


@pytest.mark.parametrize("key", ["q", "ctrl+c"])
def test_keys_that_quit(key):
    async def play(player):
        await player.press(key)
        assert player.app._exit

    played(play, "8-puzzle")
