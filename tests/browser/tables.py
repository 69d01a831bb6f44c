"""Each state of a scripted hand as the page shows it, in a browser without the page's script."""

from __future__ import annotations

import gzip
import re

from playwright.async_api import Browser, Page, Route

from bot.page.assets import assets
from bot.page.html import el
from bot.page.table_layout import table_html
from bot.page.table_shown import TableShown
from bot.page.views import shell_html
from bot.screens.table.scenes import Scene
from bot.text.translate import language
from tests.page.scripted import MARKUP
from tests.page.table import PLACE

HERE = "http://page.test/"


def html_of(scene: Scene) -> str:
    """Return a table as a page without a script."""
    main, ranks = table_html(TableShown(scene, "", None, PLACE), MARKUP)
    bar = el("div", el("h1", "Taproom"), el("p", "table 1"), class_="t")
    html = shell_html(language.get(), {"top": bar, "main": main, "ranks": ranks}, "page.js", {})
    return re.sub("<script.*?</script>", "", html)


async def bare_page(browser: Browser, size: tuple[int, int] = (1280, 720)) -> Page:
    """Return a page of this size that is served what `show` gives it, and the page's files."""
    width, height = size
    context = await browser.new_context(
        viewport={"width": width, "height": height}, bypass_csp=True, reduced_motion="reduce"
    )
    page = await context.new_page()

    async def serve(route: Route) -> None:
        asset = assets()[route.request.url.rpartition("/")[2]]
        content = gzip.decompress(asset.content) if asset.is_packed else asset.content
        await route.fulfill(body=content, content_type=asset.kind)

    await page.route("**/a/**", serve)
    return page


async def show(page: Page, html: str) -> None:
    """Show this HTML."""

    async def serve(route: Route) -> None:
        await route.fulfill(body=html, content_type="text/html; charset=utf-8")

    await page.unroute(HERE)
    await page.route(HERE, serve)
    await page.goto(HERE)
