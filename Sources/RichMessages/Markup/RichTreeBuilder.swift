/// A builder of blocks from the elements and the text of a document.
///
/// Rich HTML and Rich Markdown share it, because Markdown may contain HTML. Text in a container
/// begins an implied paragraph, a block inside a paragraph ends it, and inside other texts it is a
/// line. White space is collapsed as in HTML, except in text that is added verbatim.
struct RichTreeBuilder {
  typealias Frame = RichElement.Frame

  /// The reason for which a document is refused.
  enum Problem: Error {
    case syntax(String)
    case limit(LimitExceeded)
  }

  let options: RichMessage.ReadingOptions
  /// Whether a violation of the markup's rules is an error.
  let isStrict: Bool
  var counter: LimitCounter
  /// The open elements, the root first.
  var stack: [Frame]

  init(_ options: RichMessage.ReadingOptions, isStrict: Bool) {
    self.options = options
    self.isStrict = isStrict
    counter = LimitCounter(options.limits)
    stack = []
    stack.reserveCapacity(4)
    stack.append(Frame(name: "", element: .root, isLevel: false))
  }

  /// The index of the innermost element, whose contents are changed in place.
  var last: Int { stack.count - 1 }

  /// The innermost element; changing its contents through it would copy them.
  var top: Frame {
    get { stack[stack.count - 1] }
    set { stack[stack.count - 1] = newValue }
  }

  /// Makes a charge.
  mutating func count(
    _ charge: (inout LimitCounter) throws(LimitExceeded) -> Void
  ) throws(Problem) {
    do { try charge(&counter) } catch { throw .limit(error) }
  }

  /// Throws an error in strict documents.
  func complain(_ reason: @autoclosure () -> String) throws(Problem) {
    if isStrict { throw .syntax(reason()) }
  }

  // MARK: Opening

  /// Opens an element whose place is valid.
  mutating func push(_ name: String, _ element: consuming RichElement) throws(Problem) {
    // Elements that are no levels, such as lines in lines, are bounded too.
    let depth = min(options.limits.depth, RichMessageLimits.deepest)
    guard stack.count <= 4 * max(0, depth) + 16 else {
      throw .limit(LimitExceeded(limit: .depth, maximum: depth))
    }
    if element.isBlock {
      try count { counter throws(LimitExceeded) in try counter.chargeBlock() }
    }
    let isLevel = element.isBlock || element.isNestedText
    if isLevel {
      try count { counter throws(LimitExceeded) in try counter.enter() }
    }
    stack.append(Frame(name: name, element: element, isLevel: isLevel))
  }

  /// The index of the text that the innermost element belongs to, or `nil` outside texts.
  var textIndex: Int? {
    var index = stack.count - 1
    while stack[index].element.content == .inline { index -= 1 }
    switch stack[index].element.content {
    case .text, .verbatim: return index
    default: return nil
    }
  }

  /// Makes sure that text may follow: opens the elements that it implies.
  ///
  /// - Returns: Whether text is shown here.
  mutating func openText() throws(Problem) -> Bool {
    if textIndex != nil { return true }
    switch stack[last].element.content {
    case .blocks:
      try push("", .paragraph(isImplied: true))
      return true
    case .items:
      try complain("text is not allowed directly in <\(top.name)>")
      try beginItem("li", [:])
      return try openText()
    case .rows, .cells:
      try complain("text is not allowed directly in <\(top.name)>")
      try beginCell("td", [:])
      return true
    case .buttons:
      try complain("text is not allowed directly in <\(top.name)>")
      return false
    case .text, .inline, .verbatim: return true
    case .nothing: return false
    }
  }

  /// Returns the index of the text at this place, which is opened if there is none.
  mutating func openTextIndex() throws(Problem) -> Int? {
    if let textIndex { return textIndex }
    return try openText() ? textIndex : nil
  }

  /// Ends the open paragraph, so that a block may begin.
  ///
  /// - Returns: Whether blocks are allowed here; if not, the place is inside another text.
  mutating func endParagraph(before name: String) throws(Problem) -> Bool {
    guard let index = textIndex else { return stack[last].element.content == .blocks }
    guard case .paragraph(let isImplied) = stack[index].element else { return false }
    if let open = stack[(index + 1)...].first(where: { !$0.name.isEmpty }) {
      try complain("<\(open.name)> is not closed before <\(name)>")
    }
    if !isImplied { try complain("<p> is not closed before <\(name)>") }
    while stack.count > index { try close() }
    return true
  }

  // MARK: Text

  /// Adds text, with white space collapsed unless it is verbatim.
  mutating func add(_ string: String, isVerbatim: Bool = false) throws(Problem) {
    guard stack[last].element.content != .nothing else { return }
    let isBlank = !isVerbatim && string.unicodeScalars.allSatisfy(\.isHTMLSpace)
    if isBlank, textIndex == nil { return }
    guard let index = try openTextIndex() else { return }
    if isVerbatim || stack[index].element.content == .verbatim || isRaw {
      try addVerbatim(string, at: index)
    } else {
      try addCollapsed(string, at: index)
    }
  }

  /// Whether the innermost element is a formula, whose source is kept as it is.
  private var isRaw: Bool {
    if case .formula = stack[last].element { true } else { false }
  }

  private mutating func addVerbatim(_ string: String, at index: Int) throws(Problem) {
    var text = HTMLSpaces.restored(string)
    if stack[index].isSplit, stack[index].space == .lineStart {
      text = String(text.unicodeScalars.drop(while: \.isHTMLSpace))
    }
    guard !text.isEmpty else { return }
    try flushSpace(at: index)
    if case .pre = stack[index].element, stack[index].space == .lineStart, text.first == "\n" {
      // HTML drops a line end behind `<pre>`.
      stack[index].space = .text
      text.removeFirst()
    }
    stack[index].space = .text
    try append(text)
  }

  private mutating func addCollapsed(_ string: String, at index: Int) throws(Problem) {
    var output = ""
    var space = stack[index].space
    for scalar in string.unicodeScalars {
      if scalar.isHTMLSpace {
        if space == .text { space = .pending }
        continue
      }
      if space == .pending { output += " " }
      if space == .lineEnd { output += "\n" }
      space = .text
      output.unicodeScalars.append(HTMLSpaces.restored(scalar))
    }
    stack[index].space = space
    try append(output)
  }

  /// Writes pending white space before an element.
  mutating func flushSpace(at index: Int) throws(Problem) {
    switch stack[index].space {
    case .pending:
      stack[index].space = .spaced
      try append(" ")
    case .lineEnd:
      stack[index].space = .lineStart
      try append("\n")
    case .lineStart, .spaced, .text: break
    }
  }

  /// Ends the line of a text, if there is text on it.
  mutating func endLine(at index: Int) {
    if stack[index].space != .lineStart { stack[index].space = .lineEnd }
  }

  /// Adds a line end.
  mutating func addLineBreak() throws(Problem) {
    guard let index = try openTextIndex() else { return }
    try append("\n")
    stack[index].space = .lineStart
  }

  private mutating func append(_ string: String) throws(Problem) {
    guard !string.isEmpty else { return }
    try count { counter throws(LimitExceeded) in try counter.charge(text: string) }
    stack[last].text.append(string)
  }

  /// Adds an inline object: a formula, an emoji, a button.
  mutating func add(_ object: RichText) throws(Problem) {
    guard let index = try openTextIndex() else { return }
    try flushSpace(at: index)
    stack[index].space = .text
    stack[last].text.append(object)
  }

  // MARK: The end

  /// Cuts the document off before the innermost block.
  mutating func clip() {
    counter.clip()
    while stack.count > 1, !isKeptWhenClipped { pop() }
  }

  /// Whether the innermost element stays if the document ends in it.
  private var isKeptWhenClipped: Bool {
    switch top.element {
    case .root: true
    case .quotation, .details, .item, .gallery: !top.blocks.isEmpty
    case .list: !top.items.isEmpty
    default: false
    }
  }

  /// Closes all elements.
  ///
  /// - Returns: The blocks of the document.
  mutating func finish() throws(Problem) -> [RichBlock] {
    while stack.count > 1 {
      if !counter.isClipped, !top.name.isEmpty {
        try complain("<\(top.name)> is not closed")
      }
      do throws(Problem) { try close() } catch {
        guard case .limit = error, options.limits.behavior == .clip else { throw error }
        clip()
      }
    }
    return top.blocks
  }

  /// Removes the innermost element without its contents.
  @discardableResult mutating func pop() -> Frame {
    let frame = stack.removeLast()
    if frame.isLevel { counter.leave() }
    return frame
  }
}

/// White space that was written as character references, which is not collapsed.
///
/// The scanner stands in noncharacters for it.
enum HTMLSpaces {
  private static let spaces: [Unicode.Scalar] = [" ", "\t", "\n", "\r", "\u{C}"]

  /// Returns the substitute of a white space character.
  static func substitute(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard let place = spaces.firstIndex(of: scalar) else { return nil }
    return Unicode.Scalar(0xFDD0 + UInt32(place))
  }

  /// Returns the white space that a substitute stands for, or any other character as it is.
  static func restored(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let place = Int(scalar.value) - 0xFDD0
    return spaces.indices.contains(place) ? spaces[place] : scalar
  }

  /// Returns a text with its white space restored.
  static func restored(_ text: String) -> String {
    guard hasSubstitute(text) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { restored($0) }))
  }

  /// Returns whether a text may have substitutes.
  private static func hasSubstitute(_ text: String) -> Bool {
    let bytes = text.utf8.span
    // The first byte of all substitutes, which is rare.
    for index in bytes.indices where bytes[index] == 0xEF { return true }
    return false
  }

  /// Returns a document in which no character is a substitute.
  static func without(_ text: String) -> String {
    guard hasSubstitute(text) else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { (0xFDD0...0xFDD4).contains($0.value) ? "\u{FFFD}" : $0 }))
  }
}

extension Unicode.Scalar {
  /// Whether HTML has no place for the character: control characters and noncharacters.
  var isOmittedInHTML: Bool {
    switch value {
    case 0..<0x20, 0xFFFE, 0xFFFF, 0xFDD0...0xFDD4: true
    default: false
    }
  }
}
