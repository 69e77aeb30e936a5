/// The parts of a layout that most layouts lack.
final class RareLayoutParts: Sendable {
  /// The reshaped glyphs at the ends of lines.
  let patches: [LinePatch]
  /// The heights of the lines.
  let heights: LineHeights
  /// The placement of a layout that is not plain.
  let flow: FlowPlacement?
  /// The stretched lines, or `nil` if there are none.
  let justification: Justification?
  /// The index of the annotations, or `nil` if there are none.
  let annotationIndex: LazyAnnotationIndex?

  private init(
    patches: [LinePatch], heights: LineHeights, flow: FlowPlacement?, justification: Justification?,
    hasAnnotations: Bool
  ) {
    self.patches = patches
    self.heights = heights
    self.flow = flow
    self.justification = justification
    annotationIndex = hasAnnotations ? LazyAnnotationIndex() : nil
  }

  /// Returns the parts of a layout of a text, or `nil` if it has none.
  static func parts(
    of text: AttributedText, patches: [LinePatch], heights: LineHeights, flow: FlowPlacement? = nil,
    justification: Justification? = nil
  ) -> RareLayoutParts? {
    if patches.isEmpty, text.annotations.isEmpty, heights.equalMetrics != nil, flow == nil,
      justification == nil
    {
      return nil
    }
    return RareLayoutParts(
      patches: patches, heights: heights, flow: flow, justification: justification,
      hasAnnotations: !text.annotations.isEmpty)
  }

  /// The approximate memory size of the parts, in bytes.
  var byteCount: Int {
    let ownHeights =
      switch heights {
      case .equal: 0
      case .own(let metrics, _): 32 * metrics.count + 80
      }
    return 96 + ownHeights + (flow?.byteCount ?? 0)
      + patches.reduce(0) { $0 + 64 + $1.glyphs.count * 24 }
  }
}
