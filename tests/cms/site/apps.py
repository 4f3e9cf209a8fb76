from django.apps import AppConfig


class CmsSiteConfig(AppConfig):
    name = "tests.cms.site"
    label = "cmssite"
    default_auto_field = "django.db.models.BigAutoField"
