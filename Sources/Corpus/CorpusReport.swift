internal import GalleyBasics
internal import GalleyPixels
internal import GalleyTypesetting

/// An HTML report of failures: the expected and the current output, and their difference.
package enum CorpusReport {
  /// Returns the report as a single HTML file with embedded pictures.
  package static func html(of run: CorpusRun) -> String {
    let failures = run.failures
    let title =
      failures.isEmpty
      ? "All \(run.results.count) cases are as expected"
      : "\(failures.count) of \(run.results.count) cases differ"
    return """
      <!doctype html>
      <html lang="en"><meta charset="utf-8"><title>\(title)</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; color: #223 }
      section { border-top: 1px solid #ccd; padding: .5rem 0 1rem }
      h2 { font-size: 1.1rem; margin: .5rem 0 0 } small { color: #667 }
      .row { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: .5rem 0 }
      img { image-rendering: pixelated; border: 1px solid #ccd; background: #fff }
      pre { background: #f4f5f8; padding: .5rem; overflow: auto; margin: .5rem 0 }
      del { background: #fdd; text-decoration: none } ins { background: #dfd; text-decoration: none }
      </style>
      <h1>\(title)</h1>
      \(failures.map(section).joined(separator: "\n"))
      </html>

      """
  }

  private static func section(_ result: CorpusRun.Result) -> String {
    let subject = result.subject
    return """
      <section><h2 id="\(subject.name)">\(subject.name)</h2>
      <small>\(escaped(subject.file)):\(subject.line) · \(subject.kind.rawValue)</small>
      <p>\(escaped(subject.note))</p>
      <pre dir="auto">\(escaped(subject.text.string))</pre>
      \(details(result.outcome))
      <small>galley corpus approve \(subject.name)</small></section>
      """
  }

  private static func details(_ outcome: CaseOutcome) -> String {
    switch outcome {
    case .passed, .skipped, .failed: "<p>\(escaped(outcome.summary))</p>"
    case .missing(.text(let text)): "<pre>\(lines(of: text, marked: "ins") { _ in true })</pre>"
    case .missing(.picture(let picture)):
      "<div class=row>\(figure(picture, "actual, not approved yet"))</div>"
    case .textDiffers(let expected, let actual): differences(expected, actual)
    case .pictureDiffers(let difference):
      "<p>\(difference.summary)</p><div class=row>\(figure(difference.expected, "expected"))"
        + figure(difference.actual, "now")
        + "\((try? difference.picture()).map { figure($0, "difference") } ?? "")</div>"
    }
  }

  /// Returns both texts side by side, with the lines marked that are not in the other one.
  private static func differences(_ expected: String, _ actual: String) -> String {
    let (old, new) = (Set(expected.split(separator: "\n")), Set(actual.split(separator: "\n")))
    return "<div class=row><figure><figcaption>expected</figcaption>"
      + "<pre>\(lines(of: expected, marked: "del") { !new.contains($0) })</pre></figure>"
      + "<figure><figcaption>now</figcaption>"
      + "<pre>\(lines(of: actual, marked: "ins") { !old.contains($0) })</pre></figure></div>"
  }

  private static func lines(
    of text: String, marked element: String, where isMarked: (Substring) -> Bool
  ) -> String {
    text.split(separator: "\n").map { line in
      isMarked(line) ? "<\(element)>\(escaped(line))</\(element)>" : escaped(line)
    }.joined(separator: "\n")
  }

  private static func figure(_ picture: Bitmap, _ caption: String) -> String {
    guard let data = try? picture.pngData() else { return "" }
    return """
      <figure><figcaption>\(caption)</figcaption><img width="\(picture.width * 2)" \
      alt="\(caption)" src="data:image/png;base64,\(data.base64)"></figure>
      """
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}
