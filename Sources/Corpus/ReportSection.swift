internal import GalleyBasics
internal import GalleyPixels
internal import GalleyTypesetting

/// The part of a report about one case.
enum ReportSection {
  /// Returns the section of a case.
  ///
  /// - Parameters:
  ///   - result: The result of the case.
  ///   - isReview: Whether the section can approve and reject the case.
  ///   - options: The arguments of the command that approves the case.
  /// - Returns: The section.
  static func html(of result: CorpusRun.Result, isReview: Bool, options: [String]) -> String {
    let subject = result.subject
    let kind = subject.kind.rawValue
    let folder = subject.folder.isEmpty ? "." : subject.folder
    let changes = result.changes.map { "<li>\(MarkupText.escaped($0))</li>" }
    return """
      <section id="\(MarkupText.escaped(subject.name))" data-kind="\(kind)" \
      data-folder="\(MarkupText.escaped(folder))" tabindex="-1">
      <h2>\(MarkupText.escaped(subject.name))</h2>
      <small>\(MarkupText.escaped(subject.file)):\(subject.line) · \(kind)</small>
      <p>\(MarkupText.escaped(subject.note))</p>
      \(subject.rich == nil ? text(of: subject) : "")
      \(changes.isEmpty ? "" : "<ul>\(changes.joined())</ul>")
      \(details(result.outcome))
      \(isReview ? buttons(for: result.outcome) : command(for: subject, options))</section>
      """
  }

  /// Returns the command that approves a case, with arguments as a shell reads them.
  private static func command(for subject: CorpusCase, _ options: [String]) -> String {
    let words = (["galley", "corpus", "approve", subject.name] + options).map { word in
      let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
      return isPlain ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
    return "<small><code>\(MarkupText.escaped(words.joined(separator: " ")))</code></small>"
  }

  /// Returns the buttons of a case; one without output cannot be approved.
  private static func buttons(for outcome: CaseOutcome) -> String {
    guard outcome.output != nil else { return "" }
    let buttons = ["approve", "reject"].map {
      "<button type=button data-decision=\"\($0)\"><kbd>\($0.prefix(1))</kbd> \($0)</button>"
    }
    return "<p class=\"decide\">\(buttons.joined(separator: " ")) <output></output></p>"
  }

  private static func text(of subject: CorpusCase) -> String {
    "<pre dir=\"auto\">\(MarkupText.escaped(subject.text.string))</pre>"
  }

  private static func details(_ outcome: CaseOutcome) -> String {
    switch outcome {
    case .passed, .skipped, .failed: "<p>\(MarkupText.escaped(outcome.summary))</p>"
    case .missing(.text(let text)):
      "<p>not approved yet</p><pre>\(lines(of: text, marked: "ins") { _ in true })</pre>"
    case .missing(.picture(let picture)):
      "<div class=\"row\">\(figure(picture, "new", "not approved yet"))</div>"
    case .textDiffers(let expected, let actual): differences(expected, actual)
    case .pictureDiffers(let difference):
      "<div class=\"views\">\(figure(difference.expected, "old", "expected"))"
        + figure(difference.actual, "new", "now")
        + "\((try? difference.picture()).map { figure($0, "heat", "difference") } ?? "")</div>"
    }
  }

  /// Returns both texts side by side, with the lines marked that are not in the other one.
  private static func differences(_ expected: String, _ actual: String) -> String {
    let (old, new) = (Set(expected.split(separator: "\n")), Set(actual.split(separator: "\n")))
    return "<div class=\"row\"><figure><figcaption>expected</figcaption>"
      + "<pre>\(lines(of: expected, marked: "del") { !new.contains($0) })</pre></figure>"
      + "<figure><figcaption>now</figcaption>"
      + "<pre>\(lines(of: actual, marked: "ins") { !old.contains($0) })</pre></figure></div>"
  }

  private static func lines(
    of text: String, marked element: String, where isMarked: (Substring) -> Bool
  ) -> String {
    text.split(separator: "\n").map { line in
      let text = MarkupText.escaped(line)
      return isMarked(line) ? "<\(element)>\(text)</\(element)>" : text
    }.joined(separator: "\n")
  }

  private static func figure(_ picture: Bitmap, _ name: String, _ caption: String) -> String {
    guard let data = try? picture.pngData() else { return "" }
    let source = "data:image/png;base64,\(data.base64)"
    return """
      <figure class="\(name)"><figcaption>\(caption)</figcaption>\
      <img width="\(picture.width * 2)" height="\(picture.height * 2)" alt="\(caption)" \
      src="\(source)"></figure>
      """
  }
}
