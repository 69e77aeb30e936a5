package import GalleyMessages

/// The messages of a conversation that need not be in memory, such as those of a database.
///
/// Messages are numbered from the oldest, which has index 0. Every call with the same arguments
/// must return the same result. The functions are called off the main actor.
package protocol MessageArchive: ConversationTraits {
  /// The number of messages.
  var count: Int { get }

  /// Returns consecutive messages.
  ///
  /// - Parameter range: Valid indices.
  /// - Returns: A message for each index, each with an ID of its own. A reply whose original is in
  ///   the archive has its preview.
  /// - Throws: Any error, such as of a damaged file.
  @concurrent func messages(in range: Range<Int>) async throws -> [ChatMessage]

  /// Returns the index of the message with an ID; `nil` if there is none.
  @concurrent func index(of id: Message.ID) async throws -> Int?

  /// Returns the first message whose date is not before a date, both in seconds since 1970-01-01
  /// 00:00 UTC; `nil` if all messages are older or have no date.
  @concurrent func first(onOrAfter date: Int) async throws -> (index: Int, date: Int)?

  /// Returns the messages that match a query, from the newest to the oldest, in batches.
  ///
  /// The search ends when the stream is no longer read.
  ///
  /// - Parameter query: The text to find; case and diacritics are ignored.
  /// - Returns: The stream; after an error, the hits that were found remain.
  func matches(of query: String) -> AsyncThrowingStream<[MessageMatch], any Error>
}

/// A message that matches a query.
package struct MessageMatch: Hashable, Sendable {
  /// The index of the message.
  package var index: Int
  /// The ID of the message.
  package var id: Message.ID
  /// The matches in ascending order, in UTF-8 offsets of the message's text; never empty.
  ///
  /// A reader shows the match by its number, because the shown text may differ from the message's.
  package var ranges: [Range<Int>]

  /// Creates a message that matches.
  package init(index: Int, id: Message.ID, ranges: [Range<Int>]) {
    (self.index, self.id, self.ranges) = (index, id, ranges)
  }
}

extension MessageArchive {
  /// Returns the days of a month with messages, from 1 to 31.
  ///
  /// - Parameters:
  ///   - month: Any day of the month.
  ///   - dates: The formatting whose time zone bounds the days.
  /// - Returns: The days.
  /// - Throws: An error of the archive.
  @concurrent package func days(
    inMonthOf month: CalendarDay, _ dates: DateFormatting
  ) async throws -> Set<Int> {
    var days: Set<Int> = []
    var day = month.firstOfMonth
    let end = day.adding(months: 1)
    while day < end, let found = try await first(onOrAfter: dates.start(of: day)) {
      // Days without messages are skipped.
      day = max(day, dates.day(of: found.date))
      if day < end { days.insert(day.day) }
      day = day.adding(days: 1)
    }
    return days
  }
}
