"""
The demo with a CMS: *Spülsaum*, a magazine of about 200 Wagtail pages in two languages.

``settings`` are its own, apart from those of the sports site; ``building`` makes the pages,
``odd`` those that must not be listed, ``story`` tells what their sitemaps do.
"""
