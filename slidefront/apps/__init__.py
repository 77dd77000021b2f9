"""Applications of the explorer. They use its public names, and only the functions of commands import them."""
