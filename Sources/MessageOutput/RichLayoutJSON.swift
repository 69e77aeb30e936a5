internal import GalleyGeometry
internal import GalleyJSON
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// Layouts of rich messages as JSON, beside those of other messages.
///
/// A message has "parts" instead of lines: texts and pictures in reading order, and controls. All
/// positions are those in the message, where a block that scrolls is at its start. Offsets are in
/// UTF-8 bytes of the part's "text", in which a formula, a button or a custom emoji is U+FFFC.
extension JSONWriter {
  /// Writes the layout of a rich message, without ending the line.
  ///
  /// Links in spoilers that are not `revealed` are omitted.
  mutating func layout(
    _ layout: RichLayout, id: Message.ID?, revealed: RevealedSpoilers = .none
  ) {
    object { writer in
      writer.id(id)
      writer.size(layout.size)
      writer.member("direction", isRightToLeft: layout.document.message.isRightToLeft)
      writer.name("parts")
      writer.array { writer in
        for text in layout.texts { writer.part(text, revealed: revealed) }
        writer.parts(of: layout.root, at: .zero)
      }
    }
  }

  private mutating func part(_ text: RichLayout.PlacedText, revealed: RevealedSpoilers) {
    let (layout, origin) = (text.layout, text.origin)
    object { writer in
      writer.member("kind", "text")
      writer.member("block", Self.name(of: text.path))
      writer.text(layout, at: origin)
      writer.name("links")
      writer.array { writer in
        for annotation in layout.text.annotations(revealed: revealed) {
          guard case .link(let type, let url) = annotation.kind else { continue }
          let parts = layout.text.disclosedParts(of: annotation.range, revealed: revealed)
          let rects = layout.rects(of: parts).flatMap(\.self).map {
            $0.offset(x: origin.x, y: origin.y)
          }
          writer.stretch(annotation.range, rects) { writer in
            writer.member("type", type)
            if let url { writer.member("url", url) }
          }
        }
      }
    }
  }

  /// Writes the pictures and controls of a box with its origin at a point.
  private mutating func parts(of box: BlockBox, at origin: Point) {
    for item in box.items {
      switch item {
      case .box(let inner, let place):
        parts(of: inner, at: Point(x: origin.x + place.x, y: origin.y + place.y))
      case .scroll(let inner, let frame, let path):
        part("scroll", path, frame.offset(x: origin.x, y: origin.y))
        parts(of: inner, at: Point(x: origin.x + frame.minX, y: origin.y + frame.minY))
      case .picture(let media, let frame, let path):
        part(media.kind.rawValue, path, frame.offset(x: origin.x, y: origin.y))
      case .control(let control, let frame):
        let (kind, path) = Self.words(for: control)
        part(kind, path, frame.offset(x: origin.x, y: origin.y))
      case .block, .text, .label, .fill, .outline, .shape, .quotation, .anchor: break
      }
    }
  }

  private mutating func part(_ kind: String, _ path: RichMessage.BlockPath?, _ frame: Rect) {
    object { writer in
      writer.member("kind", kind)
      if let path { writer.member("block", Self.name(of: path)) }
      writer.member("frame", frame)
    }
  }

  private static func words(
    for control: RichLayout.Control
  ) -> (kind: String, path: RichMessage.BlockPath?) {
    switch control {
    case .details(let path, let isOpen): (isOpen ? "details-open" : "details-closed", path)
    case .quotation(let path, let isExpanded):
      (isExpanded ? "quotation-expanded" : "quotation-collapsed", path)
    case .button: ("button", nil)
    case .showMore: ("show-more", nil)
    case .checkbox(let path, let isChecked):
      (isChecked ? "checkbox-checked" : "checkbox-unchecked", path)
    }
  }

  private static func name(of path: RichMessage.BlockPath) -> String {
    path.indices.map(String.init).joined(separator: ".")
  }
}
