from django.apps import AppConfig


class MagazineConfig(AppConfig):
    name = "project.magazine"
    label = "magazine"
    default_auto_field = "django.db.models.BigAutoField"
