"""What happens to the site between the scans: an editor, its readers, a new template."""

from __future__ import annotations

from random import Random

from django.db.models import F
from django.utils import translation

from project.cms.models import Article, Figure, Match, Reads


def one_paragraph() -> str:
    """An editor adds a sentence to one paragraph of one article; its path."""
    article = Article.objects.get(group="preview-khulna-mangroves", language="en")
    return _add_sentence(article, "The club confirmed this on Sunday.")


def three_pages() -> list[str]:
    """Three true edits, in three sections and both languages; their paths."""
    interview = Article.objects.get(group="interview-sylhet-gardens", language="bn")
    report = Article.objects.filter(kind=Article.Kind.NEWS, language="en").exclude(group="")
    return [
        _add_sentence(interview, "সাক্ষাৎকারটি নেওয়া হয়েছে শুক্রবারে।"),
        _add_sentence(
            report.order_by("pk")[0], "The goal in minute ninety was given to the wing."
        ),
        _match_report(),
    ]


def readers_come(paths: list[str]) -> None:
    """Every page was read since, each a different number of times."""
    dice = Random(402)  # noqa: S311
    known = set(Reads.objects.values_list("path", flat=True))
    Reads.objects.filter(path__in=paths).update(times=F("times") + dice.randint(5, 90))
    Reads.objects.bulk_create(
        Reads(path=path, times=dice.randint(5, 900)) for path in paths if path not in known
    )


def figure_changes() -> tuple[str, str]:
    """The number that the templates print in every page's main part: before and after."""
    figure = Figure.objects.get(name="readers")
    before = figure.value
    figure.value = before + 7
    figure.save()
    return f"{before:,}", f"{figure.value:,}"


def _add_sentence(article: Article, sentence: str) -> str:
    first, second, *rest = article.paragraphs
    article.body = "\n\n".join([first, f"{second} {sentence}", *rest])
    article.save(update_fields=["body"])
    return article.get_absolute_url()


def _match_report() -> str:
    """The English words of a match change, so its Bengali page stays as it is."""
    match = Match.objects.get(slug="cumilla-looms-pabna-kites")
    match.report_en += "\n\nThe kick-off was moved by ten minutes."
    match.save(update_fields=["report_en"])
    with translation.override("en"):
        return match.get_absolute_url()
