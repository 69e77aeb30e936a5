public import GalleyGeometry
public import GalleyRichMessages
public import GalleyTypesetting
internal import GalleyMath

extension RichLayout {
  /// A part of a message as assistive technology presents it, with the parts inside.
  public struct Element: Sendable {
    /// The role, with what it tells of the element.
    public var role: Role
    /// The block.
    public var path: RichMessage.BlockPath
    /// The text to announce; empty for containers.
    public var label = DisclosedText()
    /// A longer description: the credit of a quotation, or the source of a formula.
    public var details = DisclosedText()
    /// The frame, in the layout's coordinates.
    public var frame = Rect.zero
    /// The positions of the text; `nil` for elements without text.
    public var positions: Range<Position>?
    /// The control that a tap on the element operates.
    public var control: Control?
    /// The elements inside, in reading order.
    public var children: [Element] = []

    /// The role of an element.
    public enum Role: Hashable, Sendable {
      /// A paragraph.
      case paragraph
      /// A heading; level 1 is the highest.
      case heading(level: Int)
      /// A code block.
      case code
      /// A quotation, whose details are its credit.
      case quotation
      /// A list and the number of its items.
      case list(count: Int)
      /// An item: its index in the list, the number of lists around it, and the state of its
      /// checkbox; its label is that of the list.
      case item(index: Int, level: Int, isChecked: Bool?)
      /// A table, whose label is its caption.
      case table(rows: Int, columns: Int)
      /// A cell and the rows and columns that it covers.
      case cell(rows: Range<Int>, columns: Range<Int>, isHeader: Bool)
      /// A section, whose label is its summary.
      case section(isOpen: Bool)
      /// A picture, video or map, whose label is its caption.
      case image
      /// A file, whose label is its caption or name.
      case file
      /// A button, and whether it can be pressed.
      case button(isEnabled: Bool)
      /// A formula, whose label is in words and whose details are its source.
      case formula
      /// A line between blocks.
      case separator
      /// The placeholder of a draft.
      case status
    }
  }

  /// Returns the accessible elements of the blocks, in reading order.
  ///
  /// The links and hidden spoilers inside a text are the text's own, by
  /// ``accessibilityElements(in:revealed:)``.
  ///
  /// - Parameter revealed: The spoilers that may be seen.
  /// - Returns: The elements.
  /// - Complexity: O(*n*), where *n* is the size of the message.
  public func accessibilityElements(revealed: RevealedSpoilers = .none) -> [Element] {
    let builder = ElementBuilder(self, revealed: revealed)
    return builder.elements(of: document.message.blocks, in: BlockPath(), level: 0)
  }

  /// Returns the links, hidden spoilers and stretches of text of an element, in reading order.
  ///
  /// - Parameters:
  ///   - element: The element; only its text counts.
  ///   - revealed: The spoilers that may be seen.
  /// - Returns: The parts; frames are in this layout's coordinates, ranges and the indices of
  ///   spoilers in the element's text.
  public func accessibilityElements(
    in element: Element, revealed: RevealedSpoilers = .none
  ) -> [AccessibilityElement] {
    guard let index = element.positions?.lowerBound.text, texts.indices.contains(index) else {
      return []
    }
    let text = texts[index]
    let parts = text.layout.accessibilityElements(
      revealed: revealed.after(text.composed.firstSpoiler))
    return parts.map { part in
      var part = part
      part.frames = part.frames.map { $0.offset(x: text.origin.x, y: text.origin.y) }
      return part
    }
  }
}

/// A builder of the accessible elements of a layout.
private struct ElementBuilder {
  private struct Key: Hashable {
    var path: BlockPath
    var slot: ComposedText.Slot
  }

  private let layout: RichLayout
  private let revealed: RevealedSpoilers
  private var texts: [Key: Int] = [:]
  private var frames: [BlockPath: Rect] = [:]
  /// The frames of the buttons of rows, by their block.
  private var buttons: [BlockPath: [Rect]] = [:]

  init(_ layout: RichLayout, revealed: RevealedSpoilers) {
    self.layout = layout
    self.revealed = revealed
    for (index, text) in layout.texts.enumerated() {
      texts[Key(path: text.path, slot: text.composed.slot)] = index
    }
    var frames: [BlockPath: Rect] = [:]
    var buttons: [BlockPath: [Rect]] = [:]
    var current = BlockPath()
    layout.visitItems { item, origin in
      switch item {
      case .block(let path, let frame):
        current = path
        frames[path] = frame.offset(x: origin.x, y: origin.y)
      case .control(.button, let frame):
        buttons[current, default: []].append(frame.offset(x: origin.x, y: origin.y))
      default: break
      }
    }
    (self.frames, self.buttons) = (frames, buttons)
  }

  // MARK: Blocks

  func elements(of blocks: [RichBlock], in path: BlockPath, level: Int) -> [RichLayout.Element] {
    blocks.enumerated().flatMap { elements(of: $1, at: path.appending($0), level: level) }
  }

  private func elements(
    of block: RichBlock, at path: BlockPath, level: Int
  ) -> [RichLayout.Element] {
    guard frames[path] != nil else { return [] }
    switch block {
    case .paragraph, .footer: return text(.paragraph, path)
    case .heading(_, let heading): return text(.heading(level: heading), path)
    case .code: return text(.code, path)
    case .thinking: return text(.status, path)
    case .anchor: return []
    case .divider: return [container(.separator, path)]
    case .formula(let source): return formula(source, at: path)
    case .list(let list): return [self.list(list, at: path, level: level)]
    case .quotation(let quotation):
      var element = container(.quotation, path)
      element.details = label(path, .credit)
      element.children = elements(of: quotation.blocks, in: path, level: level)
      return [element]
    case .expandableQuotation, .pullQuotation:
      var elements = text(.quotation, path)
      guard !elements.isEmpty else { return [] }
      elements[0].details = label(path, .credit)
      if case .expandableQuotation = block, isCollapsible(path) {
        elements[0].control = .quotation(
          path, isExpanded: layout.document.state.isExpanded(path))
      }
      return elements
    case .table(let table): return [self.table(table, at: path)]
    case .details(let details):
      let isOpen = layout.document.state.isOpen(path) ?? details.isOpen
      var elements = text(.section(isOpen: isOpen), path)
      guard !elements.isEmpty else { return [] }
      elements[0].control = .details(path, isOpen: isOpen)
      elements[0].children = self.elements(of: details.blocks, in: path, level: level)
      return elements
    case .media(let media): return [self.media(media.isPicture ? .image : .file, at: path)]
    case .map, .collage, .slideshow: return [media(.image, at: path)]
    case .buttons(let row):
      return zip(row.buttons, buttons[path] ?? []).map { button, frame in
        var element = RichLayout.Element(
          role: .button(isEnabled: button.action != .disabled), path: path)
        element.label = RichMessage([.paragraph(button.text)]).plainText(revealed: .all)
        (element.frame, element.control) = (frame, .button(button))
        return element
      }
    case .unknown(let unknown):
      return text(.paragraph, path) + text(.paragraph, path, .caption)
        + text(.paragraph, path, .label(0))
        + elements(of: unknown.blocks, in: path, level: level)
    }
  }

  private func container(_ role: RichLayout.Element.Role, _ path: BlockPath) -> RichLayout.Element {
    var element = RichLayout.Element(role: role, path: path)
    element.frame = frames[path] ?? .zero
    return element
  }

  private func list(
    _ list: RichBlock.List, at path: BlockPath, level: Int
  ) -> RichLayout.Element {
    var element = container(.list(count: list.items.count), path)
    element.children = list.items.enumerated().map { index, item in
      let path = path.appending(index)
      let isChecked = item.checkbox.map { $0 == .checked }
      var child = container(.item(index: index, level: level, isChecked: isChecked), path)
      child.label = DisclosedText(verbatim: item.label)
      child.control = isChecked.map { .checkbox(path, isChecked: $0) }
      child.children = elements(of: item.blocks, in: path, level: level + 1)
      return child
    }
    return element
  }

  private func table(_ table: RichBlock.Table, at path: BlockPath) -> RichLayout.Element {
    let grid = table.grid
    var element = container(.table(rows: grid.rowCount, columns: grid.columnCount), path)
    element.label = label(path, .caption)
    element.children = grid.places.flatMap { place in
      text(
        .cell(
          rows: place.rows, columns: place.columns,
          isHeader: table.rows[place.row][place.index].isHeader), path,
        .cell(row: place.row, index: place.index))
    }
    return element
  }

  private func media(
    _ role: RichLayout.Element.Role, at path: BlockPath
  ) -> RichLayout.Element {
    var element = container(role, path)
    element.label = label(path, .caption)
    if element.label.string.isEmpty { element.label = label(path, .label(0)) }
    element.details = label(path, .credit)
    return element
  }

  private func formula(_ source: String, at path: BlockPath) -> [RichLayout.Element] {
    var elements = text(.formula, path)
    guard !elements.isEmpty else { return [] }
    elements[0].details = DisclosedText(verbatim: source)
    return elements
  }

  // MARK: Texts

  /// Returns the element of a text, or none if the layout does not have it.
  private func text(
    _ role: RichLayout.Element.Role, _ path: BlockPath, _ slot: ComposedText.Slot = .text
  ) -> [RichLayout.Element] {
    guard let index = texts[Key(path: path, slot: slot)] else { return [] }
    let text = layout.texts[index]
    var element = RichLayout.Element(role: role, path: path)
    element.label = label(path, slot)
    element.frame = slot == .text ? frames[path] ?? text.frame : text.frame
    element.positions =
      RichLayout.Position(
        text: index, offset: 0)..<RichLayout.Position(
        text: index, offset: text.layout.text.length)
    return [element]
  }

  /// Returns the visible words of a text, with formulas in words.
  private func label(_ path: BlockPath, _ slot: ComposedText.Slot) -> DisclosedText {
    guard let index = texts[Key(path: path, slot: slot)] else { return DisclosedText() }
    let text = layout.texts[index]
    let revealed = revealed.after(text.composed.firstSpoiler)
    let hidden = text.layout.text.hiddenRanges(revealed: revealed)
    var label = DisclosedText()
    var start = 0
    for annotation in text.layout.text.annotations {
      guard case .other(type: "formula", value: let source?) = annotation.kind,
        annotation.range.lowerBound >= start, !hidden.contains(where: annotation.range.overlaps)
      else { continue }
      label.append(
        text.layout.visibleText(of: start..<annotation.range.lowerBound, revealed: revealed))
      label.append(DisclosedText(verbatim: SpokenFormula.text(of: Formula(source))))
      start = annotation.range.upperBound
    }
    label.append(
      text.layout.visibleText(of: start..<text.layout.text.length, revealed: revealed))
    return label
  }

  private func isCollapsible(_ path: BlockPath) -> Bool {
    guard let index = texts[Key(path: path, slot: .text)] else { return false }
    return layout.texts[index].layout.blocks.contains(where: \.isCollapsible)
  }
}
