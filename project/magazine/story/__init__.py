"""
The Wagtail demo as a story with a test behind every sentence. ``demo_wagtail`` tells it.

``stage`` runs our commands in this process and reads what a crawler gets; ``editing`` does
what editors do; ``chapters`` is the story. Printing and insisting are `project.story`'s.
"""
