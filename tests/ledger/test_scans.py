"""The rows of sections and scans."""

from __future__ import annotations

import pytest
from django.db import IntegrityError

from honest_sitemaps import ledger
from honest_sitemaps.ledger import Section
from tests.site_in_a_dict import ORIGIN


def test_a_section_that_two_commands_make_at_once_is_one(db):
    given = {"origin": ORIGIN, "name": "pages", "language": "", "capacity": 10}
    ledger.section_row(**given)

    ledger.section_row(**given)

    assert Section.objects.count() == 1
    with pytest.raises(IntegrityError):
        Section.objects.create(**given)
