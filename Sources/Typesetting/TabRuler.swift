import GalleyFonts
import GalleyHarfBuzz
import GalleyShaping

/// Where the tabs of a text lead that has tab stops or blocks of code.
///
/// The text behind a tab, up to the next one or to a line end that must be, is its *field*: that is
/// what a stop aligns, however much of it is on the line. Where a field has no room between what is
/// before the tab and the stop, it begins at once.
final class TabRuler: Sendable {
  /// What is known of one tab.
  private struct Tab {
    /// The run that the tab is.
    var run: Int
    /// Which list of stops it goes by.
    var stops: Int
    /// The distance between stops behind the last of those, in points.
    var width: Double
    /// How wide its field is, in points.
    var field = 0.0
    /// How wide the part of the field before its decimal separator is, in points.
    var prefix = 0.0
  }

  private let tabs: [Tab]
  private let stops: [[TabStop]]
  /// What is this near behind a stop counts as at it, in points: sums may be rounded.
  private static let tolerance = 1e-6

  /// Makes a ruler, or `nil` if all tabs lead to stops at equal distances.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - shaped: The same, shaped.
  ///   - tabWidth: The distance between stops that the options ask for, in points.
  ///   - defaultWidth: The distance outside of code if they ask for none.
  /// - Complexity: O(*n*), where *n* is the number of glyphs, if the text has tabs.
  init?(_ text: AttributedText, shaped: ShapedText, tabWidth: Double?, defaultWidth: Double) {
    guard shaped.runs.contains(where: { $0.kind == .tab }) else { return nil }
    let segments = text.segments
    let hasCode = segments.contains { $0.block.map { text.blocks[$0].kind.isCode } ?? false }
    let styles = text.structure.value.paragraphStyles
    let hasStops = styles.spans.contains { !$0.value.tabStops.isEmpty }
    guard hasStops || hasCode && tabWidth == nil else { return nil }

    stops =
      styles.spans.isEmpty ? [[]] : styles.spans.map { Self.usable($0.value.tabStops) }
    var (tabs, segment): ([Tab], Int) = ([], 0)
    for (index, run) in shaped.runs.enumerated() where run.kind == .tab {
      while segment < segments.count, segments[segment].range.upperBound <= Int(run.start) {
        segment += 1
      }
      var width = tabWidth ?? defaultWidth
      if tabWidth == nil, segment < segments.count,
        segments[segment].block.map({ text.blocks[$0].kind.isCode }) ?? false
      {
        width = 4 * Double(shaped.font(of: run).space.advance) * run.pointsPerUnit
      }
      let start = shaped.paragraphStart(at: run.start)
      let list = styles.spans.isEmpty ? 0 : styles.index(at: Int(start))
      tabs.append(Tab(run: index, stops: list, width: width))
    }
    var fields = TabFields(shaped)
    for index in tabs.indices where !stops[tabs[index].stops].isEmpty {
      let isDecimal = stops[tabs[index].stops].contains { $0.alignment == .decimal }
      (tabs[index].field, tabs[index].prefix) = fields.measure(
        behind: tabs[index].run, findsDecimal: isDecimal)
    }
    self.tabs = tabs
  }

  /// Stops that are somewhere, in order.
  private static func usable(_ stops: [TabStop]) -> [TabStop] {
    stops.filter { $0.position.isFinite }.sorted { $0.position < $1.position }
  }

  /// Where the text behind a tab begins.
  ///
  /// - Parameters:
  ///   - run: The run that is the tab.
  ///   - x: Where the tab begins, in points from where its line begins.
  /// - Returns: The place in points from where the line begins; never before `x`.
  func end(ofTab run: Int, from x: Double) -> Double {
    var (low, high) = (0, tabs.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if tabs[middle].run >= run { high = middle } else { low = middle + 1 }
    }
    let tab = tabs[low]
    let list = stops[tab.stops]
    (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].position > x + TabRuler.tolerance { high = middle } else { low = middle + 1 }
    }
    guard low < list.count else { return tabStop(after: x, every: tab.width) }
    let stop = list[low]
    return switch stop.alignment {
    case .start: stop.position
    case .center: max(x, stop.position - tab.field / 2)
    case .end: max(x, stop.position - tab.field)
    case .decimal: max(x, stop.position - tab.prefix)
    }
  }
}

extension TextBlock.Kind {
  /// Whether the block is a program.
  fileprivate var isCode: Bool {
    if case .code = self { true } else { false }
  }
}

extension ShapedText {
  /// Where the paragraph begins that `offset` is in.
  fileprivate func paragraphStart(at offset: Int32) -> Int32 {
    var (low, high) = (0, paragraphs.count)
    while low < high {
      let middle = (low + high) / 2
      if paragraphs[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return low == 0 ? 0 : paragraphs[low - 1].end
  }
}
