/// An HTML report of the cases that need review: the expected and the current output, and their
/// difference in words and pictures.
package enum CorpusReport {
  /// Returns the report as a single HTML file with embedded pictures, which loads nothing else.
  ///
  /// - Parameters:
  ///   - run: The results.
  ///   - isReview: Whether a server shows the page, which can approve and reject cases.
  ///   - options: The arguments with which `galley corpus approve` finds the corpus and its fonts.
  /// - Returns: The page.
  package static func html(
    of run: CorpusRun, isReview: Bool = false, options: [String] = []
  ) -> String {
    let failures = run.failures
    let title = title(failures.count, of: run.results.count)
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
      <meta name="viewport" content="width=device-width">
      <meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">
      <style>\(ReportStyle.text)</style></head>
      <body data-view="1"><h1>\(title)</h1>
      \(failures.isEmpty ? "" : controls(for: failures, isReview: isReview))
      <main>
      \(failures.map {
        ReportSection.html(of: $0, isReview: isReview, options: options)
      }.joined(separator: "\n"))
      </main>
      <script>\(ReportScript.navigation)\(ReportScript.text)\(isReview ? ReportScript.review : "")
      </script></body></html>

      """
  }

  private static func title(_ failures: Int, of count: Int) -> String {
    if count == 0 { return "No cases" }
    return failures == 0
      ? "All \(count) cases are as expected" : "\(failures) of \(count) cases differ"
  }

  /// Returns the filters, the choice of views, and the help for keys.
  private static func controls(for results: [CorpusRun.Result], isReview: Bool) -> String {
    let kinds = Set(results.map(\.subject.kind.rawValue)).sorted()
    let folders = Set(results.map(\.subject.folder)).sorted()
    let views = ["side by side", "slider", "onion skin", "blink", "heat map"].enumerated().map {
      "<button type=button data-view=\"\($0 + 1)\"><kbd>\($0 + 1)</kbd> \($1)</button>"
    }
    return """
      <header>
      <select id="kind" aria-label="kind"><option value="">all kinds</option>\
      \(kinds.map(option).joined())</select>
      <select id="folder" aria-label="folder"><option value="">all folders</option>\
      \(folders.map(option).joined())</select>
      <input id="text" type="search" placeholder="text" aria-label="text">
      <span id="count"></span>
      <span id="views">\(views.joined())</span>
      <input id="mix" type="range" min="0" max="100" value="50" aria-label="part of the new picture">
      <small><kbd>→</kbd> <kbd>j</kbd> next, <kbd>←</kbd> <kbd>k</kbd> previous, <kbd>/</kbd> \
      search\(isReview ? ", <kbd>a</kbd> approve, <kbd>r</kbd> reject" : "")</small>
      \(isReview ? "<strong id=\"left\" role=\"status\"></strong>" : "")
      </header>
      """
  }

  private static func option(_ name: String) -> String {
    let text = MarkupText.escaped(name.isEmpty ? "." : name)
    return "<option value=\"\(text)\">\(text)</option>"
  }
}
