"""A screen reader for tests: reads, acts and listens through pyatspi, and prints what it found.

    screen_reader.py APPLICATION read|act|selection|listen|flood
"""

import sys
import time

import pyatspi
from gi.repository import Atspi, Gio, GLib

# In seconds. Other tests may occupy the main actor that answers, for longer than the 0.8 seconds
# after which calls fail by default.
LIMIT = 600
Atspi.set_timeout(LIMIT * 1000, LIMIT * 1000)


def awaited(find, reason):
    """Returns the first result of a function that is true, while events are handled."""
    end = time.monotonic() + LIMIT
    while time.monotonic() < end:
        while GLib.MainContext.default().iteration(False):
            pass
        result = find()
        if result:
            return result
        time.sleep(0.02)
    sys.exit(f"{reason} has not happened")


def settled(find):
    """Returns the result of a function once it is the same as a quarter of a second before."""
    before = None
    while (result := find()) != before:
        before = result
        time.sleep(0.25)
    return result


def application(name):
    desktop = pyatspi.Registry.getDesktop(0)
    return awaited(
        lambda: next((one for one in desktop if one is not None and one.name == name), None),
        f"the start of {name}",
    )


def descendants(parent):
    for child in parent:
        yield child
        yield from descendants(child)


def interface(query):
    try:
        return query()
    except NotImplementedError:
        return None


def states(one):
    names = [pyatspi.stateToString(state) for state in one.getState().getStates()]
    kept = {"showing", "focused", "selected", "collapsed", "expanded", "active"}
    return " ".join(sorted(kept.intersection(names)))


def described(one):
    """Returns the role, the name, the states and the text of an object."""
    parts = [one.getRoleName(), repr(one.name), states(one)]
    text = interface(one.queryText)
    if text is not None:
        assert text.characterCount == len(text.getText(0, -1))
        parts.append(repr(text.getText(0, -1)))
    return " | ".join(parts)


def message(app, beginning):
    """Returns the message whose name begins with words, once it is there."""
    return awaited(
        lambda: next(
            (
                one
                for one in descendants(app)
                if one.getRole() == pyatspi.ROLE_LIST_ITEM and one.name.startswith(beginning)
            ),
            None,
        ),
        f"the message {beginning!r}",
    )


def press(one):
    """Performs the first action of an object."""
    actions = one.queryAction()
    print(actions.getName(0), actions.doAction(0))


def read(app):
    print(app.getRoleName(), app.name, app.toolkitName)
    awaited(lambda: "active" in states(app[0]), "the focus of the window")
    newest = message(app, "Me, The end")
    print(*settled(lambda: [described(one) for one in descendants(app)]), sep="\n")
    attributes = dict(entry.split(":", 1) for entry in newest.getAttributes())
    print(attributes["posinset"], attributes["setsize"], attributes["container-live"])


def act(app):
    heard = []
    pyatspi.Registry.registerEventListener(
        lambda event: heard.append((event.type, event.detail1, event.any_data)),
        "object:text-changed",
        "object:state-changed:expanded",
    )
    # The link, by the text that contains it.
    linked = message(app, "Bo, See")
    links = linked.queryHypertext()
    link = links.getLink(0).queryHyperlink()
    print(links.getNLinks(), link.startIndex, link.endIndex, link.getURI(0))
    text = linked.queryText()
    print(repr(text.getText(link.startIndex, link.endIndex)))
    print(text.getStringAtOffset(link.startIndex, pyatspi.TEXT_GRANULARITY_WORD))
    box = text.getRangeExtents(link.startIndex, link.endIndex, pyatspi.DESKTOP_COORDS)
    middle = (box[0] + box[2] // 2, box[1] + box[3] // 2)
    found = app[0].queryComponent().getAccessibleAtPoint(*middle, pyatspi.DESKTOP_COORDS)
    print(found.getRoleName(), found.name)
    press(found)
    # The question before the link is opened.
    press(
        awaited(
            lambda: next(
                (
                    one
                    for one in descendants(app)
                    if one.getRole() == pyatspi.ROLE_PUSH_BUTTON and one.name == "Open"
                ),
                None,
            ),
            "the question",
        )
    )
    # The spoiler.
    hidden = message(app, "Bo, It was")
    press(next(one for one in hidden if one.getRole() == pyatspi.ROLE_PUSH_BUTTON))
    awaited(lambda: "gardener" in hidden.queryText().getText(0, -1), "the revealing")
    awaited(lambda: len([one for one in heard if "insert" in one[0]]) > 0, "the inserted text")
    for kind, start, words in heard:
        if "text-changed" in kind:
            print(kind.split(":system")[0], start, words)
    print(hidden.name.split(",")[1], len(list(hidden)))
    # The quotation.
    heard.clear()
    quoted = message(app, "Ada, line 1")
    before = quoted.queryText().characterCount
    button = next(one for one in quoted if one.getRole() == pyatspi.ROLE_PUSH_BUTTON)
    press(button)
    awaited(lambda: quoted.queryText().characterCount > before, "the expanding")
    awaited(lambda: any("expanded" in one[0] for one in heard), "the change of the state")
    # Whether the button is on the screen depends on how far it has moved.
    print("expanded" in states(button), "line 9" in quoted.queryText().getText(0, -1))
    # A selection, which the view shows.
    text = message(app, "Bo, See").queryText()
    print(text.setSelection(0, 4, 12), text.getNSelections(), text.getSelection(0))
    print(text.caretOffset)


def selection(app):
    """Reads the selection that the pointer has made, and scrolls to the first message."""
    text = awaited(
        lambda: next(
            (
                text
                for one in descendants(app)
                if (text := interface(one.queryText)) and text.getNSelections() > 0
            ),
            None,
        ),
        "a selection",
    )
    start, end = text.getSelection(0)
    print(repr(text.getText(start, end)), text.caretOffset == end)
    # Only the messages near the screen are there; the first of them brings more.
    while True:
        items = [one for one in descendants(app) if one.getRole() == pyatspi.ROLE_LIST_ITEM]
        first = items[0]
        if first.name.startswith("Ada, Message number 1,"):
            break
        name = first.name
        assert first.queryComponent().scrollTo(pyatspi.SCROLL_ANYWHERE)
        awaited(
            lambda: next(
                one for one in descendants(app) if one.getRole() == pyatspi.ROLE_LIST_ITEM
            ).name
            != name,
            "the scrolling",
        )
    print(first.queryComponent().grabFocus())
    awaited(lambda: "focused" in states(first), "the focus")
    print(first.name.split(",")[0])


def listen(app):
    """Prints announcements and new messages until a farewell."""
    heard = []
    pyatspi.Registry.registerEventListener(
        lambda event: heard.append((event.type, event.source.name, event.any_data)),
        "object:announcement",
        "object:children-changed:add",
    )
    # Events are sent for changes of what a client has seen.
    print(len(list(descendants(app))), flush=True)
    awaited(lambda: any("Goodbye" in str(one[2]) for one in heard if "announce" in one[0]), "it")
    for kind, source, value in heard:
        if "announcement" in kind:
            print(source, "|", value)
    awaited(lambda: any("children-changed" in one[0] for one in heard), "a new child")
    print(message(app, "Bo, Goodbye").getRoleName())


def flood(app):
    """Calls faster than an application can answer, and wrongly."""
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    address = session.call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1
    ).unpack()[0]
    flags = (
        Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
        | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    )
    bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
    registry = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
    accessible = "org.a11y.atspi.Accessible"
    children = bus.call_sync(*registry, accessible, "GetChildren", None, None, 0, -1).unpack()
    name, path = children[0][0]
    answers = []
    count = 4_000

    def finish(source, result):
        try:
            answers.append(bus.call_finish(result).n_children() >= 0)
        except GLib.Error as error:
            answers.append("InvalidArgs" in error.message)

    for index in range(count):
        argument = GLib.Variant("(i)", (index - 5,)) if index % 2 else None
        bus.call(
            name, path, accessible, "GetChildAtIndex", argument, None, 0, LIMIT * 1000, None, finish
        )
    awaited(lambda: len(answers) == count, "an answer to each call")
    print(all(answers), app.name != "")


if __name__ == "__main__":
    tasks = {"read": read, "act": act, "selection": selection, "listen": listen, "flood": flood}
    tasks[sys.argv[2]](application(sys.argv[1]))
