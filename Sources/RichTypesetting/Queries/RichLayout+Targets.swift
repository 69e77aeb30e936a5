public import GalleyGeometry
public import GalleyRichMessages
public import GalleyTypesetting

extension RichMessage {
  /// A destination of links within a message.
  public enum Target: Hashable, Sendable {
    /// An anchor; an empty name is the top of the message.
    case anchor(String)
    /// A text that is pointed at, such as the body of a footnote.
    case reference(String)
  }

  /// Returns the block with the first anchor or reference of a name; `nil` if there is none.
  ///
  /// Names are compared exactly first, then without case.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the message.
  public func path(of target: Target) -> BlockPath? {
    var finder = TargetFinder(target)
    finder.visit(blocks, in: BlockPath())
    return finder.exact ?? finder.folded
  }

  /// Returns the text of a reference, such as the body of a footnote; `nil` if there is none.
  public func text(ofReference name: String) -> RichText? {
    var finder = TargetFinder(.reference(name))
    finder.visit(blocks, in: BlockPath())
    return finder.exactText ?? finder.foldedText
  }
}

extension RichLayout {
  /// Returns the place of an anchor or reference: the rectangles of its text, or one without width;
  /// empty if it is not in the layout, or in a section that is closed.
  ///
  /// The place may be outside of the viewport of a block that scrolls;
  /// ``scrolled(_:toShow:)`` brings it in.
  public func rects(of target: RichMessage.Target) -> [Rect] {
    if target == .anchor("") {
      return [Rect(x: 0, y: 0, width: size.width, height: 0)]
    }
    for fold in [false, true] {
      for text in texts {
        let found = text.composed.targets.first { $0.names(target, foldsCase: fold) }
        guard let found else { continue }
        if found.range.isEmpty {
          let caret = text.layout.caret(at: TextPosition(offset: found.range.lowerBound))
          return caret.map { [$0.frame.offset(x: text.origin.x, y: text.origin.y)] } ?? []
        }
        return text.layout.rects(of: found.range).map {
          $0.offset(x: text.origin.x, y: text.origin.y)
        }
      }
      var block: [Rect] = []
      visitItems { item, origin in
        guard case .anchor(let name, let place) = item, block.isEmpty else { return }
        let target = ComposedText.Target(name: name, isReference: false, range: 0..<0).names(
          target, foldsCase: fold)
        guard target else { return }
        block = [Rect(x: origin.x + place.x, y: origin.y + place.y, width: 0, height: 0)]
      }
      if !block.isEmpty { return block }
    }
    return []
  }
}

extension TextLayout.Hit {
  /// The destination, within the rich message, of the link at the point, if any.
  public var target: RichMessage.Target? {
    for annotation in annotations {
      switch annotation.kind {
      case .other(type: "anchor_link", value: let name?): return .anchor(name)
      case .other(type: "reference_link", value: let name?): return .reference(name)
      default: continue
      }
    }
    return nil
  }
}

extension ComposedText.Target {
  /// Returns whether the place is a destination.
  fileprivate func names(_ target: RichMessage.Target, foldsCase: Bool) -> Bool {
    switch target {
    case .anchor(let name): !isReference && self.name.isEqual(to: name, foldsCase: foldsCase)
    case .reference(let name): isReference && self.name.isEqual(to: name, foldsCase: foldsCase)
    }
  }
}

extension String {
  fileprivate func isEqual(to other: String, foldsCase: Bool) -> Bool {
    self == other || foldsCase && lowercased() == other.lowercased()
  }
}

/// A search for the block with an anchor or reference.
private struct TargetFinder {
  private let target: RichMessage.Target
  private(set) var exact: RichMessage.BlockPath?
  private(set) var folded: RichMessage.BlockPath?
  private(set) var exactText: RichText?
  private(set) var foldedText: RichText?

  init(_ target: RichMessage.Target) { self.target = target }

  mutating func visit(_ blocks: [RichBlock], in path: RichMessage.BlockPath) {
    for (index, block) in blocks.enumerated() where exact == nil {
      visit(block, at: path.appending(index))
    }
  }

  private mutating func visit(_ block: RichBlock, at path: RichMessage.BlockPath) {
    switch block {
    case .anchor(let name): note(.anchor(name), nil, at: path)
    case .list(let list):
      for (index, item) in list.items.enumerated() {
        visit(item.blocks, in: path.appending(index))
      }
    case .quotation(let quotation):
      visit(quotation.blocks, in: path)
      visit(quotation.credit, at: path)
    case .details(let details):
      visit(details.summary, at: path)
      visit(details.blocks, in: path)
    case .unknown(let unknown):
      visit(unknown.text, at: path)
      visit(unknown.blocks, in: path)
    default: for text in block.ownTexts { visit(text, at: path) }
    }
  }

  private mutating func visit(_ text: RichText?, at path: RichMessage.BlockPath) {
    guard let text else { return }
    switch text {
    case .anchor(let name): note(.anchor(name), nil, at: path)
    case .reference(let name, let body): note(.reference(name), body, at: path)
    default: break
    }
    for part in text.parts { visit(part, at: path) }
  }

  private mutating func note(
    _ found: RichMessage.Target, _ text: RichText?, at path: RichMessage.BlockPath
  ) {
    let (isAnchor, name) = found.parts
    let (wantsAnchor, wanted) = target.parts
    guard isAnchor == wantsAnchor else { return }
    if name == wanted, exact == nil {
      (exact, exactText) = (path, text)
    } else if folded == nil, name.isEqual(to: wanted, foldsCase: true) {
      (folded, foldedText) = (path, text)
    }
  }
}

extension RichMessage.Target {
  fileprivate var parts: (isAnchor: Bool, name: String) {
    switch self {
    case .anchor(let name): (true, name)
    case .reference(let name): (false, name)
    }
  }
}

extension RichBlock {
  /// The texts of a block that contains no blocks, in reading order.
  fileprivate var ownTexts: [RichText] {
    switch self {
    case .paragraph(let text), .heading(let text, _), .code(let text, _), .footer(let text),
      .thinking(let text):
      [text]
    case .expandableQuotation(let text), .pullQuotation(let text):
      [text.text, text.credit].compactMap(\.self)
    case .table(let table):
      [table.caption].compactMap(\.self) + table.rows.joined().compactMap(\.text)
    case .collage(let gallery), .slideshow(let gallery):
      [gallery.caption?.text, gallery.caption?.credit].compactMap(\.self)
    case .map(let map): [map.caption?.text, map.caption?.credit].compactMap(\.self)
    case .media(let media): [media.caption?.text, media.caption?.credit].compactMap(\.self)
    case .divider, .formula, .anchor, .buttons, .list, .quotation, .details, .unknown: []
    }
  }
}
