import GalleyText

/// A layout with a selection.
struct SelectableText {
  let layout: TextLayout
  private(set) var selection: TextSelection?
  /// The horizontal position to which up and down return.
  private var column: Double?

  init(_ layout: TextLayout) { self.layout = layout }

  /// Selects a word for a double click and a paragraph for a triple click.
  mutating func press(at point: Point, clicks: Int = 1) {
    let unit: TextLayout.Unit = clicks < 2 ? .character : clicks == 2 ? .word : .paragraph
    selection = layout.selection(at: point, by: unit)
    column = nil
  }

  mutating func drag(to point: Point) {
    selection = selection.map { layout.extend($0, to: point) }
  }

  /// Extends the selection with Shift and an arrow key.
  mutating func extend(_ movement: TextLayout.CaretMovement) {
    guard let selection else { return }
    self.selection = layout.extend(selection, moving: movement, x: &column)
  }

  /// The copied text, in which hidden spoilers have placeholders.
  var copy: String {
    selection.map { layout.text.plainText(of: $0.range).string } ?? ""
  }

  func paint(with painter: TextPainter, into bitmap: inout Bitmap, scale: Double) {
    var painter = painter
    if let selection {
      let highlight = layout.highlight(of: selection.range)
      painter.underlays = [.init(highlight, color: .fixed(Color(argb: 0x6633_99FF)))]
    }
    painter.paint(layout, into: &bitmap, scale: scale)
  }
}
