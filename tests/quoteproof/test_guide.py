"""The guide and the agents' summary: what they say is so, and their code runs as it stands."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from quoteproof import contracts
from quoteproof.pages.guide import ELSEWHERE
from quoteproof.presentation.amounts import usdc
from quoteproof.problems import KINDS
from tests.live import ROOT, Service, running

GUIDE = (ROOT / "docs/guide.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
NODE_PACKAGES = ROOT / "tests/chain/node_modules"


def block(language: str, holding: str) -> str:
    [found] = [code for name, code in BLOCKS if name == language and holding in code]
    return found


def test_the_page_is_the_guide_with_this_services_address(client, settings):
    response = client.get("/guide")
    shown = html.unescape(response.content.decode())
    assert response.status_code == 200 and "public" in response["Cache-Control"]
    assert ELSEWHERE == settings.PUBLIC_URL and all(code in shown for _, code in BLOCKS)
    assert shown.count("<table>") == 2 and 'id="verify-a-receipt"' in shown


@pytest.mark.parametrize("status", sorted({kind.status for kind in KINDS.values()}))
def test_each_status_of_a_problem_is_explained(status: int):
    rows = [row.split("|")[1] for row in GUIDE.splitlines() if row.startswith("| ")]
    assert any(str(status) in row for row in rows)


@pytest.mark.parametrize("contract", contracts.ALL, ids=lambda contract: contract.name)
def test_each_route_and_its_price_stand_in_both(client, contract):
    row = next(line for line in GUIDE.splitlines() if f"| `POST {contract.path}` |" in line)
    assert row.endswith(f"${usdc(contract.minimum)} |")
    assert f"POST {contract.path}]" in client.get("/llms.txt").content.decode()


def test_the_summary_is_short_plain_text_whose_links_lead_somewhere(client, settings, db):
    response = client.get("/llms.txt")
    text = response.content.decode()
    assert response["Content-Type"] == "text/plain; charset=utf-8" and len(text) < 5_000
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert all(link.startswith(settings.PUBLIC_URL) for link in links) and len(links) > 6
    found = {link: client.get(link.removeprefix(settings.PUBLIC_URL)).status_code for link in links}
    assert set(found.values()) == {200}, found


def test_the_guides_own_links_lead_somewhere(client):
    links = re.findall(rf"\]\({re.escape(ELSEWHERE)}(/[^)]*)\)", GUIDE)
    assert links and {client.get(link).status_code for link in links} == {200}


# -- the code, as it stands ------------------------------------------------------------------------
@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with running(tmp_path_factory.mktemp("guide")) as started:
        yield started


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, service: Service) -> Path:
    """Where a buyer has run the guide's Python, and fetched the keys."""
    folder = tmp_path_factory.mktemp("buyer")
    with urllib.request.urlopen(service.url + "/.well-known/jwks.json") as answer:
        (folder / "jwks.json").write_bytes(answer.read())
    said = run(folder, sys.executable, "-c", block("python", "x402Client").replace(ELSEWHERE, service.url))
    assert said.startswith("200 fuzzy ") and "14" in said
    return folder


def run(folder: Path, *command: str, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def node(folder: Path, code: str, *packages: str) -> str:
    """Runs it as a module beside npm's packages, which are where the tests of the chain have theirs."""
    missing = [name for name in packages if not (NODE_PACKAGES / name).is_dir()]
    if missing or shutil.which("node") is None:
        remedy = f"not available here: node, or {', '.join(packages)}. To bring it: npm ci --prefix tests/chain"
        pytest.fail(remedy) if os.environ.get("CI") == "true" else pytest.skip(remedy)
    (folder / "node_modules").unlink(missing_ok=True)
    (folder / "node_modules").symlink_to(NODE_PACKAGES)
    (folder / "code.mjs").write_text(code, encoding="utf-8")
    return run(folder, "node", "code.mjs")


live = pytest.mark.xdist_group("live")


@live
def test_the_first_call_gets_an_offer(service: Service, tmp_path: Path):
    if shutil.which("curl") is None:
        pytest.skip("not available here: curl. To bring it: apt-get install curl")
    said = run(tmp_path, "bash", "-c", block("bash", "curl -i").replace(ELSEWHERE, service.url))
    assert said.startswith("HTTP/1.1 402") and "payment-required: " in said.lower()


@live
def test_the_quotes_of_an_answer_are_found_for_nothing(service: Service, tmp_path: Path):
    if shutil.which("curl") is None:
        pytest.skip("not available here: curl. To bring it: apt-get install curl")
    said = run(tmp_path, "bash", "-c", block("bash", "preview").replace(ELSEWHERE, service.url))
    [pair] = json.loads(said)["pairs"]
    assert pair["url"] == "https://docs.python.org/3/tutorial/appetite.html"


@live
def test_the_python_buyer_pays_and_keeps_answer_and_receipt(folder: Path):
    assert (folder / "receipt.jws").read_text().count(".") == 2 and (folder / "answer.json").stat().st_size > 100


@live
@pytest.mark.chain
def test_the_typescript_buyer_pays(service: Service, tmp_path: Path):
    code = block("js", "wrapFetchWithPaymentFromConfig").replace(ELSEWHERE, service.url)
    assert node(tmp_path, code, "@x402/fetch", "@x402/evm", "viem") == "200 fuzzy\n"


@live
def test_five_lines_of_python_verify_the_receipt(folder: Path):
    code = block("python", "joserfc")
    assert len(code.splitlines()) == 5
    said = run(folder, sys.executable, "-W", "ignore", "-c", code)
    assert "'decisive': 1" in said and "'match': 'fuzzy'" in said


@live
def test_five_lines_of_javascript_verify_the_receipt(folder: Path):
    code = block("js", "jose")
    assert len(code.splitlines()) == 5
    assert "decisive: 1" in node(folder, code, "jose")


@live
def test_the_command_verifies_receipt_and_answer(folder: Path):
    command = block("bash", "quoteproof.verify").replace("python", sys.executable, 1)
    assert run(folder, "bash", "-c", command, PYTHONPATH=str(ROOT)).endswith("valid\n")
