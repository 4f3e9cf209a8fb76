"""A urlconf that a view leaves active. It has nothing."""

urlpatterns: list = []
