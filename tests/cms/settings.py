"""Settings of the tests that need Wagtail: two locales, and a few types of pages."""

from tests.settings import *  # noqa: F403  (settings modules are layered this way)

ROOT_URLCONF = "tests.cms.site.urls"
ALLOWED_HOSTS = ["example.test", "other.test", "inner.test", "testserver"]
INSTALLED_APPS = [
    "tests.cms.site",
    "honest_sitemaps",
    "wagtail.contrib.redirects",
    "wagtail.contrib.routable_page",
    "wagtail.contrib.settings",
    "wagtail.contrib.simple_translation",
    "wagtail.sites",
    "wagtail.users",
    "wagtail.snippets",
    "wagtail.documents",
    "wagtail.images",
    "wagtail.search",
    "wagtail.admin",
    "wagtail",
    "modelcluster",
    "taggit",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "wagtail.contrib.redirects.middleware.RedirectMiddleware",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WAGTAIL_SITE_NAME = "tests"
WAGTAILADMIN_BASE_URL = "https://example.test"
WAGTAIL_I18N_ENABLED = True
WAGTAIL_CONTENT_LANGUAGES = LANGUAGES = [("en", "English"), ("de", "Deutsch")]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
WAGTAIL_FRONTEND_LOGIN_URL = "/login/"


class _NoMigrations:
    """The tables are made from the models: Wagtail's migrations take longer than all tests."""

    def __contains__(self, label):
        return True

    def __getitem__(self, label):
        return None


MIGRATION_MODULES = _NoMigrations()
