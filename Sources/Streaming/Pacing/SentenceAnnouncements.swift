internal import GalleyUnicode

/// The sentences of a growing text that screen readers announce.
///
/// Only complete sentences are announced, at most one announcement in ``interval``. Sentences that
/// end in between are announced together. All times are in seconds, on one clock.
package struct SentenceAnnouncements: Hashable, Sendable {
  /// The least time between announcements, in seconds.
  package static let interval = 2.0

  /// The text that was announced, in bytes.
  package private(set) var announced = 0
  private var last = -Double.infinity

  /// Creates the state before any announcement.
  package init() {}

  /// The earliest time of the next announcement, in seconds.
  package var next: Double { last + Self.interval }

  /// Returns the sentences to announce now.
  ///
  /// - Parameters:
  ///   - text: The whole text so far, of which the announced part is unchanged.
  ///   - isFinished: Whether the text is complete, and so its last sentence.
  ///   - time: The current time.
  /// - Returns: The sentences, or `nil` if there is nothing to announce yet.
  /// - Complexity: O(*n*), where *n* is the length of the text that was not announced.
  package mutating func announcement(
    of text: String, isFinished: Bool, at time: Double
  ) -> String? {
    let bytes = Array(text.utf8.dropFirst(announced))
    guard time >= next, !bytes.isEmpty else { return nil }
    let end = isFinished ? bytes.count : Self.endOfSentences(in: bytes)
    guard end > 0 else { return nil }
    announced += end
    let sentences = String(decoding: bytes[..<end], as: UTF8.self)
    guard let start = sentences.firstIndex(where: { !$0.isWhitespace }),
      let stop = sentences.lastIndex(where: { !$0.isWhitespace })
    else { return nil }
    last = time
    return String(sentences[start...stop])
  }

  /// Forgets announcements of text from an offset on, because it was replaced.
  package mutating func rewind(to offset: Int) { announced = min(announced, offset) }

  /// Returns the end of the last sentence that another one follows.
  private static func endOfSentences(in bytes: [UInt8]) -> Int {
    var end = 0
    guard var iterator = ICU.BreakIterator(.sentence) else {
      return bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    }
    iterator.forEachBoundary(of: bytes.span) { boundary in
      if Int(boundary.offset) < bytes.count { end = Int(boundary.offset) }
    }
    return end
  }
}
