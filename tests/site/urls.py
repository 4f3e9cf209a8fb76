from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

from tests.site import views

urlpatterns = [
    path("", include("honest_sitemaps.urls")),
    path("admin/", admin.site.urls),
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("articles/<str:slug>/", views.article, name="article"),
    path("<str:language>/articles/<str:slug>/", views.article, name="translated-article"),
    path("products/<uuid:pk>/", views.product, name="product"),
    path("words/<str:text>/", views.word, name="word"),
    *i18n_patterns(
        path("contact/", views.about, name="contact"), prefix_default_language=False
    ),
]
