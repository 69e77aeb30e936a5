internal import GalleyTypesetting

/// The shorter texts whose approved result is known from that of a whole text.
///
/// If lines are broken greedily and nothing else depends on the whole:
///
/// - A part of an approved line fits on a line.
/// - An approved line does not fit on a line together with the next word.
/// - Where a line begins both in the approved layout and in the current one, the rest of the text
///   is laid out as a text of its own. Between two such places is a part with its own difference.
package struct ApprovedLines {
  private let source: CaseSource
  private let text: [UInt8]
  private let kind: FailureKind
  private let old: Part
  private let new: Part
  private let run: (CorpusCase) throws -> CaseOutput

  /// Returns a text that is shorter and fails in the same way.
  ///
  /// - Parameters:
  ///   - source: A case whose layout differs from the approved one.
  ///   - expected: The approved layout.
  ///   - actual: The current layout.
  ///   - run: Returns the current output of a case.
  /// - Returns: The case with that text; `nil` if the case has settings for the whole of its text,
  ///   or no such text is found.
  /// - Throws: Errors of the function that runs cases.
  package static func shorter(
    of source: CaseSource, expected: String, actual: String,
    run: @escaping (CorpusCase) throws -> CaseOutput
  ) throws -> CaseSource? {
    guard obstacle(of: source) == nil, let subject = source.subject(),
      let kind = FailureKind(from: .text(expected), to: .text(actual))
    else { return nil }
    let lines = ApprovedLines(
      source: source, text: Array(subject.text.string.utf8), kind: kind, old: Part(expected),
      new: Part(actual), run: run)
    if kind == .lineBreaks {
      if let found = try lines.brokenLine() ?? lines.joinedLine() { return found }
    }
    return try lines.separatePart()
  }

  /// Returns the reason for which parts of the text of a case have no known results; `nil` if they
  /// may have.
  package static func obstacle(of source: CaseSource) -> String? {
    guard let subject = source.subject() else { return "it is no valid case" }
    guard subject.kind == .layout else {
      return "parts of a case of the kind \(subject.kind.rawValue) have no approved results"
    }
    guard subject.rich == nil, source.textKey == "text" else {
      return "parts of its \(source.textKey) have no approved results"
    }
    guard subject.options == LayoutOptions(width: subject.options.width) else {
      return "it has layout options besides the measure, which apply to its whole text"
    }
    return subject.isPlainLayout
      ? nil : "parts of it have styles of their own, so their lines have no approved results"
  }

  /// Returns a part of an approved line that is broken now, as short as possible.
  private func brokenLine() throws -> CaseSource? {
    for range in lineRanges.sorted(by: { $0.count < $1.count }) {
      let candidate = candidate(text[range])
      guard try lineCount(of: candidate) ?? 0 > 1 else { continue }
      return try CaseMinimizer { candidates in
        try candidates.map { try lineCount(of: $0) ?? 0 > 1 }
      }.smallest(of: candidate)
    }
    return nil
  }

  /// Returns an approved line with the first word of the next one, if they are on one line now.
  private func joinedLine() throws -> CaseSource? {
    for range in lineRanges.sorted(by: { $0.count < $1.count }) {
      let isSpace = { (byte: UInt8) in byte <= 0x20 }
      let rest = text[range.upperBound...]
      // No line after this one, or one that has to begin.
      guard !rest.isEmpty, text[range].last.map({ $0 != 0x0A && $0 != 0x0D }) ?? false else {
        continue
      }
      let end = rest.firstIndex(where: isSpace) ?? text.endIndex
      let candidate = candidate(text[range.lowerBound..<end])
      if end < text.endIndex, try lineCount(of: candidate) == 1 { return candidate }
    }
    return nil
  }

  private var lineRanges: [Range<Int>] {
    zip(old.starts, old.starts.dropFirst() + [text.count]).filter { $0 < $1 }.map { $0..<$1 }
  }

  private func candidate(_ bytes: ArraySlice<UInt8>) -> CaseSource {
    var candidate = source
    candidate.text = String(decoding: bytes.trimmedEnd, as: UTF8.self)
    return candidate
  }

  private func lineCount(of source: CaseSource) throws -> Int? {
    guard let subject = source.subject(), subject.isPlainLayout,
      case .text(let dump) = try run(subject)
    else { return nil }
    return Part(dump).starts.count
  }

  /// Returns the shortest part between lines that begin at the same places.
  private func separatePart() throws -> CaseSource? {
    let bounds = Set(old.starts).intersection(new.starts).sorted() + [text.count]
    let parts = zip(bounds, bounds.dropFirst()).map { $0..<$1 }.filter { $0.count < text.count }
    for range in parts.sorted(by: { $0.count < $1.count }) {
      let current = new[range]
      guard old[range].failure(to: current) == kind else { continue }
      let candidate = candidate(text[range])
      guard let subject = candidate.subject(), case .text(let dump) = try run(subject),
        Part(dump).failure(to: current) == nil
      else { continue }
      return candidate
    }
    return nil
  }
}

/// Some lines of a layout.
private struct Part {
  private struct Line {
    var start: Int
    var isRightToLeft: Bool
    var width: Double?
    /// The glyph runs without their positions in the text and on the line.
    var runs: [String] = []
  }

  private var lines: [Line] = []

  /// Reads the lines of a dump.
  init(_ dump: String) {
    for row in dump.split(separator: "\n") {
      let fields = DumpRow(row)
      if row.hasPrefix("line "), let bytes = fields.bytes {
        lines.append(
          Line(
            start: bytes.lowerBound, isRightToLeft: fields.has("rtl"),
            width: fields.number("width")))
      } else if row.hasPrefix("  run "), !lines.isEmpty {
        let parts = [fields.head] + fields.fields.filter { !$0.hasPrefix("bytes ") }
        let run = DumpRow(Substring(parts.joined(separator: "  "))).shape
        lines[lines.count - 1].runs.append(run)
      }
    }
  }

  /// The offsets of the lines, in UTF-8.
  var starts: [Int] { lines.map(\.start) }

  /// The lines that begin in a range, as a text of their own.
  subscript(range: Range<Int>) -> Part {
    var part = self
    part.lines = lines.filter { range.contains($0.start) }.map { line in
      var line = line
      line.start -= range.lowerBound
      return line
    }
    return part
  }

  /// Returns the way in which other lines differ; `nil` if they are equal.
  func failure(to other: Part) -> FailureKind? {
    if starts != other.starts { return .lineBreaks }
    if lines.map(\.runs) != other.lines.map(\.runs) { return .content }
    if lines.map(\.isRightToLeft) != other.lines.map(\.isRightToLeft) { return .content }
    return lines.map(\.width) == other.lines.map(\.width) ? nil : .positions
  }
}

extension CorpusCase {
  /// Whether the lines of the layout depend on nothing but their text: it has one style, and only
  /// the measure limits it.
  fileprivate var isPlainLayout: Bool {
    var plain = AttributedText(
      text.string, style: text.baseStyle, direction: text.direction, language: text.language)
    plain.lineBreakRules = text.lineBreakRules
    return kind == .layout && rich == nil && text == plain
      && options == LayoutOptions(width: options.width)
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces and line ends at the end.
  fileprivate var trimmedEnd: ArraySlice<UInt8> {
    var rest = self
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    return rest
  }
}
