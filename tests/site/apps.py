from django.apps import AppConfig


class TestSiteConfig(AppConfig):
    name = "tests.site"
    label = "testsite"
    default_auto_field = "django.db.models.BigAutoField"
