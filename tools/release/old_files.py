"""Write a small file of each stable format with this slidefront. tests/release/0.2.0 contains those of version 0.2.0.

python -m tools.release.old_files FOLDER

Files of a released version are never rewritten.
"""

import shutil
import subprocess
import sys
from pathlib import Path

FILES = {
    "tiles.toml": 'kind = "tiles"\ntitle = "Equal tiles"\nhome = "112/23_"\n',
    "graph.toml": 'kind = "graph"\nhome = "ABCDEF"\nmover = "F"\n'
    "edges = [[0, 3], [0, 4], [1, 3], [1, 4], [1, 5], [2, 4], [2, 5]]\n",
    "blocks.toml": 'kind = "blocks"\nhome = "AAB/.CB/..D"\ngoal = [["A", 2, 1]]\nmetric = "slide"\noptimum = 2\n',
    "boards.txt": "3124756_8\n_21345678\n8_6547231\n",
}
COMMANDS = """
expand 8-puzzle --depth 6 --out run -q
table graph.toml --out one-bit.table -q
table blocks.toml --out two-bits.table -q
problems blocks.toml --depths 2:4 --count 6 --routes --difficulty --out pack.txt -q
problems blocks.toml --depths 2:4 --count 6 --routes --difficulty --out pack.jsonl -q
solve 8-puzzle --start boards.txt --out solve.jsonl
solvable 8-puzzle boards.txt --out solvable.jsonl
depth run boards.txt --out depth.jsonl
compare 8-puzzle --start boards.txt --out compare.jsonl
replay 8-puzzle solve.jsonl --out replay.jsonl
find 2x3 --top 1 --out found -q
"""


def write_files(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text)
    for line in COMMANDS.strip().splitlines():
        subprocess.run([sys.executable, "-m", "slidefront", *line.split()], cwd=folder, check=False)
    (folder / "found/hardest.jsonl").rename(folder / "hardest.jsonl")
    shutil.rmtree(folder / "found")


if __name__ == "__main__":
    write_files(Path(sys.argv[1]))
