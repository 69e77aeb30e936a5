"""Drives the pages of `galley corpus report` and `galley corpus review` in a headless Chromium.

    python3 scripts/chromium/drive_report.py REPORT ADDRESS CORPUS [--pictures FOLDER]

REPORT is the file of a report over at least three cases, one of them a picture, ADDRESS what `review` printed
for the same corpus in the folder CORPUS. The first case is approved by key, the second one rejected
and the third one approved by click. Prints each step; the exit status is 1 if a page does not behave.
"""

import argparse
import base64
import os
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Corpus/engines/shared"))
from browser import Browser

VIEWS = ["side by side", "slider", "onion skin", "blink", "heat map"]


def check(step, is_right, seen=""):
    print(("ok   " if is_right else "FAIL ") + step + ("" if is_right else f": {seen!r}"))
    if not is_right:
        raise SystemExit(1)


def equal(step, seen, expected):
    check(step, seen == expected, seen)


def view(browser):
    """Returns what a reader sees of the first comparison of pictures."""
    return browser.evaluate("""(() => {
      const style = (name) => getComputedStyle(document.querySelector(".views ." + name));
      const rect = (selector) => document.querySelector(selector).getBoundingClientRect();
      const [old, now, heat] = ["old", "new", "heat"].map(style);
      return { view: document.body.dataset.view, pressed: document.querySelector(
          "#views [aria-pressed=true]").dataset.view, old: old.display !== "none",
        now: now.display !== "none", heat: heat.display !== "none", clip: now.clipPath,
        opacity: now.opacity, animation: now.animationName, covers:
          ["x", "y"].every((side) => rect(".views .old")[side] === rect(".views .new")[side]) }
    })()""")


def check_views(browser, choose):
    for index, name in enumerate(VIEWS, start=1):
        choose(str(index))
        seen = view(browser)
        step = f"view {index}, {name}"
        equal(step + " is chosen", [seen["view"], seen["pressed"]], [str(index)] * 2)
        equal(step + " shows its pictures", [seen["old"], seen["now"], seen["heat"]],
              [index != 5, index != 5, index == 5])
        if index < 5:
            equal(step + " puts pictures over each other", seen["covers"], index > 1)
            effects = [seen["clip"] != "none", seen["opacity"] != "1", seen["animation"] == "blink"]
            equal(step + " clips, blends or blinks", effects, [index == 2, index == 3, index == 4])


def count(browser):
    return browser.evaluate("document.querySelectorAll('section:not([hidden])').length")


def current(browser):
    return browser.evaluate("document.querySelector('section.current')?.id ?? ''")


def set_value(browser, name, value):
    browser.evaluate(
        f"(e => {{ e.value = '{value}'; e.dispatchEvent(new Event('input')) }})"
        f"(document.getElementById('{name}'))")


def shoot(browser, folder, name):
    """Writes pictures of the page in the light and in the dark."""
    if not folder:
        return
    for theme in ["light", "dark"]:
        browser.call("Emulation.setEmulatedMedia",
                     features=[{"name": "prefers-color-scheme", "value": theme}])
        data = browser.call("Page.captureScreenshot", format="png")["data"]
        with open(os.path.join(folder, f"{name}-{theme}.png"), "wb") as file:
            file.write(base64.b64decode(data))


def check_report(browser, path, pictures):
    browser.visit("file://" + os.path.abspath(path))
    total = count(browser)
    names = browser.evaluate("[...document.querySelectorAll('section')].map(s => s.id)")
    check("the report has at least three cases", total >= 3, total)
    shoot(browser, pictures, "report")
    set_value(browser, "kind", "render")
    check("the filter of kinds hides cases", 0 < count(browser) < total)
    shoot(browser, pictures, "report-filtered")
    set_value(browser, "kind", "")
    set_value(browser, "text", names[0])
    equal("the search finds one case", count(browser), 1)
    set_value(browser, "text", "")
    equal("all cases are shown again", count(browser), total)
    check_views(browser, browser.press)
    check_views(browser, lambda key: browser.click(f"#views [data-view='{key}']"))
    browser.press("2")
    set_value(browser, "mix", "20")
    check("the slider moves the edge", "20%" in view(browser)["clip"], view(browser))
    for index, name in enumerate(VIEWS, start=1):
        browser.press(str(index))
        browser.evaluate("document.querySelector('.views').scrollIntoView({block: 'center'})")
        shoot(browser, pictures, "report-" + name.replace(" ", "-"))
    browser.press("1")
    browser.evaluate("document.activeElement.blur()")
    for key, place in [("ArrowRight", 0), ("ArrowRight", 1), ("j", 2), ("k", 1), ("ArrowLeft", 0)]:
        browser.press(key)
        equal(f"the key {key} selects case {place}", current(browser), names[place])
    browser.press("/")
    browser.press("j")
    equal("keys in the search are text", current(browser), names[0])


def status(address, method="GET", **headers):
    """Returns the status of a request."""
    request = urllib.request.Request(address, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def check_refusals(address):
    parts = urllib.parse.urlsplit(address)
    origin = f"{parts.scheme}://{parts.netloc}"
    wrong = f"{origin}/?token=" + "0" * 32
    change = f"{origin}/approve?{parts.query}&name=x"
    equal("the page needs the token", status(origin + "/"), 403)
    equal("a wrong token is refused", status(wrong), 403)
    equal("a wrong token cannot approve",
          status(wrong.replace("/?", "/approve?"), "POST", Origin=origin), 403)
    equal("another host is refused", status(address, Host="example.com"), 403)
    equal("another origin is refused", status(change, "POST", Origin="http://example.com"), 403)
    equal("a change without an origin is refused", status(change, "POST"), 403)
    equal("an unknown case is not approved", status(change, "POST", Origin=origin), 409)
    equal("the page is shown for its token", status(address), 200)


def contents(folder):
    """Returns the expectations below a folder."""
    files = {}
    for path, _, names in os.walk(folder):
        for name in names:
            if name.endswith((".expected.txt", ".png")):
                with open(os.path.join(path, name), "rb") as file:
                    files[os.path.join(path, name)] = file.read()
    return files


def wait(browser, step, expression):
    """Waits until an expression is true."""
    end = time.monotonic() + 20
    while not browser.evaluate(expression):
        if time.monotonic() > end:
            check(step, False, browser.evaluate("document.body.innerText"))
        time.sleep(0.05)
    check(step, True)


def check_review(browser, address, folder, pictures):
    check_refusals(address)
    browser.visit(address)
    total = count(browser)
    names = browser.evaluate("[...document.querySelectorAll('section')].map(s => s.id)")
    equal("the first case is selected", current(browser), names[0])
    check_views(browser, browser.press)
    browser.press("1")
    before = contents(folder)
    browser.press("a")
    wait(browser, "the key a approves",
         f"document.getElementById('{names[0]}').dataset.decision === 'approve'")
    equal("the next case is selected", current(browser), names[1])
    approved = contents(folder)
    equal("one file is written", sum(before[f] != approved[f] for f in before), 1)
    browser.click(f"#{names[1]} [data-decision=reject]")
    wait(browser, "a click rejects",
         f"document.getElementById('{names[1]}').dataset.decision === 'reject'")
    equal("a rejection writes nothing", contents(folder), approved)
    browser.click(f"#{names[2]} [data-decision=approve]")
    wait(browser, "a click approves",
         f"document.getElementById('{names[2]}').dataset.decision === 'approve'")
    check("the file of the case is written", contents(folder) != approved)
    equal("the number of open cases is shown",
          browser.evaluate("document.getElementById('left').textContent"), f"{total - 3} left")
    shoot(browser, pictures, "review")
    browser.evaluate("scrollTo(0, 0)")
    shoot(browser, pictures, "review-decided")
    browser.visit(address)
    equal("approved cases are gone after loading the page again", count(browser), total - 2)
    browser.visit(address.split("?")[0] + "?token=wrong")
    check("a wrong token shows no case", "open the address" in browser.evaluate(
        "document.body.innerText"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ["report", "address", "corpus"]:
        parser.add_argument(name)
    parser.add_argument("--pictures", help="a folder for pictures of the pages")
    options = parser.parse_args()
    with Browser() as browser:
        browser.call("Emulation.setDeviceMetricsOverride", width=1000, height=900,
                     deviceScaleFactor=1, mobile=False)
        check_report(browser, options.report, options.pictures)
        check_review(browser, options.address, options.corpus, options.pictures)


if __name__ == "__main__":
    main()
