public import GalleyGeometry

extension TextLayout {
  /// The blocks of which something is seen; outer ones before those within them, siblings in order.
  public var blocks: [LayoutBlock] { flow?.blocks ?? [] }

  /// What of the text is on no line, in order, as UTF-8 offsets: what is hidden for want of room, and
  /// what collapsed blocks hide.
  ///
  /// Lines and hidden ranges together hold all of the text, once.
  public var hiddenRanges: [Range<Int>] { flow?.flow.hiddenRanges ?? [] }

  /// Whether text that would be seen is hidden for want of room; what collapsed blocks hide does not
  /// count.
  public var isTruncated: Bool { flow?.flow.isTruncated ?? false }

  /// Text of its own on the lines, which tells of what is not there; from the top down.
  package var placedTokens: [PlacedToken] {
    guard let flow else { return [] }
    let cut = flow.flow.cuts.compactMap(placedToken(of:))
    if flow.placedTokens.isEmpty || cut.isEmpty { return flow.placedTokens + cut }
    return (flow.placedTokens + cut).sorted { $0.frame.minY < $1.frame.minY }
  }

  /// Where the label goes that ``LayoutOptions/trailingReserve`` keeps room for.
  public var trailingFrame: Rect? { flow?.trailingFrame }
}

extension FlowPlacement {
  /// One line, which ends at an offset and is so wide, in points.
  func line(at index: Int, end: Int32, width: Double) -> LineBox {
    let line = flow.lines[index]
    let top = topInset + line.top
    return LineBox(
      range: Int(line.start)..<Int(end), x: line.edge(of: width, in: slots[index]), y: top,
      width: width, height: line.height, baseline: top + line.baseline,
      isRightToLeft: line.isRightToLeft)
  }

  /// How many bytes of memory the placement takes, about.
  var byteCount: Int {
    400 + flow.lines.count * (MemoryLayout<FlowLine>.stride + 16)
      + flow.blocks.count * MemoryLayout<FlowBlock>.stride
      + blocks.reduce(0) { $0 + MemoryLayout<LayoutBlock>.stride + ($1.title?.byteCount ?? 0) }
      + flow.hiddenRanges.count * 16
      + flow.cuts.reduce(0) {
        $0 + MemoryLayout<LineCut>.stride + ($1.token?.layout.byteCount ?? 0)
      }
  }
}

extension FlowLine {
  /// The left edge of the line's text in the room that there is for it, all in points.
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
