"""What the documents say is true: their code runs, and prints what they show."""

import os
import re
import subprocess
import sys
from collections import Counter

import psycopg
import pytest
import yaml

from service import metrics
from tests.databases import PROGRAMS, postgres_server
from tests.documents import CODE, ROOT, RUN, Reader, blocks, pages, same
from tests.service.program import Server

# How many blocks are not run, by the reason they give.
NOT_RUN = Counter(
    {
        "needs Node.js": 1,
        "needs Ruby": 2,
        "needs a Kubernetes cluster": 1,
        "needs a container engine": 1,
        "needs root": 1,
        "takes some minutes": 1,
        "the tests start a server of their own": 1,
    }
)


def code(page):
    return [block for block in blocks(page) if block.language in CODE]


def counted(page):
    excused = sum(block.excuse is not None for block in code(page))
    return f"{page.relative_to(ROOT)}: {len(code(page)) - excused} run, {excused} not"


@pytest.fixture
def postgres_programs(page, monkeypatch):
    """PostgreSQL's programs and a server they find, for the pages that use them."""
    if "pg_dump" not in page.read_text():
        yield
        return
    monkeypatch.delenv("TEST_DATABASE_URL", raising=False)  # the page makes a database
    with postgres_server() as url, psycopg.connect(url) as connection:
        for name in ("host", "port", "user", "password"):
            monkeypatch.setenv(f"PG{name.upper()}", str(getattr(connection.info, name)))
        monkeypatch.setenv("PATH", f"{PROGRAMS}:{os.environ['PATH']}")
        yield


@pytest.mark.usefixtures("postgres_programs")
@pytest.mark.parametrize("page", [page for page in pages() if code(page)], ids=counted)
def test_code_runs_and_prints_what_is_shown(page, tmp_path, record):
    with Server(tmp_path) as server:
        folder = tmp_path / "clone"
        folder.mkdir()
        reader = Reader(folder, server.port)
        printed = None
        try:
            for block in blocks(page):
                if block.language == "output":
                    assert printed is not None, f"line {block.line} shows the output of nothing"
                    if record and not same(block.text, printed):
                        fence = f"```output\n{block.text}```"
                        text = page.read_text().replace(fence, f"```output\n{printed}```", 1)
                        page.write_text(text)
                    else:
                        assert same(block.text, printed), f"line {block.line}:\n{printed}"
                elif block.language in RUN and not block.excuse:
                    printed = reader.run(block)
        finally:
            reader.close()


def test_what_is_not_run_says_why():
    excuses = [block.excuse for page in pages() for block in code(page)]
    assert Counter(filter(None, excuses)) == NOT_RUN
    others = [b for page in pages() for b in code(page) if b.language not in RUN and not b.excuse]
    assert others == []


def test_the_site_builds_without_a_warning_and_holds_the_whole_api(tmp_path):
    command = [sys.executable, "-m", "sphinx", "-c", "docs", "-q", "-W", "--keep-going", "-b"]
    answer = subprocess.run(
        [*command, "html", "-d", str(tmp_path / "doctrees"), ".", str(tmp_path / "site")],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stderr
    reference = (tmp_path / "site/docs/api.html").read_text()
    for file in (ROOT / "proto").rglob("*.proto"):
        text = re.sub(r"//.*", "", file.read_text())
        for name in re.findall(r"\b(?:rpc|message|enum) (\w+)|(\w+) = \d+;", text):
            assert re.search(rf"\b{''.join(name)}\b", reference), name
    for page in (tmp_path / "site").rglob("*.html"):
        loaded = re.findall(r"(?:src|<link[^>]*href)=\"(\w+:)?//", page.read_text())
        assert not loaded, f"{page.name} needs the network"


def test_every_metric_of_the_alerts_exists():
    alerts = yaml.safe_load((ROOT / "deploy/prometheus/alerts.yaml").read_text())
    rules = [rule for group in alerts["groups"] for rule in group["rules"]]
    named = re.findall(r"\b(?:grpc_server|burgrave)_\w+", " ".join(r["expr"] for r in rules))
    page = (ROOT / "docs/monitoring.md").read_text()
    named += re.findall(r"`((?:grpc_server|burgrave)_\w+)`", page)
    samples = metrics_by_name()
    assert len(rules) > 4
    assert set(named) <= samples, set(named) - samples
    for rule in rules:
        assert f"`{rule['alert']}`" in page


def metrics_by_name():
    """Names of everything that /metrics may show, samples of histograms included."""
    kinds = {"counter": ("",), "gauge": ("",), "histogram": ("", "_bucket", "_sum", "_count")}
    described = re.findall(r"^# TYPE (\w+) (\w+)", metrics.text().decode(), re.MULTILINE)
    return {name + suffix for name, kind in described for suffix in kinds.get(kind, ())}
