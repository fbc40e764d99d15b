"""The site: every Markdown page of the repository, read where it lies.  `make docs` builds it."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))
import reference

project = "Burgrave"
html_title = "Burgrave"
html_theme = "furo"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
# Leads from the root of the site to the first page.
html_extra_path = ["site"]
html_static_path = ["style"]
html_css_files = ["burgrave.css"]

extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["README.md", "docs/**", "engine/games/*/README.md", "*/README.md"]
exclude_patterns = [".*", "build", "tests", "burgrave", "*.egg-info"]
# Links may point at headings, as they may on a code host.
myst_heading_anchors = 4
nitpicky = True
# Pages of figures are reached by links alone.
suppress_warnings = ["toc.not_included"]


def add_reference(_: Sphinx, page: str, source: list[str]) -> None:
    if page == "docs/api":
        source[0] += reference.markdown()


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_reference)
