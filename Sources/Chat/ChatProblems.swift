internal import GalleyImages
internal import Synchronization

/// The files of a conversation that cannot be shown, each noted once, by any thread.
final class ChatProblems: Sendable {
  private struct Contents {
    var images: [String: ChatError] = [:]
    var others: [ChatError] = []
  }

  /// The number of the first message with an image of a name; messages count from 1.
  private let numbers: [String: Int]
  private let contents = Mutex(Contents())

  /// Creates the problems of a conversation, of which none is known.
  init(of chat: Chat) {
    var numbers: [String: Int] = [:]
    for (index, message) in chat.messages.enumerated() {
      for image in message.images where numbers[image.path] == nil {
        numbers[image.path] = index + 1
      }
    }
    self.numbers = numbers
  }

  /// Notes that an image cannot be shown, or not all of it.
  func note(_ error: ImageError, ofImage path: String) {
    let number = numbers[path] ?? 0
    contents.withLock { contents in
      guard contents.images[path] == nil else { return }
      contents.images[path] = .image(number: number, path: path, error)
    }
  }

  /// Notes that something else cannot be shown.
  func note(_ error: ChatError) {
    contents.withLock { $0.others.append(error) }
  }

  /// The problems so far: those of images by their messages, then others.
  var all: [ChatError] {
    let contents = contents.withLock { $0 }
    let images = contents.images.sorted { one, other in
      (numbers[one.key] ?? 0, one.key) < (numbers[other.key] ?? 0, other.key)
    }
    return images.map(\.value) + contents.others
  }
}
