import GalleyGeometry

extension FlowPlacement {
  /// Places a flowed text with its lines.
  convenience init(
    _ flow: FlowedText, breaks: LineBreaks, text: AttributedText, options: LayoutOptions
  ) {
    let measure = options.measure
    let widths = FlowWidths(of: flow, spans: breaks.lines, measure: measure)
    var width =
      flow.lines.isEmpty ? 0 : max(breaks.widths.least, max(flow.neededWidth, widths.whole))
    var height = flow.height
    var reservations: [BottomReservation] = []
    for (size, isAtLeft) in options.bottomPlaces(isRightToLeft: flow.endsRightToLeft) {
      let items = BottomItems(
        flow: flow, spans: breaks.lines, widths: widths, reserved: reservations)
      let reservation = BottomReservation(
        size, isAtLeft: isAtLeft, height: height, measure: measure, items: items)
      reservations.append(reservation)
      (width, height) = (max(width, reservation.width), reservation.height)
    }
    if options.lineHeight.isWhole {
      height = height.rounded(.up)
      let whole = width.rounded(.up)
      if whole <= measure, whole < breaks.widths.limit { width = whole }
    }
    let insets = options.insets
    let topInset = insets.top.offset
    let sides = max(0, insets.left.offset + insets.right.offset)
    let size = Size(
      width: outerWidth(of: width, padding: sides),
      height: max(0, topInset + height + insets.bottom.offset))
    var placer = FlowPlacer(
      flow: flow, widths: widths, reservations: reservations, left: insets.left.offset,
      top: topInset, text: text,
      width: options.alignmentWidth.flatMap { $0.isFinite ? $0 : nil } ?? width,
      blocksFillWidth: !options.lineHeight.isWhole)
    placer.placeBlocks()
    self.init(
      flow, slots: placer.slots(), blocks: placer.blocks,
      placedTokens: placer.softWrapMarks(of: breaks.lines),
      trailingFrame: options.trailingReserve == nil
        ? nil : reservations.last.map { placer.frame(of: $0) }, size: size, topInset: topInset)
  }
}

extension FlowedText {
  /// Whether the last line's paragraph is right-to-left.
  fileprivate var endsRightToLeft: Bool { lines.last?.isRightToLeft ?? false }
}

extension LayoutOptions.LineHeight {
  /// Whether the size of layouts is rounded to whole points.
  fileprivate var isWhole: Bool { self == .textNode || self == .interactiveTextNode }
}

extension LayoutOptions {
  /// Returns the spaces reserved at the bottom: for cutouts, and for the trailing label.
  fileprivate func bottomPlaces(isRightToLeft: Bool) -> [(size: Size, isAtLeft: Bool)] {
    var places = cutouts.filter(\.isAtBottom).map { (size: $0.size, isAtLeft: $0.edge == .left) }
    if let trailingReserve { places.append((trailingReserve, isRightToLeft)) }
    return places
  }
}
