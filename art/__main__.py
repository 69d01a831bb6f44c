"""`make art`: draws all sprites anew."""

from __future__ import annotations

from art.build import build

build()
