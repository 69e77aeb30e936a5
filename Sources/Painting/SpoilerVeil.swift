internal import GalleyGeometry
internal import GalleyTypesetting

/// What spoilers do to the painting of a layout.
struct SpoilerVeil {
  /// What is not drawn with the rest, in order and apart: what is hidden and what is in transition.
  private(set) var veiled: [Range<Int>] = []
  /// What is in transition, in order and apart.
  private(set) var changing: [Range<Int>] = []
  /// The transition, unless it is over or no spoiler takes part.
  private(set) var transition: SpoilerTransition?
  /// The numbers of the spoilers that are covered by dust, those in transition last.
  private(set) var dusty: [Int] = []

  /// Whether all is drawn as if there were no spoilers.
  var isEmpty: Bool { veiled.isEmpty }

  /// Nothing is hidden.
  init() {}

  /// Looks at the spoilers of a text.
  init(_ text: AttributedText, revealed: RevealedSpoilers, transition: SpoilerTransition?) {
    guard !text.annotations.isEmpty else { return }
    var revealed = revealed
    let count = text.spoilers.count
    if let transition {
      let changing = transition.spoilers.filter { (0..<count).contains($0) }
      let seen = Set((0..<count).filter { revealed.contains($0) && !changing.contains($0) })
      let isRevealing = transition.change != .hides
      if transition.isOver {
        revealed = RevealedSpoilers(isRevealing ? seen.union(changing) : seen)
      } else if !changing.isEmpty {
        revealed = RevealedSpoilers(seen)
        self.transition = transition
        // A spoiler within another that stays hidden stays hidden with it.
        let hidden = text.hiddenRanges(revealed: RevealedSpoilers(seen.union(changing)))
        self.changing = text.hiddenRanges(revealed: RevealedSpoilers(seen)).without(hidden)
      }
    }
    veiled = text.hiddenRanges(revealed: revealed)
    guard !veiled.isEmpty else { return }
    let moving = self.transition?.spoilers ?? []
    let hidden = (0..<count).filter { !revealed.contains($0) }
    dusty = hidden.filter { !moving.contains($0) } + hidden.filter(moving.contains)
  }
}

extension [Range<Int>] {
  /// What remains of these ranges without others; both are in order and apart.
  fileprivate func without(_ others: [Range<Int>]) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var next = 0
    for range in self {
      while next < others.count, others[next].upperBound <= range.lowerBound { next += 1 }
      var (start, other) = (range.lowerBound, next)
      while other < others.count, others[other].lowerBound < range.upperBound {
        if start < others[other].lowerBound { pieces.append(start..<others[other].lowerBound) }
        start = others[other].upperBound
        other += 1
      }
      if start < range.upperBound { pieces.append(start..<range.upperBound) }
    }
    return pieces
  }
}

/// Which runs are drawn in a pass.
struct RunFilter {
  /// Bytes that are drawn apart, in order and apart.
  var ranges: [Range<Int>] = []
  /// Whether only these are drawn, and not all others.
  var isInside = false

  /// Whether a run is drawn.
  func shows(_ run: GlyphRun) -> Bool { run.isHidden == isInside }
}
