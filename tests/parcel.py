"""Helpers that several tests about parcel share."""

from __future__ import annotations

PROMISED = ("3.11", "3.12", "3.13")
