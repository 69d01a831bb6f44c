"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# How long something takes is measured in `benchmarks/`; here the machine may be busy with other things.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
