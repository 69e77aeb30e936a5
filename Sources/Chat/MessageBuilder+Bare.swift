internal import GalleyGeometry
internal import GalleyImages
internal import GalleyMessages
internal import GalleyTypesetting

/// Contents without a bubble.
extension MessageBuilder {
  // MARK: Emoji

  /// The emoji of a message that consists of one to three emoji only.
  var largeEmoji: String? {
    let text = message.message.text
    guard message.richMessage == nil, (1...3).contains(text.prefix(4).count),
      message.message.entities.isEmpty,
      message.images.isEmpty, around.reply == nil, message.forwardedFrom == nil,
      message.reactions.isEmpty, message.linkPreview == nil, text.allSatisfy(\.isEmoji)
    else { return nil }
    return text
  }

  /// Adds large emoji directly on the background, without a bubble.
  mutating func addEmoji(_ emoji: String) {
    let size = emoji.count == 1 ? 64.0 : 48
    // The line is taller than its ink.
    y = -(size / 8).rounded()
    let layout = line(AttributedText(emoji, style: style.text(size)), width: .infinity)
    let least = hasTime ? timeSize(timeLayout(color: .white)).width + 14 : 0
    addLabel(layout, x: 0)
    width = max(width, least)
    if isOutgoing { result.labels[0].origin.x = width - layout.size.width }
    result.parts.append(
      ChatRow.Part(.text, Rect(origin: result.labels[0].origin, size: layout.size)))
    guard hasTime else { return }
    y += 18
    addTimePill(right: width, bottom: y, color: style.pill)
  }

  // MARK: Stickers

  /// The image of a message that consists of a sticker only.
  var sticker: LoadedImage? {
    guard message.hasNoText, message.images.count == 1, message.images[0].isSticker,
      around.reply == nil, message.forwardedFrom == nil, message.reactions.isEmpty,
      message.linkPreview == nil
    else { return nil }
    return around.images.first
  }

  /// Adds a sticker directly on the background, without a bubble.
  mutating func addSticker(_ image: LoadedImage) {
    let (across, down) = (Double(image.size.width), Double(image.size.height))
    let side = min(ChatMetrics.stickerSide, room)
    let factor = min(side / across, side / down)
    let size = Size(
      width: max(1, (across * factor).rounded()), height: max(1, (down * factor).rounded()))
    width = max(size.width, hasTime ? timeSize(timeLayout(color: .white)).width + 14 : 0)
    add(
      image,
      in: Rect(origin: Point(x: isOutgoing ? width - size.width : 0, y: 0), size: size))
    y = size.height
    if hasTime { addTimePill(right: width, bottom: y, color: style.pill) }
  }
}

extension Character {
  /// Whether the character has emoji presentation.
  fileprivate var isEmoji: Bool {
    let scalars = unicodeScalars
    guard let first = scalars.first, first.properties.isEmoji else { return false }
    return first.properties.isEmojiPresentation || scalars.contains { $0.value == 0xFE0F }
  }
}
