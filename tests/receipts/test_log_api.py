from __future__ import annotations

import hashlib

import pytest
from django.db import transaction

from quoteproof import settings as deployed
from receipts import log, services
from receipts.adapters import keys
from receipts.core import base64url, checkpoint, jwk, merkle, proof, tiles
from receipts.core.tiles import Tile
from receipts.models import LogLeaf, Receipt
from tests.receipts.examples import CHECK, DELIVERY, NOW, facts
from tests.receipts.logs import Log, entry, put_down

pytestmark = [pytest.mark.django_db, pytest.mark.urls("receipts.urls")]
FOR_EVER = "public, max-age=31536000, immutable"


@pytest.fixture
def tree() -> Log:
    """A log of 600 entries, and what it must be."""
    put_down(range(600))
    log.integrate(NOW)
    return Log([entry(number) for number in range(600)], keys.current().signing, log.origin())


@pytest.fixture
def receipt() -> Receipt:
    return services.issue(check_id=CHECK, facts=facts(), delivery=DELIVERY, now=NOW)


def logged(receipt: Receipt) -> None:
    payload = hashlib.sha256(bytes(receipt.payload)).digest()
    with transaction.atomic():
        if not LogLeaf.objects.filter(subject=receipt.jti).exists():
            log.append(LogLeaf.Kind.RECEIPT, receipt.jti, payload, NOW)


def trusted():
    return {key.kid: key.verifier() for key in keys.current().published}


def test_the_checkpoint_is_served_as_the_standard_asks(client, tree):
    response = client.get("/log/checkpoint")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Cache-Control"] == "public, max-age=2" and response["Access-Control-Allow-Origin"] == "*"
    head = checkpoint.verify(response.content, trusted(), origin="localhost:8000/log").head
    assert (head.size, head.root) == (600, tree.root())


def test_before_the_first_checkpoint_there_is_none(client):
    response = client.get("/log/checkpoint")
    assert response.status_code == 404 and response["Content-Type"] == "application/problem+json"
    assert client.get("/log/tile/0/000.p/1").status_code == 404


@pytest.mark.parametrize(
    "tile", [Tile(0, 0), Tile(0, 1), Tile(0, 2, 88), Tile(0, 2, 1), Tile(0, 0, 7), Tile(1, 0, 2), Tile(1, 0, 1)]
)
def test_each_tile_is_served_with_the_tree_s_hashes(client, tree, tile):
    response = client.get(f"/log/tile/{tile.path}")
    assert response.status_code == 200 and response["Content-Type"] == "application/octet-stream"
    assert response.content == tree.read(tile) and response["Cache-Control"] == FOR_EVER
    assert response["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("path", ["entries/000", "entries/002.p/88"])
def test_the_entries_are_served_in_bundles(client, tree, path):
    content = client.get(f"/log/tile/{path}").content
    tile = tiles.parse(path)
    assert content == tiles.bundle(tree.entries[tile.first : tile.first + tile.width])
    hashes = [merkle.leaf_hash(content[at + 2 : at + 34]) for at in range(0, len(content), 34)]
    assert b"".join(hashes) == client.get(f"/log/tile/{path.replace('entries', '0')}").content


@pytest.mark.parametrize(
    "path",
    [
        "0/002", "0/002.p/89", "0/003.p/1", "1/000", "1/000.p/3", "2/000.p/1", "entries/002", "entries/003.p/1",
        "0/0", "0/000.p/0", "0/000.p/256", "-1/000", "0/x000/000", "9/000", "0/x999/x999/x999/x999/x999/x999/999",
        "%00", "x", "0/000/", "entries", "../checkpoint", "a" * 5000,
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(client, tree, path):
    response = client.get(f"/log/tile/{path}")
    assert response.status_code == 404 and response.json()["code"] == "not_found"
    assert "immutable" not in response["Cache-Control"]


def test_what_waits_is_not_served(client, tree):
    put_down(range(600, 601))
    assert client.get("/log/tile/0/002.p/89").status_code == 404
    log.integrate(NOW)
    assert client.get("/log/tile/0/002.p/89").status_code == 200
    assert client.get("/log/tile/0/002.p/88").content == tree.read(Tile(0, 2, 88))


def test_a_receipt_waits_for_its_proof(client, receipt):
    logged(receipt)
    response = client.get(f"/v1/receipts/{receipt.jti}/proof")
    assert response.status_code == 404 and response["Retry-After"] == "2"
    assert response.json()["code"] == "not_found" and response["Content-Type"] == "application/problem+json"


def test_a_receipt_s_proof_is_verified_offline(client, tree, receipt):
    logged(receipt)
    log.integrate(NOW)
    response = client.get(f"/v1/receipts/{receipt.jti}/proof")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    jwks = client.get("/.well-known/jwks.json").json()["keys"]
    published = {each["kid"]: jwk.public_key(base64url.decode(each["x"])).verifier() for each in jwks}
    payload = hashlib.sha256(bytes(receipt.payload)).digest()
    assert proof.verify(payload, proof.parse(response.content), published).head.size == 601


@pytest.mark.parametrize("jti", ["rcp_" + "a" * 26, "rcp_short", CHECK, "%00", "a" * 5000])
def test_an_unknown_receipt_has_no_proof_and_nothing_to_wait_for(client, jti):
    response = client.get(f"/v1/receipts/{jti}/proof")
    assert response.status_code == 404 and "Retry-After" not in response


def test_nothing_of_the_log_names_the_check(client, receipt):
    logged(receipt)
    log.integrate(NOW)
    paths = ("/log/checkpoint", "/log/tile/entries/000.p/1", f"/v1/receipts/{receipt.jti}/proof")
    assert not any(CHECK.encode() in client.get(path).content for path in paths)


@pytest.mark.parametrize("path", ["/log/checkpoint", "/log/tile/0/000", "/v1/receipts/rcp_x/proof"])
def test_nothing_of_the_log_is_written_from_outside(client, tree, path):
    for method in (client.post, client.put, client.delete):
        assert method(path).status_code == 405
    head = client.head(path)
    assert head.content == b"" and head.status_code == client.get(path).status_code


@pytest.mark.urls("quoteproof.urls")
@pytest.mark.parametrize("path", ["/log/checkpoint", "/log/tile/{path}", "/v1/receipts/{jti}/proof"])
def test_the_routes_stand_in_the_service_s_own_description(client, path):
    assert path in client.get("/openapi.json").json()["paths"]


def test_the_origin_is_the_public_address_of_the_log():
    assert f"{deployed.PUBLIC_URL}/log".endswith(f"://{log.origin()}")
