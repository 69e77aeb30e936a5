internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyPixels
internal import GalleyScheduling

/// One drawing of a node, with all its captured parameters.
struct DisplayPass: Sendable {
  /// The outcome of a pass.
  enum Outcome: Sendable {
    /// The pass went stale before it finished.
    case stale
    /// The node's new contents; `nil` for none.
    case drawn(NodeImage?)
    /// The pass produced no image, and the old contents stay.
    case kept
  }

  let bounds: Rect
  let scale: Double
  /// The drawing of the node's content, if any.
  let drawing: ContentDrawing?
  /// The layer work and subnodes to rasterize into the bitmap, if any.
  let rasterization: Rasterization?
  /// The allocator of bitmap memory.
  let pool: Bitmap.Pool

  /// Renders the pass, on any thread.
  func render(for ticket: Ticket) -> Outcome {
    guard !ticket.isStale else { return .stale }
    guard let rasterization else { return draw(for: ticket) }
    return rasterization.render(self, for: ticket)
  }

  /// Draws only the node's own content.
  func draw(for ticket: Ticket) -> Outcome {
    guard let drawing else { return .drawn(nil) }
    let image = drawing.image(
      NodeImage.Request(bounds: bounds, scale: scale, ticket: ticket, pool: pool))
    guard !ticket.isStale else { return .stale }
    return image == nil && drawing.keepsContents ? .kept : .drawn(image)
  }

  /// Reports the end of the pass to all contents that took part in it.
  @MainActor func didEnd(_ ending: DisplayNode.PassEnding) {
    drawing?.didEnd(ending)
    rasterization?.didEnd(ending)
  }
}
