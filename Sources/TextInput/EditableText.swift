internal import GalleyGeometry
public import GalleyTypesetting

/// A text that is being edited: its characters, its selection and its history.
///
/// It is a value without a view. Movements depend on lines, so they take the layout of the text.
/// Offsets are in UTF-8 bytes.
public struct EditableText: Sendable {
  /// The text, including the text that an input method composes.
  public private(set) var string: String
  /// The selection; empty for a caret.
  public private(set) var selection: TextSelection
  /// The range of the text that an input method composes; `nil` if there is none.
  public private(set) var composition: Range<Int>?
  /// Whether the text may have several lines; otherwise line ends become spaces.
  public let isMultiline: Bool

  private var history = EditingHistory()
  /// The preferred x coordinate of vertical movements.
  private var goal: Double?

  /// Creates a text with a caret at its end.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - isMultiline: Whether the text may have several lines.
  public init(_ string: String = "", isMultiline: Bool = true) {
    self.isMultiline = isMultiline
    self.string = Self.normalized(string, isMultiline: isMultiline)
    selection = TextSelection(at: TextPosition(offset: self.string.utf8.count))
  }

  /// The selected text.
  public var selectedText: String { self[selection.range] }

  /// Returns a part of the text.
  private subscript(range: Range<Int>) -> String { String(string[string.indices(of: range)]) }

  // MARK: Typing

  /// Inserts text in place of the composition or the selection.
  ///
  /// Line ends are normalized to line feeds, and other control characters are removed.
  public mutating func insert(_ text: String) {
    removeComposition()
    replace(selection.range, with: Self.normalized(text, isMultiline: isMultiline))
  }

  /// Replaces the text that an input method composes.
  ///
  /// A composition replaces the selection. It is not part of the history until it is inserted.
  ///
  /// - Parameters:
  ///   - text: The composed text; empty text ends the composition.
  ///   - selected: The part that the input method is converting, in offsets of `text`.
  public mutating func compose(_ text: String, selected: Range<Int> = 0..<0) {
    removeComposition()
    let text = Self.normalized(text, isMultiline: isMultiline)
    guard !text.isEmpty else { return }
    if !selection.range.isEmpty { replace(selection.range, with: "") }
    let start = selection.range.lowerBound
    splice(start..<start, with: text)
    let end = start + text.utf8.count
    composition = start..<end
    let part = selected.clamped(to: 0..<text.utf8.count)
    let lower = string.scalarBoundary(at: start + part.lowerBound)
    selection = TextSelection(
      lower..<max(lower, string.scalarBoundary(at: start + part.upperBound)))
  }

  /// Removes the composition, and places the caret where it was.
  private mutating func removeComposition() {
    guard let range = composition else { return }
    composition = nil
    splice(range, with: "")
    selection = TextSelection(at: TextPosition(offset: range.lowerBound))
  }

  /// Makes the composition a part of the text, as it is.
  ///
  /// Any other edit or movement does this first, so that the layout stays that of the text.
  private mutating func keepComposition() {
    guard let range = composition else { return }
    composition = nil
    let start = TextSelection(at: TextPosition(offset: range.lowerBound))
    history.record(
      EditingHistory.Edit(start: range.lowerBound, old: "", new: self[range], before: start))
  }

  /// Replaces the whole text, and clears the history; the caret is at the end.
  public mutating func reset(to text: String = "") {
    self = EditableText(text, isMultiline: isMultiline)
  }

  /// Replaces a range as one step of the history; the caret is at the end of the new text.
  private mutating func replace(_ range: Range<Int>, with text: String) {
    guard !range.isEmpty || !text.isEmpty else { return }
    goal = nil
    history.record(
      EditingHistory.Edit(start: range.lowerBound, old: self[range], new: text, before: selection))
    splice(range, with: text)
    selection = TextSelection(at: TextPosition(offset: range.lowerBound + text.utf8.count))
  }

  private mutating func splice(_ range: Range<Int>, with text: String) {
    // Not `replaceSubrange`, which enlarges the storage of a shared string with every edit: caches
    // keep the texts of many edits.
    let indices = string.indices(of: range)
    var new = ""
    new.reserveCapacity(string.utf8.count - range.count + text.utf8.count)
    new += string[..<indices.lowerBound]
    new += text
    new += string[indices.upperBound...]
    string = new
  }

  // MARK: Deleting

  /// Deletes the selection, or the text from the caret to where a movement would take it.
  ///
  /// Deleting one character backward removes a combining mark alone, and an emoji whole, as
  /// keyboards type them.
  ///
  /// - Parameters:
  ///   - movement: The movement.
  ///   - layout: The layout of the text.
  public mutating func delete(_ movement: TextLayout.CaretMovement, in layout: TextLayout) {
    keepComposition()
    guard selection.range.isEmpty else { return replace(selection.range, with: "") }
    let focus = selection.focus.offset
    let target = layout.position(from: selection.focus, moving: movement).offset
    let start =
      movement == .backward(.character)
      ? lastPart(of: target..<focus) ?? target : target
    replace(min(focus, start)..<max(focus, start), with: "")
  }

  /// Returns the offset of the last scalar of a character, if it is deleted without the rest: a
  /// combining mark, or the last letter of an Indic conjunct.
  ///
  /// An emoji is deleted whole, with its variation selectors, joiners, modifiers and tags.
  private func lastPart(of character: Range<Int>) -> Int? {
    let scalars = string.unicodeScalars[string.indices(of: character)]
    guard scalars.count > 1, let last = scalars.last else { return nil }
    let isAlone =
      switch last.properties.generalCategory {
      case .nonspacingMark, .spacingMark: !last.properties.isVariationSelector
      case .otherLetter: scalars.contains { $0.properties.canonicalCombiningClass == .virama }
      default: false
      }
    return isAlone ? character.upperBound - UTF8.width(last) : nil
  }

  // MARK: Selecting

  /// Moves the caret.
  ///
  /// Without `extending`, a movement by a character or to a side collapses a selection to its end
  /// in that direction.
  ///
  /// - Parameters:
  ///   - movement: The movement.
  ///   - extending: Whether the start of the selection stays, as with the Shift key.
  ///   - layout: The layout of the text.
  public mutating func move(
    _ movement: TextLayout.CaretMovement, extending: Bool, in layout: TextLayout
  ) {
    endEdit()
    if extending {
      selection = layout.extend(selection, moving: movement, x: &goal)
      return
    }
    let range = selection.range
    if !range.isEmpty, let end = collapsed(range, by: movement, in: layout) {
      (selection, goal) = (TextSelection(at: end), nil)
      return
    }
    selection = TextSelection(
      at: layout.position(from: selection.focus, moving: movement, x: &goal))
  }

  /// Returns the end of a selection to which a movement by one character collapses it.
  private func collapsed(
    _ range: Range<Int>, by movement: TextLayout.CaretMovement, in layout: TextLayout
  ) -> TextPosition? {
    let ends = [
      TextPosition(offset: range.lowerBound),
      TextPosition(offset: range.upperBound, affinity: .upstream),
    ]
    switch movement {
    case .forward(.character): return ends[1]
    case .backward(.character): return ends[0]
    case .left, .right:
      let carets = ends.compactMap { layout.caret(at: $0) }
      guard carets.count == 2 else { return nil }
      // On several lines, the reading order decides.
      let isForward =
        carets[0].line != carets[1].line
        ? (movement == .right) != layout.line(at: carets[0].line).isRightToLeft
        : (carets[0].frame.minX <= carets[1].frame.minX) == (movement == .right)
      return ends[isForward ? 1 : 0]
    default: return nil
    }
  }

  /// Replaces the selection; offsets are clamped to the text.
  public mutating func select(_ selection: TextSelection) {
    endEdit()
    goal = nil
    func clamped(_ offset: Int) -> Int { string.scalarBoundary(at: offset) }
    self.selection = selection
    let lower = clamped(selection.origin.lowerBound)
    self.selection.origin = lower..<max(lower, clamped(selection.origin.upperBound))
    self.selection.focus.offset = clamped(selection.focus.offset)
  }

  /// Selects the whole text.
  public mutating func selectAll() { select(TextSelection(0..<string.utf8.count)) }

  /// Ends the composition and the current step of the history.
  private mutating func endEdit() {
    keepComposition()
    history.endStep()
  }

  // MARK: History

  /// Whether there is a step to undo.
  public var canUndo: Bool { history.canUndo }
  /// Whether there is an undone step to redo.
  public var canRedo: Bool { history.canRedo }

  /// Undoes the last step: a word that was typed, a run of deletions, or a replacement.
  public mutating func undo() {
    keepComposition()
    guard let edit = history.undo() else { return }
    splice(edit.start..<(edit.start + edit.new.utf8.count), with: edit.old)
    (selection, goal) = (edit.before, nil)
  }

  /// Redoes the last undone step.
  public mutating func redo() {
    keepComposition()
    guard let edit = history.redo() else { return }
    splice(edit.start..<(edit.start + edit.old.utf8.count), with: edit.new)
    let end = TextPosition(offset: edit.start + edit.new.utf8.count)
    (selection, goal) = (TextSelection(at: end), nil)
  }

  // MARK: Normalization

  /// Returns a text with line feeds as line ends, and without other control characters but tabs.
  private static func normalized(_ text: String, isMultiline: Bool) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }) else {
      return text
    }
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "\n" where isAfterReturn: continue
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": result.append(isMultiline ? "\n" : " ")
      case "\t": result.append(scalar)
      case _ where scalar.properties.generalCategory == .control: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension String {
  /// Returns the indices of a range of UTF-8 offsets that are between scalars.
  fileprivate func indices(of range: Range<Int>) -> Range<Index> {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    return start..<utf8.index(start, offsetBy: range.count)
  }

  /// Returns the start of the scalar at an offset, which is clamped to the text.
  fileprivate func scalarBoundary(at offset: Int) -> Int {
    var index = utf8.index(startIndex, offsetBy: Swift.min(Swift.max(offset, 0), utf8.count))
    while index > startIndex, index < endIndex, utf8[index] & 0xC0 == 0x80 {
      utf8.formIndex(before: &index)
    }
    return utf8.distance(from: startIndex, to: index)
  }
}
