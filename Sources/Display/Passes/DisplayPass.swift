internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyPixels
internal import GalleyScheduling

/// One drawing of a node, with everything it needs to know.
struct DisplayPass: Sendable {
  /// What comes of a pass.
  enum Outcome: Sendable {
    /// The pass was no longer wanted before it was done.
    case stale
    /// The node's contents; `nil` is none.
    case drawn(NodeImage?)
  }

  let bounds: Rect
  let scale: Double
  /// What the node draws by itself; `nil` is nothing.
  let drawing: ContentDrawing?
  /// What else is to be in the bitmap: all that the layer would have done, and the subnodes.
  let baking: Baking?

  /// Draws, on any thread.
  func render(for ticket: Ticket) -> Outcome {
    guard !ticket.isStale else { return .stale }
    guard let baking else { return draw(for: ticket) }
    return baking.render(self, for: ticket)
  }

  /// Draws what the node draws by itself.
  func draw(for ticket: Ticket) -> Outcome {
    switch drawing {
    case nil: return .drawn(nil)
    case .image(let image):
      let picture = image(NodeImageRequest(bounds: bounds, scale: scale, ticket: ticket))
      return ticket.isStale ? .stale : .drawn(picture)
    case .canvas(let draw):
      // What is too large for a bitmap is not shown.
      guard var canvas = NodeCanvas(of: bounds, scale: scale, for: ticket) else {
        return .drawn(nil)
      }
      draw(&canvas)
      return ticket.isStale ? .stale : .drawn(NodeImage(canvas.bitmap, scale: scale))
    }
  }
}
