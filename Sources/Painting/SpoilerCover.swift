internal import GalleyBasics
internal import GalleyGeometry
internal import GalleyTypesetting

/// The effect of spoilers on the painting of a layout.
struct SpoilerCover {
  /// The ranges not drawn with the rest, sorted and disjoint: hidden ones and those in transition.
  private(set) var covered: [Range<Int>] = []
  /// The ranges in transition, sorted and disjoint.
  private(set) var changing: [Range<Int>] = []
  /// The transition, unless it is over or involves no spoiler.
  private(set) var transition: SpoilerTransition?
  /// The indices of the spoilers covered by dust, those in transition last.
  private(set) var dusty: [Int] = []

  /// Whether nothing is hidden or in transition.
  var isEmpty: Bool { covered.isEmpty }

  /// Creates a cover that hides nothing.
  init() {}

  /// Creates the cover of the spoilers of a layout's text.
  init(_ layout: TextLayout, revealed: RevealedSpoilers, transition: SpoilerTransition?) {
    // Most texts have none, and copying a text counts many references.
    guard layout.hasAnnotations else {
      self.init()
      return
    }
    self.init(layout.text, revealed: revealed, transition: transition)
  }

  /// Creates the cover of a text's spoilers.
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
        // A spoiler nested in a hidden one stays hidden.
        let hidden = text.hiddenRanges(revealed: RevealedSpoilers(seen.union(changing)))
        self.changing = text.hiddenRanges(revealed: RevealedSpoilers(seen)).subtracting(hidden)
      }
    }
    covered = text.hiddenRanges(revealed: revealed)
    guard !covered.isEmpty else { return }
    let moving = self.transition?.spoilers ?? []
    let hidden = (0..<count).filter { !revealed.contains($0) }
    dusty = hidden.filter { !moving.contains($0) } + hidden.filter(moving.contains)
  }
}

/// A filter of the runs drawn in a pass.
struct RunFilter {
  /// The byte ranges drawn separately, sorted and disjoint.
  var ranges: [Range<Int>] = []
  /// Whether only these ranges are drawn, rather than all others.
  var isInside = false

  /// Whether all runs are drawn.
  var isDefault: Bool { ranges.isEmpty && !isInside }

  /// Returns whether a run is drawn.
  func shows(_ run: GlyphRun) -> Bool { run.isHidden == isInside }
}
