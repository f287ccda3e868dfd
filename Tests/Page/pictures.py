#!/usr/bin/env python3
"""Makes the pictures of the page that the README shows, from the mock's tidy data.

    Tests/Page/pictures.py [FOLDER]        default: docs/pictures

Run it by the virtual environment that Tests/Page/run sets up.
"""

import datetime
import json
import pathlib
import subprocess
import sys
import time
import urllib.request

from playwright.sync_api import sync_playwright

from conftest import HERE, chromium, free_port

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parents[1] / "docs" / "pictures")


def main():
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    FOLDER.mkdir(parents=True, exist_ok=True)
    mock = subprocess.Popen([sys.executable, str(HERE / "mock.py"), "--port", str(port), "--speed", "20", "--tidy"], stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(url + "/api/session").close()
                break
            except OSError:
                time.sleep(0.05)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            take(browser, url)
            browser.close()
    finally:
        mock.terminate()


def take(browser, url):
    def window(scheme):
        page = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme=scheme, reduced_motion="reduce", locale="en-GB").new_page()
        page.goto(url + "/sign-in?code=mock-token")
        page.wait_for_selector("main .view > *")
        return page

    def picture(page, name):
        page.wait_for_load_state("networkidle")
        page.mouse.move(0, 0)
        page.screenshot(path=FOLDER / f"{name}.png")

    light, dark = window("light"), window("dark")
    get = lambda path: light.evaluate("path => fetch(path, { headers: { 'hearth-session': localStorage.getItem('hearth.session') } }).then(answer => answer.json())", path)
    post = lambda path, body: light.evaluate("([path, body]) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', 'hearth-session': localStorage.getItem('hearth.session') }, body }).then(answer => answer.json())", [path, json.dumps(body)])

    def work(path, body):
        job = post(path, body)
        while get(f"/api/jobs/{job['id']}")["state"] == "running":
            time.sleep(0.05)

    first = get("/api/conversations")["conversations"][0]["conversationID"]
    light.goto(f"{url}/#/chat/{first}")
    light.locator(".cite").first.click()
    light.wait_for_selector(".reader mark")
    picture(light, "chat")

    talk = get("/api/transcripts")["transcripts"][0]["documentID"]
    work(f"/api/transcripts/{talk}/analysis", {"aspects": ["summary", "highlights"]})
    dark.goto(f"{url}/#/transcripts/{talk}/highlights")
    dark.wait_for_selector(".moment")
    dark.locator(".aspect .time").nth(2).click()
    picture(dark, "transcripts")

    year = str(datetime.date.today().year)
    work("/api/journal/rollups", {"level": "yearWrap"})
    light.goto(f"{url}/#/journal/wrapped/{year}")
    light.wait_for_selector(".wrapped-page")
    picture(light, "journal")

    dark.goto(url + "/#/privacy")
    dark.wait_for_selector(".timeline > li[data-tone]")
    picture(dark, "privacy")


if __name__ == "__main__":
    main()
