"""The routes of receipts and of the keys that verify them."""

from __future__ import annotations

from django.urls import path

from receipts import api

urlpatterns = [
    path("v1/receipts/<str:jti>", api.ReceiptView.as_view(), name="receipt"),
    path(".well-known/jwks.json", api.jwks, name="jwks"),
    path(".well-known/did.json", api.did_document, name="did"),
]
