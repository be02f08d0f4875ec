"""The routes of receipts and of the keys that verify them."""

from __future__ import annotations

from django.urls import path

from receipts import api

urlpatterns = [
    path("v1/receipts/<str:jti>", api.ReceiptView.as_view(), name="receipt"),
    path(".well-known/jwks.json", api.KeysView.as_view(), name="jwks"),
    path(".well-known/did.json", api.DidView.as_view(), name="did"),
]
