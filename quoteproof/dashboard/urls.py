"""The routes under `/dashboard/`."""

from __future__ import annotations

from django.urls import path

from quoteproof.dashboard import actions, views

urlpatterns = [
    path("", views.overview, name="dashboard"),
    path("checks", views.checks, name="dashboard-checks"),
    path("checks.csv", views.csv, name="dashboard-csv"),
    path("checks/<str:check_id>", views.check, name="dashboard-check"),
    path("checks/<str:check_id>/reconcile", actions.reconcile, name="dashboard-reconcile"),
    path("checks/<str:check_id>/fetch", actions.fetch, name="dashboard-fetch"),
]
