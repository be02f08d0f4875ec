from __future__ import annotations

from payments.adapters.signature import checksum
from payments.core.terms import TERMS


def test_the_sandbox_speaks_base_sepolias_terms():
    sandbox, sepolia = TERMS["sandbox"], TERMS["eip155:84532"]
    assert (sandbox.chain, sandbox.chain_id, sandbox.asset) == (sepolia.chain, sepolia.chain_id, sepolia.asset)
    assert (sandbox.token_name, sandbox.token_version) == (sepolia.token_name, sepolia.token_version)


def test_the_two_tokens_have_different_names():
    assert (TERMS["eip155:84532"].token_name, TERMS["eip155:8453"].token_name) == ("USDC", "USD Coin")


def test_assets_are_checksummed_and_chains_name_their_id():
    for terms in TERMS.values():
        assert checksum(terms.asset.lower()) == terms.asset
        assert terms.chain == f"eip155:{terms.chain_id}"
