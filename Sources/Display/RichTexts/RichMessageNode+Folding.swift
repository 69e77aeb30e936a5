internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyLayoutSpecs
internal import GalleyPainting
internal import GalleyPixels
package import GalleyRichMessages
package import GalleyRichTypesetting
internal import GalleyScheduling

extension RichMessageNode {
  /// Opens or closes a section or quotation with an animation.
  ///
  /// The new state is laid out and drawn once, off the main actor, while the old pixels stay. Then
  /// the box gets its new size, and the lower edge of the block moves, uncovering or covering its
  /// contents, together with everything below. The newest request wins, and continues from the
  /// current position. A node that is on no host or rasterized into an ancestor changes without
  /// animation.
  ///
  /// - Parameters:
  ///   - path: The section or quotation.
  ///   - isOpening: Whether it is opened.
  ///   - transition: The animation.
  ///   - made: Returns the layout in the new state; called on another thread.
  ///   - alongside: Called in the tick in which the block begins to move, to animate surrounding
  ///     nodes alongside.
  ///   - completion: Called with whether the request was carried out.
  @MainActor package func fold(
    _ path: RichMessage.BlockPath, isOpening: Bool, _ transition: LayoutTransition,
    layout made: @escaping @Sendable () -> RichLayout?,
    alongside: @escaping @MainActor () -> Void = {},
    completion: @escaping @MainActor (_ isDone: Bool) -> Void = { _ in }
  ) {
    let request = BlockTransition(
      number: state.foldings.begin([]), block: 0, isExpanding: isOpening, animation: transition,
      adoptsOptions: false, range: nil, selection: nil, alongside: { _ in alongside() },
      completion: completion)
    let drawing = RichDrawing(state: state, values: state.current)
    let (scale, pool) = (node.displayScale, node.environment.pool)
    node.environment.loop.transactions.makeTransaction().add(node.workKey) { ticket in
      guard let unscrolled = made() else { return nil }
      let layout = drawing.values.scrolled.map { unscrolled.scrolled(as: $0) } ?? unscrolled
      return drawing.image(
        for: NodeImage.Request(
          bounds: Rect(origin: .zero, size: layout.size), scale: scale, ticket: ticket, pool: pool),
        of: layout)
    } completion: { [self] image in
      show(image, folding: path, request)
    }
  }

  /// Starts the animation with the finished image.
  @MainActor private func show(
    _ image: RichImage?, folding path: RichMessage.BlockPath, _ request: BlockTransition
  ) {
    guard state.foldings.number == request.number, let image else {
      return request.completion(false)
    }
    let isAnimated =
      request.animation.duration > 0 && node.loadedLayer?.host != nil && !node.rasterizesBelow
      && !node.isDisplaySuspended
    let old = isAnimated ? snapshot(of: layout, folding: path) : nil
    let start = state.foldings.corner
    state.foldings.end(isDone: false)
    adopt(image, request)
    guard let old, let new = snapshot(of: image.layout, folding: path) else {
      return request.completion(true)
    }
    state.foldings.begin(
      BlockTransitionLayers(from: old, to: new, request, start: start), of: request, on: node,
      cover: nil)
  }

  /// Adopts the new layout and image at once, animating only the box.
  @MainActor private func adopt(_ image: RichImage, _ request: BlockTransition) {
    state.change { values in
      values.document = image.layout.document
      values.invalidateLayouts()
      values.keep(image.layout, for: image.layout.size.width)
    }
    let size = image.layout.size
    let change: @MainActor () -> Void = { [self] in
      // Within the animation, so that a list moves its rows alongside.
      node.invalidateLayout()
      node.move(to: Rect(origin: frame.origin, size: size), request.animation)
      request.alongside(size)
    }
    let style = request.animation
    if style.duration > 0 {
      Layer.animate(duration: style.duration, curve: style.curve, change)
    } else {
      change()
    }
    state.prepared = (image, state.current.version)
    if let layer = node.loadedLayer, layer.host != nil, !node.isDisplaySuspended {
      layer.displayImmediately()
    } else {
      node.setNeedsDisplay()
    }
  }

  /// Returns the node's contents with the lower edge of a block.
  @MainActor private func snapshot(of layout: RichLayout, folding path: RichMessage.BlockPath)
    -> BlockSnapshot?
  {
    guard let layer = node.loadedLayer, let contents = layer.contents,
      let edge = layout.root.lowerEdge(of: path)
    else { return nil }
    let grid = PixelGrid(scale: layer.contentsScale)
    let origin = Point(
      x: node.bounds.minX - layer.contentsOutsets.left,
      y: node.bounds.minY - layer.contentsOutsets.top)
    // The round corners at the lower edge move along.
    let row = grid.edge(edge - Self.cornerHeight - origin.y)
    return BlockSnapshot(
      image: contents, scale: layer.contentsScale, origin: origin,
      edge: max(0, min(row, contents.height)))
  }

  /// The height of the round corners of a block, in points.
  private static let cornerHeight = 8.0
}

extension BlockBox {
  /// Returns the y coordinate of the lower edge of a section or quotation; `nil` if the box does
  /// not contain it.
  fileprivate func lowerEdge(of path: RichMessage.BlockPath) -> Double? {
    for item in items {
      switch item {
      case .box(let box, let place):
        if let edge = box.lowerEdge(of: path) { return place.y + edge }
      case .scroll(let box, let frame, _):
        if let edge = box.lowerEdge(of: path) { return frame.minY + edge }
      case .block(path, let frame): return frame.maxY
      default: break
      }
    }
    return nil
  }
}
