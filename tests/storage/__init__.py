"""Tests of storage, on real files."""
