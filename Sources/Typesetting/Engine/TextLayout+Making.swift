import GalleyFonts
import GalleyGeometry
import GalleyShaping

extension TextLayout {
  /// Creates a layout of lines that are not flowed; their heights may be known.
  convenience init(
    _ text: AttributedText, shaped: ShapedText, breaks: LineBreaks, options: LayoutOptions,
    heights known: LineHeights? = nil
  ) {
    let heights =
      known ?? LineHeights(options, of: breaks, in: shaped, stroke: text.strokeReach)
    self.init(
      text, shaped: shaped, options: options, breaks: breaks, heights: heights,
      size: Size(width: breaks.greatestWidth, height: heights.top(breaks.lines.count)))
  }

  /// Creates a layout of flowed lines.
  convenience init(
    _ text: AttributedText, shaped: ShapedText, flowed: FlowedText, breaks: LineBreaks,
    options: LayoutOptions
  ) {
    let flow = FlowPlacement(flowed, breaks: breaks, text: text, options: options)
    self.init(text, shaped: shaped, options: options, breaks: breaks, flow: flow, size: flow.size)
  }

  /// Returns a layout with the same lines, some of which are stretched.
  func stretched(_ justification: Justification) -> TextLayout {
    TextLayout(
      text, shaped: shaped, options: options, breaks: breaks, heights: heights, flow: flow,
      justification: justification, size: size)
  }

  /// Returns the text laid out with other options.
  ///
  /// - Complexity: O(1) for a width within ``validWidths``; else O(*n*), where *n* is the number of
  ///   break opportunities.
  public func relayout(_ options: LayoutOptions) -> TextLayout {
    if options == self.options { return self }
    let isSame =
      hasSameLines(atMeasure: options.measure) && options.tabWidth == self.options.tabWidth
      && (flow != nil
        ? options.flowsAs(self.options) : !options.isFlowed && options.wrapsAs(self.options))
    guard isSame else { return withOtherLines(options) }
    if let flow {
      return TextLayout(text, shaped: shaped, flowed: flow.flow, breaks: breaks, options: options)
        .stretchingJustifiedLines()
    }
    if options.alignment != .justified, options.hasHeights(of: self.options) {
      return TextLayout(self, options: options)
    }
    return TextLayout(
      text, shaped: shaped, breaks: breaks, options: options,
      heights: options.hasHeights(of: self.options) ? heights : nil
    ).stretchingJustifiedLines()
  }
}

extension TextLayout {
  /// Returns the text with its lines broken anew.
  private func withOtherLines(_ options: LayoutOptions) -> TextLayout {
    guard flow == nil, !options.isFlowed, options.alignment != .justified else {
      return shaped.layout(text, options: options)
    }
    let breaks = shaped.breaker(options).lines(options.isPlain ? .greedy : options.wrapping)
    let isAlike = keepsMetrics && options.hasHeights(of: self.options)
    let heights =
      isAlike
      ? .equal(metrics)
      : LineHeights(options, of: breaks, in: shaped, stroke: text.strokeReach)
    return TextLayout(self, options: options, breaks: breaks, heights: heights)
  }

  /// Whether lines that are not flowed have the same metrics at any width.
  var keepsMetrics: Bool {
    guard flow == nil, heights.equalMetrics != nil else { return false }
    return switch options.lineHeight {
    case .absolute: true
    case .uniform: shaped.fits(metrics, stroke: text.strokeReach)
    case .perLine, .textNode, .interactiveTextNode: false
    }
  }

  /// Returns the width of the widest piece of text that cannot be broken, in points.
  ///
  /// - Complexity: O(*n*), where *n* is the number of break opportunities.
  package func leastWidth() -> Double {
    var options = options
    (options.width, options.overflow) = (0, .visible)
    guard flow == nil else { return relayout(options).size.width }
    if shaped.breaks.count <= 1, options.insets == Insets() { return size.width }
    return shaped.breaker(options).widestStretch()
  }
}

extension ShapedText {
  /// Breaks the text into lines and places them.
  func layout(_ text: AttributedText, options: LayoutOptions) -> TextLayout {
    if options.isFlowed || text.isFlowed {
      let flow = TextFlow.flowing(text, shaped: self, options: options)
      return TextLayout(
        text, shaped: self, flowed: flow.result, breaks: flow.breaks, options: options
      ).stretchingJustifiedLines()
    }
    let wrapping = options.isPlain ? .greedy : options.wrapping
    return TextLayout(
      text, shaped: self, breaks: breaker(options).lines(wrapping), options: options
    ).stretchingJustifiedLines()
  }

  func breaker(_ options: LayoutOptions) -> LineBreaker {
    LineBreaker(
      text: self, measure: options.measure,
      tabWidth: hasTabs ? options.tabWidth ?? defaultTabWidth : 0,
      overflow: options.isPlain ? .breaks : options.overflow)
  }

  /// The width of eight spaces of the base font, in points.
  var defaultTabWidth: Double {
    8 * Double(baseFont.space.advance) * input.baseSize / Double(baseFont.metrics.unitsPerEm)
  }
}
