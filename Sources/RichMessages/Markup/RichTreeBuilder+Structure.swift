/// Items, rows, cells and media.
extension RichTreeBuilder {
  // MARK: Lists

  /// Opens an item of the innermost list, or of a new list outside lists.
  mutating func beginItem(_ name: String, _ attributes: RichAttributes) throws(Problem) {
    if let index = stack.lastIndex(where: \.element.endsItemSearch),
      case .list = stack[index].element
    {
      if stack.count > index + 2 || stack.count > index + 1 && textIndex == nil {
        try complain("<li> is not closed")
      }
      while stack.count > index + 1 { try close() }
    } else {
      try complain("<li> is not in a list")
      try beginBlock("ul", .list(nil, .decimal))
    }
    guard case .list(var numbers, let numbering) = top.element else {
      try push(name, .line)
      return
    }
    var marker = RichBlock.List.Marker.bullet
    if let number = numbers?.number(value: attributes.integer("value")) {
      marker = .number(number, attributes.numbering ?? numbering)
      top.element = .list(numbers, numbering)
    }
    try count { counter throws(LimitExceeded) in try counter.chargeBlock() }
    try push(name, .item(RichBlock.List.Item([], marker: marker)))
  }

  // MARK: Tables

  /// Opens a row of the innermost table; outside tables, the tag has no meaning.
  mutating func beginRow(_ name: String) throws(Problem) {
    guard let index = tableIndex else {
      try complain("<\(name)> is not in a table")
      return
    }
    if stack.count > index + 1 { try complain("<\(stack[index + 1].name)> is not closed") }
    while stack.count > index + 1 { try close() }
    try count { counter throws(LimitExceeded) in try counter.chargeBlock() }
    try push(name, .row)
  }

  /// Opens a cell, and a row if none is open; outside tables, the tag has no meaning.
  mutating func beginCell(_ name: String, _ attributes: RichAttributes) throws(Problem) {
    guard let index = tableIndex else {
      try complain("<\(name)> is not in a table")
      return
    }
    if stack.count == index + 1 {
      try complain("<\(name)> is not in a row")
      try beginRow("tr")
    }
    guard case .row = stack[index + 1].element else {
      while stack.count > index + 1 { try close() }
      return try beginCell(name, attributes)
    }
    if stack.count > index + 2 { try complain("<\(stack[index + 2].name)> is not closed") }
    while stack.count > index + 2 { try close() }
    try count { counter throws(LimitExceeded) in try counter.charge(cells: 1) }
    if let span = attributes.integer("colspan"), span < 0 { try complain("colspan is negative") }
    if let span = attributes.integer("rowspan"), span < 0 { try complain("rowspan is negative") }
    try push(
      name,
      .cell(
        RichBlock.Table.Cell(
          attributes.has("hidden") ? nil : .empty, isHeader: name == "th",
          columnSpan: attributes.integer("colspan") ?? 1,
          rowSpan: attributes.integer("rowspan") ?? 1, alignment: attributes.named("align"),
          verticalAlignment: attributes.named("valign"))))
  }

  /// The index of the innermost table that rows and cells belong to.
  private var tableIndex: Int? {
    stack.lastIndex { frame in
      if case .table = frame.element { true } else { frame.element.content == .blocks }
    }.flatMap { index in
      if case .table = stack[index].element { index } else { nil }
    }
  }

  // MARK: Media

  /// Adds the media of a tag, or a custom emoji.
  mutating func beginMedia(_ name: String, _ attributes: RichAttributes) throws(Problem) {
    let address = attributes["src"] ?? ""
    if name == "img", let emoji = RichText.picture(at: address, .plain(attributes["alt"] ?? "")) {
      try count { counter throws(LimitExceeded) in try counter.charge(text: emoji.wholeText) }
      try add(emoji)
      return
    }
    var kind: RichBlock.Media.Kind =
      switch name {
      case "video": .video
      case "audio": .audio
      case "tg-document": .document
      default: .photo
      }
    kind = attributes.named("type") ?? RichBlock.Media.Kind(address: address, default: kind)
    if let media = media(kind, at: address) {
      var media = media
      media.hasSpoiler = media.hasSpoiler || attributes.has("tg-spoiler")
      try add(media, alternative: attributes["alt"] ?? "", name)
    } else {
      try complain("<\(name)> must have an address of http, https or tg in \"src\"")
      try add(attributes["alt"] ?? "", isVerbatim: true)
    }
    if name != "img" { try push(name, .skipped) }
  }

  /// Returns the media at an address, or `nil` if the address may not be loaded.
  func media(_ kind: RichBlock.Media.Kind, at address: String) -> RichBlock.Media? {
    let lowercase = address.lowercased()
    if lowercase.hasPrefix("tg://") {
      guard let id = RichBlock.Media.identifier(in: address) else { return nil }
      return options.media[id] ?? RichBlock.Media(kind, address: address)
    }
    guard lowercase.hasPrefix("https://") || lowercase.hasPrefix("http://") else { return nil }
    return RichBlock.Media(kind, address: address)
  }

  /// Adds media; within other texts than paragraphs, only the alternative text is added.
  mutating func add(
    _ media: RichBlock.Media, alternative: String, _ name: String
  ) throws(Problem) {
    guard let index = textIndex else { return try add(.media(media), name) }
    guard case .paragraph = stack[index].element else {
      try complain("<\(name)> is not allowed in text")
      let address = media.writtenAddress
      let label = alternative.isEmpty ? address : alternative
      try count { counter throws(LimitExceeded) in try counter.charge(text: label) }
      return try add(.link(.url(address), .plain(label)))
    }
    try split(for: .media(media), name)
  }

  /// Adds a block in a paragraph, whose open elements continue behind it.
  mutating func split(for block: RichBlock, _ name: String) throws(Problem) {
    guard let index = textIndex else { return try add(block, name) }
    let (paragraph, open) = (stack[index], Array(stack[(index + 1)...]))
    if !paragraph.text.isEmpty || !open.isEmpty {
      try complain("<\(name)> is not allowed in text")
    }
    stack[index].isSplit = true
    while stack.count > index + 1 { try close() }
    // An empty half is no paragraph.
    stack[index].element = .paragraph(isImplied: true)
    try close()
    try add(block, name)
    try push(paragraph.name, .paragraph(isImplied: true))
    stack[last].isSplit = true
    for frame in open { try push(frame.name, frame.element) }
  }
}

extension RichElement {
  /// Whether the search for the list of an item ends at the element.
  fileprivate var endsItemSearch: Bool {
    switch self {
    case .root, .list, .quotation, .details, .figure, .gallery, .cell: true
    default: false
    }
  }
}

extension RichBlock.Media {
  /// Returns the identifier in an address such as `tg://photo?id=a`.
  static func identifier(in address: String) -> String? {
    for name in ["photo", "video", "audio", "document"] {
      let prefix = "tg://\(name)?id="
      guard address.hasPrefix(prefix) else { continue }
      let id = String(address.dropFirst(prefix.count))
      return isIdentifier(id) ? id : nil
    }
    return nil
  }
}

extension RichBlock.Media.Kind {
  /// Returns the kind of media that an address suggests.
  init(address: String, default kind: Self) {
    for (name, kind) in [
      ("photo", Self.photo), ("video", .video), ("audio", .audio),
      ("document", .document),
    ]
    where address.hasPrefix("tg://\(name)?id=") {
      self = kind
      return
    }
    let path = address.prefix { $0 != "?" && $0 != "#" }
    let file = path.split(separator: "/").last ?? ""
    let ending = file.contains(".") ? file.split(separator: ".").last?.lowercased() : nil
    switch ending {
    case "gif"?: self = .animation
    case "mp4"?, "mov"?, "webm"?, "m4v"?: self = .video
    case "mp3"?, "m4a"?, "flac"?, "wav"?: self = .audio
    case "ogg"?, "oga"?, "opus"?: self = .voiceNote
    default: self = kind
    }
  }
}
