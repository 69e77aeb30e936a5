internal import GalleyBasics
internal import GalleyPixels

extension EngineComparison.Subject {
  /// The engine that breaks lines as no other one does, while all others agree; `nil` if none does.
  package var loner: Int? {
    guard groups.count == 2, let loner = groups.first(where: { $0.engines.count == 1 }),
      groups.contains(where: { $0.engines.count > 1 })
    else { return nil }
    return loner.engines.first
  }

  /// The letter of the group of an engine; `nil` if it did not answer.
  func letter(of engine: Int) -> String? {
    groups.firstIndex { $0.engines.contains(engine) }.map {
      String(UnicodeScalar(UInt8(ascii: "A") + UInt8($0)))
    }
  }

  /// Returns the first difference of line breaks in words, with the names of the engines; `nil` if
  /// there is none.
  package func firstDifference(names: [String]) -> String? {
    guard groups.count > 1 else { return nil }
    let common = groups.map(\.breaks.count).min() ?? 0
    let line =
      (0..<common).first { index in
        Set(groups.map { $0.breaks[index] }).count > 1
      } ?? common
    let places = groups.map { group in
      let engines = group.engines.map { names[$0] }.joined(separator: ", ")
      return "\(engines): \(line < group.breaks.count ? word(at: group.breaks[line]) : "no line")"
    }
    return "line \(line + 1) begins with: \(places.joined(separator: "; "))"
  }

  /// Returns the beginning of the text at an offset in quotation marks.
  private func word(at offset: Int) -> String {
    let rest = String(decoding: Array(text.string.utf8).dropFirst(offset), as: UTF8.self)
    let word = rest.prefix { !$0.isWhitespace }
    return "‘\(word.count > 24 ? word.prefix(24) + "…" : word)’"
  }
}

/// The part of a report about one text.
struct ComparisonSection {
  private let comparison: EngineComparison
  private let index: Int

  init(_ comparison: EngineComparison, _ index: Int) {
    self.comparison = comparison
    self.index = index
  }

  private var subject: EngineComparison.Subject { comparison.subjects[index] }

  /// The section.
  var html: String {
    let text = subject.text
    let differing = EngineComparison.Aspect.allCases.filter {
      !comparison.isUnanimous($0, on: subject)
    }
    let words = subject.firstDifference(names: comparison.engines.map(\.name))
    let language = text.language.map { " · \(MarkupText.escaped($0))" } ?? ""
    return """
      <section id="\(MarkupText.escaped(text.name))" \
      data-differs="\(differing.map(\.rawValue).joined(separator: " "))" \
      data-alone="\(subject.loner.map(String.init) ?? "")" tabindex="-1">
      <h2>\(MarkupText.escaped(text.name))</h2>
      <small>\(FixedNumber.text(text.width, places: 0)) points wide · size \
      \(FixedNumber.text(text.size, places: 0))\(language) · \
      \(MarkupText.escaped(text.note))</small>
      \(words.map { "<p>\(MarkupText.escaped($0))</p>" } ?? "")
      <div class="row">\(table)\(lists)</div>
      <div class="row pictures">\(pictures)</div></section>
      """
  }

  /// A row for each engine: its group, its lines, and its differences from the first engine.
  private var table: String {
    let rows = comparison.engines.indices.map { engine in
      let run = comparison.engines[engine]
      let name = "<th scope=\"row\">\(MarkupText.escaped(run.name))</th>"
      guard let answer = run.answer(index) else {
        return "<tr>\(name)<td colspan=\"5\">\(MarkupText.escaped(reason(run)))</td></tr>"
      }
      let pair = subject.pairs[.init(0, engine)]
      let width = answer.lines.map(\.width).max() ?? 0
      return """
        <tr>\(name)<td class="group">\(subject.letter(of: engine) ?? "")</td>\
        <td>\(answer.lines.count)</td><td>\(FixedNumber.text(width, places: 2))</td>\
        <td>\(pair?.width.map { FixedNumber.text($0, places: 2) } ?? "")</td>\
        <td>\(pair?.ink.map { FixedNumber.text($0 * 100, places: 0) + " %" } ?? "")</td></tr>
        """
    }
    return """
      <table><tr><th></th><th>breaks</th><th>lines</th><th>width</th><th>Δ width</th>\
      <th>Δ ink</th></tr>\(rows.joined())</table>
      """
  }

  private func reason(_ run: EngineRun) -> String {
    if case .failure(let error) = run.answers[index] { return error.description }
    return ""
  }

  /// The lines of each group, if there are several.
  private var lists: String {
    guard subject.groups.count > 1 else { return "" }
    let bytes = Array(subject.text.string.utf8)
    return subject.groups.enumerated().map { number, group in
      let ends = group.breaks.dropFirst() + [bytes.count]
      let lines = zip(group.breaks, ends).map { start, end in
        "<li>\(MarkupText.escaped(String(decoding: bytes[start..<max(start, end)], as: UTF8.self)))"
      }
      let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(number)))
      return """
        <figure><figcaption><span class="group">\(letter)</span></figcaption>\
        <ol class="lines" dir="auto">\(lines.joined())</ol></figure>
        """
    }.joined()
  }

  /// The pictures of all engines.
  private var pictures: String {
    comparison.engines.indices.map { engine in
      let run = comparison.engines[engine]
      guard let picture = run.answer(index)?.picture, let data = try? picture.pngData() else {
        return ""
      }
      let name = MarkupText.escaped(run.name)
      return """
        <figure><figcaption>\(name) <span class="group">\(subject.letter(of: engine) ?? "")\
        </span></figcaption><img width="\(picture.width / 2)" height="\(picture.height / 2)" \
        alt="\(name)" loading="lazy" src="data:image/png;base64,\(data.base64)"></figure>
        """
    }.joined()
  }
}
