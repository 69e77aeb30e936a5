internal import GalleyJSON
package import GalleyPixels

/// The layout of a text by an engine, in units that all engines share.
package struct EngineAnswer: Sendable {
  /// A line with visible text.
  package struct Line: Hashable, Sendable {
    /// The visible text, from the first to the last character that is not white space, as UTF-8
    /// offsets.
    package var range: Range<Int>
    /// The left edge, in points from that of the text's box.
    package var x: Double
    /// The width without white space at the end, in points.
    package var width: Double
    /// The baseline, in points from the top of the text's box.
    package var baseline: Double

    /// Creates a line.
    package init(_ range: Range<Int>, x: Double = 0, width: Double = 0, baseline: Double = 0) {
      self.range = range
      self.x = x
      self.width = width
      self.baseline = baseline
    }
  }

  /// The lines with visible text, from top to bottom.
  package var lines: [Line]
  /// The picture, with the text's box at ``PictureFrame/margin`` points from the left and the top.
  package var picture: Bitmap?

  /// Creates an answer.
  ///
  /// Lines are cut to their visible text: engines assign white space at the ends of lines, line
  /// feeds and empty lines differently.
  package init(lines: [Line], of text: String, picture: Bitmap? = nil) {
    let visible = VisibleText(text)
    self.lines = lines.compactMap { line in
      var line = line
      guard let range = visible.part(of: line.range) else { return nil }
      line.range = range
      return line
    }
    self.picture = picture
  }

  /// The offsets at which lines begin.
  package var breaks: [Int] { lines.map(\.range.lowerBound) }

  /// Reads the output line of an engine.
  ///
  /// - Parameters:
  ///   - value: The line.
  ///   - text: The text.
  /// - Throws: `EngineError` if the line is not as the protocol says.
  init(_ value: JSONValue, of text: String) throws(EngineError) {
    if let error = value["error"]?.string { throw EngineError(error) }
    guard case .array(let lines) = value["lines"] else { throw EngineError("no \"lines\"") }
    let unit = value["offsets"]?.string ?? "utf-8"
    guard ["utf-8", "utf-16"].contains(unit) else {
      throw EngineError("\"offsets\" are \(unit), not utf-8 or utf-16")
    }
    let offsets = UTF16Offsets(text)
    var read: [Line] = []
    for (index, line) in lines.enumerated() {
      guard let start = line["start"]?.integer, let end = line["end"]?.integer,
        let x = line["x"]?.double, let width = line["width"]?.double,
        let baseline = line["baseline"]?.double
      else { throw EngineError("line \(index + 1) lacks start, end, x, width or baseline") }
      guard start >= 0, start <= end else {
        throw EngineError("line \(index + 1) begins at \(start) and ends at \(end)")
      }
      let ends = [start, end].map {
        unit == "utf-16" ? offsets.utf8(ofUTF16: $0) : offsets.rounded(utf8: $0)
      }
      read.append(Line(ends[0]..<ends[1], x: x, width: width, baseline: baseline))
    }
    self.init(lines: read, of: text)
  }
}

/// A mistake of an engine.
package struct EngineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The mistake in words.
  package let description: String

  init(_ description: String) { self.description = description }
}

/// The frame of all pictures.
package enum PictureFrame {
  /// The margin around the box of a text, in points.
  package static let margin = 8.0
  /// The number of pixels per point.
  package static let scale = 2.0
}

/// The visible parts of a text.
private struct VisibleText {
  /// Whether each byte belongs to a character that may be at the end of a line's visible text.
  private var isVisible: [Bool] = []

  init(_ text: String) {
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      let isShown = !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
      isVisible.append(contentsOf: repeatElement(isShown, count: UTF8.width(scalar)))
    }
  }

  /// Returns the range from the first to the last visible character, or `nil` if there is none.
  func part(of range: Range<Int>) -> Range<Int>? {
    let bytes = isVisible[range.clamped(to: 0..<isVisible.count)]
    guard let first = bytes.firstIndex(of: true), let last = bytes.lastIndex(of: true) else {
      return nil
    }
    return first..<last + 1
  }
}
