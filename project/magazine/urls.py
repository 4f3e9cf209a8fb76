from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from django.views.static import serve
from wagtail import urls as wagtail_urls
from wagtail.admin import urls as wagtailadmin_urls
from wagtail.documents import urls as wagtaildocs_urls

urlpatterns = [
    path("", include("honest_sitemaps.urls")),
    path("", RedirectView.as_view(url="/en/")),
    path("admin/", include(wagtailadmin_urls)),
    path("django-admin/", admin.site.urls),
    path("documents/", include(wagtaildocs_urls)),
    # The demo serves its own pictures; your web server does that for you.
    path("media/<path:path>", serve, {"document_root": settings.MEDIA_ROOT}),
    *i18n_patterns(path("", include(wagtail_urls))),
]
