"""A release's entry on a package index: its addresses, and a README whose links hold there.

This tree holds no address of a project: the builder of a release sets `PROJECT_URL`, as
`.github/workflows/release.yml` does. Without one the parcel has none.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(\]\(|\bsrc(?:set)?=\")(?![a-z]+:|#)([^)\"\s]+)")
PICTURES = (".png", ".svg", ".gif", ".webp")


class CustomMetadataHook(MetadataHookInterface):
    """Fills in the addresses and the README."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add what depends on who builds."""
        root = Path(self.root)
        (version,) = re.findall(
            r'__version__ = "(.+)"', (root / "games/__init__.py").read_text(encoding="utf-8")
        )
        address = os.environ.get("PROJECT_URL", "").rstrip("/")
        readme = (root / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": elsewhere(readme, address, f"v{version}") if address else readme,
        }
        metadata["urls"] = addresses(address) if address else {}


def addresses(address: str) -> dict[str, str]:
    """Return the URLs of a project at this address on GitHub."""
    return {
        "Homepage": address,
        "Documentation": f"{address}/blob/main/docs/README.md",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
        "Issues": f"{address}/issues",
        "Source": address,
    }


def elsewhere(page: str, address: str, tag: str) -> str:
    """The page with whole links, into the tree as it was at this tag."""

    def whole(link: re.Match[str]) -> str:
        before, path = link.groups()
        kind = "raw" if path.partition("#")[0].endswith(PICTURES) else "blob"
        return f"{before}{address}/{kind}/{tag}/{path}"

    return LINK.sub(whole, page)
