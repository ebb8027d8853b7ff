"""Sphinx, as scripts/docs runs it: the whole repository is the source, so that links between pages are the same here and where the code is hosted."""

import json
from pathlib import Path

from docutils.nodes import literal_block

ROOT = Path(__file__).parents[2]

project = "Candor"
author = "the authors of Candor"
release = json.loads((ROOT / "pkg/package.json").read_text())["version"]
version = ".".join(release.split(".")[:2])

root_doc = "docs/index"
include_patterns = ["*.md", "docs/*.md", "docs/*/*.md", "pkg/README.md", "bindings/python/README.md", "bindings/r/README.md"]
exclude_patterns = ["target*", ".git", "**/node_modules", "pkg/dist", "www", "tests", "fuzz", "src", "docs/api", "docs/site"]

extensions = ["myst_parser"]
myst_heading_anchors = 6
# Some JSX is more than the highlighter knows.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"Candor {version}"
html_static_path = ["static", "../made/static"]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
templates_path = ["templates"]
html_sidebars = {
    "**": ["sidebar/brand.html", "sidebar/search.html", "sidebar/scroll-start.html", "sidebar/navigation.html", "sidebar/versions.html", "sidebar/scroll-end.html"],
}
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
# A page that was opened from a folder may not read the others, which summaries of what was found would be made of.
html_show_search_summary = False

EXPERIMENTS = """
```{toctree}
:hidden:
:glob:

*
```
"""


def with_experiments(_, page, source):
    """Lists the experiments in the navigation, below the page about all of them, which a program writes."""
    if page == "docs/reproduction/README":
        source[0] += EXPERIMENTS


def with_class(_, __, source):
    """Marks the examples that can be run: elsewhere than here their fence is one of JavaScript."""
    source[0] = source[0].replace("```js run\n", "```{code-block} js\n:class: run\n\n")


def with_script(app, page, template, context, doctree):
    """Gives pages with such examples the script that runs them."""
    if doctree and any("run" in block["classes"] for block in doctree.findall(literal_block)):
        app.add_js_file("examples.js", defer="defer")


def setup(app):
    app.connect("source-read", with_experiments)
    app.connect("source-read", with_class)
    app.connect("html-page-context", with_script)
    return {"parallel_read_safe": True}
