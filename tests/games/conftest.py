"""What is long, and asks for no line of the rules that others do not ask for, is spared the tracer.

Under the tracer everything takes more than twice as long. What a test that is marked `untraced` reaches does
not count, so that coverage stays asked of all others.
"""

from __future__ import annotations

import sys
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Take the tracer away for the length of such a test, where there is one."""
    tracer = sys.gettrace()
    if item.get_closest_marker("untraced") is None:
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
