"""Logs are JSON lines on standard error: event, check id, step. Never a text, a signature, a token or a local."""

from __future__ import annotations

import logging
from typing import Any

import structlog


def first_lines(_: Any, __: str, event: dict[str, Any]) -> dict[str, Any]:
    """Of an error's message the first line alone: PostgreSQL's further lines show the row, a signature with it."""
    for error in event.get("exception") or []:
        error["exc_value"] = str(error["exc_value"]).partition("\n")[0]
    return event


_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    # Frames without their locals: those hold quotes, pages and signatures.
    structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False)),
    first_lines,
]


class Faults(logging.Filter):
    """Lets through what an exception stands behind."""

    def filter(self, record: logging.LogRecord) -> bool:
        return bool(record.exc_info)


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(sort_keys=True),
            ],
            "foreign_pre_chain": _SHARED,
        }
    },
    "filters": {"faults": {"()": Faults}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        # A 4xx or 503 is an answer, not an event; the request object that Django attaches is not rendered.
        "django.request": {"level": "ERROR", "filters": ["faults"]},
        "django": {"handlers": [], "propagate": True, "level": "INFO"},
        "django.server": {"handlers": [], "propagate": True, "level": "WARNING"},
        "django-q": {"handlers": [], "propagate": True, "level": "WARNING"},
        "httpcore": {"level": "WARNING"},
    },
}


def configure() -> None:
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
