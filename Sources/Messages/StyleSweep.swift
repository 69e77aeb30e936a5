internal import GalleyFonts
package import GalleyTypesetting

/// A sequence of the uniformly styled ranges of a message, computed in one pass over its entities.
///
/// Plain text is skipped.
package struct StyleSweep: Sequence, IteratorProtocol {
  /// The parts of a message that affect the style of a range.
  package struct Parts: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let bold = Parts(rawValue: 1)
    package static let italic = Parts(rawValue: 2)
    package static let underline = Parts(rawValue: 4)
    package static let strikethrough = Parts(rawValue: 8)
    package static let code = Parts(rawValue: 16)
    package static let pre = Parts(rawValue: 32)
    package static let block = Parts(rawValue: 64)
    package static let link = Parts(rawValue: 128)
  }

  /// A uniformly styled range.
  package struct Stretch {
    var range: Range<Int>
    var parts: Parts
    /// The syntax color of code, if any.
    var color: PaintColor?
  }

  private var lists: [(parts: Parts, ranges: [Range<Int>], next: Int)]
  private let colors: [MessageTheme.ColoredCode]
  private var nextColor = 0
  /// The offsets at which the style may change, sorted.
  private let edges: [Int]
  private var edge = 0

  /// Creates a sweep over entities and the colors of code, which are sorted and disjoint.
  init(_ normal: NormalizedEntities, colors: [MessageTheme.ColoredCode]) {
    lists = [
      (.bold, normal.bold.ranges, 0), (.italic, normal.italic.ranges, 0),
      (.underline, normal.underline.ranges, 0), (.strikethrough, normal.strikethrough.ranges, 0),
      (.code, normal.code.ranges, 0), (.block, normal.blockCover.ranges, 0),
      (.pre, normal.blocks.filter(\.kind.isPre).map(\.range), 0),
      (.link, normal.links.map(\.range), 0),
    ]
    self.colors = colors
    let ranges = lists.flatMap(\.ranges) + colors.map(\.range)
    edges = ranges.flatMap { [$0.lowerBound, $0.upperBound] }.sorted()
  }

  package mutating func next() -> Stretch? {
    while edge + 1 < edges.count {
      let range = edges[edge]..<edges[edge + 1]
      edge += 1
      guard !range.isEmpty else { continue }
      let stretch = Stretch(
        range: range, parts: parts(at: range.lowerBound), color: color(at: range))
      if !stretch.parts.isEmpty { return stretch }
    }
    return nil
  }

  /// Returns the parts at `offset`; offsets must not decrease from call to call.
  private mutating func parts(at offset: Int) -> Parts {
    var parts: Parts = []
    for index in lists.indices {
      let ranges = lists[index].ranges
      while lists[index].next < ranges.count, ranges[lists[index].next].upperBound <= offset {
        lists[index].next += 1
      }
      let next = lists[index].next
      if next < ranges.count, ranges[next].lowerBound <= offset {
        parts.insert(lists[index].parts)
      }
    }
    return parts
  }

  private mutating func color(at range: Range<Int>) -> PaintColor? {
    while nextColor < colors.count, colors[nextColor].range.upperBound <= range.lowerBound {
      nextColor += 1
    }
    guard nextColor < colors.count, colors[nextColor].range.lowerBound <= range.lowerBound else {
      return nil
    }
    return colors[nextColor].color
  }
}

/// A cache of the styles of a message.
package struct MessageStyles {
  package let theme: MessageTheme
  private let base: TextStyle
  private var made: [StyleSweep.Parts: TextStyle] = [:]

  /// Creates the styles that a theme derives from `base`.
  package init(theme: MessageTheme, base: TextStyle) {
    self.theme = theme
    self.base = base
  }

  /// Returns the style of a range.
  mutating func style(of stretch: StyleSweep.Stretch) -> TextStyle {
    var style = style(of: stretch.parts)
    if let color = stretch.color, !stretch.parts.contains(.link) { style.paint.color = color }
    return style
  }

  /// Returns the style of a set of parts.
  package mutating func style(of parts: StyleSweep.Parts) -> TextStyle {
    if let style = made[parts] { return style }
    let style = make(parts)
    made[parts] = style
    return style
  }

  private func make(_ parts: StyleSweep.Parts) -> TextStyle {
    var font = base.font
    if parts.contains(.block) { font.size = theme.blockSize(font.size) }
    if parts.contains(.bold) { font.weight = max(font.weight, 700) }
    if parts.contains(.italic) { font.slant = .italic }
    if !parts.isDisjoint(with: [.code, .pre]) {
      font.families = theme.codeFamilies + font.families
      font.size *= theme.codeScale
    }
    var style = base
    if font != base.font { style.font = font }
    if parts.contains(.code) {
      if let color = theme.codeColor { style.paint.color = color }
      if let highlight = theme.codeHighlight { style.paint.highlight = highlight }
    }
    if parts.contains(.link) {
      style.paint.color = theme.linkColor
      if theme.underlinesLinks { style.paint.underline = .solid }
    }
    if parts.contains(.underline) { style.paint.underline = .solid }
    if parts.contains(.strikethrough) { style.paint.strikethrough = .solid }
    return style
  }
}
