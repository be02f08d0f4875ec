"""The WSGI application that granian serves."""

from __future__ import annotations

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quoteproof.settings")
application = get_wsgi_application()
# What is loaded by now stays: the collector needn't look through it again with each request's garbage.
gc.collect()
gc.freeze()
# A call makes a few thousand objects and next to no cycles: every 700 is too often to look for some.
gc.set_threshold(20_000, 20, 20)
