import GalleyBasics
import GalleyFuzzCore
import GalleyGeometry
import GalleyTypesetting

extension TextTrial {
  /// Lays a text out, and asks about places in it.
  ///
  /// Answers are compared with each other: a caret is where its position says, many ranges at once
  /// have the rectangles of each alone, and selections grow by whole characters.
  mutating func ask(_ text: AttributedText) throws(FuzzFailure) {
    let layout = engine.layout(text, options: options())
    try checkLines(of: layout)
    for _ in 0..<2 { try query(layout) }
    try checkCarets(of: layout)
    try checkRanges(of: layout)
    try checkMovements(of: layout)
    let point = point(in: layout)
    let unit = random.pick([TextLayout.Unit.character, .word, .line, .paragraph])
    var selection = layout.selection(at: point, by: unit)
    for _ in 0..<2 { selection = layout.extend(selection, to: self.point(in: layout)) }
    let range = selection.range
    try expect(
      0 <= range.lowerBound && range.upperBound <= text.length, "the selection is \(range)")
    _ = layout.selectionHandles(of: range)
    _ = layout.highlight(of: range)
  }

  private mutating func point(in layout: TextLayout) -> Point {
    Point(
      x: random.pick([-10, layout.size.width / 3, layout.size.width + 9, .infinity, .nan]),
      y: layout.size.height * Double(random.number(in: -1...11)) / 10)
  }

  private mutating func range(in layout: TextLayout) -> Range<Int> {
    let ends = [0, 1].map { _ in random.number(in: -3...(layout.text.length + 3)) }.sorted()
    return ends[0]..<ends[1]
  }

  /// Asks about points, offsets and ranges.
  mutating func query(_ layout: TextLayout) throws(FuzzFailure) {
    let length = layout.text.length
    for _ in 0..<4 {
      let point = point(in: layout)
      let position = layout.position(at: point)
      try expect(0...length ~= position.offset, "\(point) is at \(position) of \(length)")
      _ = layout.caret(at: position)
      _ = layout.hit(at: point)
      if let character = layout.character(at: point) {
        try expect(
          0 <= character.lowerBound && character.upperBound <= length, "a hit of \(character)")
      }
      let offset = random.pick([0, -1, length, .max, .min, position.offset])
      let unit = layout.range(of: random.pick([.word, .line, .paragraph]), at: offset)
      try expect(0 <= unit.lowerBound && unit.upperBound <= length, "a unit of \(unit)")
      let start = min(max(0, offset), length)
      _ = layout.rects(of: start..<length)
      _ = layout.text.plainText(of: start..<length)
    }
    _ = layout.accessibilityElements(revealed: random.pick([.none, .all]))
  }

  private mutating func checkCarets(of layout: TextLayout) throws(FuzzFailure) {
    for _ in 0..<4 {
      let place = TextPosition(
        offset: random.number(in: 0...layout.text.length),
        affinity: random.pick([.upstream, .downstream]))
      guard let caret = layout.caret(at: place) else { return }
      try expect(
        layout.caret(at: caret.position) == caret, "the caret at \(place) is not at its position")
      try expect(
        caret.frame.minX.isFinite && caret.frame.maxY.isFinite, "the caret is at \(caret.frame)")
    }
  }

  private mutating func checkRanges(of layout: TextLayout) throws(FuzzFailure) {
    let ranges = (0..<4).map { _ in range(in: layout) }
    let together = layout.rects(of: ranges)
    for (range, rects) in zip(ranges, together) {
      try expect(
        layout.rects(of: range) == rects, "\(range) has other rectangles beside other ranges")
    }
  }

  private mutating func checkMovements(of layout: TextLayout) throws(FuzzFailure) {
    var position = TextPosition(offset: random.number(in: 0...layout.text.length))
    for _ in 0..<8 {
      let next = layout.position(from: position, moving: .forward(.character))
      try expect(
        next.offset > position.offset || position.offset == layout.text.length,
        "a movement forward leads from \(position) to \(next)")
      position = next
    }
    var x: Double?
    for _ in 0..<8 {
      position = layout.position(
        from: position, moving: random.pick([.left, .right, .up, .down, .lineLeft, .wordRight]),
        x: &x)
      try expect(
        0...layout.text.length ~= position.offset, "a movement leads to \(position)")
    }
  }
}
