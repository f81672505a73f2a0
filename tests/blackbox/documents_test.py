"""Every pipeline shown in a page of docs/ or in the README is one that the program accepts."""

import re

import pytest

from conftest import DONE, TOP, expect, faucet

PAGES = [TOP / "README.md", *sorted((TOP / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def shown_pipelines():
    for page in PAGES:
        for number, text in enumerate(BLOCK.findall(page.read_text())):
            if re.search(r"^pipeline:", text, re.MULTILINE):
                yield pytest.param(text, id=f"{page.name}-{number}")


def test_pages_show_pipelines():
    assert len(list(shown_pipelines())) >= 6


@pytest.mark.parametrize("text", list(shown_pipelines()))
def test_a_pipeline_shown_in_a_page_is_valid(text, tmp_path):
    (tmp_path / "shown.yaml").write_text(text)
    expect(faucet(tmp_path)("validate", "shown.yaml"), DONE)
