internal import GalleyGeometry
internal import GalleyMath
internal import GalleyRichMessages
package import GalleyRichTypesetting
internal import GalleyTypesetting

/// A textual description of laid out rich messages, for reading and comparing.
package enum RichLayoutDump {
  /// Describes `layout`: a line for the whole, and for each visible part in painting order.
  ///
  /// A text has a line for each of its blocks, line boxes and objects, and for each glyph run of a
  /// line of several. The contents of a part that scrolls are indented, at offset zero. All
  /// positions are those in the message, in points, rounded to a 64th.
  package static func text(of layout: RichLayout) -> String {
    var writer = RichLayoutWriter(areas: layout.scrollAreas)
    writer.write("message \(LayoutDump.size(layout.size))")
    writer.write(layout.root, at: .zero)
    return writer.lines.joined(separator: "\n")
  }
}

/// The writer of the lines that describe a layout.
private struct RichLayoutWriter {
  /// The parts that scroll.
  let areas: [RichLayout.ScrollArea]
  private(set) var lines: [String] = []
  private var indent = ""

  init(areas: [RichLayout.ScrollArea]) { self.areas = areas }

  mutating func write(_ line: String) { lines.append(indent + line) }

  private mutating func indented(_ body: (inout RichLayoutWriter) -> Void) {
    indent += "  "
    body(&self)
    indent.removeLast(2)
  }

  /// Writes the items of a box with its origin at a point.
  mutating func write(_ box: BlockBox, at origin: Point) {
    func moved(_ point: Point) -> Point { Point(x: origin.x + point.x, y: origin.y + point.y) }
    func frame(_ rect: Rect) -> String { LayoutDump.frame(rect.offset(x: origin.x, y: origin.y)) }
    for item in box.items {
      switch item {
      case .block: break
      case .box(let inner, let place): write(inner, at: moved(place))
      case .text(let layout, let composed, let path, let place):
        write(layout, at: moved(place), name: "text \(name(of: path))", composed)
      case .label(let layout, let place): write(layout, at: moved(place), name: "label", nil)
      case .fill(let rect, let radius, let color):
        write("fill  \(frame(rect))\(corners(radius))  \(name(of: color))")
      case .outline(let rect, let radius, let width, let color):
        write(
          "outline  \(frame(rect))\(corners(radius))  width \(LayoutDump.fixed(width))"
            + "  \(name(of: color))")
      case .shape(let path, let color):
        write("shape  \(frame(path.bounds))  \(name(of: color))")
      case .quotation(let rect, _, let isRightToLeft):
        write("quotation  \(frame(rect))" + (isRightToLeft ? "  bar at the right" : ""))
      case .scroll(let inner, let rect, let path):
        let content = LayoutDump.size(inner.size)
        write("scroll \(name(of: path))  \(frame(rect))  content \(content)")
        let x = areas.first { $0.path == path }?.contentX ?? origin.x + rect.minX
        let start = Point(x: x, y: origin.y + rect.minY)
        indented { $0.write(inner, at: start) }
      case .picture(let media, let rect, let path):
        let cover = media.hasSpoiler ? "  covered" : ""
        write("picture \(media.kind.rawValue) \(name(of: path))  \(frame(rect))\(cover)")
      case .control(let control, let rect): write("control \(name(of: control))  \(frame(rect))")
      case .anchor(let name, let place):
        write("anchor \"\(name)\"  at \(position(moved(place)))")
      }
    }
  }

  // MARK: Texts

  private mutating func write(
    _ layout: TextLayout, at origin: Point, name: String, _ composed: ComposedText?
  ) {
    let frame = Rect(origin: origin, size: layout.size)
    write(name + "  " + LayoutDump.frame(frame) + (layout.isTruncated ? "  truncated" : ""))
    indented { writer in
      for block in layout.blocks {
        for line in LayoutDump.lines(of: block, at: origin) { writer.write(line) }
      }
      for index in 0..<layout.lineCount { writer.write(line: index, of: layout, at: origin) }
      for object in layout.placedAttachments(revealed: .all) {
        let place = object.frame.offset(x: origin.x, y: origin.y)
        let kind = composed?.objects[object.range.lowerBound].map(writer.name(of:)) ?? "emoji"
        writer.write("\(kind)  \(LayoutDump.frame(place))")
      }
      for token in layout.placedTokens {
        let place = token.frame.offset(x: origin.x, y: origin.y)
        writer.write("token \(token.kind)  \(LayoutDump.frame(place))")
      }
      for target in composed?.targets ?? [] {
        let kind = target.isReference ? "reference" : "anchor"
        writer.write("\(kind) \"\(target.name)\"  bytes \(target.range)")
      }
    }
  }

  private mutating func write(line index: Int, of layout: TextLayout, at origin: Point) {
    let line = layout.line(at: index)
    let bytes = Array(layout.text.string.utf8)
    func string(_ range: Range<Int>) -> String {
      quoted(String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self))
    }
    var scratch = PlacementScratch()
    var runs: [(text: Range<Int>, x: Double, width: Double, look: String)] = []
    layout.visitGlyphRuns(ofLine: index, scratch: &scratch) { run, _ in
      let look =
        LayoutDump.name(of: run) + shift(of: run.baselineShift) + marks(of: run.paint)
        + (run.isHidden ? "  hidden" : "")
      runs.append((run.text, origin.x + run.origin.x, run.width, look))
    }
    let only = runs.count == 1 ? "  " + runs[0].look : ""
    write(
      "line \(string(line.range))  x \(LayoutDump.fixed(origin.x + line.x))"
        + "  baseline \(LayoutDump.fixed(origin.y + line.baseline))"
        + "  width \(LayoutDump.fixed(line.width))" + (line.isRightToLeft ? "  rtl" : "") + only)
    guard runs.count > 1 else { return }
    for run in runs {
      write(
        "  run \(string(run.text))  x \(LayoutDump.fixed(run.x))"
          + "  width \(LayoutDump.fixed(run.width))  \(run.look)")
    }
  }

  private func shift(of distance: Double) -> String {
    distance == 0 ? "" : "  raised \(LayoutDump.fixed(distance))"
  }

  private func marks(of paint: TextPaint) -> String {
    (paint.color == .role(.text) ? "" : "  \(name(of: paint.color))")
      + (paint.background != nil ? "  background" : "")
      + (paint.highlight.map { "  on \(name(of: $0.color))" } ?? "")
      + (paint.underline != nil ? "  underline" : "")
      + (paint.strikethrough != nil ? "  strikethrough" : "")
  }

  // MARK: Names

  /// Returns a text in quotation marks, with escapes for invisible characters.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .format, .control, .lineSeparator, .paragraphSeparator:
        result +=
          scalar == "\n" ? "\\n" : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private func position(_ point: Point) -> String {
    "\(LayoutDump.fixed(point.x)) \(LayoutDump.fixed(point.y))"
  }

  private func corners(_ radius: Double) -> String {
    radius > 0 ? "  radius \(LayoutDump.fixed(radius))" : ""
  }

  private func name(of path: BlockPath) -> String {
    "[" + path.indices.map(String.init).joined(separator: ".") + "]"
  }

  private func name(of color: PaintColor) -> String {
    switch color {
    case .role(let role): return "\(role)"
    case .fixed(let color):
      let digits = String(color.argb, radix: 16)
      return "#" + String(repeating: "0", count: max(8 - digits.count, 0)) + digits
    }
  }

  private func name(of object: ComposedObject) -> String {
    switch object {
    case .formula(let formula, _, _): "formula \"\(formula.source)\""
    case .button(let button): "button \"\(button.label.text.string)\""
    }
  }

  private func name(of control: RichLayout.Control) -> String {
    switch control {
    case .details(let path, let isOpen): "details \(name(of: path)) \(isOpen ? "open" : "closed")"
    case .button(let button):
      "button" + (button.action == .disabled ? " disabled" : "")
        + (button.style.map { " \($0.rawValue)" } ?? "")
    case .quotation(let path, let isExpanded):
      "quotation \(name(of: path)) \(isExpanded ? "expanded" : "collapsed")"
    case .showMore: "show more"
    case .checkbox(let path, let isChecked):
      "checkbox \(name(of: path))" + (isChecked ? " checked" : "")
    }
  }
}
