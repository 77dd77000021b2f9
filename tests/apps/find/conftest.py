"""Fixtures of the command line."""

from tests.cli.conftest import slidefront as slidefront_command  # noqa: F401 - a fixture
