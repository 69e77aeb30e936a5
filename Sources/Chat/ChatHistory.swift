internal import GalleyFiles
public import GalleyImages
public import GalleyMessages
public import GalleyPainting

/// A chat file as a conversation that is asked for one message at a time.
///
/// Images are looked at when it is made, and read when they are drawn. Only regular files in the
/// folder of the conversation are opened, unless files outside are allowed. An image that is
/// missing, damaged or refused is no error: its place is kept, and it is one of the ``problems``.
public struct ChatHistory: MessageSource {
  /// The conversation, with the sizes of all images.
  public let chat: Chat
  /// Whether several people write beside the reader.
  public let isGroup: Bool
  /// The pictures of custom emoji, which have been decoded.
  public let customEmoji: AttachmentImages?

  private let files: ImageFiles
  private let found: ChatProblems
  private let people: [Int]
  private let places: [Message.ID: Int]

  /// The size of the place for an image whose size nobody knows, in pixels.
  private static let unknownSize = PixelSize(width: 640, height: 480)

  /// Looks at what a conversation refers to.
  ///
  /// - Parameters:
  ///   - chat: The conversation.
  ///   - directory: The directory that paths of images begin in; `nil` is that of the process.
  ///   - allowsOutsideFiles: Whether paths may lead out of the directory: by `..`, by symbolic
  ///     links, or by being absolute.
  public init(_ chat: Chat, directory: String? = nil, allowsOutsideFiles: Bool = false) {
    let files = ImageFiles(
      FileScope(directory: directory, allowsOutsideFiles: allowsOutsideFiles))
    let found = ChatProblems(of: chat)
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
      for (number, image) in message.images.enumerated() {
        var size = image.size ?? Self.unknownSize
        do { size = try files.size(ofImage: image.path) } catch {
          found.note(error, ofImage: image.path)
        }
        chat.messages[index].images[number].size = size
      }
    }
    self.chat = chat
    (self.files, self.found) = (files, found)
    self.people = people
    self.places = places
    isGroup = chat.isGroup
    customEmoji = CustomEmojiPictures(chat, files, found)?.source
  }

  /// The files that cannot be shown, as far as somebody has looked at them: images in the order of
  /// the conversation, then custom emoji.
  ///
  /// That an image is missing is known from the beginning, that it is damaged when it is drawn.
  public var problems: [ChatError] { found.all }

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
    do { return try files.source(named: image.path) } catch {
      found.note(error, ofImage: image.path)
      return nil
    }
  }

  /// Notes that an image was found to be damaged.
  public func noteFailure(of image: ChatImage, _ error: ImageError) {
    found.note(error, ofImage: image.path)
  }
}
