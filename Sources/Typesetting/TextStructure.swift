/// What few texts have: blocks, attachments, styles of paragraphs, rules of their own.
struct TextStructure: Boxable {
  /// Outer blocks before those within them, siblings in order; any two are apart or one in the other.
  var blocks: [TextBlock] = []
  /// Which block each block is within.
  var parents: [Int?] = []
  /// In order of their places.
  var attachments: [PlacedAttachment] = []
  var indexMap = TextIndexMap()
  var paragraphStyles = SpanList<ParagraphStyle>()
  var rules = LineBreakRules()

  /// An attachment and the U+FFFC that stands for it.
  struct PlacedAttachment: Hashable, Sendable {
    var offset: Int
    var attachment: TextAttachment
  }
}

extension AttributedText {
  /// Whether lines are stacked one by one, whatever the options of a layout are.
  var isFlowed: Bool {
    !structure.isUsual
      && (!structure.value.blocks.isEmpty || !structure.value.paragraphStyles.spans.isEmpty)
  }
}

/// A value in memory of its own, which copies share until one of them changes; none for the usual one.
struct Boxed<Value: Boxable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  static func == (left: Boxed, right: Boxed) -> Bool {
    left.box === right.box || left.value == right.value
  }

  func hash(into hasher: inout Hasher) {
    if let box { hasher.combine(box.value) }
  }

  /// Whether the value is the usual one.
  var isUsual: Bool { box == nil }

  /// The value.
  var value: Value {
    get { box?.value ?? Value() }
    set { box = newValue == Value() ? nil : Box(newValue) }
  }
}

/// A value of which there is a usual one.
protocol Boxable: Hashable, Sendable {
  init()
}
