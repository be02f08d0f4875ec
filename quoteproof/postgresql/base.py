"""Whether a kept connection is still usable is read off its socket: once a request, an exchange less.

What a server has closed (a restart, a time-out, a proxy's limit) is readable before anything was asked. Only
then Django's own question is sent, and a lost connection is made anew.
"""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    def is_usable(self) -> bool:
        if self.connection is None or self.connection.closed:
            return False
        poll = select.poll()
        poll.register(self.connection.fileno(), select.POLLIN)
        return bool(super().is_usable()) if poll.poll(0) else True
