internal import GalleyBudgets
internal import GalleyFiles
internal import GalleyImages
internal import GalleyMessages
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyTypesetting

/// The pictures of the custom emoji of a conversation, which were decoded before anything is drawn.
struct CustomEmojiPictures: Sendable {
  /// The most that are decoded; of more, the emoji that stand for them are drawn.
  static let limit = 256
  /// The longest side that is kept of one, in pixels: enough for text at eight pixels to a point.
  private static let side = 192
  /// The ends of files' names in a folder, in the order in which they are looked for.
  private static let endings = ["png", "webp", "gif", "jpg"]

  private var bitmaps: [String: Bitmap] = [:]

  /// Decodes the pictures of what is in the messages; `nil` if there are none.
  ///
  /// - Parameters:
  ///   - chat: The conversation.
  ///   - files: Opens the files of the pictures.
  ///   - problems: Takes note of files that are named and missing, or are no images.
  init?(_ chat: Chat, _ files: ImageFiles, _ problems: ChatProblems) {
    guard let named = chat.customEmoji else { return nil }
    var decoding = Decoding()
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
          // A folder has pictures of some emoji, in one format each.
          if case .folder = named, error.isMissing { continue }
          problems.note(.customEmoji(id: id, path: error.path, ImageError(error)))
        }
        break
      }
    }
    if bitmaps.isEmpty { return nil }
  }

  /// Decodes pictures, each file once and all within a budget.
  private struct Decoding {
    private var budget = WorkBudget.conversation
    private var bitmaps: [FileStatus: Bitmap] = [:]

    mutating func bitmap(of file: borrowing RegularFile) throws(ImageError) -> Bitmap {
      if let known = bitmaps[file.status] { return known }
      let source = try ImageSource(file)
      let pixels = source.header.width * source.header.height
      guard budget.charge(items: 1, pixels: pixels, steps: file.status.size) else {
        throw .overBudget
      }
      let side = CustomEmojiPictures.side
      let size = PixelSize(width: side, height: side)
      let bitmap = try source.decode(ImageRequest(size: size)).bitmap
      bitmaps[file.status] = bitmap
      return bitmap
    }
  }

  /// The pictures for whoever draws text.
  var source: AttachmentImages {
    let bitmaps = bitmaps
    return AttachmentImages { bitmaps[$0.attachment.id] }
  }

  /// The names that the file of an emoji may have in a folder, in the order of their search.
  fileprivate static func names(of id: String, in folder: String) -> [String] {
    // No other folder can be got at by an ID.
    guard !id.isEmpty, !id.hasPrefix("."), !id.contains("/"), id.utf8.count <= 200 else {
      return []
    }
    return endings.map { folder + "/" + id + "." + $0 }
  }
}

extension Chat {
  /// The IDs of the custom emoji of all messages, in their order.
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
  /// The reason that there is no folder of pictures; `nil` if there is one, or none is named.
  fileprivate func folderFailure(_ files: ImageFiles) -> FileError? {
    guard case .folder(let folder) = self else { return nil }
    do {
      _ = try files.open(folder)
      return FileError(.read, folder, .notFolder)
    } catch {
      return error.isOfFolder ? nil : error
    }
  }

  /// The names of files that may have the picture of an emoji.
  fileprivate func paths(of id: String) -> [String] {
    switch self {
    case .folder(let folder): CustomEmojiPictures.names(of: id, in: folder)
    case .files(let files): files[id].map { [$0] } ?? []
    }
  }
}
