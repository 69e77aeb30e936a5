internal import GalleyExports
internal import GalleyJSON

/// An attached file as an object.
enum StoredMedia {
  static func write(_ media: ExportedMedia, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", media.kind.rawValue)
      writer.optional("path", media.path)
      writer.optional("absence", media.absence?.rawValue)
      writer.optional("thumbnail", media.thumbnail)
      writer.optional("address", media.address)
      writer.optional("name", media.name)
      writer.optional("mime", media.mimeType)
      writer.optional("width", media.width)
      writer.optional("height", media.height)
      writer.optional("duration", media.duration)
      writer.optional("size", media.byteCount)
      writer.optional("title", media.title)
      writer.optional("performer", media.performer)
      writer.optional("emoji", media.emoji)
      writer.flag("spoiler", media.hasSpoiler)
    }
  }

  static func read(_ value: JSONValue) -> ExportedMedia? {
    guard let kind = value["kind"]?.string.flatMap(ExportedMedia.Kind.init) else { return nil }
    var media = ExportedMedia(kind)
    media.path = value["path"]?.string
    media.absence = value["absence"]?.string.flatMap(ExportedMedia.Absence.init)
    media.thumbnail = value["thumbnail"]?.string
    media.address = value["address"]?.string
    media.name = value["name"]?.string
    media.mimeType = value["mime"]?.string
    media.width = value["width"]?.integer
    media.height = value["height"]?.integer
    media.duration = value["duration"]?.integer
    media.byteCount = value["size"]?.integer
    media.title = value["title"]?.string
    media.performer = value["performer"]?.string
    media.emoji = value["emoji"]?.string
    media.hasSpoiler = value["spoiler"] == .bool(true)
    return media
  }
}
