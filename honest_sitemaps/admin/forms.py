"""What a person fills in beside a reason why."""

from __future__ import annotations

from datetime import date, datetime

from django import forms
from django.contrib.admin.helpers import ActionForm
from django.utils import timezone

from honest_sitemaps.admin.acts import Refusal


class DateForm(forms.Form):
    """A day, with or without a time of it, in the time zone that the admin speaks."""

    day = forms.DateField(input_formats=["%Y-%m-%d"])
    at = forms.TimeField(required=False, input_formats=["%H:%M", "%H:%M:%S"])


class PageActionForm(ActionForm):
    """What to do with the ticked rows of one page; never with those of all pages."""

    def clean_select_across(self) -> bool:
        return False


def date_of(posted: dict[str, str]) -> date | datetime:
    """The day, or the moment if a time is given, too. Raises `Refusal`."""
    form = DateForm(posted)
    if "day" in form.errors:
        raise Refusal("Give the day as 2026-12-31.")
    if "at" in form.errors:
        raise Refusal("Give the time as 18:30, or leave it empty.")
    day: date = form.cleaned_data["day"]
    at = form.cleaned_data["at"]
    if at is None:
        return day
    return timezone.make_aware(datetime.combine(day, at))
