import GalleyGeometry

extension TextLayout {
  /// A caret movement, as triggered by a key.
  public enum CaretMovement: Hashable, Sendable {
    /// One character left or right, visually.
    case left, right
    /// One word left or right: forward or backward according to the paragraph's direction.
    case wordLeft, wordRight
    /// To the left or right end of the line.
    case lineLeft, lineRight
    /// To the line above or below.
    case up, down
    /// Forward or backward by a unit of text.
    case forward(Unit), backward(Unit)
  }

  /// A unit of text.
  public enum Unit: Hashable, Sendable {
    /// A grapheme cluster.
    case character
    /// A word, as defined by UAX #29.
    case word
    /// A line of the layout.
    case line
    /// The text up to and including a line end.
    case paragraph
    /// The whole text.
    case text
  }

  /// Returns the position of a caret after a movement.
  ///
  /// A movement beyond the text stops at its start or end.
  ///
  /// - Parameters:
  ///   - position: The position before the movement.
  ///   - movement: The movement.
  ///   - x: The preferred x coordinate while the caret moves vertically past shorter lines; set by
  ///     vertical movements, and cleared by others.
  /// - Returns: The position, with upstream affinity only if it matters.
  public func position(
    from position: TextPosition, moving movement: CaretMovement, x: inout Double?
  ) -> TextPosition {
    guard let caret = caret(at: position) else { return TextPosition(offset: 0) }
    let goal = x
    x = nil
    switch movement {
    case .left: return visual(from: position, step: -1)
    case .right: return visual(from: position, step: 1)
    case .wordLeft, .wordRight:
      let isForward = (movement == .wordRight) != line(at: caret.line).isRightToLeft
      return logical(from: position, on: caret.line, by: .word, isForward: isForward)
    case .lineLeft, .lineRight:
      var table = LineTable()
      let carets = CaretLine(caret.line, of: self, in: &table)
      let stops = carets.stops()
      return (movement == .lineLeft ? stops[0] : stops[stops.count - 1]).position
    case .up, .down:
      let goal = goal ?? caret.frame.minX
      x = goal
      return vertical(from: caret, step: movement == .up ? -1 : 1, x: goal)
    case .forward(let unit):
      return logical(from: position, on: caret.line, by: unit, isForward: true)
    case .backward(let unit):
      return logical(from: position, on: caret.line, by: unit, isForward: false)
    }
  }

  /// Returns the position of a caret after a movement.
  public func position(
    from position: TextPosition, moving movement: CaretMovement
  ) -> TextPosition {
    var x: Double?
    return self.position(from: position, moving: movement, x: &x)
  }

  private func visual(from position: TextPosition, step: Int) -> TextPosition {
    guard let (line, position) = place(of: position) else { return position }
    var table = LineTable()
    let carets = CaretLine(line, of: self, in: &table)
    let stops = carets.stops()
    let index = carets.index(of: position, in: stops) + step
    if stops.indices.contains(index), index != carets.softEnd(of: stops) {
      return stops[index].position
    }
    // Past the end of the line: to the start of the next line, or the end of the previous one.
    let isForward = (step > 0) != carets.box.isRightToLeft
    let next = line + (isForward ? 1 : -1)
    guard next >= 0, next < lineCount else { return carets.canonical(position) }
    let other = CaretLine(next, of: self, in: &table)
    let ends = other.stops()
    if isForward { return ends[other.box.isRightToLeft ? ends.count - 1 : 0].position }
    let last = other.softEnd(of: ends) == nil ? 0 : 1
    return ends[other.box.isRightToLeft ? last : ends.count - 1 - last].position
  }

  private func vertical(from caret: Caret, step: Int, x: Double) -> TextPosition {
    let next = caret.line + step
    guard next >= 0 else { return TextPosition(offset: 0) }
    guard next < lineCount else { return TextPosition(offset: text.length) }
    var table = LineTable()
    let carets = CaretLine(next, of: self, in: &table)
    return carets.canonical(carets.position(atX: x))
  }

  private func logical(
    from position: TextPosition, on line: Int, by unit: Unit, isForward: Bool
  ) -> TextPosition {
    let offset = min(max(position.offset, 0), text.length)
    switch unit {
    case .character:
      return TextPosition(
        offset: isForward ? characterEnd(after: offset) : characterStart(before: offset))
    case .word:
      return TextPosition(offset: isForward ? wordEnd(after: offset) : wordStart(before: offset))
    case .line:
      if !isForward { return TextPosition(offset: lineRange(line).lowerBound) }
      var table = LineTable()
      let carets = CaretLine(line, of: self, in: &table)
      return carets.canonical(TextPosition(offset: carets.content.upperBound, affinity: .upstream))
    case .paragraph:
      let start = isForward ? offset : max(0, offset - 1)
      let paragraph = paragraphRange(at: start)
      return TextPosition(offset: isForward ? paragraph.upperBound : paragraph.lowerBound)
    case .text: return TextPosition(offset: isForward ? text.length : 0)
    }
  }

  /// Returns the end of the next character, or of the hidden text there.
  private func characterEnd(after offset: Int) -> Int {
    guard offset < text.length else { return text.length }
    return hiddenRange(at: offset)?.upperBound ?? characterRange(at: offset).upperBound
  }

  /// Returns the start of the previous character, or of the hidden text there.
  private func characterStart(before offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    return hiddenRange(at: offset - 1)?.lowerBound ?? characterRange(at: offset - 1).lowerBound
  }
}
