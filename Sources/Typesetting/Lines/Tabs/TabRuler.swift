internal import GalleyBasics
import GalleyFonts
import GalleyHarfBuzz
import GalleyShaping

/// Resolves the tabs of a text with tab stops or blocks of code.
///
/// The text after a tab, up to the next tab or mandatory break, is its *field*, which is aligned at
/// the stop even if it spans several lines. A field that does not fit between the text before the
/// tab and the stop begins immediately.
final class TabRuler: Sendable {
  /// A tab and the width of its field.
  private struct Tab {
    /// The run of the tab.
    var run: Int
    /// The index of its list of stops.
    var stops: Int
    /// The distance between stops after the last of the list, in points.
    var width: Double
    /// The width of its field, in points.
    var field = 0.0
    /// The width of the field up to its decimal separator, in points.
    var prefix = 0.0
  }

  private let tabs: [Tab]
  private let stops: [[ParagraphStyle.TabStop]]
  /// The distance after a stop that counts as at the stop, in points, because sums are rounded.
  private static let tolerance = 1e-6

  /// Creates a ruler, or `nil` if all stops are at equal distances: that of the options, if any, or
  /// the default outside code; in points.
  ///
  /// - Complexity: O(*n*), where *n* is the number of glyphs, if the text has tabs.
  init?(_ text: AttributedText, shaped: ShapedText, tabWidth: Double?, defaultWidth: Double) {
    guard shaped.runs.contains(where: { $0.kind == .tab }) else { return nil }
    let segments = text.segments
    let hasCode = segments.contains { $0.block.map { text.blocks[$0].kind.isCode } ?? false }
    let styles = text.structure.read { $0.paragraphStyles }
    let hasStops = styles.spans.contains { !$0.value.tabStops.isEmpty }
    guard hasStops || hasCode && tabWidth == nil else { return nil }

    stops = styles.spans.isEmpty ? [[]] : styles.spans.map { Self.usable($0.value.tabStops) }
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

  /// Returns the stops with finite positions, in order.
  private static func usable(_ stops: [ParagraphStyle.TabStop]) -> [ParagraphStyle.TabStop] {
    stops.filter { $0.position.isFinite }.sorted { $0.position < $1.position }
  }

  /// Returns the start of the text after a tab that begins at `x`; in points from the start of the
  /// line, never before `x`.
  func end(ofTab run: Int, from x: Double) -> Double {
    let tab = tabs[tabs.dropLast().partitioningIndex { $0.run >= run }]
    let list = stops[tab.stops]
    let next = list.partitioningIndex { $0.position > x + TabRuler.tolerance }
    guard next < list.count else { return tabStop(after: x, every: tab.width) }
    let stop = list[next]
    return switch stop.alignment {
    case .start: stop.position
    case .center: max(x, stop.position - tab.field / 2)
    case .end: max(x, stop.position - tab.field)
    case .decimal: max(x, stop.position - tab.prefix)
    }
  }
}

extension TextBlock.Kind {
  /// Whether the block is code.
  fileprivate var isCode: Bool { if case .code = self { true } else { false } }
}

extension ShapedText {
  /// Returns the start of the paragraph that contains `offset`.
  fileprivate func paragraphStart(at offset: Int32) -> Int32 {
    let index = paragraphs.partitioningIndex { $0.end > offset }
    return index == 0 ? 0 : paragraphs[index - 1].end
  }
}
