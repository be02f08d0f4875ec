from __future__ import annotations

from tests.chain.fixtures import chain, chain_node

__all__ = ["chain", "chain_node"]
