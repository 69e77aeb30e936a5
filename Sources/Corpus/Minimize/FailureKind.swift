internal import GalleyPixels

/// The way in which a case fails: the most important difference from what is expected.
///
/// Two texts fail in the same way if their kinds are equal.
package enum FailureKind: Hashable, Sendable {
  /// Galley ended with a signal.
  case crash(Int32)
  /// Galley did not end in time.
  case timeLimit
  /// The case could not be run; the error, in which `#` stands for numbers.
  case error(String)
  /// Lines of a layout begin at other places.
  case lineBreaks
  /// There are other glyphs, glyph runs or parts.
  case content
  /// Sizes and positions differ.
  case positions
  /// The picture has another size.
  case pictureSize
  /// Pixels differ.
  case pixels

  /// Compares the current output of a case with the expected one; `nil` if they are equal.
  package init?(from expected: CaseOutput, to actual: CaseOutput) {
    switch (expected, actual) {
    case (.text(let old), .text(let new)):
      guard old != new else { return nil }
      self = Self.kind(from: old, to: new)
    case (.picture(let old), .picture(let new)):
      guard old != new else { return nil }
      self = old.width == new.width && old.height == new.height ? .pixels : .pictureSize
    case (.text, .picture), (.picture, .text): self = .content
    }
  }

  /// Creates the kind of an error.
  package init(error: String) {
    var text = ""
    for character in error {
      if !character.isNumber { text.append(character) } else if text.last != "#" { text += "#" }
    }
    self = .error(text)
  }

  /// The way in words.
  package var words: String {
    switch self {
    case .crash(let signal): "galley crashes with signal \(signal)"
    case .timeLimit: "galley does not end in time"
    case .error(let text): "it cannot be run: \(text)"
    case .lineBreaks: "lines begin at other places"
    case .content: "glyphs or parts differ"
    case .positions: "sizes or positions differ"
    case .pictureSize: "the picture has another size"
    case .pixels: "pixels differ"
    }
  }

  private static func kind(from expected: String, to actual: String) -> FailureKind {
    let (old, new) = (expected.split(separator: "\n"), actual.split(separator: "\n"))
    if DumpChanges.isShape(expected), DumpChanges.isShape(actual) {
      return ShapeChanges.glyphs(of: old) == ShapeChanges.glyphs(of: new) ? .positions : .content
    }
    let isLayout = [old, new].allSatisfy { $0.first?.hasPrefix("layout ") == true }
    let lines = [old, new].map { rows in
      rows.filter { $0.hasPrefix("line ") }.map { DumpRow($0).bytes }
    }
    if isLayout, lines[0] != lines[1] { return .lineBreaks }
    let shapes = [old, new].map { rows in rows.map { DumpRow($0).shape } }
    return shapes[0] == shapes[1] ? .positions : .content
  }
}
