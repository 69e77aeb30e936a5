internal import GalleyBasics
internal import GalleyMessages
internal import GalleyRichMessages

/// The hits of a search from the newest to the oldest, and the current one.
struct SearchHits {
  /// A match in a message.
  struct Hit: Hashable, Sendable {
    /// The ID of the message.
    var id: Message.ID
    /// The match, in UTF-8 offsets of the shown text; `nil` if the message is not loaded or the
    /// match is not shown.
    var range: Range<Int>?
    /// The number of the match in its message, counted from 0, if the range is not known yet.
    var ordinal = 0
    /// The block of a rich message whose closed section or quotation hides the match; `nil` for a
    /// match that is shown.
    var hidden: RichMessage.BlockPath?
  }

  private(set) var all: [Hit] = []
  /// The index of the current hit; `nil` if there are none.
  private(set) var current: Int?

  /// The current hit.
  var currentHit: Hit? { current.map { all[$0] } }

  /// Adds the hits of one message, the last first, where the message belongs.
  ///
  /// - Parameters:
  ///   - hits: The hits.
  ///   - row: The row of the message.
  ///   - rowOf: Returns the row of another hit's message.
  mutating func insert(_ hits: [Hit], ofRow row: Int, rowOf: (Message.ID) -> Int?) {
    guard !hits.isEmpty else { return }
    let place: Int
    if let last = all.last, (rowOf(last.id) ?? .max) > row {
      place = all.count
    } else {
      place = all.partitioningIndex { (rowOf($0.id) ?? .max) < row }
    }
    all.insert(contentsOf: hits, at: place)
    if let current {
      if place <= current { self.current = current + hits.count }
    } else {
      current = 0
    }
  }

  /// Removes the hits of messages; the current one becomes the next older that remains.
  mutating func remove(_ ids: Set<Message.ID>) {
    guard !all.isEmpty, !ids.isEmpty else { return }
    let before = all.prefix(current ?? 0).count { !ids.contains($0.id) }
    all.removeAll { ids.contains($0.id) }
    current = all.isEmpty ? nil : min(before, all.count - 1)
  }

  /// Replaces the hits of a message by as many others, such as when a section is opened.
  ///
  /// - Parameters:
  ///   - id: The ID of the message.
  ///   - hits: The hits, the last first.
  /// - Returns: Whether there are as many.
  mutating func replace(_ id: Message.ID, with hits: [Hit]) -> Bool {
    let places = all.indices.filter { all[$0].id == id }
    guard !places.isEmpty, places.count == hits.count else { return false }
    for (place, hit) in zip(places, hits) { all[place] = hit }
    return true
  }

  /// Adds hits that are older than all others.
  mutating func append(_ hits: [Hit]) {
    all += hits
    if current == nil, !all.isEmpty { current = 0 }
  }

  /// Sets the hits.
  mutating func set(_ hits: [Hit]) {
    all = hits
    current = hits.isEmpty ? nil : 0
  }

  /// Sets the place of the current hit.
  mutating func resolve(_ hit: Hit) {
    if let current { all[current] = hit }
  }

  /// Moves to an older hit, or to a newer one for a negative step, around the ends.
  mutating func step(by distance: Int) {
    guard let current else { return }
    self.current = (current + distance % all.count + all.count) % all.count
  }
}
