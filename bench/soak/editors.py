"""The seeded hand: what editors, imports and deploys do, one thing at a time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from bench.soak.models import Build, Entry
from bench.soak.oracle import Truth

WORDS = (
    *("river", "stone", "lamp", "garden", "letter", "bridge"),
    *("winter", "market", "silver", "window", "harbour", "field"),
)


class Editors:
    """Does things to the site, and tells the oracle of those that count."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self.truths: dict[str, Truth] = {}
        self.done: Counter[str] = Counter()
        self._number = 0

    def fill(self, pages: int) -> None:
        """The site before the first sweep. One entry in fifty is a draft."""
        entries = [self._new(is_live=number % 50 != 0) for number in range(pages)]
        Entry.objects.bulk_create(entries, batch_size=1_000)
        for one in entries:
            self.truths[_key(one)] = Truth(is_listed=one.is_live)

    def act(self) -> None:
        """One thing, by its weight."""
        names, weights = zip(*WEIGHTS.items(), strict=True)
        [name] = self._chance.choices(names, weights)
        if getattr(self, name)():
            self.done[name] += 1

    def edit(self) -> bool:
        return self._edited(lambda it: it.save())

    def edit_silently(self) -> bool:
        """As an import does: no signal is sent."""
        return self._edited(
            lambda it: Entry.objects.filter(pk=it.pk).update(body=it.body, title=it.title)
        )

    def save_unchanged(self) -> bool:
        return self._one(lambda it: it.save())

    def publish(self) -> bool:
        return self._switch(is_live=True)

    def unpublish(self) -> bool:
        return self._switch(is_live=False)

    def rename(self) -> bool:
        """Another slug: another loc, and the same content."""

        def act(it: Entry) -> None:
            it.slug = (
                f"{it.slug.rpartition('-')[0] or it.slug}-{self._chance.randrange(10**9)}"
            )
            it.save()

        return self._one(act)

    def create(self) -> bool:
        it = self._new(is_live=True)
        it.save()
        self.truths[_key(it)] = Truth(is_listed=True)
        return True

    def delete(self) -> bool:
        def act(it: Entry) -> None:
            key = _key(it)
            it.delete()
            self.truths[key].is_listed = False

        return self._one(act)

    def roll_back(self) -> bool:
        """An edit in a transaction that fails."""

        def act(it: Entry) -> None:
            with transaction.atomic():
                it.body = "This was never published."
                it.save()
                transaction.set_rollback(True)

        return self._one(act)

    def deploy(self) -> bool:
        """Every page has other bytes, and none another content."""
        Build.objects.update(number=F("number") + 1)
        return True

    def _edited(self, write: Callable[[Entry], object]) -> bool:
        def act(it: Entry) -> None:
            it.body = self._text()
            write(it)
            self.truths[_key(it)].edits.append(timezone.now())

        return self._one(act, is_live=True)

    def _switch(self, *, is_live: bool) -> bool:
        def act(it: Entry) -> None:
            it.is_live = is_live
            it.save()
            self.truths[_key(it)].is_listed = is_live

        return self._one(act, is_live=not is_live)

    def _one(self, act: Callable[[Entry], None], *, is_live: bool | None = None) -> bool:
        """Do it to an entry of which it can be done; whether there was one near by."""
        entries = Entry.objects.filter(pk__gte=self._chance.randrange(1, self._number + 1))
        if is_live is not None:
            entries = entries.filter(is_live=is_live)
        it = entries.order_by("pk").first()
        if it is None:
            return False
        act(it)
        return True

    def _new(self, *, is_live: bool) -> Entry:
        self._number += 1
        title = f"Entry {self._number} on the {self._chance.choice(WORDS)}"
        return Entry(slug=f"e{self._number}", title=title, body=self._text(), is_live=is_live)

    def _text(self) -> str:
        """Three paragraphs that no other edit writes: each has its own number."""
        return "\n".join(
            " ".join(self._chance.choices(WORDS, k=30)).capitalize()
            + f", {self._chance.randrange(10**12)} times over."
            for _ in range(3)
        )


def _key(it: Entry) -> str:
    return f"soak.entry:{it.pk}"


WEIGHTS = {
    "edit": 40,
    "edit_silently": 10,
    "save_unchanged": 15,
    "publish": 5,
    "unpublish": 5,
    "rename": 5,
    "create": 5,
    "delete": 3,
    "roll_back": 5,
    "deploy": 1,
}
"""How often each is done, of all that are."""
