import GalleyGeometry

/// The placement of the lines and blocks of a flowed text.
///
/// Placement is the last step of layout, after breaking and stacking. It can be repeated for
/// another width.
final class FlowPlacement: Sendable {
  /// The text that is placed.
  let flow: FlowedText
  /// The horizontal extent that each line is aligned in.
  let slots: [Slot]
  /// Whether any line belongs to a justified paragraph.
  let hasJustifiedLines: Bool
  /// The blocks.
  let blocks: [TextLayout.Block]
  /// Tokens on the lines, other than those of truncations.
  let placedTokens: [TextLayout.Token]
  /// The frame of the trailing label, if any.
  let trailingFrame: Rect?
  /// The size of the layout, insets included.
  let size: Size
  /// The offset of the first line from the top, in points.
  let topInset: Double

  /// A horizontal extent, in points.
  struct Slot: Hashable, Sendable {
    var start: Double
    var end: Double

    var width: Double { end - start }
  }

  init(
    _ flow: FlowedText, slots: [Slot], blocks: [TextLayout.Block], placedTokens: [TextLayout.Token],
    trailingFrame: Rect?, size: Size, topInset: Double
  ) {
    self.flow = flow
    self.slots = slots
    hasJustifiedLines = flow.lines.contains { $0.alignment == .justified }
    self.blocks = blocks
    self.placedTokens = placedTokens
    self.trailingFrame = trailingFrame
    self.size = size
    self.topInset = topInset
  }
}
