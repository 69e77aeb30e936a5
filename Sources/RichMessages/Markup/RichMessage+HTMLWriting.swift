internal import GalleyMessages
public import GalleyTypesetting

extension RichMessage {
  /// Returns the message as Rich HTML, which ``init(html:options:)`` reads.
  ///
  /// Labels of list items, fields of files and the direction are not written. Blocks of unknown
  /// types are written as their text. Characters that HTML does not allow (control characters other
  /// than white space, and noncharacters) are omitted.
  ///
  /// Hidden spoilers are replaced by placeholders. To store a message, reveal `.all`.
  ///
  /// - Parameter revealed: The spoilers whose text is written.
  /// - Returns: The HTML.
  public func html(revealed: RevealedSpoilers) -> String {
    var writer = RichHTMLWriter()
    for (index, block) in blocks(revealed: revealed).enumerated() {
      if index > 0 { writer.output += "\n" }
      writer.write(block)
    }
    return writer.output
  }
}

/// A writer of blocks as Rich HTML.
struct RichHTMLWriter {
  /// The HTML so far.
  var output = ""
  /// Whether line ends are written as character references, so that the HTML is one line.
  let isOneLine: Bool
  /// Whether the last character of the current text is not white space.
  private var endsWithText = false
  private var isVerbatim = false

  init(isOneLine: Bool = false) { self.isOneLine = isOneLine }

  // MARK: Blocks

  /// Writes a block.
  mutating func write(_ block: RichBlock) {
    switch block {
    case .paragraph(let text): element("p", text)
    case .heading(let text, let level): element("h\(level)", text)
    case .code(let text, let language): write(code: text, language)
    case .footer(let text): element("footer", text)
    case .divider: output += "<hr>"
    case .formula(let formula):
      output += "<tg-math-block>" + verbatim(formula) + "</tg-math-block>"
    case .anchor(let name): output += start("a", [("name", name)]) + "</a>"
    case .list(let list): write(list)
    case .quotation(let quotation):
      output += "<blockquote>"
      quotation.blocks.forEach { write($0) }
      optional("cite", quotation.credit)
      output += "</blockquote>"
    case .expandableQuotation(let text): write(text, "blockquote", " expandable")
    case .pullQuotation(let text): write(text, "aside", "")
    case .table(let table): write(table)
    case .details(let details):
      output += details.isOpen ? "<details open>" : "<details>"
      element("summary", details.summary)
      details.blocks.forEach { write($0) }
      output += "</details>"
    case .collage(let gallery): write(gallery, "tg-collage")
    case .slideshow(let gallery): write(gallery, "tg-slideshow")
    case .map(let map):
      captioned(map.caption) { writer in
        writer.output +=
          writer.start(
            "tg-map",
            [
              ("lat", String(map.latitude)), ("long", String(map.longitude)),
              ("zoom", map.zoom.map { String($0) }), ("width", map.width.map { String($0) }),
              ("height", map.height.map { String($0) }),
            ]) + "</tg-map>"
      }
    case .media(let media): captioned(media.caption) { $0.write(media) }
    case .buttons(let row):
      output += start("tg-button-row", [("align", row.alignment?.rawValue)])
      row.buttons.forEach { write($0) }
      output += "</tg-button-row>"
    case .thinking(let text): element("tg-thinking", text)
    case .unknown(let unknown):
      if let text = unknown.text ?? unknown.caption?.text { element("p", text) }
      unknown.blocks.forEach { write($0) }
    }
  }

  private mutating func write(code text: RichText, _ language: String?) {
    output += "<pre>"
    if let language { output += start("code", [("class", "language-" + language)]) }
    // The first line end is not part of the text.
    if text.wholeText.hasPrefix("\n") { output += isOneLine ? "&#10;" : "\n" }
    isVerbatim = true
    write(text)
    isVerbatim = false
    output += language == nil ? "</pre>" : "</code></pre>"
  }

  private mutating func write(_ text: RichBlock.CreditedText, _ name: String, _ flag: String) {
    output += "<" + name + flag + ">"
    whole(text.text)
    optional("cite", text.credit)
    output += "</" + name + ">"
  }

  private mutating func write(_ list: RichBlock.List) {
    var numbers = ListNumbers()
    var style = RichBlock.List.Numbering.decimal
    var attributes: [(String, String?)] = []
    if case .number(let start, let numbering)? = list.items.first?.marker {
      numbers = ListNumbers(start: start)
      style = numbering
      attributes.append(("start", start == 1 ? nil : String(start)))
      attributes.append(("type", numbering == .decimal ? nil : numbering.rawValue))
    }
    let name = list.isOrdered ? "ol" : "ul"
    output += start(name, attributes)
    for item in list.items {
      var attributes: [(String, String?)] = []
      if case .number(let value, let numbering) = item.marker {
        var next = numbers
        let isNext = next.number() == value
        _ = numbers.number(value: value)
        attributes.append(("value", isNext ? nil : String(value)))
        attributes.append(("type", numbering == style ? nil : numbering.rawValue))
      }
      output += start("li", attributes)
      if let checkbox = item.checkbox {
        output += "<input type=\"checkbox\"" + (checkbox == .checked ? " checked>" : ">")
      }
      if item.blocks.count == 1, case .paragraph(let text) = item.blocks[0], !text.isEmpty,
        !text.hasOnlyAnchors
      {
        whole(text)
      } else {
        item.blocks.forEach { write($0) }
      }
      output += "</li>"
    }
    output += "</" + name + ">"
  }

  private mutating func write(_ table: RichBlock.Table) {
    let flags = [
      (" bordered", table.isBordered), (" striped", table.isStriped), (" compact", table.isCompact),
    ]
    output += "<table" + flags.filter(\.1).map(\.0).joined() + ">"
    optional("caption", table.caption)
    for row in table.rows {
      output += "<tr>"
      for cell in row {
        let name = cell.isHeader ? "th" : "td"
        output += start(
          name,
          [
            ("colspan", cell.columnSpan == 1 ? nil : String(cell.columnSpan)),
            ("rowspan", cell.rowSpan == 1 ? nil : String(cell.rowSpan)),
            ("align", cell.alignment?.rawValue), ("valign", cell.verticalAlignment?.rawValue),
            ("hidden", cell.isPainted ? nil : ""),
          ])
        if let text = cell.text { whole(text) }
        output += "</" + name + ">"
      }
      output += "</tr>"
    }
    output += "</table>"
  }

  private mutating func write(_ gallery: RichBlock.Gallery, _ name: String) {
    output += "<" + name + ">"
    gallery.blocks.forEach { write($0) }
    write(gallery.caption)
    output += "</" + name + ">"
  }

  private mutating func captioned(_ caption: RichBlock.Caption?, _ write: (inout Self) -> Void) {
    guard caption != nil else { return write(&self) }
    output += "<figure>"
    write(&self)
    self.write(caption)
    output += "</figure>"
  }

  private mutating func write(_ caption: RichBlock.Caption?) {
    guard let caption else { return }
    output += "<figcaption>"
    whole(caption.text)
    optional("cite", caption.credit)
    output += "</figcaption>"
  }

  private mutating func write(_ media: RichBlock.Media) {
    let (name, usual): (String, RichBlock.Media.Kind) =
      switch media.kind {
      case .photo, .animation: ("img", .photo)
      case .video: ("video", .video)
      case .audio, .voiceNote: ("audio", .audio)
      case .document: ("tg-document", .document)
      }
    let address = media.writtenAddress
    let implied = RichBlock.Media.Kind(address: address, default: usual)
    output += start(
      name,
      [
        ("src", address), ("type", implied == media.kind ? nil : media.kind.rawValue),
        ("tg-spoiler", media.hasSpoiler ? "" : nil),
      ])
    if name != "img" { output += "</\(name)>" }
  }

  // MARK: Texts

  private mutating func element(_ name: String, _ text: RichText) {
    output += "<" + name + ">"
    whole(text)
    output += "</" + name + ">"
  }

  private mutating func optional(_ name: String, _ text: RichText?) {
    if let text { element(name, text) }
  }

  /// Writes the whole text of an element.
  mutating func whole(_ text: RichText) {
    endsWithText = false
    write(text)
  }

  /// Writes a text behind others.
  mutating func write(_ text: RichText) {
    switch text {
    case .plain(let string): write(string, isLast: true)
    case .sequence(let parts):
      for (index, part) in parts.enumerated() {
        if case .plain(let string) = part {
          write(string, isLast: index == parts.count - 1)
        } else {
          write(part)
        }
      }
    case .styled(let style, let inner): inline(style.htmlName, [], inner)
    case .link(let link, let inner):
      if let address = link.htmlAddress {
        inline("a", [("href", address)], inner)
      } else {
        write(inner)
      }
    case .dateTime(let unix, let format, let inner):
      inline("tg-time", [("unix", String(unix)), ("format", format?.letters)], inner)
    case .customEmoji(let id, let alternative):
      inline("tg-emoji", [("emoji-id", id)], .plain(alternative))
    case .formula(let formula):
      output += "<tg-math>" + verbatim(formula) + "</tg-math>"
      endsWithText = !formula.isEmpty
    case .anchor(let name): inline("a", [("name", name)], .empty)
    case .anchorLink(let name, let inner), .referenceLink(let name, let inner):
      inline("a", [("href", "#" + name)], inner)
    case .reference(let name, let inner): inline("tg-reference", [("name", name)], inner)
    case .button(let button): write(button)
    }
  }

  private mutating func inline(
    _ name: String, _ attributes: [(String, String?)], _ text: RichText
  ) {
    output += start(name, attributes)
    write(text)
    output += "</" + name + ">"
  }

  private mutating func write(_ button: RichText.Button) {
    inline(
      "tg-button", button.action.htmlAttributes + [("style", button.style?.rawValue)], button.text)
  }

  /// Writes a string, so that its white space is not collapsed.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - isLast: Whether no element follows in the same element.
  private mutating func write(_ string: String, isLast: Bool) {
    guard !isVerbatim else {
      output += verbatim(string)
      return
    }
    let scalars = string.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      if scalar == " " {
        let isKept = index < scalars.endIndex ? !scalars[index].isHTMLSpace : !isLast
        output += endsWithText && isKept ? " " : "&#32;"
        endsWithText = endsWithText && !isKept
      } else if scalar == "\n" {
        output += "<br>"
        endsWithText = false
      } else {
        appendEscaped(scalar)
        endsWithText = true
      }
    }
  }

  private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "&": output += "&amp;"
    case "<": output += "&lt;"
    case ">": output += "&gt;"
    case "\t", "\r", "\u{C}": output += "&#\(scalar.value);"
    case _ where scalar.isOmittedInHTML: break
    default: output.unicodeScalars.append(scalar)
    }
  }

  /// Returns a string whose white space is not collapsed where it is written.
  private func verbatim(_ string: String) -> String {
    var copy = RichHTMLWriter(isOneLine: isOneLine)
    for scalar in string.unicodeScalars {
      if scalar == "\n" {
        copy.output += isOneLine ? "&#10;" : "\n"
      } else {
        copy.appendEscaped(scalar)
      }
    }
    return copy.output
  }

  /// Returns a start tag; attributes without a value are omitted.
  private func start(_ name: String, _ attributes: [(String, String?)]) -> String {
    var tag = "<" + name
    for case (let name, let value?) in attributes {
      tag += " " + name
      if value.isEmpty, ["hidden", "tg-spoiler"].contains(name) { continue }
      tag += "=\""
      for scalar in value.unicodeScalars {
        switch scalar {
        case "&": tag += "&amp;"
        case "<": tag += "&lt;"
        case ">": tag += "&gt;"
        case "\"": tag += "&quot;"
        case "\t", "\n", "\r", "\u{C}": tag += "&#\(scalar.value);"
        case _ where scalar.isOmittedInHTML: break
        default: tag.unicodeScalars.append(scalar)
        }
      }
      tag += "\""
    }
    return tag + ">"
  }
}
