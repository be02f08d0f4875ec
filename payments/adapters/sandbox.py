"""The sandbox: facilitator and ledger over the database. Loudly a stand-in; nothing reaches a chain.

Signatures, nonces, validity windows and balances are as real as the token's; a new payer holds 100 test
USDC. One row per payer orders its transfers and the readings of its expiry: time, as this ledger sees it,
never runs back, so an expiry that was once read can't be followed by a transfer.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import F

from payments import clock, rows
from payments.adapters import signature
from payments.core.authorization import Authorization, Signed
from payments.core.evidence import Finality, Finding, Horizon, Inclusion, Moved, Spend, Transfer, judge
from payments.core.refusals import Reason, Refused
from payments.core.terms import Terms
from payments.models import SandboxAccount, SandboxTransfer
from payments.ports import Answer, Standing, Verdict
from payments.rows import Row, Unit

OPENING_BALANCE: Final = 100_000_000
TIMEOUT_S: Final = 20


class Sandbox:
    """Implements the ports `Facilitator` and `Ledger`. Everything here is final at once."""

    timeout_s = TIMEOUT_S

    def __init__(self, terms: Terms) -> None:
        self._asset = terms.asset.lower()

    def settle(self, signed: Signed) -> Answer:
        """Moves the test money if the token would: signature, open window, unused nonce, enough balance."""
        if not signature.recovers(signed):
            return Answer(Verdict.REFUSED, "invalid_signature")
        wanted, account, moved = signed.authorization, SandboxAccount(signed.authorization.payer), ""
        name = _transaction_id()

        def locked(answer: Row) -> None:
            assert answer is not None
            account.balance, account.clock = answer

        def made(answer: Row) -> None:
            nonlocal moved
            moved = name if answer else ""

        with Unit(durable=True) as unit:
            unit.ask(locked, _LOCK, wanted.payer, OPENING_BALANCE)
            unit.ask(made, _MOVE, *self._moving(name, wanted))
            unit.execute(_TAKE, wanted.amount, wanted.payer, name)
        if moved:
            return Answer(Verdict.SETTLED, transaction=moved)
        return Answer(Verdict.REFUSED, self._refusal(wanted, account))

    def _moving(self, name: str, wanted: Authorization) -> tuple[Any, ...]:
        now = clock.unix()
        row = (name, self._asset, wanted.payer, wanted.pay_to, wanted.amount, wanted.nonce)
        return *row, now, now, wanted.payer, wanted.amount, wanted.valid_after, wanted.valid_before

    def _refusal(self, wanted: Authorization, account: SandboxAccount) -> str:
        """Why nothing was moved, by the account as it was found."""
        if not wanted.valid_after < _time(account) < wanted.valid_before:
            return "outside_window"
        used = account.balance >= wanted.amount or self.nonce_used(wanted.payer, wanted.nonce)
        return "nonce_used" if used else "insufficient_funds"

    def pay_back(self, paid: Transfer, nonce: str) -> str:
        """Moves what was paid back to its payer, once for one `nonce`; the transaction's name. Safe twice."""
        with transaction.atomic(durable=True):
            account = _locked(paid.payer)
            moved, new = SandboxTransfer.objects.get_or_create(
                asset=self._asset,
                payer=paid.pay_to,
                nonce=nonce,
                defaults={
                    "transaction": _transaction_id(),
                    "pay_to": paid.payer,
                    "amount": paid.amount,
                    "time": _time(account),
                },
            )
            if new:
                SandboxAccount.objects.filter(pk=account.pk).update(balance=F("balance") + paid.amount)
        return moved.transaction

    def standing(self, payer: str, nonce: str) -> Standing:
        answer = rows.first(_STANDING, self._asset, payer, nonce, payer)
        assert answer is not None
        height, used, balance = answer
        return Standing(int(height or 0), bool(used), OPENING_BALANCE if balance is None else int(balance))

    def height(self) -> int:
        return int(rows.execute("SELECT MAX(id) FROM payments_sandboxtransfer") or 0)

    def balance(self, payer: str) -> int:
        found = rows.execute("SELECT balance FROM payments_sandboxaccount WHERE payer = %s", payer)
        return OPENING_BALANCE if found is None else int(found)

    def nonce_used(self, payer: str, nonce: str) -> bool:
        return rows.execute(_SPENT, self._asset, payer, nonce) is not None

    def accepts_signature(self, signed: Signed, digest: bytes, *, recovers: bool) -> bool:
        if len(signed.signature) != signature.SIGNATURE_BYTES:
            raise Refused(
                Reason.SMART_WALLET_UNSUPPORTED,
                "The sandbox takes 65-byte signatures of plain accounts only.",
            )
        return recovers

    def find(self, authorization: Authorization, from_height: int, known_height: int = 0) -> Finding:
        """The ledger's row is the evidence; without one, its time passing `validBefore` proves the expiry."""
        moved = self._transfer(authorization.payer, authorization.nonce)
        if moved is None and clock.unix() >= authorization.valid_before:
            with transaction.atomic(durable=True):
                now = _stamp(_locked(authorization.payer))
                moved = self._transfer(authorization.payer, authorization.nonce)
        else:
            now = clock.unix()
        used, height = moved is not None, 0 if moved else self.height()
        horizon = Horizon(height, _block_hash(f"height {height}"), now, used)
        return judge(authorization, _spend(moved) if moved else None, horizon, used_now=used)

    def final_height(self) -> int:
        return self.height()

    def received(self, pay_to: str, first: int, last: int) -> list[Moved]:
        rows = SandboxTransfer.objects.filter(asset=self._asset, pay_to=pay_to, id__gte=first, id__lte=last)
        return [_moved(row) for row in rows.order_by("id")]

    def moved_in(self, transaction: str) -> list[Moved]:
        rows = SandboxTransfer.objects.filter(asset=self._asset, transaction=transaction)
        return [_moved(row) for row in rows]

    def _transfer(self, payer: str, nonce: str) -> SandboxTransfer | None:
        found = rows.first(_SPENT, self._asset, payer, nonce)
        return SandboxTransfer.from_db("default", _COLUMNS, found) if found else None


_LOCK: Final = (
    "INSERT INTO payments_sandboxaccount (payer, balance, clock) VALUES (%s, %s, 0)"
    " ON CONFLICT (payer) DO UPDATE SET clock = payments_sandboxaccount.clock RETURNING balance, clock"
)


_MOVE: Final = (
    'INSERT INTO payments_sandboxtransfer ("transaction", asset, payer, pay_to, amount, nonce, time)'
    " SELECT %s, %s, %s, %s, %s, %s, now FROM (SELECT balance, CASE WHEN clock > %s THEN clock ELSE %s END AS now"
    " FROM payments_sandboxaccount WHERE payer = %s) AS account WHERE balance >= %s AND now > %s AND now < %s"
    " ON CONFLICT DO NOTHING RETURNING id"
)
"""Only what the token would move: enough balance, an open window, an unused nonce."""
_TAKE: Final = (
    "UPDATE payments_sandboxaccount SET balance = balance - %s WHERE payer = %s"
    ' AND EXISTS (SELECT 1 FROM payments_sandboxtransfer WHERE "transaction" = %s)'
)
_STANDING: Final = (
    "SELECT (SELECT MAX(id) FROM payments_sandboxtransfer), EXISTS (SELECT 1 FROM payments_sandboxtransfer"
    " WHERE asset = %s AND payer = %s AND nonce = %s),"
    " (SELECT balance FROM payments_sandboxaccount WHERE payer = %s)"
)
_COLUMNS: Final = ("id", "transaction", "asset", "payer", "pay_to", "amount", "nonce", "time")
_SPENT: Final = (
    'SELECT id, "transaction", asset, payer, pay_to, amount, nonce, time FROM payments_sandboxtransfer'
    " WHERE asset = %s AND payer = %s AND nonce = %s"
)


def _locked(payer: str) -> SandboxAccount:
    """The payer's account, made on first use and locked until the transaction ends (SQLite locks all)."""
    with connection.cursor() as cursor:
        cursor.execute(_LOCK, [payer, OPENING_BALANCE])
        balance, time = cursor.fetchone()
    return SandboxAccount(payer, balance, time)


def _time(account: SandboxAccount) -> int:
    """Unix seconds as this account sees them, read under its lock."""
    return max(clock.unix(), account.clock)


def _stamp(account: SandboxAccount) -> int:
    now = _time(account)
    SandboxAccount.objects.filter(pk=account.pk).update(clock=now)
    return now


def _spend(row: SandboxTransfer) -> Spend:
    moved = _moved(row)
    return Spend(moved.place, moved.transfer)


def _moved(row: SandboxTransfer) -> Moved:
    place = Inclusion(
        transaction=row.transaction,
        block_number=row.pk,
        block_hash=_block_hash(row.transaction),
        block_time=row.time,
        log_index=0,
        finality=Finality.FINALIZED,
    )
    return Moved(place, Transfer(row.payer, row.pay_to, row.amount))


def _transaction_id() -> str:
    return "sandbox:" + base64.b32encode(secrets.token_bytes(16)).decode("ascii").rstrip("=").lower()


def _block_hash(text: str) -> str:
    """A stand-in of the right shape; there are no blocks."""
    return "0x" + hashlib.sha256(text.encode("ascii")).hexdigest()
