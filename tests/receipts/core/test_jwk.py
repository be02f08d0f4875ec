from __future__ import annotations

import json

import pytest
from joserfc.jwk import OKPKey

from receipts.core import base64url, jwk

# RFC 8037, appendix A: a private key, its public part and its thumbprint.
RFC_D = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
RFC_X = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
RFC_KID = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
RFC_KEY = {"kty": "OKP", "crv": "Ed25519", "d": RFC_D, "x": RFC_X}


def private_set(*keys: dict[str, object]) -> str:
    return json.dumps({"keys": keys})


def new_key() -> dict[str, object]:
    return json.loads(jwk.new_private_set())["keys"][0]


def test_the_key_id_is_the_thumbprint_of_rfc_8037():
    assert jwk.public_key(base64url.decode(RFC_X)).kid == RFC_KID
    assert jwk.parse_private_set(private_set(RFC_KEY)).signing.public.kid == RFC_KID


def test_the_key_id_is_the_one_that_joserfc_computes():
    public = jwk.parse_private_set(jwk.new_private_set()).signing.public
    assert OKPKey.import_key(public.jwk()).thumbprint() == public.kid


def test_published_keys_hold_public_members_only():
    keys = jwk.parse_private_set(private_set(new_key(), new_key()))
    for member in keys.jwks()["keys"]:
        assert set(member) == {"kty", "crv", "x", "kid", "use", "alg"}


def test_the_first_key_signs_and_the_next_and_retired_ones_are_published_with_it():
    current, following, retired = new_key(), new_key(), new_key()
    del retired["d"]
    keys = jwk.parse_private_set(private_set(current, following, retired))
    assert keys.signing.public.kid == current["kid"]
    assert [key.kid for key in keys.published] == [current["kid"], following["kid"], retired["kid"]]


def test_no_private_part_shows_when_a_key_set_is_printed():
    text = jwk.new_private_set()
    keys = jwk.parse_private_set(text)
    private = json.loads(text)["keys"][0]["d"]
    assert private not in repr(keys) and private not in str(keys.signing)
    assert repr(keys.signing.private.private_bytes_raw()) not in repr(keys)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a JWK Set"),
        ("[]", "not a JWK Set"),
        ("null", "not a JWK Set"),
        ('{"keys":7}', "without keys"),
        ('{"keys":[]}', "without keys"),
        (private_set({"kty": "EC", "crv": "P-256"}), "key 0 is not an Ed25519 key"),
        (private_set(RFC_KEY | {"kty": "oct"}), "key 0 is not an Ed25519 key"),
        (private_set(RFC_KEY | {"x": RFC_X + "A"}), "key 0: x is not 32 bytes"),
        (private_set(RFC_KEY | {"x": 7}), "key 0: x is not 32 bytes"),
        (private_set(RFC_KEY | {"d": RFC_D[:-4]}), "key 0: d is not 32 bytes"),
        (private_set(RFC_KEY | {"d": RFC_X}), "key 0: d does not belong to x"),
        (private_set(RFC_KEY | {"kid": "main"}), "key 0: kid is not its"),
        (private_set({k: v for k, v in RFC_KEY.items() if k != "d"}), "has no private part"),
        (private_set(RFC_KEY, RFC_KEY), "stands in the set twice"),
        (private_set(RFC_KEY, "key"), "key 1 is not an Ed25519 key"),
    ],
)
def test_an_unusable_set_is_refused_with_a_reason_that_repeats_nothing_of_it(text, why):
    with pytest.raises(jwk.InvalidKeySet, match=why) as refusal:
        jwk.parse_private_set(text)
    assert RFC_D not in str(refusal.value) and RFC_X not in str(refusal.value)
    assert refusal.value.__cause__ is None
