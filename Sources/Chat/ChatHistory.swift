internal import GalleySystem
public import GalleyImages
public import GalleyMessages
public import GalleyPainting

/// A message source that reads from a chat file.
///
/// Image headers are read on creation, pixels when they are drawn. Only regular files in the
/// conversation's folder are opened, unless files outside are allowed. A missing, damaged or
/// refused image is not an error: its space is reserved, and it is listed in ``problems``.
public struct ChatHistory: MessageSource {
  /// The conversation, with all image sizes resolved.
  public let chat: Chat
  /// Whether more than one person writes besides the reader.
  public let isGroup: Bool
  /// The decoded pictures of custom emoji.
  public let customEmoji: AttachmentImages?

  private let files: ImageFiles
  private let found: ChatProblems
  private let people: [String: Int]
  private let places: [Message.ID: Int]

  /// The reserved size of an image whose size is unknown, in pixels.
  private static let unknownSize = PixelSize(width: 640, height: 480)

  /// Creates a message source, reading the image headers and custom emoji of a conversation.
  ///
  /// - Parameters:
  ///   - chat: The conversation.
  ///   - directory: The base directory of relative image paths; `nil` uses the current directory.
  ///   - allowsOutsideFiles: Whether paths may leave the directory, through `..`, symbolic links or
  ///     absolute paths.
  public init(_ chat: Chat, directory: String? = nil, allowsOutsideFiles: Bool = false) {
    let scope = FileScope(directory: directory, allowsOutsideFiles: allowsOutsideFiles)
    self.init(chat, ImageFiles(scope))
  }

  /// Creates a message source with the files of its images.
  package init(_ chat: Chat, _ files: ImageFiles) {
    let found = ChatProblems(of: chat)
    var chat = chat
    var people: [String: Int] = [:]
    var places: [Message.ID: Int] = [:]
    for index in chat.messages.indices {
      let message = chat.messages[index]
      if !message.isService, people[message.sender] == nil {
        people[message.sender] = people.count
      }
      if let id = message.message.id { places[id] = index }
      func size(of image: ChatImage) -> PixelSize {
        do { return try files.size(ofImage: image.path) } catch {
          found.note(error, ofImage: image.path)
          return image.size ?? Self.unknownSize
        }
      }
      for (number, image) in message.images.enumerated() {
        chat.messages[index].images[number].size = size(of: image)
      }
      if let image = message.linkPreview?.image {
        chat.messages[index].linkPreview?.image?.size = size(of: image)
      }
    }
    self.chat = chat
    (self.files, self.found) = (files, found)
    self.people = people
    self.places = places
    isGroup = chat.isGroup
    customEmoji = CustomEmojiPictures(chat, files, found)?.source
  }

  /// The files found so far that cannot be shown: images in conversation order, then custom emoji.
  ///
  /// Missing images are known on creation, damaged ones once they are drawn.
  public var problems: [ChatError] { found.all }

  /// The number of messages.
  public var count: Int { chat.messages.count }
  /// The language of dates and times.
  public var language: String? { chat.language }
  /// The time zone of dates and times.
  public var timeZone: String? { chat.timeZone }

  /// Returns the message at an index.
  public func message(at index: Int) -> ChatMessage { chat.messages[index] }

  /// Returns the date of the message at an index.
  public func date(at index: Int) -> Int? { chat.messages[index].date }

  /// Returns the index of the message with an ID.
  public func index(of id: Message.ID) -> Int? { places[id] }

  /// Returns the number of a sender, in order of first appearance.
  public func person(named sender: String) -> Int { people[sender] ?? people.count }

  /// Returns the image source of a file, reading it unless it is in use; `nil` if it cannot be
  /// shown.
  public func imageSource(of image: ChatImage) -> ImageSource? {
    do { return try files.source(named: image.path) } catch {
      found.note(error, ofImage: image.path)
      return nil
    }
  }

  /// Records that an image is damaged.
  public func noteFailure(of image: ChatImage, _ error: ImageError) {
    found.note(error, ofImage: image.path)
  }
}
