from __future__ import annotations

from tests.mirror.fixtures import mirror, mirror_documentation, mirror_server

__all__ = ["mirror", "mirror_documentation", "mirror_server"]
