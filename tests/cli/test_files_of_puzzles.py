"""Files whose lines are each a puzzle of their own, with lines among them that are not."""

from slidefront import load


def test_a_line_that_is_not_a_puzzle_is_named_and_the_rest_answered(slidefront, tmp_path):
    (tmp_path / "many.txt").write_text("1 2 3/4 _ 5/7 8 6\nfoo\n1 2 3/4 5 6/8 7 _\n1 2 3/4 5 6/7 _ 8\n")
    done = slidefront("solve", "many.txt", code=1)
    first, bad, unsolvable, last = done.out.splitlines()
    assert (first, last) == ("1 2 3/4 _ 5/7 8 6:2:5|8", "1 2 3/4 5 6/7 _ 8:1:8")
    assert bad.startswith("# line 2: no puzzle is named 'foo'")
    assert unsolvable.startswith("# line 3: ")


def test_problems_of_a_puzzle_with_a_partial_goal_name_commands_that_work(slidefront, refused, tmp_path):
    (tmp_path / "mine.toml").write_text(load("hughes").text)
    said = refused("problems", "mine.toml", "--depth", "2:3")
    first, second = "slidefront expand mine.toml", "slidefront expand mine.toml --from-goals-of mine"
    assert f"make runs with `{first}` and `{second}`, and ask for the problems of mine-from-goals" in said
    for command in (first, second):
        slidefront(*command.split()[1:], "-q")
    assert slidefront("problems", "mine-from-goals", "--depth", "2:3").out
