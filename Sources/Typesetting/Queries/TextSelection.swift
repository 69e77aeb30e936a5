public import GalleyGeometry

/// Text that is selected, and how it goes on being selected.
public struct TextSelection: Hashable, Sendable {
  /// What was selected at first; it stays selected while the selection grows and shrinks.
  public var origin: Range<Int>
  /// The place that the selection reaches to.
  public var focus: TextPosition
  /// What the selection grows and shrinks by.
  public var unit: TextUnit

  /// Makes a selection that begins with nothing at a place.
  public init(at position: TextPosition) {
    origin = position.offset..<position.offset
    focus = position
    unit = .character
  }

  /// Makes a selection of a range.
  public init(_ range: Range<Int>, by unit: TextUnit = .character) {
    origin = range
    focus = TextPosition(offset: range.upperBound, affinity: .upstream)
    self.unit = unit
  }

  /// What is selected, as UTF-8 offsets.
  public var range: Range<Int> {
    min(origin.lowerBound, focus.offset)..<max(origin.upperBound, focus.offset)
  }
}

extension TextLayout {
  /// Begins to select at a point: nothing with a click, a word with two, a paragraph with three.
  ///
  /// - Parameters:
  ///   - point: The point, in the layout's coordinates.
  ///   - unit: What is selected first and then grown by; for ``TextUnit/character``, nothing.
  /// - Returns: The selection.
  public func selection(at point: Point, by unit: TextUnit = .character) -> TextSelection {
    let position = position(at: point)
    guard unit != .character else { return TextSelection(at: position) }
    let character = character(at: point, slop: .infinity)?.lowerBound ?? position.offset
    return TextSelection(range(of: unit, at: character), by: unit)
  }

  /// The selection, grown or shrunk to where a pointer was dragged.
  public func extend(_ selection: TextSelection, to point: Point) -> TextSelection {
    var selection = selection
    selection.focus = position(at: point)
    guard selection.unit != .character else { return selection }
    let character = character(at: point, slop: .infinity)?.lowerBound ?? selection.focus.offset
    let whole = range(of: selection.unit, at: character)
    selection.focus =
      whole.lowerBound < selection.origin.lowerBound
      ? TextPosition(offset: whole.lowerBound)
      : TextPosition(
        offset: max(whole.upperBound, selection.origin.upperBound), affinity: .upstream)
    return selection
  }

  /// The selection, grown or shrunk as a key moves its end.
  ///
  /// - Parameters:
  ///   - selection: The selection.
  ///   - movement: How its end moves.
  ///   - x: Where an end wants to be that goes up and down; see ``position(from:moving:x:)``.
  /// - Returns: The selection.
  public func extend(
    _ selection: TextSelection, moving movement: CaretMovement, x: inout Double?
  ) -> TextSelection {
    var selection = selection
    let range = selection.range
    let isBackward = selection.focus.offset <= selection.origin.lowerBound && !range.isEmpty
    selection.origin =
      isBackward ? range.upperBound..<range.upperBound : range.lowerBound..<range.lowerBound
    selection.unit = .character
    selection.focus = position(from: selection.focus, moving: movement, x: &x)
    return selection
  }

  /// The outline of what is behind a range: round where text is pressed, square where it is selected.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets.
  ///   - shape: The shape of corners and edges.
  /// - Returns: The outline; empty if nothing of the range is seen.
  public func highlight(
    of range: Range<Int>, as shape: HighlightShape = .selection
  ) -> Path {
    Path(highlighting: rects(of: range), as: shape)
  }
}
