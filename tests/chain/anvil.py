"""A real chain on loopback: Foundry's anvil as Base Sepolia, with Circle's USDC at its real address.

    with Anvil() as chain:
        chain.mint(address, 10_000)

Everything goes over plain JSON-RPC, as to any node. `npm ci --prefix tests/chain` brings the binary and the
compiled token. Amounts are atomic units or wei, times unix seconds, hashes and addresses lower-case hex.
"""

from __future__ import annotations

import http.client
import json
import platform
import shutil
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from payments.core.authorization import Authorization, Signed
from payments.core.terms import TERMS
from tests.chain import usdc

REMEDY = "npm ci --prefix tests/chain (needs Node 20 or newer with npm)"
TERMS_HERE = TERMS["eip155:84532"]
NODE_MODULES = Path(__file__).with_name("node_modules")
RICH = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266"
"""anvil's first account: the node signs for it."""
_MACHINES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64"}


class AnvilUnavailable(Exception):
    """The npm packages aren't here; the message says what brings them."""


class RpcError(Exception):
    """The node's own error."""


def binary() -> Path:
    """The program that npm has brought for this machine. It needs no Node; the buyer of TypeScript does."""
    name = f"anvil-{platform.system().lower()}-{_MACHINES.get(platform.machine().lower(), 'unknown')}"
    program = NODE_MODULES / "@foundry-rs" / name / "bin" / "anvil"
    if not (program.exists() and usdc.ARTIFACTS.exists() and shutil.which("node")):
        raise AnvilUnavailable(f"anvil and USDC are not here. To bring them: {REMEDY}")
    return program


def available() -> bool:
    try:
        return bool(binary())
    except AnvilUnavailable:
        return False


class Anvil:
    """One node and its token. Blocks are mined with each transaction until `automine(False)`."""

    def __init__(self) -> None:
        self.asset = TERMS_HERE.asset.lower()

    def __enter__(self) -> Anvil:
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        options = ["--chain-id", str(TERMS_HERE.chain_id), "--slots-in-an-epoch", "1", "--silent"]
        command = [str(binary()), "--host", "127.0.0.1", "--port", str(self.port), *options]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self._await_start()
            usdc.install(self)
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def _await_start(self) -> None:
        while self._process.poll() is None:
            try:
                self.rpc("eth_chainId")
            except OSError:
                time.sleep(0.02)
            else:
                return
        raise RuntimeError("anvil ended before it answered")

    def _stop(self) -> None:
        self._process.terminate()
        self._process.wait()

    def rpc(self, method: str, *params: Any) -> Any:
        """The result of one call; RpcError with the node's own words."""
        asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        try:
            connection.request("POST", "/", asked, {"Content-Type": "application/json"})
            answer = json.loads(connection.getresponse().read())
        finally:
            connection.close()
        if "error" in answer:
            raise RpcError(answer["error"]["message"])
        return answer["result"]

    # Transactions

    def send(self, sender: str, to: str | None, data: str) -> str:
        """A transaction that needs neither the sender's key nor its ETH; the hash. Mined, if `automining`."""
        before = self.ether(sender)
        self.fund(sender, max(before, 10**18))
        asked = {"from": sender, "data": data, "gas": hex(5_000_000)} | ({"to": to} if to else {})
        sent = self.rpc("eth_sendTransaction", asked)
        if self.automining:
            self.mined(sent)
            self.fund(sender, before)
        return sent

    def done(self, sender: str, to: str | None, data: str) -> dict[str, Any]:
        """As `send`, mined and successful; the receipt."""
        receipt = self.mined(self.send(sender, to, data))
        assert receipt["status"] == "0x1", receipt
        return receipt

    def mined(self, transaction: str) -> dict[str, Any]:
        """The receipt, waited for."""
        while (receipt := self.receipt(transaction)) is None:
            time.sleep(0.01)
        return receipt

    def receipt(self, transaction: str) -> dict[str, Any] | None:
        return self.rpc("eth_getTransactionReceipt", transaction)

    def sent_by(self, address: str) -> int:
        """How many transactions an account has sent, those that wait included."""
        return int(self.rpc("eth_getTransactionCount", address, "pending"), 16)

    # Money

    def fund(self, address: str, wei: int) -> None:
        """Sets an account's ETH."""
        self.rpc("anvil_setBalance", address, hex(wei))

    def ether(self, address: str) -> int:
        return int(self.rpc("eth_getBalance", address, "latest"), 16)

    def mint(self, address: str, amount: int) -> None:
        self.done(usdc.MINTER, self.asset, usdc.mint(address, amount))

    def balance(self, address: str) -> int:
        return int(self.rpc("eth_call", {"to": self.asset, "data": usdc.balance_of(address)}, "latest"), 16)

    def transfer(self, sender: str, to: str, amount: int) -> str:
        """Moves tokens by the sender's own transaction, such as a payer's who drains the account."""
        return self.send(sender, self.asset, usdc.transfer(to, amount))

    def pay(self, signed: Signed, by: str = RICH) -> str:
        """Submits an authorization, as anyone may who has it."""
        return self.send(by, self.asset, usdc.transfer_with_authorization(signed))

    def cancel_authorization(self, payer: str, nonce: str, key: str) -> str:
        """The payer's own cancellation, signed with its key."""
        return self.send(RICH, self.asset, usdc.cancel_authorization(payer, nonce, key))

    def nonce_used(self, authorization: Authorization) -> bool:
        asked = usdc.authorization_state(authorization.payer, authorization.nonce)
        return int(self.rpc("eth_call", {"to": self.asset, "data": asked}, "latest"), 16) == 1

    # Blocks and time

    @property
    def automining(self) -> bool:
        return self.rpc("anvil_getAutomine")

    def automine(self, on: bool) -> None:
        self.rpc("evm_setAutomine", on)

    def mine(self, blocks: int = 1) -> None:
        self.rpc("anvil_mine", hex(blocks))

    def increase_time(self, seconds: int) -> None:
        """The next block, which is mined here, is that much later."""
        self.rpc("evm_increaseTime", seconds)
        self.mine()

    def reorg(self, depth: int, *transactions: str) -> None:
        """The last `depth` blocks are replaced by others without their transactions."""
        self.rpc("anvil_reorg", depth, list(transactions))

    def block(self, tag: str | int = "latest") -> dict[str, Any]:
        """By number or tag: latest, safe, finalized, pending."""
        return self.rpc("eth_getBlockByNumber", hex(tag) if isinstance(tag, int) else tag, False)

    def height(self, tag: str = "latest") -> int:
        return int(self.block(tag)["number"], 16)

    def time(self, tag: str = "latest") -> int:
        return int(self.block(tag)["timestamp"], 16)

    def snapshot(self) -> str:
        return self.rpc("evm_snapshot")

    def revert(self, snapshot: str) -> None:
        """Back to the snapshot, which is used up: take another one. Time goes on from there."""
        assert self.rpc("evm_revert", snapshot)

    def catch_up(self) -> None:
        """Mines a block at the time of day, if the chain's clock is behind."""
        self.mine()
        if (behind := int(time.time()) - self.time()) > 0:
            self.increase_time(behind)


def _free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return held.getsockname()[1]
