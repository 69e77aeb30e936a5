package import GalleyGeometry

/// The parts of a text that stay, leave and arrive when another text replaces it.
package struct MorphPlan: Sendable {
  /// Adjacent glyphs that are in both texts and move together.
  package struct Kept: Hashable, Sendable {
    /// The rectangle in the old layout, and in the new one; both have the same size.
    package var (old, new): (Rect, Rect)
    /// Whether the colors differ.
    package var isRepainted: Bool
  }

  /// The parts that stay.
  package private(set) var kept: [Kept] = []
  /// The parts of the old layout that are in no kept part.
  package private(set) var removed: [Rect] = []
  /// The parts of the new layout that are in no kept part.
  package private(set) var inserted: [Rect] = []

  /// Compares two layouts.
  ///
  /// The result is `nil` if nothing stays, or the texts are too long or have blocks; such texts
  /// cross-fade.
  ///
  /// - Parameters:
  ///   - old: The old layout.
  ///   - new: The new layout.
  ///   - separatesWords: Whether words that move together are separate parts, because they are
  ///     still on their way from an earlier text.
  /// - Complexity: O(*n* log *n*), where *n* is the number of clusters.
  package init?(from old: TextLayout, to new: TextLayout, separatesWords: Bool = false) {
    guard let old = MorphClusters(old), let new = MorphClusters(new) else { return nil }
    let pairs = ClusterMatching(old, new).pairs
    guard !pairs.isEmpty else { return nil }
    addKept(pairs, old, new, separatesWords: separatesWords)
    removed = Self.rest(of: old, without: pairs.map(\.old))
    inserted = Self.rest(of: new, without: pairs.map(\.new))
  }

  private mutating func addKept(
    _ pairs: [ClusterMatching.Pair], _ old: MorphClusters, _ new: MorphClusters,
    separatesWords: Bool
  ) {
    var group: [ClusterMatching.Pair] = []
    func end() {
      guard let first = group.first, let last = group.last else { return }
      kept.append(
        Kept(
          old: old.rect(of: first.old...last.old), new: new.rect(of: first.new...last.new),
          isRepainted: old.clusters[first.old].paint != new.clusters[first.new].paint))
    }
    for pair in pairs.sorted(by: { $0.old < $1.old }) {
      let isApart = separatesWords && group.last.map { $0.old + 1 < pair.old } ?? false
      if let last = group.last, isApart || !Self.moveTogether(last, pair, old, new) {
        end()
        group = []
      }
      group.append(pair)
    }
    end()
  }

  /// Returns whether a pair moves with the one before, with nothing but white space in between.
  private static func moveTogether(
    _ first: ClusterMatching.Pair, _ second: ClusterMatching.Pair, _ old: MorphClusters,
    _ new: MorphClusters
  ) -> Bool {
    let (a, b) = (old.clusters[first.old], old.clusters[second.old])
    let (c, d) = (new.clusters[first.new], new.clusters[second.new])
    guard first.new < second.new, a.line == b.line, c.line == d.line,
      (a.paint == c.paint) == (b.paint == d.paint),
      abs((c.left - a.left) - (d.left - b.left)) < 0.01
    else { return false }
    return old.clusters[(first.old + 1)..<second.old].allSatisfy(\.isSpace)
      && new.clusters[(first.new + 1)..<second.new].allSatisfy(\.isSpace)
  }

  /// Returns the rectangles of the clusters that are in no pair, adjacent ones together.
  private static func rest(of clusters: MorphClusters, without matched: [Int]) -> [Rect] {
    let matched = Set(matched)
    var rects: [Rect] = []
    var start: Int?
    for index in 0...clusters.clusters.count {
      let isEnd =
        index == clusters.clusters.count || matched.contains(index)
        || start.map { clusters.clusters[$0].line != clusters.clusters[index].line } ?? false
      if isEnd, let first = start {
        var last = index - 1
        while clusters.clusters[last].isSpace { last -= 1 }
        rects.append(clusters.rect(of: first...last))
        start = nil
      }
      guard index < clusters.clusters.count, !matched.contains(index) else { continue }
      if start == nil, !clusters.clusters[index].isSpace { start = index }
    }
    return rects
  }
}

extension MorphClusters {
  /// Returns the rectangle of clusters on one line, as high as the line.
  fileprivate func rect(of range: ClosedRange<Int>) -> Rect {
    let (first, last) = (clusters[range.lowerBound], clusters[range.upperBound])
    let line = lines[first.line]
    return Rect(
      x: first.left, y: line.minY, width: max(0, last.right - first.left),
      height: line.size.height)
  }
}
