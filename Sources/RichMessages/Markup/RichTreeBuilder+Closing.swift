internal import GalleyMessages

extension RichTreeBuilder {
  /// Closes the innermost element, which becomes a part of the one around it.
  mutating func close() throws(Problem) {
    if let index = textIndex, index == stack.count - 1, stack[index].space == .spaced {
      stack[last].text.trimEnd()
    }
    let frame = pop()
    switch frame.element.content {
    case .inline: try closeInline(frame)
    case .text, .verbatim: try closeText(frame)
    case .nothing: break
    default: try closeContainer(frame)
    }
  }

  // MARK: Inline elements

  private mutating func closeInline(_ frame: Frame) throws(Problem) {
    let text = frame.text.text
    switch frame.element {
    case .inert: stack[last].text.append(text)
    case .line:
      stack[last].text.append(text)
      if let index = textIndex { endLine(at: index) }
    case .target(let name):
      stack[last].text.append(text.isEmpty ? .anchor(name: name) : .reference(name: name, text))
    case .reference(let name): stack[last].text.append(.reference(name: name, text))
    case .emoji(let id): stack[last].text.append(.customEmoji(id: id, alternative: text.wholeText))
    case .formula:
      let formula = text.wholeText
      guard !formula.isEmpty else { return }
      try count { counter throws(LimitExceeded) in try counter.check(formula: formula) }
      stack[last].text.append(.formula(formula))
    case .button(let style, let action):
      stack[last].text.append(
        .button(RichText.Button(text.reducedToLabel, style: style, action: action)))
    default: if let result = frame.element.applied(to: text) { stack[last].text.append(result) }
    }
  }

  // MARK: Texts

  private mutating func closeText(_ frame: Frame) throws(Problem) {
    var joined = frame.text
    if frame.isSplit { joined.trimEnd() }
    let text = joined.text
    switch frame.element {
    case .paragraph(let isImplied): addParagraph(text, isImplied: isImplied)
    case .heading(let level): stack[last].blocks.append(.heading(text, level: level))
    case .footer: stack[last].blocks.append(.footer(text))
    case .thinking: stack[last].blocks.append(.thinking(text))
    case .pre(let language): stack[last].blocks.append(.code(text, language: language))
    case .formulaBlock:
      let formula = text.wholeText
      try count { counter throws(LimitExceeded) in try counter.check(formula: formula) }
      stack[last].blocks.append(.formula(formula))
    case .expandable:
      stack[last].blocks.append(
        .expandableQuotation(RichBlock.CreditedText(text, credit: frame.credit)))
    case .pull:
      stack[last].blocks.append(.pullQuotation(RichBlock.CreditedText(text, credit: frame.credit)))
    case .summary: top.summary = text
    case .tableCaption:
      guard case .table(var table) = top.element else { return }
      table.caption = text
      top.element = .table(table)
    case .figureCaption: top.caption = RichBlock.Caption(text, credit: frame.credit)
    case .cite: top.credit = text
    case .rowButton(let style, let action):
      stack[last].buttons.append(
        RichText.Button(text.reducedToLabel, style: style, action: action))
    case .cell(var cell):
      cell.text = cell.text == nil && text.isEmpty ? nil : text
      stack[last].cells.append(cell)
    default: break
    }
  }

  private mutating func addParagraph(_ text: RichText, isImplied: Bool) {
    guard isImplied else {
      stack[last].blocks.append(.paragraph(text))
      return
    }
    switch text {
    case .anchor(let name): stack[last].blocks.append(.anchor(name: name))
    case .sequence(let parts) where parts.allSatisfy(\.isAnchor):
      for case .anchor(let name) in parts { stack[last].blocks.append(.anchor(name: name)) }
    case _ where text.isEmpty: counter.dischargeBlock()
    default: stack[last].blocks.append(.paragraph(text))
    }
  }

  // MARK: Containers

  private mutating func closeContainer(_ frame: Frame) throws(Problem) {
    switch frame.element {
    case .quotation:
      stack[last].blocks.append(
        .quotation(RichBlock.Quotation(frame.blocks, credit: frame.credit)))
    case .details(let isOpen):
      stack[last].blocks.append(
        .details(
          RichBlock.Details(frame.summary ?? .empty, blocks: frame.blocks, isOpen: isOpen)))
    case .figure: closeFigure(frame)
    case .gallery(let isCollage):
      let gallery = RichBlock.Gallery(frame.blocks.filter(\.isPicture), caption: frame.caption)
      if !gallery.blocks.isEmpty {
        stack[last].blocks.append(isCollage ? .collage(gallery) : .slideshow(gallery))
      }
      stack[last].blocks += frame.blocks.filter { !$0.isPicture }
      if gallery.blocks.isEmpty, let text = frame.caption?.text {
        stack[last].blocks.append(.paragraph(text))
      }
    case .item(let item):
      if frame.blocks.isEmpty {
        try count { counter throws(LimitExceeded) in try counter.chargeBlock() }
      }
      var item = RichBlock.List.Item(frame.blocks, marker: item.marker, checkbox: item.checkbox)
      item.statedLabel = nil
      stack[last].items.append(item)
    case .list:
      if !frame.items.isEmpty { stack[last].blocks.append(.list(RichBlock.List(frame.items))) }
    case .row: stack[last].rows.append(frame.cells)
    case .table(var table):
      table.rows = frame.rows
      try count { counter throws(LimitExceeded) in try counter.check(table) }
      stack[last].blocks.append(.table(table))
    case .buttonRow(let alignment):
      var rest = frame.buttons[...]
      if rest.count > RichText.Button.rowCounts.upperBound {
        try complain("a row has at most 8 buttons")
      }
      while !rest.isEmpty {
        let row = rest.prefix(RichText.Button.rowCounts.upperBound)
        stack[last].blocks.append(.buttons(RichBlock.ButtonRow(Array(row), alignment: alignment)))
        rest = rest.dropFirst(row.count)
      }
    default: break
    }
  }

  /// Adds the blocks of a figure, the last of which gets its caption.
  private mutating func closeFigure(_ frame: Frame) {
    var blocks = frame.blocks
    if let caption = frame.caption {
      switch blocks.last {
      case .media(var media)?:
        media.caption = caption
        blocks[blocks.count - 1] = .media(media)
      case .map(var map)?:
        map.caption = caption
        blocks[blocks.count - 1] = .map(map)
      case .collage(var gallery)? where gallery.caption == nil:
        gallery.caption = caption
        blocks[blocks.count - 1] = .collage(gallery)
      case .slideshow(var gallery)? where gallery.caption == nil:
        gallery.caption = caption
        blocks[blocks.count - 1] = .slideshow(gallery)
      default: blocks.append(.paragraph(caption.text))
      }
    }
    stack[last].blocks += blocks
  }
}

extension RichElement {
  /// Returns a text in the element, or `nil` if an empty one has no meaning.
  fileprivate func applied(to text: RichText) -> RichText? {
    guard !text.isEmpty else { return nil }
    switch self {
    case .style(let style): return .styled(style, text)
    case .dateTime(let unix, let format): return .dateTime(unix: unix, format: format, text)
    case .destination(let link): return .link(link, text)
    case .link(let url): return .link(RichText.Link(to: url), text)
    default: return text
    }
  }
}

extension RichText.Link {
  /// Creates the link to an address of Markdown or HTML.
  init(to url: String) {
    if url.hasPrefix("mailto:") {
      self = .emailAddress(String(url.dropFirst("mailto:".count)))
    } else if url.hasPrefix("tel:") {
      self = .phoneNumber(String(url.dropFirst("tel:".count)))
    } else if case .textMention(let user?) = MessageEntity.Kind.link(to: url, covering: "") {
      self = .user(RichText.User(id: user))
    } else {
      self = .url(url)
    }
  }
}

extension RichText {
  fileprivate var isAnchor: Bool {
    if case .anchor = self { true } else { false }
  }

  /// The text without what a button's label cannot contain.
  var reducedToLabel: RichText {
    guard !isLabel else { return self }
    switch self {
    case .formula(let formula): return .plain(formula)
    case .sequence, .dateTime: return mapParts { $0.reducedToLabel }
    default: return RichText(parts.map(\.reducedToLabel))
    }
  }
}
