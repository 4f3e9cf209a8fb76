from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path
from wagtail import urls as wagtail_urls
from wagtail.admin import urls as admin_urls
from wagtail.documents import urls as document_urls

urlpatterns = [
    path("", include("honest_sitemaps.urls")),
    path("cms/", include(admin_urls)),
    path("documents/", include(document_urls)),
    *i18n_patterns(path("", include(wagtail_urls)), prefix_default_language=False),
]
