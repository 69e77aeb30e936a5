internal import GalleyJSON

extension RichJSONWriter {
  /// Writes a member with blocks.
  mutating func blocks(_ name: String, _ blocks: [RichBlock]) {
    array(name, blocks) { $0.write($1) }
  }

  private mutating func write(_ block: RichBlock) {
    if case .unknown(let unknown) = block, let stated = unknown.json,
      let value = try? JSONParser.value(of: stated)
    {
      json.value(value)
      return
    }
    object { writer in
      writer.json.member("type", block.jsonType)
      writer.members(of: block)
    }
  }

  private mutating func members(of block: RichBlock) {
    switch block {
    case .paragraph(let text), .footer(let text), .thinking(let text): self.text("text", text)
    case .heading(let text, let level):
      self.text("text", text)
      json.member("size", level)
    case .code(let text, let language):
      self.text("text", text)
      optional("language", language)
    case .divider: break
    case .formula(let formula): json.member("expression", formula)
    case .anchor(let name): json.member("name", name)
    case .list(let list): array("items", list.items) { $0.write($1) }
    case .quotation(let quotation):
      blocks("blocks", quotation.blocks)
      text("credit", quotation.credit)
    case .expandableQuotation(let text), .pullQuotation(let text):
      self.text("text", text.text)
      self.text("credit", text.credit)
    case .table(let table): members(of: table)
    case .details(let details):
      text("summary", details.summary)
      blocks("blocks", details.blocks)
      flag("is_open", details.isOpen)
    case .collage(let gallery), .slideshow(let gallery):
      blocks("blocks", gallery.blocks)
      caption(gallery.caption)
    case .map(let map): members(of: map)
    case .media(let media): members(of: media)
    case .buttons(let row):
      array("buttons", row.buttons) { $0.write($1) }
      optional("align", row.alignment?.rawValue)
    case .unknown(let unknown):
      text("text", unknown.text)
      caption(unknown.caption)
      if !unknown.blocks.isEmpty { blocks("blocks", unknown.blocks) }
    }
  }

  private mutating func write(_ item: RichBlock.List.Item) {
    object { writer in
      if writer.form == .incoming { writer.json.member("label", item.label) }
      if case .number(let value, let numbering) = item.marker {
        writer.json.member("value", value)
        writer.json.member("type", numbering.rawValue)
      }
      writer.flag("has_checkbox", item.checkbox != nil)
      writer.flag("is_checked", item.checkbox == .checked)
      writer.blocks("blocks", item.blocks)
    }
  }

  private mutating func members(of table: RichBlock.Table) {
    array("cells", table.rows) { writer, row in
      writer.array(row) { writer, cell in
        writer.object { $0.members(of: cell) }
      }
    }
    flag("is_bordered", table.isBordered)
    flag("is_striped", table.isStriped)
    flag("is_compact", table.isCompact)
    text("caption", table.caption)
  }

  private mutating func members(of cell: RichBlock.Table.Cell) {
    text("text", cell.text)
    flag("is_header", cell.isHeader)
    if cell.columnSpan != 1 { json.member("colspan", cell.columnSpan) }
    if cell.rowSpan != 1 { json.member("rowspan", cell.rowSpan) }
    optional("align", cell.alignment?.rawValue)
    optional("valign", cell.verticalAlignment?.rawValue)
  }

  private mutating func caption(_ caption: RichBlock.Caption?) {
    guard let caption else { return }
    member("caption") { writer in
      writer.text("text", caption.text)
      writer.text("credit", caption.credit)
    }
  }

  private mutating func members(of map: RichBlock.Map) {
    member("location") { writer in
      writer.json.member("latitude", map.latitude)
      writer.json.member("longitude", map.longitude)
    }
    optional("zoom", map.zoom)
    optional("width", map.width)
    optional("height", map.height)
    caption(map.caption)
  }

  private mutating func members(of media: RichBlock.Media) {
    let name = media.kind.rawValue
    if let address = media.address ?? (form == .outgoing ? media.files.last?.id : nil) {
      member(name) { writer in
        writer.json.member("type", name)
        writer.json.member("media", address)
        writer.flag("has_spoiler", media.hasSpoiler)
        if media.address != nil, let file = media.files.first { writer.details(of: file) }
      }
    } else {
      if media.kind == .photo {
        array(name, media.files) { $0.write($1) }
      } else {
        member(name) { writer in
          if let file = media.files.first { writer.members(of: file) }
          if let thumbnail = media.thumbnail {
            writer.member("thumbnail") { $0.members(of: thumbnail) }
          }
        }
      }
      flag("has_spoiler", media.hasSpoiler)
    }
    caption(media.caption)
  }

  private mutating func write(_ file: RichBlock.Media.File) {
    object { $0.members(of: file) }
  }

  private mutating func members(of file: RichBlock.Media.File) {
    json.member("file_id", file.id)
    details(of: file)
  }

  private mutating func details(of file: RichBlock.Media.File) {
    optional("file_unique_id", file.uniqueID)
    optional("width", file.width)
    optional("height", file.height)
    optional("duration", file.duration)
    optional("title", file.title)
    optional("performer", file.performer)
    optional("file_name", file.name)
    optional("mime_type", file.mimeType)
    optional("file_size", file.byteCount)
  }
}

extension RichBlock {
  /// The name of the block type in JSON.
  var jsonType: String {
    switch self {
    case .paragraph: "paragraph"
    case .heading: "heading"
    case .code: "pre"
    case .footer: "footer"
    case .divider: "divider"
    case .formula: "mathematical_expression"
    case .anchor: "anchor"
    case .list: "list"
    case .quotation: "blockquote"
    case .expandableQuotation: "expandable_blockquote"
    case .pullQuotation: "pullquote"
    case .table: "table"
    case .details: "details"
    case .collage: "collage"
    case .slideshow: "slideshow"
    case .map: "map"
    case .media(let media): media.kind.rawValue
    case .buttons: "buttons"
    case .thinking: "thinking"
    case .unknown(let unknown): unknown.type
    }
  }
}
