"""``path("", include("honest_sitemaps.urls"))``: the index, the files, robots.txt."""

from django.urls import path

from honest_sitemaps import views

app_name = "honest_sitemaps"

urlpatterns = [
    path("sitemap.xml", views.index, name="index"),
    path("sitemaps/<slug:stem>.xml", views.file, name="file"),
    path("robots.txt", views.robots, name="robots"),
]
