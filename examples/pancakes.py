"""A stack of pancakes of different sizes: a move turns the upper ones over. The first digit is the upper pancake."""

import numpy as np

import slidefront


class Pancakes(slidefront.Puzzle):
    """A key has 4 bits a pancake, the upper one highest."""

    def __init__(self, count: int = 9) -> None:
        self.name = f"pancakes-{count}"
        self.count = count
        self.key_bits = 4 * count
        self.most_successors = count - 1
        self.home = self.parse("123456789"[:count])
        self.goal = slidefront.Goal(self.home)

    def parse(self, text: str) -> int:
        if sorted(text) != sorted("123456789"[: self.count]):
            raise slidefront.BoardError(f"{text!r} is not a stack of the pancakes 1 to {self.count}")
        return int(text, 16)

    def format(self, key: int) -> str:
        return f"{key:0{self.count}x}"

    def write_successors(self, work: np.ndarray, out: np.ndarray) -> int:
        shifts = [np.uint64(4 * (self.count - 1 - place)) for place in range(self.count)]
        for upper in range(2, self.count + 1):
            turned = work & ((np.uint64(1) << shifts[upper - 1]) - np.uint64(1))
            for place in range(upper):
                turned |= (work >> shifts[place] & np.uint64(15)) << shifts[upper - 1 - place]
            out[(upper - 2) * work.size : (upper - 1) * work.size] = turned
        return (self.count - 1) * work.size
