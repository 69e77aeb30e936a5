internal import GalleyChat

/// The pictures of an archive's conversation, one after the other.
struct PictureWalk: Sendable {
  /// The place of a picture.
  struct Place: Hashable, Sendable {
    /// The index of the message.
    var message: Int
    /// The index of the image in its message.
    var image: Int
  }

  /// A picture with its message.
  struct Stop: Sendable {
    let place: Place
    let message: ChatMessage

    /// The picture.
    var image: ChatImage { message.images[place.image] }
  }

  let archive: any MessageArchive

  /// The number of messages that are read at once.
  private static let chunk = 128

  /// Returns the next picture, or the previous one for a step of -1; `nil` if there is none.
  ///
  /// The task can be canceled.
  @concurrent func neighbor(of stop: Stop, by step: Int) async throws -> Stop? {
    let image = stop.place.image + step
    if stop.message.images.indices.contains(image) {
      return Stop(
        place: Place(message: stop.place.message, image: image), message: stop.message)
    }
    var index = stop.place.message + step
    while index >= 0, index < archive.count {
      try Task.checkCancellation()
      let range =
        step > 0
        ? index..<min(archive.count, index + Self.chunk)
        : max(0, index + 1 - Self.chunk)..<index + 1
      let messages = Array(zip(range, try await archive.messages(in: range)))
      for (index, message) in step > 0 ? messages : messages.reversed()
      where !message.images.isEmpty {
        let image = step > 0 ? 0 : message.images.count - 1
        return Stop(place: Place(message: index, image: image), message: message)
      }
      index = step > 0 ? range.upperBound : range.lowerBound - 1
    }
    return nil
  }
}
