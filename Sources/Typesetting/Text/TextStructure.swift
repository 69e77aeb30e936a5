/// The rare properties of a text: blocks, attachments, paragraph styles and line break rules.
struct TextStructure: Boxable {
  /// The blocks, outer ones first, siblings in text order; any two are nested or disjoint.
  var blocks: [TextBlock] = []
  /// The index of each block's parent.
  var parents: [Int?] = []
  /// The attachments, in order of their offsets.
  var attachments: [AnchoredAttachment] = []
  var indexMap = AttributedText.IndexMap()
  var paragraphStyles = SpanList<ParagraphStyle>()
  var rules = AttributedText.LineBreakRules()
  var earlierTitle = EarlierTitle()

  /// The layout of a title in an earlier form of the text.
  ///
  /// It saves time and does not change the result, so all are equal.
  struct EarlierTitle: Hashable, Sendable {
    var layout: TextLayout?

    static func == (left: EarlierTitle, right: EarlierTitle) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// An attachment and the offset of its U+FFFC.
  struct AnchoredAttachment: Hashable, Sendable {
    var offset: Int
    var attachment: TextAttachment
  }
}

extension AttributedText {
  /// Whether lines are stacked one by one, regardless of the layout options.
  var isFlowed: Bool {
    !structure.isDefault
      && structure.read { !$0.blocks.isEmpty || !$0.paragraphStyles.spans.isEmpty }
  }
}

/// A copy-on-write box for a value, which needs no storage for the default value.
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

  /// Whether the value is the default.
  var isDefault: Bool { box == nil }

  /// Returns what a closure reads from the value, which need not be copied for that.
  func read<Result>(_ body: (Value) -> Result) -> Result {
    if let box { return body(box.value) }
    return body(Value())
  }

  /// The value.
  var value: Value {
    get { box?.value ?? Value() }
    set { box = newValue == Value() ? nil : Box(newValue) }
  }
}

/// A value with a default.
protocol Boxable: Hashable, Sendable {
  init()
}
