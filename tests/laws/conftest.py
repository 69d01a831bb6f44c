"""The laws in here are asked of all games."""

from tests.laws.asked import pytest_generate_tests

__all__ = ["pytest_generate_tests"]
