"""The routes of receipts, of the log over them and of the keys that verify both."""

from __future__ import annotations

from django.urls import path

from receipts import api, log_api, status_api

urlpatterns = [
    path("v1/receipts/<str:jti>", api.ReceiptView.as_view(), name="receipt"),
    path("v1/receipts/<str:jti>/status", status_api.StatusView.as_view(), name="receipt-status"),
    path("v1/receipts/<str:jti>/proof", log_api.ProofView.as_view(), name="receipt-proof"),
    path("log/checkpoint", log_api.CheckpointView.as_view(), name="log-checkpoint"),
    path("log/tile/<path:path>", log_api.TileView.as_view(), name="log-tile"),
    path(".well-known/jwks.json", api.KeysView.as_view(), name="jwks"),
    path(".well-known/did.json", api.DidView.as_view(), name="did"),
]
