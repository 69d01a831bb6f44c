"""Discord's Embedded App SDK lies in the tree as it was built, with its version and licences."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC, LOCKED = ROOT / "bot/page/static", ROOT / "bot/page/sdk"
FILES = ("embedded-app-sdk.js", "LICENSE-embedded-app-sdk.txt")
BUILD_SECONDS = 300


def test_it_says_what_it_is_made_of() -> None:
    """Its first line names the version that is locked, and each package in it has its licence beside it."""
    packages = json.loads((LOCKED / "package-lock.json").read_text())["packages"]
    version = packages["node_modules/@discord/embedded-app-sdk"]["version"]
    first = (STATIC / FILES[0]).read_text().partition("\n")[0]
    licences = (STATIC / FILES[1]).read_text()
    shipped = [
        name.removeprefix("node_modules/")
        for name, each in packages.items()
        if name and not each.get("dev") and "@types/" not in name
    ]

    assert f"@discord/embedded-app-sdk {version}" in first
    assert len(shipped) > 3
    assert [name for name in shipped if f"== {name}/" not in licences] == []


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("npm") is None, reason="no npm: it is compared where there is one")
def test_it_is_what_is_built(tmp_path: Path) -> None:
    """Built anew from what is locked, it is the same to a byte."""
    words = ["make", "--silent", "sdk", f"SDK_TO={tmp_path}"]
    built = subprocess.run(words, cwd=ROOT, capture_output=True, timeout=BUILD_SECONDS, check=False)  # noqa: S603
    if built.returncode and b"ENOTFOUND" in built.stderr + built.stdout:
        pytest.skip("npm reaches no registry")

    assert 0 == built.returncode, built.stderr
    assert [name for name in FILES if (tmp_path / name).read_bytes() != (STATIC / name).read_bytes()] == []
