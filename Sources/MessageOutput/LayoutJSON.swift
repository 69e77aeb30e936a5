package import GalleyGeometry
package import GalleyJSON
package import GalleyMessages
package import GalleyTypesetting

/// Layouts as lines of JSON, the output format of `galley layout --jsonl`.
///
/// The order of the keys and the format of the numbers are fixed. Lengths are in points, rounded to
/// a millionth; offsets are in UTF-8 bytes of the message's own text, where a custom emoji is its
/// replacement text. Keys with list values are present even if the list is empty, except "hidden".
extension JSONWriter {
  /// Writes the layout of a message, without ending the line.
  ///
  /// Links and attachments in spoilers that are not `revealed` are omitted.
  package mutating func layout(
    _ layout: TextLayout, of message: Message, revealed: RevealedSpoilers = .none
  ) {
    let map = layout.text.indexMap
    object { writer in
      writer.id(message.id)
      writer.size(layout.size)
      writer.member("direction", isRightToLeft: layout.isRightToLeft)
      writer.member("truncated", layout.isTruncated)
      writer.name("lines")
      writer.array(layout.lines) { $0.line($1, map) }
      writer.annotations(of: layout, in: message, revealed: revealed)
      writer.list("blocks", layout.blocks) { $0.block($1, map) }
      writer.list("embedded", layout.text.attachments(revealed: revealed)) {
        $0.attachment($1, in: layout)
      }
      if !layout.hiddenRanges.isEmpty {
        writer.list("hidden", layout.hiddenRanges) { writer, range in
          writer.object { $0.range(map.sourceRange(ofLayout: range)) }
        }
      }
      if let room = layout.trailingFrame { writer.member("trailing", room) }
    }
  }

  /// Writes the replacement for a line that is not a valid message, without ending the line.
  package mutating func failure(_ reason: String, id: Message.ID?, line: Int) {
    object { writer in
      if id != nil { writer.id(id) }
      writer.member("line", line)
      writer.member("error", reason)
    }
  }

  /// Writes a member with the ID of a message.
  package mutating func id(_ id: Message.ID?) {
    name("id")
    switch id {
    case .number(let number): value(number)
    case .string(let string): value(string)
    case nil: null()
    }
  }

  /// Writes a member with a direction.
  mutating func member(_ name: String, isRightToLeft: Bool) {
    member(name, isRightToLeft ? "rtl" : "ltr")
  }

  /// Writes the member of a size.
  package mutating func size(_ size: Size) {
    name("size")
    object { writer in
      writer.member("width", rounded: size.width)
      writer.member("height", rounded: size.height)
    }
  }

  /// Writes the members of a range.
  mutating func range(_ range: Range<Int>) {
    member("start", range.lowerBound)
    member("end", range.upperBound)
  }

  /// Writes a member with a list.
  mutating func list<Element>(
    _ name: String, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
  ) {
    self.name(name)
    array(elements, write)
  }

  /// Writes a rectangle: its left, top, width and height.
  package mutating func rect(_ rect: Rect) {
    array([rect.minX, rect.minY, rect.size.width, rect.size.height]) { $0.value(rounded: $1) }
  }

  /// Writes links, spoilers and strikethroughs.
  private mutating func annotations(
    of layout: TextLayout, in message: Message, revealed: RevealedSpoilers
  ) {
    let map = layout.text.indexMap
    name("links")
    array { writer in
      for annotation in layout.text.annotations(revealed: revealed) {
        writer.link(annotation, in: layout, revealed: revealed)
      }
    }
    name("spoilers")
    array { writer in
      for spoiler in layout.text.spoilers {
        writer.stretch(map.sourceRange(ofLayout: spoiler), layout.rects(of: spoiler))
      }
    }
    name("strikethroughs")
    array { writer in
      for entity in message.entities where entity.kind == .strikethrough {
        writer.stretch(entity.range, layout.rects(of: map.layoutRange(ofSource: entity.range)))
      }
    }
  }

  private mutating func block(_ block: TextLayout.Block, _ map: AttributedText.IndexMap) {
    object { writer in
      writer.member("kind", block.kind == .quote ? "quote" : "code")
      writer.range(map.sourceRange(ofLayout: block.range))
      writer.member("frame", block.frame)
      if let parent = block.parent {
        writer.member("parent", parent)
      }
      if case .code(let language?) = block.kind {
        writer.member("language", language)
      }
      if let title = block.title {
        writer.member("title", title.text.string)
      }
      if block.isCollapsible { writer.member("collapsed", block.isCollapsed) }
    }
  }

  /// Writes an attachment, without rectangles if it is hidden.
  private mutating func attachment(
    _ placed: (offset: Int, attachment: TextAttachment), in layout: TextLayout
  ) {
    let range = placed.offset..<placed.offset + 3  // U+FFFC
    stretch(layout.text.indexMap.sourceRange(ofLayout: range), layout.rects(of: range)) { writer in
      writer.member("id", placed.attachment.id)
    }
  }

  private mutating func line(_ line: TextLayout.Line, _ map: AttributedText.IndexMap) {
    self.line(line, map.sourceRange(ofLayout: line.range), at: .zero)
  }

  /// Writes a line of a layout whose origin is at a point.
  mutating func line(_ line: TextLayout.Line, _ range: Range<Int>, at origin: Point) {
    object { writer in
      writer.range(range)
      writer.member("x", rounded: origin.x + line.x)
      writer.member("y", rounded: origin.y + line.y)
      writer.member("width", rounded: line.width)
      writer.member("height", rounded: line.height)
      writer.member("baseline", rounded: origin.y + line.baseline)
      writer.member("direction", isRightToLeft: line.isRightToLeft)
    }
  }

  private mutating func link(
    _ annotation: AttributedText.Annotation, in layout: TextLayout, revealed: RevealedSpoilers
  ) {
    guard case .link(let type, let url) = annotation.kind else { return }
    let range = layout.text.indexMap.sourceRange(ofLayout: annotation.range)
    let parts = layout.text.disclosedParts(of: annotation.range, revealed: revealed)
    stretch(range, layout.rects(of: parts).flatMap(\.self)) { writer in
      writer.member("type", type)
      guard let url else { return }
      writer.member("url", url)
    }
  }

  /// Writes a range with its rectangles and more members.
  mutating func stretch(
    _ range: Range<Int>, _ rects: [Rect], _ more: (inout JSONWriter) -> Void = { _ in }
  ) {
    object { writer in
      writer.range(range)
      writer.name("rects")
      writer.array(rects) { $0.rect($1) }
      more(&writer)
    }
  }
}
