"""`manage.py extract FILE`: the text in which a check of this page counts, to re-check its offsets and hashes."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from verification.adapters import extractor
from verification.core.page import encoding
from verification.core.page.encoding import UnsupportedEncoding
from verification.core.page.pagetext import RULES


class Command(BaseCommand):
    help = "Prints the text of an HTML file as a check extracts it; its hashes and rules go to standard error."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--content-type", default="text/html", help="the header it came with")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            body = options["file"].read_bytes()
            page = extractor.read(encoding.decode(body, options["content_type"], True))
        except (
            OSError,
            UnsupportedEncoding,
            extractor.ExtractionUncertain,
            extractor.ExtractorUnavailable,
        ) as error:
            raise CommandError(f"{options['file']}: {type(error).__name__} {error}") from error
        text = page.text.encode()
        sys.stdout.buffer.write(text)
        sys.stdout.flush()
        self.stderr.write(f"\nrules              {RULES}")
        self.stderr.write(f"content_sha256     {hashlib.sha256(body).hexdigest()}")
        self.stderr.write(f"extraction_sha256  {hashlib.sha256(text).hexdigest()}")
        self.stderr.write(f"extracted_chars    {len(page.text.encode('utf-16-le')) // 2}")
