/// The script of a report: filters, views and keys.
enum ReportScript {
  /// The selection of sections, which all reports have.
  static let navigation = #"""
    "use strict";
    const sections = [...document.querySelectorAll("section")];
    const find = (id) => document.getElementById(id);
    const visible = () => sections.filter((section) => !section.hidden);
    let current = null;

    function select(section) {
      if (current) current.classList.remove("current");
      current = section;
      if (!section) return;
      section.classList.add("current");
      section.scrollIntoView({ block: "start" });
      history.replaceState(null, "", "#" + section.id);
    }

    function step(distance) {
      const list = visible();
      if (list.length === 0) return;
      const at = list.indexOf(current);
      const next = at < 0 ? 0 : Math.min(Math.max(at + distance, 0), list.length - 1);
      select(list[next]);
    }

    """#

  /// The filters and views of a corpus's report, which follow ``navigation``.
  ///
  /// Without them, all cases are shown side by side.
  static let text = #"""
    function filter() {
      const [kind, folder] = [find("kind").value, find("folder").value];
      const words = find("text").value.toLowerCase();
      for (const section of sections) {
        section.hidden = (kind !== "" && section.dataset.kind !== kind)
          || (folder !== "" && section.dataset.folder !== folder)
          || !section.textContent.toLowerCase().includes(words);
      }
      find("count").textContent = visible().length + " of " + sections.length;
      if (current && current.hidden) select(null);
    }

    function show(view) {
      document.body.dataset.view = view;
      for (const button of document.querySelectorAll("#views button")) {
        button.setAttribute("aria-pressed", String(button.dataset.view === view));
      }
    }

    if (sections.length > 0) {
      for (const id of ["kind", "folder", "text"]) find(id).addEventListener("input", filter);
      find("mix").addEventListener("input", (event) => {
        document.body.style.setProperty("--mix", event.target.value + "%");
      });
      find("views").addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (!button) return;
        show(button.dataset.view);
        // A click leaves no ring of focus, which would look like the choice after a key.
        if (event.detail > 0) button.blur();
      });
      document.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Escape") document.activeElement.blur();
        if (event.target.matches("select, input:not([type=range])")) return;
        if (event.key.startsWith("Arrow") && event.target.matches("input")) return;
        if (event.key === "j" || event.key === "ArrowRight") step(1);
        else if (event.key === "k" || event.key === "ArrowLeft") step(-1);
        else if (event.key >= "1" && event.key <= "5") show(event.key);
        else if (event.key === "/") find("text").focus();
        else return;
        event.preventDefault();
      });
      filter();
      show("1");
      const named = document.getElementById(location.hash.slice(1));
      if (named && sections.includes(named)) select(named);
    }
    """#

  /// The script that approves and rejects cases, which follows ``text`` in a page of a server.
  static let review = #"""

    const open = () => sections.filter((section) =>
      !section.dataset.decision && section.querySelector("[data-decision]"));

    function showLeft() {
      const left = find("left");
      if (left) left.textContent = open().length + " left";
    }

    async function decide(section, decision) {
      const output = section.querySelector("output");
      if (!output) return;
      const query = new URLSearchParams({
        token: new URLSearchParams(location.search).get("token"), name: section.id });
      try {
        const response = await fetch("/" + decision + "?" + query, { method: "POST" });
        output.textContent = await response.text();
        if (!response.ok) return;
      } catch {
        output.textContent = "galley corpus review has ended; nothing was written";
        return;
      }
      section.dataset.decision = decision;
      showLeft();
      const list = visible();
      const after = list.slice(list.indexOf(section) + 1).concat(list);
      const next = after.find((other) => open().includes(other));
      if (section === current && next) select(next);
    }

    document.addEventListener("click", (event) => {
      const button = event.target.closest(".decide button");
      if (!button) return;
      select(button.closest("section"));
      decide(current, button.dataset.decision);
    });
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !current) return;
      if (event.target.matches("select, input:not([type=range])")) return;
      if (event.key === "a") decide(current, "approve");
      else if (event.key === "r") decide(current, "reject");
    });
    showLeft();
    if (!current) step(1);
    """#
}
