"""`WagtailSource`, on settings of its own: Wagtail is an extra, and no other test needs it."""
