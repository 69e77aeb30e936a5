internal import GalleyJSON
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyTypesetting

/// A reader of the rich messages of Telegram Desktop, whose JSON is neither the Bot API's nor
/// TDLib's.
///
/// Unknown blocks keep their texts and the blocks inside of them.
struct TelegramRichReader {
  /// The problems of the message.
  private(set) var problems: [String] = []

  /// Returns a message; one beyond the limits is reduced to its text.
  mutating func message(_ value: JSONValue) -> RichMessage {
    let message = RichMessage(
      blocks(value["blocks"]), isRightToLeft: value["rtl"] == .bool(true),
      isPartial: value["part"] == .bool(true))
    do { try RichMessageLimits(.refuse).check(message) } catch {
      problems.append("a rich message is shown as text: \(error)")
      let text = message.plainText(revealed: .all).string
      return RichMessage(
        text.split(separator: "\n").prefix(500).map { .paragraph(.plain(String($0))) },
        isRightToLeft: message.isRightToLeft, isPartial: true)
    }
    return message
  }

  private func blocks(_ value: JSONValue?) -> [RichBlock] { (value?.elements ?? []).map(block) }

  private func text(_ value: JSONValue?) -> RichText {
    value.map(TelegramRichText.text) ?? .empty
  }

  private func optionalText(_ value: JSONValue?) -> RichText? {
    let text = text(value)
    return text.isEmpty ? nil : text
  }

  private func caption(_ value: JSONValue?) -> RichBlock.Caption? {
    guard let value, case .object = value else { return nil }
    let (words, credit) = (text(value["text"]), optionalText(value["credit"]))
    return words.isEmpty && credit == nil ? nil : RichBlock.Caption(words, credit: credit)
  }

  private func block(_ value: JSONValue) -> RichBlock {
    let type = value["type"]?.string ?? ""
    switch type {
    case "paragraph": return .paragraph(text(value["text"]))
    case "heading":
      return .heading(text(value["text"]), level: min(6, max(1, value["level"]?.number ?? 1)))
    case "footer": return .footer(text(value["text"]))
    case "thinking": return .paragraph(text(value["text"]))
    case "code": return .code(text(value["text"]), language: value["language"]?.filled)
    case "divider": return .divider
    case "anchor": return .anchor(name: value["name"]?.string ?? "")
    case "math":
      return .formula((value["formula"] ?? value["source"] ?? value["text"])?.string ?? "")
    case "list": return list(value)
    case "quote": return quote(value)
    case "collage", "slideshow":
      let gallery = RichBlock.Gallery(blocks(value["items"]), caption: caption(value["caption"]))
      return type == "collage" ? .collage(gallery) : .slideshow(gallery)
    case "table": return table(value)
    case "details":
      return .details(
        RichBlock.Details(
          text(value["title"]), blocks: blocks(value["blocks"]),
          isOpen: value["open"] == .bool(true)))
    case "photo": return .media(media(value, .photo, "photo"))
    case "video":
      let isAnimation = value["media_type"]?.string == "animation"
      return .media(media(value, isAnimation ? .animation : .video, "file"))
    case "audio":
      let isVoice = value["media_type"]?.string == "voice_message"
      return .media(media(value, isVoice ? .voiceNote : .audio, "file"))
    case "file": return .media(media(value, .document, "file"))
    case "map", "input_map": return map(value) ?? unknown(value, type)
    case "button_row": return buttons(value) ?? unknown(value, type)
    default: return unknown(value, type)
    }
  }

  private func unknown(_ value: JSONValue, _ type: String) -> RichBlock {
    var block = RichBlock.Unknown(
      type: type.isEmpty ? "unknown" : type,
      text: optionalText(value["text"] ?? value["title"]),
      caption: caption(value["caption"]), blocks: blocks(value["blocks"] ?? value["items"]))
    if block.blocks.isEmpty, let cover = value["cover"], case .object = cover {
      block.blocks = [self.block(cover)]
    }
    return .unknown(block)
  }

  private func list(_ value: JSONValue) -> RichBlock {
    let isOrdered = value["kind"]?.string == "ordered"
    let isReversed = value["reversed"] == .bool(true)
    let elements = value["items"]?.elements ?? []
    var number = value["start"]?.number ?? (isReversed ? max(1, elements.count) : 1)
    let style = numbering(value["list_type"])
    let items = elements.map { item in
      let content =
        item["content"]?.string == "blocks" || item["blocks"] != nil
        ? blocks(item["blocks"]) : [.paragraph(text(item["text"]))]
      let checkbox: RichBlock.List.Checkbox? =
        switch item["task_state"]?.string {
        case "checked": .checked
        case "unchecked": .unchecked
        default: nil
        }
      guard isOrdered else { return RichBlock.List.Item(content, checkbox: checkbox) }
      number = item["value"]?.number ?? number
      defer { number = isReversed ? number &- 1 : number &+ 1 }
      return RichBlock.List.Item(
        content, marker: .number(number, numbering(item["item_type"] ?? value["list_type"], style)),
        checkbox: checkbox)
    }
    return .list(RichBlock.List(items))
  }

  private func numbering(
    _ value: JSONValue?, _ other: RichBlock.List.Numbering = .decimal
  ) -> RichBlock.List.Numbering {
    value?.string.flatMap(RichBlock.List.Numbering.init) ?? other
  }

  private func quote(_ value: JSONValue) -> RichBlock {
    let credit = optionalText(value["caption"]?["credit"] ?? value["caption"])
    let hasBlocks = value["content"]?.string == "blocks" || value["blocks"] != nil
    if value["pullquote"] == .bool(true), !hasBlocks {
      return .pullQuotation(RichBlock.CreditedText(text(value["text"]), credit: credit))
    }
    let content = hasBlocks ? blocks(value["blocks"]) : [.paragraph(text(value["text"]))]
    return .quotation(RichBlock.Quotation(content, credit: credit))
  }

  private func table(_ value: JSONValue) -> RichBlock {
    let rows = (value["rows"]?.elements ?? []).map { row in
      (row["cells"]?.elements ?? []).map { cell in
        RichBlock.Table.Cell(
          text(cell["text"]), isHeader: cell["header"] == .bool(true),
          columnSpan: cell["colspan"]?.number ?? 1, rowSpan: cell["rowspan"]?.number ?? 1,
          alignment: cell["align"]?.string.flatMap(RichBlock.Table.Alignment.init),
          verticalAlignment: cell["vertical_align"]?.string
            .flatMap(RichBlock.Table.VerticalAlignment.init))
      }
    }
    return .table(
      RichBlock.Table(
        rows, isBordered: value["bordered"] == .bool(true),
        isStriped: value["striped"] == .bool(true), isCompact: value["compact"] == .bool(true),
        caption: optionalText(value["title"])))
  }

  private func media(
    _ value: JSONValue, _ kind: RichBlock.Media.Kind, _ path: String
  ) -> RichBlock.Media {
    var described = ExportedMedia(.document)
    TelegramMedia.set(value[path]?.string ?? "", of: &described)
    var file = RichBlock.Media.File(
      id: described.path ?? "", width: value["width"]?.number, height: value["height"]?.number)
    file.duration = value["duration_seconds"]?.number
    file.name = value["file_name"]?.filled
    file.mimeType = value["mime_type"]?.filled
    file.byteCount = (value["file_size"] ?? value["photo_file_size"])?.number
    file.title = value["title"]?.filled
    file.performer = value["performer"]?.filled
    return RichBlock.Media(
      kind, files: [file], hasSpoiler: value["spoiler"] == .bool(true),
      caption: caption(value["caption"]))
  }

  private func map(_ value: JSONValue) -> RichBlock? {
    guard let geo = value["geo"], let latitude = geo["latitude"]?.double,
      let longitude = geo["longitude"]?.double, latitude.magnitude <= 90,
      longitude.magnitude <= 180
    else { return nil }
    let zoom = value["zoom"]?.number.flatMap { 0...30 ~= $0 ? $0 : nil }
    return .map(
      RichBlock.Map(
        latitude: latitude, longitude: longitude, zoom: zoom, caption: caption(value["caption"])))
  }

  private func buttons(_ value: JSONValue) -> RichBlock? {
    let buttons = (value["buttons"]?.elements ?? []).map(TelegramRichText.button)
    guard 1...8 ~= buttons.count else { return nil }
    return .buttons(
      RichBlock.ButtonRow(
        buttons,
        alignment: value["alignment"]?.string.flatMap(RichBlock.ButtonRow.Alignment.init)))
  }
}
