public import GalleyGeometry

/// A text selection, with the state that extends it.
public struct TextSelection: Hashable, Sendable {
  /// The initial selection, which stays selected while the selection grows and shrinks.
  public var origin: Range<Int>
  /// The movable end of the selection.
  public var focus: TextPosition
  /// The unit by which the selection is extended.
  public var unit: TextLayout.Unit

  /// Creates an empty selection at a position.
  public init(at position: TextPosition) {
    origin = position.offset..<position.offset
    focus = position
    unit = .character
  }

  /// Creates a selection of a range.
  public init(_ range: Range<Int>, by unit: TextLayout.Unit = .character) {
    origin = range
    focus = TextPosition(offset: range.upperBound, affinity: .upstream)
    self.unit = unit
  }

  /// The selected range, as UTF-8 offsets.
  public var range: Range<Int> {
    min(origin.lowerBound, focus.offset)..<max(origin.upperBound, focus.offset)
  }
}

extension TextLayout {
  /// Begins a selection at a point: empty for a click, a word for a double click, a paragraph for a
  /// triple click.
  ///
  /// - Parameters:
  ///   - point: The point, in the layout's coordinates.
  ///   - unit: The unit to select and to extend by; for ``TextLayout/Unit/character`` the selection
  ///     is empty.
  /// - Returns: The selection.
  public func selection(at point: Point, by unit: Unit = .character) -> TextSelection {
    let position = position(at: point)
    guard unit != .character else { return TextSelection(at: position) }
    let character = character(at: point, slop: .infinity)?.lowerBound ?? position.offset
    return TextSelection(range(of: unit, at: character), by: unit)
  }

  /// Returns the selection extended to a point to which a pointer was dragged.
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

  /// Returns the selection with its end moved by a key.
  ///
  /// - Parameters:
  ///   - selection: The selection.
  ///   - movement: The movement of its end.
  ///   - x: The preferred x coordinate of vertical movements; see ``position(from:moving:x:)``.
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

  /// Returns the outline of the background of a range: rounded for pressed text, square for a
  /// selection.
  ///
  /// - Parameters:
  ///   - range: UTF-8 offsets.
  ///   - shape: The shape of corners and edges.
  /// - Returns: The outline; empty if no part of the range is visible.
  public func highlight(of range: Range<Int>, as shape: Path.HighlightStyle = .selection) -> Path {
    Path(highlighting: rects(of: range), as: shape)
  }
}
