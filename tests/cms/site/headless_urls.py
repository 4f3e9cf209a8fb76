"""A project whose pages are shown elsewhere."""

from django.urls import include, path

urlpatterns = [path("", include("honest_sitemaps.urls"))]
