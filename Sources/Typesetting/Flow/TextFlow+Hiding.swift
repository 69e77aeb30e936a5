import GalleyShaping

extension TextFlow {
  /// Hides the rest of a collapsed block that already shows its maximum number of lines.
  ///
  /// - Returns: Whether text was skipped.
  mutating func hideRestOfCollapsedBlock() -> Bool {
    guard let block = outermostCollapsed else { return false }
    let count = result.lines.count - result.blocks[block].lines.lowerBound
    let end = extents.ends[result.blocks[block].index]
    guard count >= BlockMeasures.collapsedLines, Int(position.offset) < end else { return false }
    if let hidden = hide(upTo: end) {
      result.blocks[block].hiddenRange = hidden
      missingTruncations.collapsing.insert(result.lines.count - 1)
    }
    return true
  }

  /// Hides the rest of the text, which does not fit.
  mutating func hideRest() {
    guard hide(upTo: Int(shaped.length)) != nil else { return }
    result.isTruncated = true
    missingTruncations.last = result.lines.count - 1
  }

  /// Hides the text from the start of the next line up to the UTF-8 offset `end`, and returns the
  /// hidden range, or `nil` if none of it is visible.
  ///
  /// White space and line ends are appended to the last line instead.
  private mutating func hide(upTo end: Int) -> Range<Int>? {
    let range = Int(position.offset)..<end
    guard !range.isEmpty else { return nil }
    let last = breaks.lines.count - 1
    position = shaped.position(after: position, at: Int32(truncatingIfNeeded: end))
    endsInLineEnd = false
    let hasInk = endOfInk(in: text.string.utf8.span, range) > range.lowerBound
    if !hasInk, !breaks.lines[last].endsInHyphen {
      breaks.lines[last].end = Int32(truncatingIfNeeded: end)
      return nil
    }
    appendHidden(range)
    return hasInk ? range : nil
  }
}

extension ShapedText {
  /// Returns the first position between break table entries that is not before `offset`.
  func position(after start: LinePosition, at offset: Int32) -> LinePosition {
    var position = start
    while position.offset < offset, position.entry < breaks.count {
      let entry = breaks[position.entry]
      position.offset += entry.length - position.lengthBefore
      (position.inkBefore, position.lengthBefore) = (0, 0)
      position.isUnsafe = entry.isUnsafe
      position.entry += 1
      if entry.endsRun { position.run += 1 }
    }
    return position
  }
}
