/// An HTML report of a comparison of engines: who agrees with whom, and each text with the pictures
/// of all engines.
package enum ComparisonReport {
  /// Returns the report as a single HTML file with embedded pictures, which loads nothing else.
  ///
  /// Texts on which the engines disagree most are first.
  package static func html(of comparison: EngineComparison) -> String {
    let engines = comparison.engines
    let count = comparison.subjects.count
    let title = "\(count) \(count == 1 ? "text" : "texts") in \(engines.count) engines"
    let sections = comparison.order.map { ComparisonSection(comparison, $0).html }
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark">
      <style>\(ReportStyle.text)
      \(style)</style></head>
      <body><h1>\(title)</h1>
      <ul class="engines">\(engines.map(engine).joined())</ul>
      <div class="row">\(EngineComparison.Aspect.allCases.map { matrix($0, of: comparison) }
        .joined())</div>
      \(method(comparison.tolerances))
      \(controls(for: comparison))
      <main>
      \(sections.joined(separator: "\n"))
      </main>
      <script>\(ReportScript.navigation)\(script)</script></body></html>

      """
  }

  private static func engine(_ run: EngineRun) -> String {
    let count = run.answerCount
    let share = count == run.answers.count ? "" : ", \(count) of \(run.answers.count) texts"
    let problem = run.problem.map { "<br><strong>\(MarkupText.escaped($0))</strong>" } ?? ""
    return """
      <li><b>\(MarkupText.escaped(run.name))</b>: \(MarkupText.escaped(run.title))\
      \(share)\(problem)\
      \(run.notes.map { "<br><small>\(MarkupText.escaped($0))</small>" }.joined())</li>
      """
  }

  /// Returns the table of the shares of texts on which each two engines agree.
  private static func matrix(
    _ aspect: EngineComparison.Aspect, of comparison: EngineComparison
  ) -> String {
    let engines = comparison.engines
    let heads = engines.map { "<th scope=\"col\">\(MarkupText.escaped($0.name))</th>" }
    let rows = engines.indices.map { row in
      let cells = engines.indices.map { column in
        row == column ? "<td>" : cell(comparison.agreement(aspect, .init(row, column)))
      }
      return "<tr><th scope=\"row\">\(MarkupText.escaped(engines[row].name))</th>\(cells.joined())"
    }
    return """
      <figure><figcaption>\(caption(aspect))</figcaption>
      <table><tr><th></th>\(heads.joined())</tr>\(rows.joined())</table></figure>
      """
  }

  private static func caption(_ aspect: EngineComparison.Aspect) -> String {
    switch aspect {
    case .breaks: "texts with the same line breaks"
    case .widths: "texts whose common lines have the same widths"
    case .ink: "texts whose common lines have the same ink"
    }
  }

  private static func cell(_ agreement: (agreeing: Int, compared: Int)) -> String {
    guard agreement.compared > 0 else { return "<td title=\"nothing to compare\">–" }
    let percent = Double(agreement.agreeing) / Double(agreement.compared) * 100
    let text = FixedNumber.text(percent, places: 1)
    return """
      <td style="--share: \(FixedNumber.text(percent, places: 0))%" \
      title="\(agreement.agreeing) of \(agreement.compared)">\(text) %
      """
  }

  private static func method(_ tolerances: EngineComparison.Tolerances) -> String {
    let (width, ink) = (FixedNumber.text(tolerances.width, places: 2), tolerances.ink * 100)
    return """
      <details><summary>How texts are compared</summary><p>All engines get the same font files, \
      family, size, width, language and direction, without hinting. A line is its visible text: \
      white space and invisible characters at its ends, and empty lines, do not count. Breaks are \
      the same if all lines begin with the same characters. Widths and ink are compared for lines \
      with the same text in both engines. Widths are the same if they differ by at most \(width) \
      points. Ink is the darkness of the pictures at two pixels per point, aligned at the left \
      edge and the baseline of a line and shifted by up to a pixel; it is the same if at most \
      \(FixedNumber.text(ink, places: 0)) % of it differs. The engine named first is the reference \
      of the tables below.</p></details>
      """
  }

  private static func controls(for comparison: EngineComparison) -> String {
    let aspects = EngineComparison.Aspect.allCases.map { aspect in
      let count = comparison.subjects.count { !comparison.isUnanimous(aspect, on: $0) }
      return "<option value=\"\(aspect.rawValue)\">\(aspect.rawValue) differ (\(count))</option>"
    }
    let alone = comparison.engines.indices.map { engine in
      let count = comparison.subjects.count { $0.loner == engine }
      let name = MarkupText.escaped(comparison.engines[engine].name)
      return "<option value=\"\(engine)\">\(name) alone (\(count))</option>"
    }
    return """
      <header>
      <select id="aspect" aria-label="difference"><option value="">all texts</option>\
      \(aspects.joined())</select>
      <select id="alone" aria-label="engine"><option value="">all engines</option>\
      \(alone.joined())</select>
      <input id="text" type="search" placeholder="text" aria-label="text">
      <span id="count"></span>
      <small><kbd>j</kbd> next, <kbd>k</kbd> previous, <kbd>/</kbd> search</small>
      </header>
      """
  }

  private static let style = """
    .engines li { margin: .25rem 0 } .engines strong { color: #c33 }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums }
    th, td { padding: .15rem .5rem; text-align: right; border: 1px solid var(--line);
      font-weight: normal; white-space: nowrap } th { color: var(--faint) } tr > th:first-child { text-align: left }
    td[style] { background: color-mix(in srgb, var(--ins) var(--share), var(--del)) }
    body > .row > figure { flex: 0 1 auto; overflow-x: auto }
    .group { font-weight: bold; color: var(--mark) }
    .pictures { display: grid; gap: .75rem;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)) }
    .pictures img { image-rendering: auto; height: auto; max-width: 100% }
    .lines { margin: .25rem 0; padding-left: 1.5rem } .lines li { white-space: pre-wrap }
    body { max-width: 112rem; padding: 0 1rem 50vh }
    """

  private static let script = #"""
    function filter() {
      const [aspect, alone] = [find("aspect").value, find("alone").value];
      const words = find("text").value.toLowerCase();
      for (const section of sections) {
        section.hidden = (aspect !== "" && !section.dataset.differs.split(" ").includes(aspect))
          || (alone !== "" && section.dataset.alone !== alone)
          || !section.textContent.toLowerCase().includes(words);
      }
      find("count").textContent = visible().length + " of " + sections.length;
      if (current && current.hidden) select(null);
    }

    for (const id of ["aspect", "alone", "text"]) find(id).addEventListener("input", filter);
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") document.activeElement.blur();
      if (event.target.matches("select, input")) return;
      if (event.key === "j") step(1);
      else if (event.key === "k") step(-1);
      else if (event.key === "/") find("text").focus();
      else return;
      event.preventDefault();
    });
    filter();
    const named = document.getElementById(location.hash.slice(1));
    if (named && sections.includes(named)) select(named);
    """#
}
