"""`python -m slidefront`."""

from slidefront.cli import main

main()
