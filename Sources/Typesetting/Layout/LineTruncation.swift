internal import GalleyBasics

/// The hidden part of a line, and its replacement.
struct LineTruncation: Sendable {
  /// The index of the line.
  var line: Int
  /// The hidden bytes of the line; text before and after them is shown.
  var hidden: Range<Int>
  /// The run that contains the start of the text after the hidden bytes.
  var suffixRun: Int
  /// The paragraph embedding level of the line.
  var level: UInt8
  /// The meaning of the token.
  var kind = TextLayout.Token.Kind.truncation
  /// The token that replaces the hidden bytes, or `nil` if even that does not fit.
  var token: LaidOutToken?
}

/// A token, laid out on one line.
struct LaidOutToken: Sendable {
  /// The layout of the token's text.
  var layout: TextLayout
  /// The width of the token, in points.
  var width: Double
}

extension FlowedText {
  /// Returns the hidden part of a line, if it is truncated.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of truncated lines.
  func truncation(ofLine index: Int) -> LineTruncation? {
    let next = truncations.partitioningIndex { $0.line >= index }
    return next < truncations.count && truncations[next].line == index ? truncations[next] : nil
  }
}
