internal import GalleyImages
internal import Synchronization

/// A thread-safe list of the files of a conversation that cannot be shown, without duplicates.
final class ChatProblems: Sendable {
  private struct Contents {
    var images: [String: ChatError] = [:]
    var others: [ChatError] = []
  }

  /// The first occurrence of an image in a conversation; messages and images are numbered from 1.
  private struct Place {
    var message = 0
    var image = 0
  }

  private let places: [String: Place]
  private let contents = Mutex(Contents())

  /// Creates an empty list for a conversation.
  init(of chat: Chat) {
    var places: [String: Place] = [:]
    for (index, message) in chat.messages.enumerated() {
      for image in message.allImages where places[image.path] == nil {
        places[image.path] = Place(message: index + 1, image: places.count + 1)
      }
    }
    self.places = places
  }

  /// Records that an image cannot be shown, or only in part.
  func note(_ error: ImageError, ofImage path: String) {
    let number = place(of: path).message
    contents.withLock { contents in
      guard contents.images[path] == nil else { return }
      contents.images[path] = .image(number: number, path: path, error)
    }
  }

  /// Records any other problem.
  func note(_ error: ChatError) {
    contents.withLock { $0.others.append(error) }
  }

  /// The problems so far: images in conversation order, then others.
  var all: [ChatError] {
    let contents = contents.withLock { $0 }
    let images = contents.images.sorted { place(of: $0.key).image < place(of: $1.key).image }
    return images.map(\.value) + contents.others
  }

  private func place(of path: String) -> Place { places[path] ?? Place() }
}
