"""`manage.py settler`: the one process that hands over with the local facilitator; any further one stands by."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from payments import networks
from payments.adapters.local import Local
from payments.settler import Settler
from quoteproof import flow, processes

THREADS = 8


class Command(BaseCommand):
    help = "Settles with the local facilitator (QUOTEPROOF_FACILITATOR=local) until SIGTERM or Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.FACILITATOR != networks.LOCAL:
            raise CommandError("There is nothing to do: QUOTEPROOF_FACILITATOR is not local.")
        if not settings.SETTLER_KEY:
            raise CommandError("QUOTEPROOF_SETTLER_KEY (or QUOTEPROOF_SETTLER_KEY_FILE) must be set.")
        stopping = processes.stop_requested()
        networks.settle_here()
        try:
            facilitator = networks.current().facilitator
        except (ValueError, ImproperlyConfigured) as error:
            raise CommandError(str(error)) from None
        assert isinstance(facilitator, Local)
        Settler(hand_over, threads=THREADS, fit=facilitator.has_gas).run(stopping)


def hand_over(reference: str) -> None:
    """One step: the settle call of a sealed charge, or a further one; whoever waits on the row goes on."""
    flow.advance(flow.charge_of(reference))
