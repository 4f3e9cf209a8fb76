from importlib.util import find_spec

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.auth import urls as auth_urls
from django.urls import include, path, re_path
from django.views.generic import RedirectView
from django.views.static import serve

from project.cms import views

TEXT_PAGES = ("about", "contact", "tickets", "rules", "privacy", "press", "search")

urlpatterns = [
    *(
        [path("", include("honest_sitemaps.urls"))]
        if find_spec("honest_sitemaps.urls")
        else []
    ),
    path("", RedirectView.as_view(url="/en/")),
    path("admin/", admin.site.urls),
    path("accounts/", include(auth_urls)),
    # The demo serves its own static files; your web server does that for you.
    path("static/<path:path>", serve, {"document_root": settings.STATIC_ROOT}),
    *i18n_patterns(
        path("", views.home, name="home"),
        re_path("^(?P<kind>news|features)/(?P<slug>[^/]+)/$", views.article, name="article"),
        path("clubs/<slug:slug>/", views.team, name="team"),
        path("matches/<slug:slug>/", views.match, name="match"),
        path("tables/<slug:name>/", views.table, name="table"),
        path("fixtures/<int:number>/", views.fixtures, name="fixtures"),
        path("message/", views.message, name="message"),
        *(path(f"{name}/", views.text_page, {"name": name}, name=name) for name in TEXT_PAGES),
    ),
]
