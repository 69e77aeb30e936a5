internal import GalleyChat

/// A paged conversation in which matches are found one after the other.
protocol SearchablePages: MessagePages {
  /// Returns the messages that match a query, from the newest to the oldest, in batches.
  func matches(of query: String) -> AsyncThrowingStream<[MessageMatch], any Error>
}
