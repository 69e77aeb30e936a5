internal import GalleyJSON

extension RichJSONReader {
  /// Reads the required blocks of an object.
  mutating func blocks(_ name: String, of object: JSONValue) throws(Failure) -> [RichBlock] {
    let value = try needed(name, of: object)
    return try at(name) { reader throws(Failure) in try reader.blocks(value) }
  }

  /// Reads an array of blocks, up to the first one that exceeds a limit if messages are clipped.
  mutating func blocks(_ value: JSONValue) throws(Failure) -> [RichBlock] {
    try clippedList(value) { reader, element throws(Failure) in
      try reader.nested { reader throws(Failure) in try reader.block(element) }
    }
  }

  /// Reads the elements of an array, up to the first one that exceeds a limit if messages are
  /// clipped; without any, the limit is exceeded by the array itself.
  private mutating func clippedList<Element>(
    _ value: JSONValue, _ read: (inout Self, JSONValue) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    var list: [Element] = []
    for (index, element) in try elements(value).enumerated() where !counter.isClipped {
      do throws(Failure) {
        list.append(try at(index) { reader throws(Failure) in try read(&reader, element) })
      } catch {
        guard counter.clips(error) else { throw error }
        // The message itself may become empty, but not a block in it.
        if list.isEmpty, counter.depth > 0 { throw error }
      }
    }
    return list
  }

  private mutating func block(_ value: JSONValue) throws(Failure) -> RichBlock {
    try checkObject(value)
    let type = try neededString("type", of: value)
    try count { counter throws(LimitExceeded) in try counter.chargeBlock() }
    if let kind = RichBlock.Media.Kind(rawValue: type) { return .media(try media(kind, value)) }
    switch type {
    case "paragraph": return .paragraph(try text("text", of: value))
    case "heading": return try heading(value)
    case "pre":
      let language = try string("language", of: value)
      return .code(
        try text("text", of: value), language: language.flatMap { $0.isEmpty ? nil : $0 })
    case "footer": return .footer(try text("text", of: value))
    case "divider": return .divider
    case "mathematical_expression": return .formula(try formula(value))
    case "anchor": return .anchor(name: try neededString("name", of: value))
    case "list": return .list(try list(value))
    case "blockquote":
      let blocks = try blocks("blocks", of: value)
      return .quotation(
        RichBlock.Quotation(blocks, credit: try optionalText("credit", of: value)))
    case "expandable_blockquote": return .expandableQuotation(try credited(value))
    case "pullquote": return .pullQuotation(try credited(value))
    case "table": return .table(try table(value))
    case "details":
      let summary = try text("summary", of: value)
      return .details(
        RichBlock.Details(
          summary, blocks: try blocks("blocks", of: value), isOpen: try flag("is_open", of: value)))
    case "collage": return .collage(try gallery(value))
    case "slideshow": return .slideshow(try gallery(value))
    case "map": return .map(try map(value))
    case "buttons": return .buttons(try buttonRow(value))
    case "thinking":
      guard isDraft else {
        throw .notAllowed(path: pathText, reason: "thinking blocks are allowed only in drafts")
      }
      return .thinking(try text("text", of: value))
    default: return .unknown(try unknown(type, value))
    }
  }

  private mutating func heading(_ value: JSONValue) throws(Failure) -> RichBlock {
    guard let level = try integer("size", of: value) else {
      throw .missing(path: pathText(of: "size"))
    }
    guard 1...6 ~= level else { throw invalid(String(level), rule: "from 1 to 6", "size") }
    return .heading(try text("text", of: value), level: level)
  }

  private mutating func credited(_ value: JSONValue) throws(Failure) -> RichBlock.CreditedText {
    let text = try text("text", of: value)
    return RichBlock.CreditedText(text, credit: try optionalText("credit", of: value))
  }

  private mutating func gallery(_ value: JSONValue) throws(Failure) -> RichBlock.Gallery {
    let blocks = try blocks("blocks", of: value)
    if let index = blocks.firstIndex(where: { !$0.isPicture }) {
      throw .notAllowed(
        path: pathText(of: "blocks[\(index)]"),
        reason: "only photos, videos and animations are allowed")
    }
    let caption = try optional("caption", of: value) { reader, value throws(Failure) in
      try reader.caption(value)
    }
    return RichBlock.Gallery(blocks, caption: caption)
  }

  /// Reads a block of an unknown type, which keeps its JSON.
  private mutating func unknown(
    _ type: String, _ value: JSONValue
  ) throws(Failure) -> RichBlock.Unknown {
    var block = RichBlock.Unknown(type: type)
    // Fields of other types have another meaning.
    if let text = member("text", of: value), text.isText {
      block.text = try self.text("text", of: value)
    }
    if let caption = member("caption", of: value), caption.isText {
      block.caption = try at("caption") { reader throws(Failure) in try reader.caption(caption) }
    }
    if case .array(let elements)? = member("blocks", of: value),
      elements.allSatisfy({ $0["type"]?.string != nil })
    {
      block.blocks = try blocks("blocks", of: value)
    }
    var writer = JSONWriter()
    writer.value(value)
    block.json = String(decoding: writer.bytes, as: UTF8.self)
    return block
  }
}

// MARK: Lists and tables

extension RichJSONReader {
  private mutating func list(_ value: JSONValue) throws(Failure) -> RichBlock.List {
    let items = try needed("items", of: value)
    return try at("items") { reader throws(Failure) in
      guard try !reader.elements(items).isEmpty else {
        throw reader.invalid("empty", rule: "an array of items")
      }
      var numbers = ListNumbers()
      var isOrdered: Bool?
      return RichBlock.List(
        try reader.clippedList(items) { reader, value throws(Failure) in
          let item = try reader.item(value, &numbers)
          guard item.isOrdered == isOrdered ?? item.isOrdered else {
            throw .notAllowed(
              path: reader.pathText, reason: "a list must be either ordered or unordered")
          }
          isOrdered = item.isOrdered
          return item
        })
    }
  }

  private mutating func item(
    _ value: JSONValue, _ numbers: inout ListNumbers
  ) throws(Failure) -> RichBlock.List.Item {
    try checkObject(value)
    try count { counter throws(LimitExceeded) in try counter.chargeBlock() }
    let numbering: RichBlock.List.Numbering? = try named("type", of: value)
    let number = try integer("value", of: value)
    var marker = RichBlock.List.Marker.bullet
    if numbering != nil || number != nil {
      marker = .number(numbers.number(value: number), numbering ?? .decimal)
    }
    let hasCheckbox = try flag("has_checkbox", of: value)
    let isChecked = try flag("is_checked", of: value)
    let blocks = try optional("blocks", of: value) { reader, value throws(Failure) in
      try reader.blocks(value)
    }
    if blocks?.isEmpty ?? true {
      // The item gets an empty paragraph.
      try count { counter throws(LimitExceeded) in try counter.chargeBlock() }
    }
    var item = RichBlock.List.Item(
      blocks ?? [], marker: marker,
      checkbox: hasCheckbox || isChecked ? isChecked ? .checked : .unchecked : nil)
    if let label = try string("label", of: value), label != marker.label {
      item.statedLabel = label
    }
    return item
  }

  private mutating func table(_ value: JSONValue) throws(Failure) -> RichBlock.Table {
    let rows = try needed("cells", of: value)
    var table = RichBlock.Table([])
    table.rows = try at("cells") { reader throws(Failure) in
      var result: [[RichBlock.Table.Cell]] = []
      for (index, row) in try reader.elements(rows).enumerated() {
        result.append(try reader.at(index) { reader throws(Failure) in try reader.row(row) })
      }
      return result
    }
    table.isBordered = try flag("is_bordered", of: value)
    table.isStriped = try flag("is_striped", of: value)
    table.isCompact = try flag("is_compact", of: value)
    table.caption = try optionalText("caption", of: value)
    try count { counter throws(LimitExceeded) in try counter.check(table) }
    return table
  }

  private mutating func row(_ value: JSONValue) throws(Failure) -> [RichBlock.Table.Cell] {
    let elements = try elements(value)
    try count { counter throws(LimitExceeded) in
      try counter.chargeBlock()
      try counter.charge(cells: elements.count)
    }
    var cells: [RichBlock.Table.Cell] = []
    for (index, element) in elements.enumerated() {
      cells.append(try at(index) { reader throws(Failure) in try reader.cell(element) })
    }
    return cells
  }

  private mutating func cell(_ value: JSONValue) throws(Failure) -> RichBlock.Table.Cell {
    try checkObject(value)
    return RichBlock.Table.Cell(
      try optionalText("text", of: value), isHeader: try flag("is_header", of: value),
      columnSpan: try span("colspan", of: value), rowSpan: try span("rowspan", of: value),
      alignment: try named("align", of: value), verticalAlignment: try named("valign", of: value))
  }

  private func span(_ name: String, of value: JSONValue) throws(Failure) -> Int {
    let span = try integer(name, of: value) ?? 1
    guard span >= 0 else { throw invalid(String(span), rule: "0 or more", name) }
    return max(1, span)
  }
}

extension RichBlock {
  /// Whether collages and slideshows may contain the block.
  var isPicture: Bool {
    if case .media(let media) = self { media.isPicture } else { false }
  }
}

extension JSONValue {
  /// Whether the value may be a text.
  fileprivate var isText: Bool {
    switch self {
    case .string, .array, .object: true
    case .null, .bool, .number: false
    }
  }
}
