"""The app, as Django loads it."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class HonestSitemapsConfig(AppConfig):
    name = "honest_sitemaps"
    verbose_name = "Honest sitemaps"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """
        Import every app's ``sitemaps`` module, where sources register, and our checks; then
        listen to what is saved.
        """
        from honest_sitemaps import checks, receivers  # noqa: F401  (registers the checks)

        autodiscover_modules("sitemaps")
        receivers.connect()
