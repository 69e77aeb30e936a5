public import GalleyGeometry
import GalleyShaping

/// The sizes of many layouts at one width, in flat arrays, so that changing the width is one pass.
///
/// The pass compares the width with the interval in which the lines of each layout are the same
/// (``TextLayout/validWidths``), and touches only the texts whose interval does not contain it.
/// Those are measured, not laid out; ``layout(at:)`` lays out a text when it is shown.
///
///     var table = LayoutMetricsTable(layouts)
///     for index in table.setWidth(361) { move(index, to: table[index]) }
///
/// Layouts that are not plain text, such as those with blocks or a limit of lines, are laid out at
/// each width.
public struct LayoutMetricsTable: Sendable {
  private var intervals = WidthIntervals()
  private var sizes: [Size] = []
  private var layouts: [TextLayout] = []
  private var plainTexts = PlainTexts()
  private var scratch = LineBreaks()

  /// Creates a table of layouts, each at the width of its options.
  public init(_ layouts: [TextLayout] = []) {
    for layout in layouts { append(layout) }
  }

  /// The number of texts.
  public var count: Int { sizes.count }

  /// Returns the size of the text at an index, at the current width.
  public subscript(index: Int) -> Size { sizes[index] }

  /// The width that was set last, in points; `nil` if each text has that of its layout.
  public private(set) var width: Double?

  /// The number of texts that the last change of the width measured.
  package private(set) var measuredCount = 0

  /// Returns the layout of the text at an index, at the current width.
  ///
  /// - Complexity: That of ``TextLayout/relayout(_:)``.
  public func layout(at index: Int) -> TextLayout {
    var options = layouts[index].options
    options.width = width ?? options.width
    return layouts[index].relayout(options)
  }

  /// Appends a layout, at the width of its options.
  public mutating func append(_ layout: TextLayout) {
    let widths = layout.flow == nil ? layout.breaks.widths : .none
    intervals.append(widths.least, widths.greatest)
    sizes.append(layout.size)
    layouts.append(layout)
    plainTexts.append(layout)
  }

  /// Sets the width of all texts, in points.
  ///
  /// - Returns: The indices of the texts whose size is another, in order.
  /// - Complexity: O(*n*) for *n* texts, plus O(*m*) for each text whose interval does not contain
  ///   the width, where *m* is the number of its break opportunities.
  @discardableResult public mutating func setWidth(_ width: Double) -> [Int] {
    self.width = width
    let stale = intervals.indices(without: width > 0 ? width : 0)
    measuredCount = stale.count
    var changed: [Int] = []
    for index in stale where update(index, width: width) { changed.append(index) }
    return changed
  }

  /// Measures a text.
  ///
  /// - Returns: Whether its size is another.
  private mutating func update(_ index: Int, width: Double) -> Bool {
    let size: Size
    if let found = plainTexts.metrics(of: index, measure: width > 0 ? width : 0) {
      size = found.size
      intervals.set(index, found.widths.least, found.widths.greatest)
    } else {
      size = measure(index, width: width)
    }
    defer { sizes[index] = size }
    return size != sizes[index]
  }

  /// Measures a text that is not plain.
  private mutating func measure(_ index: Int, width: Double) -> Size {
    let layout = layouts[index]
    var options = layout.options
    options.width = width
    guard layout.flow == nil else { return layout.relayout(options).size }
    let size = layout.shaped.size(of: layout.text, options, breakingInto: &scratch)
    intervals.set(index, scratch.widths.least, scratch.widths.greatest)
    return size
  }
}

extension WidthInterval {
  /// An interval without widths.
  fileprivate static let none = WidthInterval(least: .infinity, limit: 0)

  /// The greatest width in the interval.
  ///
  /// An interval without a limit contains the infinite width.
  fileprivate var greatest: Double { limit == .infinity ? limit : limit.nextDown }
}

extension ShapedText {
  /// Returns the size of a layout without blocks and other flow; `breaks` receives its lines.
  fileprivate func size(
    of text: AttributedText, _ options: LayoutOptions, breakingInto breaks: inout LineBreaks
  ) -> Size {
    breaker(options).breakLines(options.isPlain ? .greedy : options.wrapping, into: &breaks)
    let heights = LineHeights(options, of: breaks, in: self, stroke: text.strokeReach)
    return Size(width: breaks.greatestWidth, height: heights.top(breaks.lines.count))
  }
}
