internal import GalleyMessages
internal import GalleyTypesetting
internal import GalleyFiles
internal import GalleyImages
internal import GalleyPainting
internal import GalleyPixels

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
  ///   - directory: Where paths begin; `nil` is the directory of the process.
  /// - Throws: ``ChatError/customEmoji(id:path:_:)`` if a file is missing that is named, or is no image.
  init?(_ chat: Chat, in directory: String?) throws(ChatError) {
    guard let files = chat.customEmoji else { return nil }
    for id in chat.customEmojiIDs {
      guard bitmaps.count < Self.limit else { break }
      guard bitmaps[id] == nil, let path = files.path(of: id, in: directory) else { continue }
      do throws(ImageError) {
        let size = PixelSize(width: Self.side, height: Self.side)
        bitmaps[id] = try ImageSource(path: path).decode(ImageRequest(size: size)).bitmap
      } catch {
        throw .customEmoji(id: id, path: path, error)
      }
    }
    if bitmaps.isEmpty { return nil }
  }

  /// The pictures for whoever draws text.
  var source: AttachmentImages {
    let bitmaps = bitmaps
    return AttachmentImages { bitmaps[$0.attachment.id] }
  }

  /// The path of the file in a folder, if there is one.
  fileprivate static func file(_ id: String, in folder: String) -> String? {
    // No other folder can be got at by an ID.
    guard !id.isEmpty, !id.hasPrefix("."), !id.contains("/"), id.utf8.count <= 200 else {
      return nil
    }
    return endings.lazy.map { folder + "/" + id + "." + $0 }.first {
      (try? FileStatus(path: $0)) != nil
    }
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
  /// Where the picture of an emoji is; `nil` if none is named, or none is in the folder.
  fileprivate func path(of id: String, in directory: String?) -> String? {
    func placed(_ path: String) -> String {
      path.hasPrefix("/") ? path : directory.map { $0 + "/" + path } ?? path
    }
    switch self {
    case .folder(let folder): return CustomEmojiPictures.file(id, in: placed(folder))
    case .files(let files): return files[id].map(placed)
    }
  }
}
