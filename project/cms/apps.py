from django.apps import AppConfig


class CmsConfig(AppConfig):
    name = "project.cms"
    label = "cms"
    verbose_name = "Touchline, the demo site"
