public import GalleyImages
public import GalleyMessages
public import GalleyPainting
internal import Synchronization

/// A chat file as a conversation that is asked for one message at a time.
///
/// Images are looked at when it is made, and read when they are drawn.
public struct ChatHistory: MessageSource {
  /// The conversation, with the sizes of all images.
  public let chat: Chat
  /// Whether several people write beside the reader.
  public let isGroup: Bool
  /// The pictures of custom emoji, which have been decoded.
  public let customEmoji: AttachmentImages?

  private let directory: String?
  private let sources = ShownSources()
  private let people: [Int]
  private let places: [Message.ID: Int]

  /// Looks at what a conversation refers to.
  ///
  /// - Parameters:
  ///   - chat: The conversation.
  ///   - directory: The directory that paths of images begin in; `nil` is that of the process.
  /// - Throws: ``ChatError`` if an image or the picture of a custom emoji is missing or refused.
  public init(_ chat: Chat, directory: String? = nil) throws(ChatError) {
    var chat = chat
    var (numbers, people): ([String: Int], [Int]) = ([:], [])
    var places: [Message.ID: Int] = [:]
    for index in chat.messages.indices {
      let message = chat.messages[index]
      if !message.isService, numbers[message.sender] == nil {
        numbers[message.sender] = numbers.count
      }
      people.append(numbers[message.sender] ?? 0)
      if let id = message.message.id { places[id] = index }
      for number in message.images.indices {
        do throws(ImageError) {
          chat.messages[index].images[number].size =
            try LoadedImage(message.images[number], in: directory).size
        } catch {
          throw .image(number: index + 1, path: message.images[number].path, error)
        }
      }
    }
    self.chat = chat
    self.directory = directory
    self.people = people
    self.places = places
    isGroup = chat.isGroup
    customEmoji = try CustomEmojiPictures(chat, in: directory)?.source
  }

  /// How many messages there are.
  public var count: Int { chat.messages.count }
  /// The language of dates and times.
  public var language: String? { chat.language }
  /// The time zone of dates and times.
  public var timeZone: String? { chat.timeZone }

  /// A message.
  public func message(at index: Int) -> ChatMessage { chat.messages[index] }

  /// When a message was written.
  public func date(at index: Int) -> Int? { chat.messages[index].date }

  /// Where the message with an ID is.
  public func index(of id: Message.ID) -> Int? { places[id] }

  /// The number of the person who wrote a message, in the order in which they first did.
  public func person(at index: Int) -> Int { people[index] }

  /// Reads the file of an image, unless somebody has it; `nil` if there is none that can be shown.
  public func imageSource(of image: ChatImage) -> ImageSource? {
    sources.source(path: image.path) { (try? LoadedImage(image, in: directory))?.source }
  }
}

/// The files of images that somebody has: a picture that is laid out anew is the same by them, and keeps
/// its pixels.
private final class ShownSources: Sendable {
  private struct Entry {
    weak var source: ImageSource?
  }

  private let entries = Mutex<[String: Entry]>([:])

  func source(path: String, read: () -> ImageSource?) -> ImageSource? {
    if let known = entries.withLock({ $0[path]?.source }) { return known }
    guard let new = read() else { return nil }
    // Two threads may have read it at the same time; then the first counts.
    return entries.withLock { entries in
      if let known = entries[path]?.source { return known }
      entries[path] = Entry(source: new)
      return new
    }
  }
}
