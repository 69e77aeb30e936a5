import GalleyCorpus
import GalleyGeometry
import GalleyJSON
import GalleyPixels

/// A layout in JSON, as `galley layout --jsonl` writes it.
struct LayoutObject {
  /// The layout, described as in an expectation.
  let layout: ComparedLayout
  private let size: Size
  private let lines: [Rect]
  private let blocks: [Rect]

  /// Reads a layout; `nil` if the value is none.
  init?(_ value: JSONValue) {
    guard let size = Self.size(value["size"]), case .array(let lines) = value["lines"] else {
      return nil
    }
    self.size = size
    var rows = [
      "layout \(LayoutDump.size(size))" + (value["direction"]?.string == "rtl" ? "  rtl" : "")
        + (value["truncated"] == .bool(true) ? "  truncated" : "")
    ]
    var boxes: [Rect] = []
    for (index, line) in lines.enumerated() {
      guard let row = Self.row(line, at: index), let box = Self.box(line) else { return nil }
      rows.append(row)
      boxes.append(box)
    }
    self.lines = boxes
    let blocks = Self.elements(value["blocks"])
    self.blocks = blocks.compactMap { Self.rect($0["frame"]) }
    for block in blocks { rows.append(Self.part(block["kind"]?.string ?? "block", block)) }
    for (name, member) in [
      ("link", "links"), ("spoiler", "spoilers"), ("strikethrough", "strikethroughs"),
      ("object", "embedded"), ("hidden", "hidden"),
    ] {
      for part in Self.elements(value[member]) { rows.append(Self.part(name, part)) }
    }
    if let frame = Self.rect(value["trailing"]) {
      rows.append("reserve  \(LayoutDump.frame(frame))")
    }
    layout = ComparedLayout(dump: rows.joined(separator: "\n"))
  }

  /// The margin of the picture, in points.
  private static let padding = 8.0

  /// Returns a picture of the boxes of the lines and blocks.
  func picture(scale: Double) -> Result<Bitmap, Failure> {
    let grid = PixelGrid(scale: scale)
    let outer = Size(
      width: size.width + 2 * Self.padding, height: size.height + 2 * Self.padding)
    let limit = Double(Bitmap.sideLimit) / scale
    guard outer.width <= limit, outer.height <= limit else {
      return .failure(Failure("the picture of the layout is too large; use a smaller --scale"))
    }
    let (width, height) = grid.size(holding: outer)
    return Result { () throws(Failure) in
      var bitmap: Bitmap
      do { bitmap = try Bitmap(width: max(width, 1), height: max(height, 1), color: .white) } catch
      {
        throw Failure("the picture of the layout: \(error)")
      }
      for block in blocks { fill(block, Color(argb: 0xFFE8_EAED), in: &bitmap, scale) }
      for line in lines { fill(line, Color(argb: 0xFFB0_C8E8), in: &bitmap, scale, gap: 1) }
      return bitmap
    }
  }

  private func fill(
    _ rect: Rect, _ color: Color, in bitmap: inout Bitmap, _ scale: Double, gap: Int = 0
  ) {
    func pixels(_ distance: Double) -> Int {
      Int(min(max((distance + Self.padding) * scale, -1e6), 1e6).rounded())
    }
    bitmap.fill(
      PixelRect(
        minX: pixels(rect.minX), minY: pixels(rect.minY), maxX: pixels(rect.maxX),
        maxY: pixels(rect.maxY) - gap), with: color)
  }

  // MARK: Reading

  private static func elements(_ value: JSONValue?) -> [JSONValue] {
    guard case .array(let elements) = value else { return [] }
    return elements
  }

  private static func number(_ value: JSONValue?) -> Double? {
    value?.double.flatMap { $0.magnitude < 1e9 ? $0 : nil }
  }

  private static func size(_ value: JSONValue?) -> Size? {
    guard let width = number(value?["width"]), let height = number(value?["height"]) else {
      return nil
    }
    return Size(width: max(width, 0), height: max(height, 0))
  }

  /// Returns a rectangle of four numbers.
  private static func rect(_ value: JSONValue?) -> Rect? {
    let numbers = elements(value).compactMap(number)
    guard numbers.count == 4 else { return nil }
    return Rect(
      origin: Point(x: numbers[0], y: numbers[1]),
      size: Size(width: numbers[2], height: numbers[3]))
  }

  private static func range(_ value: JSONValue) -> String? {
    guard let start = value["start"]?.integer, let end = value["end"]?.integer else { return nil }
    return "bytes \(start)..<\(end)"
  }

  private static func box(_ line: JSONValue) -> Rect? {
    guard let x = number(line["x"]), let y = number(line["y"]), let size = size(line) else {
      return nil
    }
    return Rect(origin: Point(x: x, y: y), size: size)
  }

  private static func row(_ line: JSONValue, at index: Int) -> String? {
    guard let range = range(line), let x = number(line["x"]),
      let baseline = number(line["baseline"]), let width = number(line["width"])
    else { return nil }
    return "line \(index)  \(range)  x \(LayoutDump.fixed(x))"
      + "  baseline \(LayoutDump.fixed(baseline))  width \(LayoutDump.fixed(width))"
      + (line["direction"]?.string == "rtl" ? "  rtl" : "")
  }

  /// Returns the row of a part of the text: its range, address and rectangles.
  private static func part(_ name: String, _ value: JSONValue) -> String {
    var row = name + (range(value).map { "  " + $0 } ?? "")
    for key in ["type", "url", "language", "title", "id"] {
      if let text = value[key]?.string { row += "  \(key) \(text)" }
    }
    for flag in ["collapsed"] where value[flag] == .bool(true) { row += "  \(flag)" }
    let frame = rect(value["frame"]).map { [$0] } ?? []
    let rects = frame + elements(value["rects"]).compactMap(rect)
    for rect in rects { row += "  \(LayoutDump.frame(rect))" }
    return row
  }
}
