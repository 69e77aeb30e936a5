internal import GalleyMessages

extension RichTreeBuilder {
  /// Processes a start tag.
  ///
  /// - Parameters:
  ///   - name: The name in lower case.
  ///   - attributes: The attributes.
  ///   - isClosed: Whether the tag ends its element too.
  /// - Returns: Whether the tag is known; if not, it is text.
  /// - Throws: `Problem` for invalid tags of strict documents, and for exceeded limits.
  mutating func start(
    _ name: String, _ attributes: RichAttributes, isClosed: Bool = false
  ) throws(Problem) -> Bool {
    guard top.element.content != .nothing else { return true }
    let depth = stack.count
    guard try begin(name, attributes) else {
      try complain("<\(name.prefix(24))> is not supported")
      return false
    }
    if isClosed, stack.count > depth, top.name == name { try close() }
    return true
  }

  /// Processes an end tag.
  ///
  /// - Returns: Whether the tag is known; if not, it is text.
  mutating func end(_ name: String) throws(Problem) -> Bool {
    guard let index = openIndex(of: name) else {
      if Self.voidNames.contains(name) { return true }
      try complain("</\(name.prefix(24))> has no opening tag")
      return Self.names.contains(name)
    }
    if let open = stack[(index + 1)...].last(where: { !$0.name.isEmpty }) {
      try complain("<\(open.name)> is not closed before </\(name)>")
    }
    while stack.count > index { try close() }
    return true
  }

  /// The index of the innermost open element with a name, within the innermost block of Markdown.
  private func openIndex(of name: String) -> Int? {
    for index in stack.indices.dropFirst().reversed() {
      let frame = stack[index]
      if frame.name == name { return index }
      switch frame.element.content {
      case .blocks, .items, .rows, .cells: if frame.name.isEmpty { return nil }
      case .text, .verbatim, .inline, .buttons, .nothing: break
      }
    }
    return nil
  }

  private static let voidNames: Set = [
    "br", "hr", "img", "input", "tbody", "thead", "tfoot", "colgroup", "col",
  ]

  /// The names of elements, whose end tags are ignored if nothing is open.
  private static let names = Set(
    """
    b strong i em u ins s strike del code mark sub sup tg-spoiler span a tg-reference tg-emoji \
    tg-time tg-math tg-math-block h1 h2 h3 h4 h5 h6 p footer pre ul ol li blockquote cite aside \
    details summary table caption tr th td video audio tg-document figure figcaption tg-map \
    tg-collage tg-slideshow tg-thinking tg-button-row tg-button
    """.split(separator: " ").map(String.init))

  private static let styles: [String: RichText.Style] = [
    "b": .bold, "strong": .bold, "i": .italic, "em": .italic, "u": .underline, "ins": .underline,
    "s": .strikethrough, "strike": .strikethrough, "del": .strikethrough, "code": .code,
    "mark": .marked, "sub": .subscript, "sup": .superscript, "tg-spoiler": .spoiler,
  ]

  private mutating func begin(
    _ name: String, _ attributes: RichAttributes
  ) throws(Problem) -> Bool {
    if name == "code", case .pre(nil) = top.element, top.text.isEmpty {
      top.element = .pre(language: attributes.language)
      try push(name, .inert)
      return true
    }
    if let style = Self.styles[name] {
      try beginInline(name, .style(style))
      return true
    }
    if try beginInline(name, attributes) { return true }
    if try beginText(name, attributes) { return true }
    return try beginBlock(name, attributes)
  }

  // MARK: Inline elements

  /// Opens an inline element.
  mutating func beginInline(_ name: String, _ element: consuming RichElement) throws(Problem) {
    guard let index = try openTextIndex() else {
      try push(name, .skipped)
      return
    }
    try flushSpace(at: index)
    switch stack[index].element {
    // Formulas have no elements.
    case .formulaBlock: try push(name, .inert)
    default: try push(name, element)
    }
  }

  private mutating func beginInline(
    _ name: String, _ attributes: RichAttributes
  ) throws(Problem) -> Bool {
    switch name {
    case "span":
      guard attributes["class"] == "tg-spoiler" else { return false }
      try beginInline(name, .style(.spoiler))
    case "a":
      if let address = attributes["href"] {
        try beginInline(name, .link(address))
      } else if let target = attributes["name"] ?? attributes["id"] {
        try beginInline(name, .target(target))
      } else {
        try complain("<a> must have \"href\" or \"name\"")
        try beginInline(name, .inert)
      }
    case "tg-reference":
      try beginInline(name, attributes["name"].map { .reference($0) }, missing: "name")
    case "tg-emoji":
      try beginInline(name, attributes["emoji-id"].map { .emoji(id: $0) }, missing: "emoji-id")
    case "tg-time": try beginInline(name, attributes.dateTime, missing: "unix")
    case "tg-math": try beginInline(name, .formula)
    case "tg-button": try beginButton(attributes)
    case "br":
      try addLineBreak()
    case "input": try addCheckbox(attributes)
    default: return false
    }
    return true
  }

  private mutating func beginInline(
    _ name: String, _ element: RichElement?, missing attribute: String
  ) throws(Problem) {
    if element == nil { try complain("<\(name)> must have a valid \"\(attribute)\"") }
    try beginInline(name, element ?? .inert)
  }

  private mutating func beginButton(_ attributes: RichAttributes) throws(Problem) {
    let action = attributes.buttonAction
    if action == nil { try complain("<tg-button> must have a valid \"type\"") }
    var style: RichText.Button.Appearance? = attributes.named("style")
    if style == .link, case .callback? = action {} else if style == .link { style = nil }
    guard let action else {
      if case .buttonRow = top.element {
        try push("tg-button", .skipped)
      } else {
        try beginInline("tg-button", .inert)
      }
      return
    }
    if case .buttonRow = top.element {
      try push("tg-button", .rowButton(style, action))
    } else {
      try beginInline("tg-button", .button(style, action))
    }
  }

  private mutating func addCheckbox(_ attributes: RichAttributes) throws(Problem) {
    var index = stack.count - 1
    if case .paragraph = stack[index].element, stack[index].text.isEmpty { index -= 1 }
    guard attributes["type"]?.lowercased() == "checkbox",
      case .item(var item) = stack[index].element, stack[index].blocks.isEmpty
    else {
      try complain("<input> must be a checkbox at the start of <li>")
      return
    }
    item.checkbox = attributes.has("checked") ? .checked : .unchecked
    stack[index].element = .item(item)
  }

  // MARK: Texts

  private mutating func beginText(
    _ name: String, _ attributes: RichAttributes
  ) throws(Problem) -> Bool {
    switch name {
    case "p": try beginBlock(name, .paragraph(isImplied: false))
    case "h1", "h2", "h3", "h4", "h5", "h6":
      try beginBlock(name, .heading(Int(name.dropFirst()) ?? 1))
    case "footer": try beginBlock(name, .footer)
    case "pre": try beginBlock(name, .pre(language: nil))
    case "aside": try beginBlock(name, .pull)
    case "tg-math-block": try beginBlock(name, .formulaBlock)
    case "tg-thinking":
      guard options.isDraft else { throw .syntax("<tg-thinking> is allowed only in drafts") }
      try beginBlock(name, .thinking)
    case "summary":
      try beginPart(name, .summary) { element in if case .details = element { true } else { false }
      }
    case "caption":
      try beginPart(name, .tableCaption) { element in
        if case .table = element { true } else { false }
      }
    case "figcaption":
      try beginPart(name, .figureCaption) { element in
        switch element {
        case .figure, .gallery: true
        default: false
        }
      }
    case "cite": try beginCredit()
    default: return false
    }
    return true
  }

  /// Opens an element that is a part of the element around it, or a paragraph elsewhere.
  private mutating func beginPart(
    _ name: String, _ element: RichElement, of isOwner: (RichElement) -> Bool
  ) throws(Problem) {
    if try endParagraph(before: name) || isOwner(top.element), isOwner(top.element) {
      try push(name, element)
      return
    }
    try complain("<\(name)> is not allowed here")
    try beginBlock(name, .paragraph(isImplied: false))
  }

  private mutating func beginCredit() throws(Problem) {
    var hasCredit = false
    if let index = textIndex {
      switch stack[index].element {
      case .expandable, .pull, .figureCaption: hasCredit = index == stack.count - 1
      case .paragraph:
        if case .quotation = stack[index - 1].element { hasCredit = index == stack.count - 1 }
        if hasCredit { try close() }
      default: break
      }
    } else if case .quotation = top.element {
      hasCredit = true
    }
    guard hasCredit else {
      try complain("<cite> is not allowed here")
      try beginInline("cite", .style(.italic))
      return
    }
    if textIndex != nil, top.space == .pending { top.space = .text }
    try push("cite", .cite)
  }

  // MARK: Blocks

  /// Opens a block, or a line if blocks are not allowed here.
  mutating func beginBlock(_ name: String, _ element: consuming RichElement) throws(Problem) {
    if try endParagraph(before: name) {
      try push(name, element)
      return
    }
    switch top.element.content {
    case .items, .rows, .cells, .buttons:
      guard try openText() else { return try push(name, .skipped) }
      try beginBlock(name, element)
    case .nothing: try push(name, .skipped)
    default:
      guard let index = textIndex else { return try push(name, .skipped) }
      if name != "p" { try complain("<\(name)> is not allowed in <\(stack[index].name)>") }
      endLine(at: index)
      try push(name, .line)
    }
  }

  private mutating func beginBlock(
    _ name: String, _ attributes: RichAttributes
  ) throws(Problem) -> Bool {
    switch name {
    case "hr": try add(.divider, name)
    case "ul": try beginBlock(name, .list(nil, .decimal))
    case "ol":
      let numbers = ListNumbers(
        start: attributes.integer("start"), isReversed: attributes.has("reversed"))
      try beginBlock(name, .list(numbers, attributes.numbering ?? .decimal))
    case "li": try beginItem(name, attributes)
    case "blockquote":
      let isExpandable = attributes.has("expandable") || attributes.has("collapsed")
      try beginBlock(name, isExpandable ? .expandable : .quotation)
    case "details": try beginBlock(name, .details(isOpen: attributes.has("open")))
    case "table":
      try beginBlock(
        name,
        .table(
          RichBlock.Table(
            [], isBordered: attributes.has("bordered"), isStriped: attributes.has("striped"),
            isCompact: attributes.has("compact"))))
    case "tbody", "thead", "tfoot", "colgroup", "col": break
    case "tr": try beginRow(name)
    case "td", "th": try beginCell(name, attributes)
    case "figure": try beginBlock(name, .figure)
    case "tg-collage": try beginBlock(name, .gallery(isCollage: true))
    case "tg-slideshow": try beginBlock(name, .gallery(isCollage: false))
    case "tg-button-row":
      try beginBlock(name, .buttonRow(attributes.named("align")))
    case "tg-map":
      if let map = attributes.map {
        try add(.map(map), name)
      } else {
        try complain("<tg-map> must have a valid place and size")
      }
      try push(name, .skipped)
    case "img", "video", "audio", "tg-document": try beginMedia(name, attributes)
    default: return false
    }
    return true
  }

  /// Adds a block without contents.
  mutating func add(_ block: RichBlock, _ name: String) throws(Problem) {
    guard try endParagraph(before: name) else {
      try complain("<\(name)> is not allowed here")
      if let index = textIndex { endLine(at: index) }
      return
    }
    try count { counter throws(LimitExceeded) in
      try counter.chargeBlock()
      if case .media = block { try counter.chargeMedia() }
      try counter.enter()
      counter.leave()
    }
    stack[last].blocks.append(block)
  }
}
