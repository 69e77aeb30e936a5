internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyPixels
internal import GalleyScheduling
internal import Synchronization

/// One drawing of a node, with everything it needs to know.
struct DisplayPass: Sendable {
  /// What comes of a pass.
  enum Outcome: Sendable {
    /// The pass was no longer wanted before it was done.
    case stale
    /// The node's contents; `nil` is none.
    case drawn(NodeImage?)
    /// There is no picture, and the contents stay.
    case kept
  }

  let bounds: Rect
  let scale: Double
  /// What the node draws by itself; `nil` is nothing.
  let drawing: ContentDrawing?
  /// What else is to be in the bitmap: all that the layer would have done, and the subnodes.
  let baking: Baking?
  /// Where the memory of bitmaps comes from.
  let pool: BitmapPool

  /// Draws, on any thread.
  func render(for ticket: Ticket) -> Outcome {
    guard !ticket.isStale else { return .stale }
    guard let baking else { return draw(for: ticket) }
    return baking.render(self, for: ticket)
  }

  /// Draws what the node draws by itself.
  func draw(for ticket: Ticket) -> Outcome {
    guard let drawing else { return .drawn(nil) }
    let request = NodeImageRequest(bounds: bounds, scale: scale, ticket: ticket, pool: pool)
    switch drawing.way {
    case .image(let image):
      let picture = image(request)
      guard !ticket.isStale else { return .stale }
      return picture == nil && drawing.keepsContents ? .kept : .drawn(picture)
    case .canvas(let draw):
      // What is too large for a bitmap is not shown.
      guard var canvas = NodeCanvas(for: request) else { return .drawn(nil) }
      draw(&canvas)
      return ticket.isStale ? .stale : .drawn(NodeImage(canvas.bitmap, scale: scale))
    }
  }

  /// Tells the contents of all that is drawn how that ended.
  @MainActor func didEnd(_ ending: NodePassEnding) {
    drawing?.didEnd(ending)
    baking?.didEnd(ending)
  }
}

/// Where a pass leaves something beside its contents, for the main actor.
final class PassResult<Picture: Sendable>: Sendable {
  let picture = Mutex<Picture?>(nil)
}
