internal import GalleyStreaming

/// The sentences of a growing message that screen readers announce as they become complete.
///
/// All times are in seconds of the display loop's clock.
struct SpokenMessage {
  /// The number of sentences that are kept.
  private static let kept = 4

  private var announcements = SentenceAnnouncements()
  private var text = ""
  private var isFinished = false
  /// The latest announcements with the number of each, in order.
  private(set) var sentences: [(number: Int, words: String)] = []

  /// The earliest time of the next announcement, in seconds.
  var next: Double { announcements.next }

  /// Whether text waits for the time of the next announcement.
  var isPending: Bool { isFinished && announcements.announced < text.utf8.count }

  /// Takes the text so far, hidden parts of which are replaced.
  mutating func take(_ text: String, isFinished: Bool) {
    var common = zip(text.utf8, self.text.utf8).prefix { $0 == $1 }.count
    while common > 0, text.utf8.dropFirst(common).first.map({ $0 & 0xC0 == 0x80 }) == true {
      common -= 1
    }
    announcements.rewind(to: common)
    (self.text, self.isFinished) = (text, isFinished)
  }

  /// Adds the sentences that are complete, if it is time.
  mutating func announce(at time: Double) {
    guard let words = announcements.announcement(of: text, isFinished: isFinished, at: time) else {
      return
    }
    sentences.append(((sentences.last?.number ?? 0) + 1, words))
    if sentences.count > Self.kept { sentences.removeFirst() }
  }
}
