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
    for member in jwk.jwks(keys.published)["keys"]:
        assert set(member) == {"kty", "crv", "x", "kid", "use", "alg"}


def test_the_first_key_signs_and_the_next_and_retired_ones_are_published_with_it():
    current, following, retired = new_key(), new_key(), new_key()
    del retired["d"]
    keys = jwk.parse_private_set(private_set(current, following, retired))
    assert keys.signing.public.kid == current["kid"]
    assert [key.kid for key in keys.published] == [current["kid"], following["kid"], retired["kid"]]


def test_a_new_set_has_the_key_that_signs_and_the_next():
    keys = jwk.parse_private_set(jwk.new_private_set())
    assert len(keys.published) == 2 and keys.published[0] == keys.signing.public
    assert keys.next == keys.published[1] and keys.retired == ()


def test_a_rotation_hands_on_to_the_next_key_and_keeps_the_old_ones_public_part():
    first = jwk.new_private_set()
    second = jwk.rotated(first)
    old, new = jwk.parse_private_set(first), jwk.parse_private_set(second)
    assert new.signing.public == old.next and new.retired == (old.signing.public,)
    assert new.next not in old.published and new.published == (old.next, new.next, old.signing.public)
    assert [("d" in member) for member in json.loads(second)["keys"]] == [True, True, False]


def test_every_key_that_ever_signed_stays_through_rotations():
    text, signed = jwk.new_private_set(), []
    for _ in range(4):
        signed.append(jwk.parse_private_set(text).signing.public)
        text = jwk.rotated(text)
    assert jwk.parse_private_set(text).retired == tuple(signed)


def test_a_set_without_a_next_key_is_not_rotated_and_gets_one():
    alone = private_set(RFC_KEY)
    with pytest.raises(jwk.InvalidKeySet, match="no next key"):
        jwk.rotated(alone)
    text = jwk.with_next(alone)
    assert jwk.parse_private_set(text).signing.public.kid == RFC_KID
    assert jwk.parse_private_set(text).next is not None and jwk.with_next(text) == text


PUBLIC = {"kty": "OKP", "crv": "Ed25519", "x": RFC_X}


def test_a_public_set_from_anywhere_is_read_with_its_times():
    times = {"iat": 1, "nbf": 2, "exp": 3, "revoked_at": 4}
    [key] = jwk.parse_public_set(private_set({"kty": "EC"}, PUBLIC | times, {"kty": "OKP", "crv": "X25519"}))
    assert key == jwk.PublicKey(RFC_KID, base64url.decode(RFC_X), **times)
    assert key.jwk() == PUBLIC | {"kid": RFC_KID, "use": "sig", "alg": "EdDSA"} | times


def test_a_withdrawn_key_loses_its_private_part_and_another_is_next():
    text = jwk.new_private_set()
    keys = jwk.parse_private_set(text)
    after = jwk.parse_private_set(jwk.withdrawn(text, keys.next.kid))
    assert after.signing.public == keys.signing.public and after.retired == (keys.next,)
    assert after.next not in (None, keys.next)
    with pytest.raises(jwk.InvalidKeySet, match="signs"):
        jwk.withdrawn(text, keys.signing.public.kid)
    assert jwk.withdrawn(text, RFC_KID) == text


def test_what_is_published_is_read_back_the_same():
    keys = jwk.parse_private_set(jwk.new_private_set())
    assert jwk.parse_public_set(json.dumps(jwk.jwks(keys.published))) == keys.published


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\ud800", "not a JWK Set"),
        ('{"keys":[],"keys":[]}', "not a JWK Set"),
        ("[" * 100_000, "not a JWK Set"),
        (private_set({"kty": "EC"}, 7), "without an Ed25519 key"),
        (private_set(PUBLIC | {"kid": "main"}), "key 0: kid is not its"),
        (private_set({"kty": "RSA"}, PUBLIC | {"x": RFC_X[:-1]}), "key 1: x is not 32 bytes"),
        (private_set(PUBLIC, PUBLIC), "stands in the set twice"),
        (private_set(PUBLIC | {"exp": "2"}), "key 0: exp is not in unix seconds"),
        (private_set(PUBLIC | {"nbf": True}), "key 0: nbf is not in unix seconds"),
        (private_set(PUBLIC | {"revoked_at": -1}), "key 0: revoked_at is not in unix seconds"),
    ],
    ids=range(10),
)
def test_a_public_set_that_cannot_be_used_is_refused(text, why):
    with pytest.raises(jwk.InvalidKeySet, match=why):
        jwk.parse_public_set(text)


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
