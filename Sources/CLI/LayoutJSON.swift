import GalleyGeometry
import GalleyJSON
import GalleyMessages
import GalleyTypesetting

/// Layouts as lines of JSON: what `galley layout --jsonl` promises.
///
/// The order of the keys is fixed and so is the form of the numbers, in points; offsets are in
/// UTF-8. Keys whose values are lists are there even when the lists are empty.
extension JSONWriter {
  /// Writes the layout of a message, without ending the line.
  mutating func layout(_ layout: TextLayout, of message: Message) {
    object { writer in
      writer.id(message.id)
      writer.name("size")
      writer.object { writer in
        writer.member("width", layout.size.width)
        writer.member("height", layout.size.height)
      }
      writer.member("direction", isRightToLeft: layout.isRightToLeft)
      writer.name("truncated")
      writer.value(false)
      writer.name("lines")
      writer.array(layout.lines) { $0.line($1) }
      writer.name("links")
      writer.array { writer in
        for annotation in layout.text.annotations { writer.link(annotation, in: layout) }
      }
      writer.name("spoilers")
      writer.array { writer in
        for annotation in layout.text.annotations where annotation.kind == .spoiler {
          writer.stretch(annotation.range, layout.rects(of: annotation.range))
        }
      }
      writer.name("strikethroughs")
      writer.array { writer in
        for entity in message.entities where entity.kind == .strikethrough {
          writer.stretch(entity.range, layout.rects(of: entity.range))
        }
      }
      writer.name("blocks")
      writer.array { _ in }
      writer.name("embedded")
      writer.array { _ in }
    }
  }

  /// Writes what stands in for a line that is no message, without ending the line.
  mutating func failure(_ error: MessageError, id: Message.ID?, line: Int) {
    object { writer in
      if id != nil { writer.id(id) }
      writer.name("line")
      writer.value(line)
      writer.name("error")
      writer.value(error.description)
    }
  }

  private mutating func id(_ id: Message.ID?) {
    name("id")
    switch id {
    case .number(let number): value(number)
    case .string(let string): value(string)
    case nil: null()
    }
  }

  private mutating func member(_ name: String, _ number: Double) {
    self.name(name)
    value(number)
  }

  private mutating func member(_ name: String, isRightToLeft: Bool) {
    self.name(name)
    value(isRightToLeft ? "rtl" : "ltr")
  }

  private mutating func range(_ range: Range<Int>) {
    name("start")
    value(range.lowerBound)
    name("end")
    value(range.upperBound)
  }

  private mutating func line(_ line: LineBox) {
    object { writer in
      writer.range(line.range)
      writer.member("x", line.x)
      writer.member("y", line.y)
      writer.member("width", line.width)
      writer.member("height", line.height)
      writer.member("baseline", line.baseline)
      writer.member("direction", isRightToLeft: line.isRightToLeft)
    }
  }

  private mutating func link(_ annotation: Annotation, in layout: TextLayout) {
    guard case .link(let type, let url) = annotation.kind else { return }
    stretch(annotation.range, layout.rects(of: annotation.range)) { writer in
      writer.name("type")
      writer.value(type)
      guard let url else { return }
      writer.name("url")
      writer.value(url)
    }
  }

  private mutating func stretch(
    _ range: Range<Int>, _ rects: [Rect], _ more: (inout JSONWriter) -> Void = { _ in }
  ) {
    object { writer in
      writer.range(range)
      writer.name("rects")
      writer.array(rects) { writer, rect in
        writer.array([rect.minX, rect.minY, rect.size.width, rect.size.height]) { $0.value($1) }
      }
      more(&writer)
    }
  }
}
