from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from joserfc import jws
from joserfc.jwk import OKPKey

from receipts.core import offers, signing
from tests.receipts.examples import ADDRESS, signing_key

KEY = signing_key()
ISSUER = "did:web:quotes.example"
URL = "https://quotes.example/v1/verify/quotes"
ACCEPTS = [
    {"scheme": "exact", "network": "eip155:84532", "asset": ADDRESS, "payTo": ADDRESS, "amount": amount,
     "maxTimeoutSeconds": 300, "extra": {"name": "USDC", "version": "2"}}
    for amount in ("10000", "50000", "250000")
]  # fmt: skip


def read(artifact: dict[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
    key = OKPKey.import_key(KEY.public.jwk())
    seen = jws.deserialize_compact(artifact["signature"], key, algorithms=["EdDSA"])
    return seen.headers(), json.loads(seen.payload)


def made_offers() -> dict[str, Any]:
    return offers.signed_offers(ACCEPTS, resource_url=URL, valid_until=1_796_040_300, key=KEY, issuer=ISSUER)


def made_receipt() -> dict[str, Any]:
    return offers.signed_receipt(
        resource_url=URL, network="eip155:84532", payer=ADDRESS, transaction="sandbox:abc",
        issued_at=1_796_040_000, key=KEY, issuer=ISSUER
    )  # fmt: skip


def test_every_offer_is_signed_with_its_own_terms_in_order():
    signed = made_offers()["info"]["offers"]
    assert [offer["acceptIndex"] for offer in signed] == [0, 1, 2]
    for offer, terms in zip(signed, ACCEPTS, strict=True):
        assert offer["format"] == "jws" and set(offer) == {"format", "signature", "acceptIndex"}
        assert read(offer)[1] == {
            "version": 1, "resourceUrl": URL, "validUntil": 1_796_040_300,
            **{name: terms[name] for name in ("scheme", "network", "asset", "payTo", "amount")},
        }  # fmt: skip


def test_a_signed_receipt_names_payer_route_time_and_transaction():
    artifact = made_receipt()["info"]["receipt"]
    assert set(artifact) == {"format", "signature"}
    assert read(artifact)[1] == {
        "version": 1, "network": "eip155:84532", "resourceUrl": URL, "payer": ADDRESS,
        "issuedAt": 1_796_040_000, "transaction": "sandbox:abc",
    }  # fmt: skip


def test_the_header_holds_the_algorithm_and_a_did_url_alone():
    expected = {"alg": "EdDSA", "kid": f"{ISSUER}#{KEY.public.kid}"}
    assert read(made_offers()["info"]["offers"][0])[0] == expected
    assert read(made_receipt()["info"]["receipt"])[0] == expected


@pytest.mark.parametrize("make", [made_offers, made_receipt])
def test_the_value_fits_the_schema_that_travels_with_it(make):
    extension = make()
    jsonschema.Draft202012Validator.check_schema(extension["schema"])
    jsonschema.validate(extension["info"], extension["schema"])
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({}, extension["schema"])


@pytest.mark.parametrize("make", [made_offers, made_receipt])
def test_what_is_signed_for_x402_never_passes_as_a_receipt_of_a_check(make):
    (value,) = make()["info"].values()
    artifact = value[0] if isinstance(value, list) else value
    keys = {f"{ISSUER}#{KEY.public.kid}": KEY.public.verifier()}
    with pytest.raises(signing.InvalidToken, match="type"):
        signing.verify(artifact["signature"], keys)


def test_three_signed_offers_leave_room_in_a_header():
    assert len(json.dumps(made_offers(), separators=(",", ":"))) < 2_600
