"""How records are worded and laid out for people: pure functions from plain values to what templates show."""

from __future__ import annotations
