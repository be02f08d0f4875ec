from __future__ import annotations

from urllib.parse import unquote

import pytest

from receipts.core import did, jwk


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://localhost:8000", "did:web:localhost%3A8000"),
        ("https://quotes.example", "did:web:quotes.example"),
        ("https://quotes.example/", "did:web:quotes.example"),
        ("https://quotes.example:443", "did:web:quotes.example"),
        ("http://quotes.example:80", "did:web:quotes.example"),
        ("https://quotes.example:8443", "did:web:quotes.example%3A8443"),
        ("http://quotes.example:443", "did:web:quotes.example%3A443"),
        ("https://Quotes.Example", "did:web:quotes.example"),
        ("http://[::1]:8000", "did:web:%5B%3A%3A1%5D%3A8000"),
    ],
)
def test_the_identifier_is_the_host_with_its_port_encoded(address, expected):
    assert did.web_did(address) == expected
    assert unquote(expected.removeprefix("did:web:")) in address.lower()


@pytest.mark.parametrize("address", ["https://quotes.example/api", "quotes.example", "https://"])
def test_an_address_whose_document_would_lie_elsewhere_is_refused(address):
    with pytest.raises(ValueError, match="without a path"):
        did.web_did(address)


def test_the_document_publishes_every_key_under_the_id_that_offers_carry():
    keys = jwk.parse_private_set(jwk.new_private_set())
    document = did.document("did:web:quotes.example", keys.published)
    method = document["verificationMethod"][0]
    assert method["id"] == f"did:web:quotes.example#{keys.signing.public.kid}"
    assert method["id"] == did.key_id("did:web:quotes.example", keys.signing.public)
    assert method["controller"] == document["id"] == "did:web:quotes.example"
    assert method["publicKeyJwk"] == keys.signing.public.jwk()
    assert document["assertionMethod"] == [did.key_id(document["id"], key) for key in keys.published]
