internal import GalleyBasics
internal import GalleySystem
internal import GalleyImages
internal import GalleyMessages
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyTypesetting

/// The pictures of a conversation's custom emoji, decoded before anything is drawn.
struct CustomEmojiPictures: Sendable {
  /// The maximum number of pictures decoded; further emoji are drawn as their fallback.
  static let limit = 256
  /// The maximum side of a picture, in pixels: enough for text at eight pixels per point.
  private static let side = 192
  /// The file name extensions searched in a folder, in order.
  private static let endings = ["png", "webp", "gif", "jpg"]

  private var bitmaps: [String: Bitmap] = [:]

  /// Decodes the pictures of the emoji in the messages, or returns `nil` if there are none.
  ///
  /// - Parameters:
  ///   - chat: The conversation.
  ///   - files: The files of the conversation, which open the pictures.
  ///   - problems: The list that records files that are missing or not images.
  init?(_ chat: Chat, _ files: ImageFiles, _ problems: ChatProblems) {
    guard let named = chat.customEmoji else { return nil }
    var decoding = Decoding(helpers: files.helpers)
    var tried: Set<String> = []
    for id in chat.customEmojiIDs where tried.insert(id).inserted {
      guard bitmaps.count < Self.limit else { break }
      if tried.count == 1, let error = named.folderFailure(files) {
        problems.note(.customEmoji(id: id, path: error.path, ImageError(error)))
        break
      }
      for path in named.paths(of: id) {
        do throws(FileError) {
          let file = try files.open(path)
          do throws(ImageError) { bitmaps[id] = try decoding.bitmap(of: file) } catch {
            problems.note(.customEmoji(id: id, path: file.path, error))
          }
        } catch {
          // A folder has pictures of some emoji only, each in one format.
          if case .folder = named, error.isMissing { continue }
          problems.note(.customEmoji(id: id, path: error.path, ImageError(error)))
        }
        break
      }
    }
    if bitmaps.isEmpty { return nil }
  }

  /// A decoder of pictures that decodes each file once, within a budget for all.
  private struct Decoding {
    let helpers: ImageHelpers?
    private var budget = WorkBudget.conversation
    private var bitmaps: [FileStatus: Bitmap] = [:]

    init(helpers: ImageHelpers?) { self.helpers = helpers }

    mutating func bitmap(of file: borrowing RegularFile) throws(ImageError) -> Bitmap {
      if let known = bitmaps[file.status] { return known }
      let source = try ImageSource(file, helpers: helpers)
      let pixels = source.header.width * source.header.height
      guard budget.charge(items: 1, pixels: pixels, steps: file.status.size) else {
        throw .overBudget
      }
      let side = CustomEmojiPictures.side
      let size = PixelSize(width: side, height: side)
      let bitmap = try source.decode(ImageSource.Request(size: size)).bitmap
      bitmaps[file.status] = bitmap
      return bitmap
    }
  }

  /// The pictures as an image source for text.
  var source: AttachmentImages {
    let bitmaps = bitmaps
    return AttachmentImages { bitmaps[$0.attachment.id] }
  }

  /// Returns the candidate file names of an emoji in a folder, in search order.
  fileprivate static func names(of id: String, in folder: String) -> [String] {
    // An ID must not lead to another folder.
    guard !id.isEmpty, !id.hasPrefix("."), !id.contains("/"), id.utf8.count <= 200 else {
      return []
    }
    return endings.map { folder + "/" + id + "." + $0 }
  }
}

extension Chat {
  /// The IDs of the custom emoji of all messages, in order.
  fileprivate var customEmojiIDs: [String] {
    var ids: [String] = []
    for message in messages {
      for entity in message.message.entities {
        if case .customEmoji(let id) = entity.kind { ids.append(id) }
      }
    }
    return ids
  }
}

extension CustomEmojiFiles {
  /// Returns the error if the folder of pictures cannot be opened, and `nil` if it can or none is
  /// named.
  fileprivate func folderFailure(_ files: ImageFiles) -> FileError? {
    guard case .folder(let folder) = self else { return nil }
    do {
      _ = try files.open(folder)
      return FileError(.read, folder, .notFolder)
    } catch {
      return error.isOfFolder ? nil : error
    }
  }

  /// Returns the paths of the files that may contain the picture of an emoji.
  fileprivate func paths(of id: String) -> [String] {
    switch self {
    case .folder(let folder): CustomEmojiPictures.names(of: id, in: folder)
    case .files(let files): files[id].map { [$0] } ?? []
    }
  }
}
