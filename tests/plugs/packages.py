"""Installed packages for tests: a module, and what pip writes beside it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEY = "low_road"
"""The key of the game that these packages bring."""


def install(folder: Path, package: str, source: str, groups: Mapping[str, Mapping[str, str]]) -> None:
    """Put a package of one module into a folder, with entry points by group and name."""
    module = package.replace("-", "_")
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    told = folder / f"{module}-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    (told / "entry_points.txt").write_text("\n".join(lines))


def run(folder: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with the packages of a folder installed."""
    path = os.pathsep.join((str(ROOT), str(folder)))
    there = os.environ | {"PYTHONPATH": path, "TAPROOM_PLUGINS": "on", "PLUG_KEY": KEY} | more
    return subprocess.run(  # noqa: S603 -- our own interpreter
        [sys.executable, *words], cwd=ROOT, env=there, capture_output=True, text=True, check=False
    )


def pip_install(source: Path, folder: Path) -> None:
    """Install a package into a folder, without a network."""
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check")
    installed = run(folder, "-m", "pip", "install", *offline, "--target", str(folder), str(source))
    assert installed.returncode == 0, installed.stderr
