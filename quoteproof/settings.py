"""Django's settings, all from the environment (the names are public: README, "Settings").

Nothing here reaches the network; what needs a chain or a database is checked by `manage.py check`.
"""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from quoteproof import devkeys, env, logs
from verification.core.contracts.limits import SUPPORTED_HOSTS

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"
KEYS_DIR = VAR_DIR / "keys"

ENV = env.choice("QUOTEPROOF_ENV", "development", ("development", "production"))
PRODUCTION = ENV == "production"
DEBUG = False

SECRET_KEY = env.secret("QUOTEPROOF_SECRET_KEY")
if not SECRET_KEY:
    if PRODUCTION:
        raise ImproperlyConfigured(
            "QUOTEPROOF_SECRET_KEY (or QUOTEPROOF_SECRET_KEY_FILE) must be set in production."
        )
    SECRET_KEY = devkeys.secret_key(KEYS_DIR)

PORT = env.integer("PORT", 8000, least=1, most=65535)
PUBLIC_URL = env.text("QUOTEPROOF_PUBLIC_URL", f"http://localhost:{PORT}").rstrip("/")
_public = urlsplit(PUBLIC_URL)
if _public.scheme not in ("http", "https") or not _public.hostname or _public.query or _public.fragment:
    raise ImproperlyConfigured("QUOTEPROOF_PUBLIC_URL must be an absolute http or https URL without a query.")
if PRODUCTION and _public.scheme != "https":
    raise ImproperlyConfigured("QUOTEPROOF_PUBLIC_URL must be https in production.")
ALLOWED_HOSTS = [_public.hostname] if PRODUCTION else ["*"]
TRUSTED_PROXIES = env.integer("QUOTEPROOF_TRUSTED_PROXIES", 0, most=10)

# -- payments ------------------------------------------------------------------------------------
NETWORKS = ("sandbox", "eip155:84532", "eip155:8453")
NETWORK = env.choice("QUOTEPROOF_NETWORK", "sandbox", NETWORKS)
SANDBOX = NETWORK == "sandbox"
FACILITATOR = env.text("QUOTEPROOF_FACILITATOR", "sandbox" if SANDBOX else "")
PAY_TO = env.text("QUOTEPROOF_PAY_TO") or ("" if PRODUCTION else devkeys.pay_to(KEYS_DIR))
RPC_URLS = env.split(env.secret("QUOTEPROOF_RPC_URL"))
SETTLER_KEY = env.secret("QUOTEPROOF_SETTLER_KEY")
REFUND_FROM = env.words("QUOTEPROOF_REFUND_FROM")
FINALITY = env.choice("QUOTEPROOF_FINALITY", "included", ("included", "safe", "finalized"))

# -- verification --------------------------------------------------------------------------------
HOSTS = env.words("QUOTEPROOF_HOSTS", SUPPORTED_HOSTS)
if PRODUCTION and not set(HOSTS) <= set(SUPPORTED_HOSTS):
    raise ImproperlyConfigured("QUOTEPROOF_HOSTS may only narrow the contract's host list in production.")
BOT_URL = env.text("QUOTEPROOF_BOT_URL", f"{PUBLIC_URL}/")
ROBOTS_CACHE_S = env.integer("QUOTEPROOF_ROBOTS_CACHE_S", 600, most=600)
EXTRACT_SECONDS = env.integer("QUOTEPROOF_EXTRACT_SECONDS", 5, least=1, most=12)
EXTRACT_MEMORY_MB = env.integer("QUOTEPROOF_EXTRACT_MEMORY_MB", 512, least=64, most=8192)
EVIDENCE_DAYS = env.integer("QUOTEPROOF_EVIDENCE_DAYS", 90, most=36500)
RATE_LIMIT = env.integer("QUOTEPROOF_RATE_LIMIT", 300, most=1_000_000)


def _resolve_overrides() -> dict[tuple[str, int], tuple[str, int]]:
    """`host:443=127.0.0.1:8443,…`: where a host and port really connects (mirrors and tests only)."""
    pairs = {}
    for rule in env.words("QUOTEPROOF_FETCH_RESOLVE"):
        try:
            name, target = rule.split("=")
            host, port = name.rsplit(":", 1)
            address, target_port = target.rsplit(":", 1)
            address = str(ipaddress.ip_address(address.strip("[]")))
            pairs[(host.lower(), int(port))] = (address, int(target_port))
        except ValueError as error:
            raise ImproperlyConfigured(
                f"QUOTEPROOF_FETCH_RESOLVE: {rule!r} is not host:port=address:port."
            ) from error
    return pairs


FETCH_RESOLVE = _resolve_overrides()
FETCH_CA_FILE = env.text("QUOTEPROOF_FETCH_CA_FILE")
if (FETCH_RESOLVE or FETCH_CA_FILE) and (PRODUCTION or NETWORK == "eip155:8453"):
    raise ImproperlyConfigured(
        "QUOTEPROOF_FETCH_RESOLVE and QUOTEPROOF_FETCH_CA_FILE are for tests and offline mirrors: "
        "refused in production and on a main network."
    )

# -- receipts ------------------------------------------------------------------------------------
SIGNING_KEY, SIGNING_KEY_FILE = env.secret_or_path("QUOTEPROOF_SIGNING_KEY")

# -- Django --------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "verification.apps.VerificationConfig",
    "payments.apps.PaymentsConfig",
    "receipts.apps.ReceiptsConfig",
    "quoteproof.apps.QuoteProofConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_q",
    "csp",
]
MIDDLEWARE = [
    "quoteproof.middleware.ApiHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "quoteproof.urls"
WSGI_APPLICATION = "quoteproof.wsgi.application"
APPEND_SLASH = False
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "quoteproof.context.site",
            ]
        },
    }
]

_database = dj_database_url.parse(env.secret("DATABASE_URL", f"sqlite:///{VAR_DIR / 'quoteproof.sqlite3'}"))
if _database["ENGINE"] == "django.db.backends.sqlite3":
    # FULL: with NORMAL a power cut can lose the sealed result after the money has moved.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # Recursive triggers: else what INSERT OR REPLACE displaces is deleted past the append-only guards.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA recursive_triggers=ON;",
    }
else:
    if _database["ENGINE"] == "django.db.backends.postgresql":
        _database["ENGINE"] = "quoteproof.postgresql"
    _database["CONN_MAX_AGE"] = 60
    _database["CONN_HEALTH_CHECKS"] = True
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

_cache_url = env.secret("QUOTEPROOF_CACHE_URL")
_shared: dict[str, Any] = {
    "BACKEND": f"django.core.cache.backends.{'redis.RedisCache' if _cache_url else 'db.DatabaseCache'}",
    "LOCATION": _cache_url or "quoteproof_cache",
    "OPTIONS": {} if _cache_url else {"MAX_ENTRIES": 100_000},
}
CACHES = {"default": _shared, "counts": _shared}
if _database["ENGINE"] == "django.db.backends.sqlite3" and not _cache_url:
    # One web process: what it counts in its own memory is as right, and costs no write of the database.
    CACHES["counts"] = {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    }

LOGGING = logs.LOGGING
logs.configure()

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = False
WHITENOISE_ROOT = BASE_DIR / "static/root"  # what browsers ask for at fixed addresses: /favicon.ico

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = False  # the proxy in front ends TLS
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = PRODUCTION
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
CSRF_TRUSTED_ORIGINS = [f"{_public.scheme}://{_public.netloc}"]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 655_360  # a pasted answer of 262,144 bytes, as forms write it: CR LF for every LF
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "quoteproof.negotiation.FirstByDefault",
    "URL_FORMAT_OVERRIDE": None,
    "UNAUTHENTICATED_USER": None,
    "EXCEPTION_HANDLER": "quoteproof.problems.exception_handler",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "QuoteProof",
    "DESCRIPTION": "Checks that a quotation stands, to the letter, where it is said to stand, with evidence "
    "anyone can re-check. Paid by x402 version 2, settled only for a published result.",
    "VERSION": "0.1.1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVERS": [{"url": PUBLIC_URL}],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"tryItOutEnabled": False, "validatorUrl": None},
    "DISABLE_ERRORS_AND_WARNINGS": False,
}

# The queue is a doorbell that carries one id; why these numbers: the worker fetches `queue_limit` packages
# into memory at once, so a lock must outlive all of them being run one after the other.
Q_CLUSTER = {
    "name": "quoteproof",
    "orm": "default",
    "workers": 1 if _database["ENGINE"] == "django.db.backends.sqlite3" else 4,
    "bulk": 1,
    "queue_limit": 4,
    "timeout": 60,
    "retry": 500,
    "ack_failures": True,
    "max_attempts": 1,
    "catch_up": False,
    "save_limit": 250,
    "recycle": 200,
    "poll": 0.5,
    "label": "Queue",
}
