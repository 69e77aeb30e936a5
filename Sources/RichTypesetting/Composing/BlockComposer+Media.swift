package import GalleyGeometry
package import GalleyRichMessages
package import GalleyTypesetting

extension BlockComposer {
  /// Composes a photo, a video, or a file.
  mutating func media(_ media: RichBlock.Media) -> ComposedMedia {
    var composed = ComposedMedia(media: media, caption: captions(media.caption))
    if media.isPicture {
      composed.size = media.pictureSize
    } else {
      composed.labels = media.fileLabels(theme.words).enumerated().map {
        text(.plain($1), as: .label($0))
      }
    }
    return composed
  }

  /// Composes a map as a picture.
  mutating func map(_ map: RichBlock.Map) -> ComposedMedia {
    var media = RichBlock.Media(.photo, files: [], caption: map.caption)
    media.address = "geo:\(map.latitude),\(map.longitude)"
    var composed = ComposedMedia(media: media, caption: captions(map.caption))
    composed.size = Size(width: Double(map.width ?? 600), height: Double(map.height ?? 300))
    composed.isMap = true
    return composed
  }

  /// Composes the pictures of a collage or a slideshow.
  mutating func gallery(_ gallery: RichBlock.Gallery, isSlideshow: Bool) -> ComposedBlock.Content {
    var pictures: [ComposedMedia] = []
    for case .media(let media) in gallery.blocks { pictures.append(self.media(media)) }
    return .gallery(pictures, isSlideshow: isSlideshow, caption: captions(gallery.caption))
  }

  private mutating func captions(_ caption: RichBlock.Caption?) -> [ComposedText] {
    guard let caption else { return [] }
    var texts: [ComposedText] = []
    if !caption.text.isEmpty { texts.append(self.caption(caption.text)) }
    if let credit = caption.credit, !credit.isEmpty {
      texts.append(self.caption(credit, as: .credit))
    }
    return texts
  }
}

extension RichBlock.Media {
  /// The size of the largest picture in points, or that of a placeholder if no size is known.
  fileprivate var pictureSize: Size {
    let sizes = (files + [thumbnail].compactMap(\.self)).compactMap { file -> Size? in
      guard let width = file.width, let height = file.height, width > 0, height > 0 else {
        return nil
      }
      return Size(width: Double(width), height: Double(height))
    }
    return sizes.max { $0.width * $0.height < $1.width * $1.height }
      ?? Size(width: 320, height: 200)
  }

  /// The lines of a file's row.
  fileprivate func fileLabels(_ words: RichTheme.Words) -> [String] {
    let file = files.first
    let name =
      switch kind {
      case .audio:
        [file?.performer, file?.title].compactMap(\.self).joined(separator: " – ")
      default: file?.name ?? ""
      }
    let details = [file?.duration.map(Self.time), file?.byteCount.map(Self.size)]
    let unnamed =
      switch kind {
      case .voiceNote: file?.name ?? words.voiceMessage
      case .audio: file?.name ?? address ?? words.audio
      default: file?.name ?? address ?? words.document
      }
    return [name.isEmpty ? unnamed : name]
      + [details.compactMap(\.self).joined(separator: ", ")].filter { !$0.isEmpty }
  }

  private static func time(_ seconds: Int) -> String {
    let rest = String(seconds % 60)
    return "\(seconds / 60):" + (rest.count < 2 ? "0" : "") + rest
  }

  private static func size(_ bytes: Int) -> String {
    let units = ["B", "KB", "MB", "GB"]
    var (value, unit) = (Double(bytes), 0)
    while value >= 1000, unit + 1 < units.count { (value, unit) = (value / 1000, unit + 1) }
    let tenths = (value * 10).rounded() / 10
    return (unit == 0 || value >= 100 ? "\(Int(value.rounded()))" : "\(tenths)") + " " + units[unit]
  }
}

extension RichBlock.Media {
  /// Returns the object that image sources of attachments know the media by.
  package func attachment(size: Size) -> TextAttachment {
    TextAttachment(id: address ?? files.last?.id ?? kind.rawValue, size: size)
  }
}
