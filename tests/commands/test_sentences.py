"""What stderr says when a command ends with another exit code than 0."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from honest_sitemaps.management.command import SitemapCommand


class Finder(SitemapCommand):
    """Answers with a document and code of the test's."""

    answer = ({}, 0)

    def run(self, **options):
        return self.answer

    def show(self, document):
        self.stdout.write("shown")


def said(document, code, *options):
    command = Finder(stdout=io.StringIO(), stderr=io.StringIO())
    command.answer = (document, code)
    with pytest.raises(CommandError) as raised:
        call_command(command, *options)
    assert raised.value.returncode == code
    return str(raised.value)


@pytest.mark.parametrize("options", [(), ("--json",)])
@pytest.mark.parametrize(
    ("document", "code", "sentence"),
    [
        ({"error": "No section is named 'x'."}, 2, "No section is named 'x'."),
        ({"causes": {"pages": "half moved"}}, 3, "pages: half moved"),
        ({"findings": ["a.xml lost 3 URLs"]}, 3, "a.xml lost 3 URLs"),
        ({"scan": {"causes": {"pages": "half moved"}}, "release": {}}, 3, "pages: half moved"),
        ({"loc": "/a/", "evidence": "no source names it"}, 1, "/a/: no source names it."),
        ({"held": ["pages"]}, 3, "sitemap_holds list shows what changed"),
        # A command without words of its own for what it found: its name, and where they are.
        ({}, 1, "test_sentences found something (exit code 1): see what it printed"),
        ({}, 2, "test_sentences could not do its work (exit code 2)"),
        ({}, 3, "test_sentences waits for an answer (exit code 3)"),
    ],
)
def test_no_exit_code_goes_without_a_sentence(document, code, sentence, options):
    assert sentence in said(document, code, *options)
