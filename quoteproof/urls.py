"""Every route of the service (public interface: README, "Routes")."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView

from quoteproof import api, api_evidence, dispute_api, document_api, health, verify_api
from quoteproof.pages import checks, disputes, examples, guide, home, problems, receipts, sandbox, verify

handler400 = "quoteproof.pages.errors.bad_request"
handler404 = "quoteproof.pages.errors.not_found"
handler500 = "quoteproof.pages.errors.server_error"

admin.site.site_header = admin.site.site_title = "QuoteProof: records"

urlpatterns = [
    path("v1/verify/quotes", api.VerifyQuotes.as_view(), name="verify-quotes"),
    path("v1/verify/text-quote", api.VerifyTextQuote.as_view(), name="verify-text-quote"),
    path("v1/verify/quote", api.VerifyQuote.as_view(), name="verify-quote"),
    path("v1/verify/document", api.VerifyDocument.as_view(), name="verify-document"),
    path("v1/verify/document/preview", document_api.DocumentPreview.as_view(), name="preview-document"),
    path("v1/checks/<str:check_id>", api.CheckState.as_view(), name="check-state"),
    path("v1/checks/<str:check_id>/evidence", api_evidence.Evidence.as_view(), name="check-evidence"),
    path("v1/checks/<str:check_id>/disputes", dispute_api.Disputes.as_view(), name="check-disputes"),
    path("v1/contracts", api.ContractList.as_view(), name="contracts"),
    path("v1/contracts/<str:name>", api.ContractDocument.as_view(), name="contract"),
    path("v1/contracts/<str:name>/examples", api.ContractExamples.as_view(), name="contract-examples"),
    path("v1/receipts/verify", verify_api.VerifyReceipt.as_view(), name="receipt-verify"),
    path("", include("receipts.urls")),
    path("", home.home, name="home"),
    path("draft", home.draft, name="draft"),
    path("examples", examples.index, name="examples"),
    path("examples/<str:contract>/<str:name>", examples.page, name="example"),
    path("wallet/sign", sandbox.wallet_sign, name="wallet-sign"),
    path("checks/<str:check_id>", checks.page, name="check"),
    path("checks/<str:check_id>/progress", checks.fragment, name="check-progress"),
    path("checks/<str:check_id>/result.json", checks.result, name="check-result"),
    path("receipts/verify", verify.page, name="verify"),
    path("checks/<str:check_id>/dispute", disputes.dispute, name="check-dispute"),
    path("receipts/<str:jti>", receipts.page, name="receipt-page"),
    path("problems/<str:code>", problems.page, name="problem"),
    path("guide", guide.guide, name="guide"),
    path("llms.txt", guide.llms, name="llms"),
    path("openapi.json", SpectacularJSONAPIView.as_view(), name="schema"),
    path("docs", SpectacularSwaggerSplitView.as_view(template_name="docs.html"), name="docs"),
    path("dashboard/", include("quoteproof.dashboard.urls")),
    path("healthz", health.Healthz.as_view(), name="healthz"),
    path("readyz", health.Readyz.as_view(), name="readyz"),
    path(
        "admin/evidence/<str:check_id>.json",
        admin.site.admin_view(api_evidence.with_bodies),
        name="check-evidence-bodies",
    ),
    path("admin/", admin.site.urls),
]
