/// A block of a Markdown document, with the source of its text.
struct MarkdownNode {
  /// The kind of a block.
  enum Kind {
    case document, quote, paragraph, divider
    case list(ListMark)
    /// An item, whose contents are indented by a number of columns.
    case item(indent: Int)
    case heading(Int)
    /// Code with the info string of its fence; `nil` for indented code.
    case code(Fence?)
    /// Raw HTML.
    case html(HTMLEnd)
    case table([RichBlock.Table.Alignment?])
    case footnote(label: String)
    /// A formula between lines of two dollars, or of `\[` and `\]`.
    case formula(isDollars: Bool, isClosed: Bool)
  }

  /// The mark of a list.
  struct ListMark: Equatable {
    /// The bullet, or the delimiter of ordered lists.
    var mark: UInt8
    /// The first number; `nil` for unordered lists.
    var start: Int?

    /// Returns whether an item with another mark belongs to the same list.
    func continues(_ other: ListMark) -> Bool {
      mark == other.mark && (start == nil) == (other.start == nil)
    }
  }

  /// The opening fence of a code block.
  struct Fence {
    var mark: UInt8
    var count: Int
    var indent: Int
    var info: [UInt8]
  }

  /// The end of raw HTML.
  enum HTMLEnd {
    case blankLine
    /// A line that contains one of the texts.
    case line([String])
  }

  var kind: Kind
  /// The first line, from 1.
  let line: Int
  /// The first and the last block inside, and the next block beside this one.
  var firstChild: Int?
  var lastChild: Int?
  var next: Int?
  /// The source of the text: lines without the marks of containers, and the cells of a table as
  /// they are written.
  var content: [UInt8] = []
  /// Whether the block has no contents that are shown, such as link definitions.
  var isRemoved = false

  init(_ kind: consuming Kind, line: Int) {
    self.kind = kind
    self.line = line
  }

  /// Whether other blocks may be inside.
  var isContainer: Bool {
    switch kind {
    case .document, .quote, .list, .item, .footnote: true
    default: false
    }
  }

  /// Whether lines are added as they are, without looking for blocks in them.
  var isLiteral: Bool {
    switch kind {
    case .code, .html, .formula: true
    default: false
    }
  }

  var isParagraph: Bool {
    if case .paragraph = kind { true } else { false }
  }

  var isTable: Bool {
    if case .table = kind { true } else { false }
  }
}

/// The definitions of link references and footnotes in a Markdown document.
package struct MarkdownDefinitions: Sendable {
  /// The destination of a reference.
  struct Link: Sendable {
    var address: String
    var title: String
  }

  /// The destinations by normalized label; the first definition counts.
  var links: [String: Link] = [:]
  /// The names of the footnotes that are defined, by normalized label.
  var footnotes: [String: String] = [:]
  /// The numbers of footnotes by label, in order of first use.
  private(set) var numbers: [String: Int] = [:]
  /// The labels of footnotes in order of first use.
  private(set) var labels: [String] = []

  /// Creates definitions of nothing.
  package init() {}

  /// Returns a label without differences in case and white space.
  static func normalized(_ label: ArraySlice<UInt8>) -> String {
    String(decoding: label, as: UTF8.self).lowercased().split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  /// Returns the number of a footnote, which is assigned at its first use.
  mutating func number(of label: String) -> Int {
    if let number = numbers[label] { return number }
    labels.append(label)
    numbers[label] = labels.count
    return labels.count
  }
}
