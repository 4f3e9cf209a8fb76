"""
The demo as a story with a test behind every sentence. ``python manage.py demo`` tells it.

``stage`` runs commands and a server as a deploy would; ``served`` reads what the server gives
to a crawler; ``chapters`` is the story; ``tables`` prints it.
"""
