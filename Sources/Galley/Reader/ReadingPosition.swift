internal import GalleyGeometry
internal import GalleyLists

/// The part of a conversation that is on screen, by the indices of its archive.
struct ReadingPosition: Equatable {
  /// The index of the first message on screen, with the fraction of it that is above.
  var first: Double
  /// The index of the last message on screen, with the fraction of it that is shown.
  var last: Double
  /// The number of messages of the conversation.
  var count: Int

  /// The estimated height of a message, in points, for the length of the scroll bar.
  private static let estimatedHeight = 96.0

  /// The number of messages on screen.
  var span: Double { max(last - first, 0.05) }

  /// The number of messages below the screen.
  var countBelow: Int { max(0, count - Int(last.rounded(.up))) }

  /// Returns the offset and the length of the conversation, in points of estimated messages.
  ///
  /// - Parameter viewport: The height of the screen.
  /// - Returns: The offset and the length.
  func extent(viewport: Double) -> (offset: Double, length: Double) {
    let length = max(Double(count) * Self.estimatedHeight, 2 * viewport)
    let share = min(max(first / max(Double(count) - span, 0.05), 0), 1)
    return (share * (length - viewport), length)
  }

  /// Returns the first message on screen for an offset, as ``extent(viewport:)`` counts it.
  func first(atOffset offset: Double, viewport: Double) -> Double {
    let length = extent(viewport: viewport).length
    let share = min(max(offset / max(length - viewport, 1), 0), 1)
    return share * max(0, Double(count) - span)
  }
}

extension ConversationView {
  /// The archive's pages, if the conversation comes from an archive.
  var archivePages: ArchivePages? { pages?.pages as? ArchivePages }

  /// The index of the first loaded message in the archive; `nil` if nothing is loaded.
  var firstLoadedIndex: Int? {
    guard count > 0, let id = source.table.message(at: 0).id else { return nil }
    return archivePages?.knownIndex(of: id)
  }

  /// The part that is on screen; `nil` if nothing is loaded.
  var readingPosition: ReadingPosition? {
    let shown = list.displayedItems.range
    guard let base = firstLoadedIndex, let archive = archivePages?.archive, !shown.isEmpty
    else { return nil }
    func part(of index: Int, above y: Double) -> Double {
      guard let frame = list.frame(at: index), frame.size.height > 0 else { return 0 }
      return min(max((y - frame.minY) / frame.size.height, 0), 1)
    }
    let (top, bottom) = (shown.lowerBound, shown.upperBound - 1)
    return ReadingPosition(
      first: Double(base + top) + part(of: top, above: 0),
      last: Double(base + bottom) + part(of: bottom, above: list.size.height),
      count: archive.count)
  }

  /// Whether all messages of the archive are loaded.
  var hasAllMessages: Bool {
    guard let base = firstLoadedIndex, let archive = archivePages?.archive else { return true }
    return base == 0 && count >= archive.count
  }
}
