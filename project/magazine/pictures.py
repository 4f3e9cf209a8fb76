"""Small pictures, drawn: a sky, a sea, and a tower as high as it is. Same name, same bytes."""

from __future__ import annotations

from io import BytesIO
from random import Random

from django.core.files.base import ContentFile
from PIL import Image as Canvas
from PIL import ImageDraw
from wagtail.images.models import Image

SIZE = (320, 200)


def picture(title: str, *, tower: int = 0) -> Image:
    """Save a picture of this title."""
    return Image.objects.create(
        title=title, file=ContentFile(drawn(title, tower=tower), name=f"{_name(title)}.png")
    )


def drawn(title: str, *, tower: int) -> bytes:
    """The bytes of a PNG; ``tower`` is its height in metres."""
    chance = Random(title)  # noqa: S311  (colours, not secrets)
    width, height = SIZE
    horizon = chance.randint(110, 140)
    canvas = Canvas.new("RGB", SIZE, (chance.randint(150, 220), 200, 225))
    pen = ImageDraw.Draw(canvas)
    pen.rectangle((0, horizon, width, height), fill=(30, chance.randint(70, 110), 120))
    sun = chance.randint(40, 280)
    pen.ellipse((sun - 14, 30, sun + 14, 58), fill=(250, 225, 150))
    for wave in range(horizon + 8, height, 12):
        pen.line((0, wave, width, wave - chance.randint(0, 6)), fill=(70, 130, 150))
    if tower:
        left = chance.randint(60, 230)
        pen.rectangle((left, horizon - 2 * tower, left + 18, horizon), fill=(240, 240, 235))
        pen.rectangle(
            (left + 3, horizon - 2 * tower - 9, left + 15, horizon - 2 * tower), "red"
        )
    file = BytesIO()
    canvas.quantize(16).save(file, "PNG")
    return file.getvalue()


def _name(title: str) -> str:
    kept = (
        letter if letter.isascii() and letter.isalnum() else "-" for letter in title.lower()
    )
    return "".join(kept)
