"""A person at the page, whose steps are counted: a click, a text, a key, a choice in a dialog of the system, a drop, an address
that is opened or a command. What the page does by itself, and waiting, is none. docs/jobs.md has the jobs and their numbers."""

import pathlib


class Steps:
    def __init__(self, page=None):
        self.page, self.taken = page, 0

    def click(self, locator):
        locator.click()
        self.taken += 1

    def write(self, locator, text):
        locator.fill(text)
        self.taken += 1

    def press(self, key):
        self.page.keyboard.press(key)
        self.taken += 1

    def check(self, locator):
        locator.check()
        self.taken += 1

    def choose(self, button, files):
        """Presses a button that opens the system's dialog, and chooses there: two steps."""
        with self.page.expect_file_chooser() as opened:
            button.click()
        opened.value.set_files(files)
        self.taken += 2

    def drop(self, locator, path):
        """Lets a file or a folder of this machine go above a place of the page, as the browser itself tells it of that."""
        box = locator.bounding_box()
        place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        data = {"items": [], "files": [str(pathlib.Path(path).resolve())], "dragOperationsMask": 1}
        session = self.page.context.new_cdp_session(self.page)
        for kind in ("dragEnter", "dragOver", "drop"):
            session.send("Input.dispatchDragEvent", {"type": kind, "data": data, **place})
        session.detach()
        self.taken += 1

    def go(self, address):
        self.page.goto(address)
        self.taken += 1
