"""Results as text for people and as JSON for programs.

A result is a plain dataclass or an object of the core. This package formats results.
`answers` also asks a question about each line of a file and stores the answers.

- `spaces`: puzzles, runs and tables; `routes`: searches, lookups and replays; `notebook`: HTML for notebooks
- `answers`: the answers to the lines of a file, which a later call continues
"""
