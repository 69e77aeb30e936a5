public import GalleyGeometry

extension TextLayout {
  /// The visible blocks, in document order: outer blocks before nested ones.
  public var blocks: [Block] { flow?.blocks ?? [] }

  /// The ranges of text that are on no line, as UTF-8 offsets, in order: text that does not fit,
  /// and text in collapsed blocks.
  ///
  /// Lines and hidden ranges partition the text.
  public var hiddenRanges: [Range<Int>] { flow?.flow.hiddenRanges ?? [] }

  /// Whether visible text is hidden because it does not fit; text in collapsed blocks does not
  /// count.
  public var isTruncated: Bool { flow?.flow.isTruncated ?? false }

  /// Whether neither contents nor options change the distances of lines that no block separates.
  package var hasEvenLines: Bool { flow?.flow.hasEvenLines ?? false }

  /// The tokens on the lines, which mark hidden or wrapped text; from the top down.
  package var placedTokens: [Token] {
    guard let flow else { return [] }
    let truncation = flow.flow.truncations.compactMap(placedToken(of:))
    if flow.placedTokens.isEmpty || truncation.isEmpty { return flow.placedTokens + truncation }
    return (flow.placedTokens + truncation).sorted { $0.frame.minY < $1.frame.minY }
  }

  /// The frame of the label that ``LayoutOptions/trailingReserve`` reserves room for.
  public var trailingFrame: Rect? { flow?.trailingFrame }
}

extension FlowPlacement {
  /// Returns the line at an index, with the given end and width in points.
  func line(at index: Int, end: Int32, width: Double) -> TextLayout.Line {
    let line = flow.lines[index]
    let top = topInset + line.top
    return TextLayout.Line(
      range: Int(line.start)..<Int(end), x: line.edge(of: width, in: slots[index]), y: top,
      width: width, height: line.height, baseline: top + line.baseline,
      isRightToLeft: line.isRightToLeft)
  }

  /// The approximate memory size of the placement, in bytes.
  var byteCount: Int {
    400 + flow.lines.count * (MemoryLayout<FlowLine>.stride + 16)
      + flow.blocks.count * MemoryLayout<FlowBlock>.stride
      + blocks.reduce(0) { $0 + MemoryLayout<TextLayout.Block>.stride + ($1.title?.byteCount ?? 0) }
      + flow.hiddenRanges.count * 16
      + flow.truncations.reduce(0) {
        $0 + MemoryLayout<LineTruncation>.stride + ($1.token?.layout.byteCount ?? 0)
      }
  }
}

extension FlowLine {
  /// Returns the left edge of a line of the given width in its slot, in points.
  fileprivate func edge(of width: Double, in slot: FlowPlacement.Slot) -> Double {
    switch alignment {
    case .left: slot.start
    case .right: slot.end - width
    case .center: slot.start + (slot.width - width) / 2
    case .start, .justified: isRightToLeft ? slot.end - width : slot.start
    case .end: isRightToLeft ? slot.start : slot.end - width
    }
  }
}
