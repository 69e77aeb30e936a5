/// Cases for texts on which engines disagree.
package enum ProposedCases {
  /// Returns a file of cases, with the lines of both engines as comments.
  ///
  /// - Parameters:
  ///   - comparison: The comparison of two engines.
  ///   - family: The family for texts without families.
  /// - Returns: The file, with a case for each text on which the engines disagree.
  package static func file(of comparison: EngineComparison, family: String) -> String {
    let name = comparison.engines.last?.name ?? ""
    let cases = comparison.subjects.filter { $0.groups.count > 1 }.enumerated().map {
      text(of: $1, name: "fuzz-\(name)-\($0 + 1)", in: comparison, family: family)
    }
    return "// Texts that galley and \(name) break differently, found by `galley corpus fuzz`.\n"
      + cases.map { "\n" + $0 }.joined()
  }

  private static func text(
    of subject: EngineComparison.Subject, name: String, in comparison: EngineComparison,
    family: String
  ) -> String {
    let text = subject.text
    let lines = subject.groups.map { group in
      let engines = group.engines.map { comparison.engines[$0].name }.joined(separator: ", ")
      return "// \(engines): \(parts(of: text.string, at: group.breaks).joined(separator: " | "))\n"
    }
    let families = text.families.isEmpty ? [family] : text.families
    let size = FixedNumber.text(text.size, places: 0)
    return """
      --- \(name) layout ---
      \(lines.joined())\
      font: \(families.joined(separator: ", ")) \(size)
      \(text.language.map { "lang: \($0)\n" } ?? "")\
      measure: \(FixedNumber.text(text.width, places: 0))
      text: \(TextLiteral.literal(of: text.string))

      """
  }

  /// Returns the lines of a text as literals.
  private static func parts(of text: String, at breaks: [Int]) -> [String] {
    let bytes = Array(text.utf8)
    let ends = breaks.dropFirst() + [bytes.count]
    return zip(breaks, ends).map { start, end in
      TextLiteral.literal(of: String(decoding: bytes[start..<max(start, end)], as: UTF8.self))
    }
  }
}
