"""Tests of games that other packages bring."""
