internal import GalleyPainting
public import GalleyGeometry
internal import GalleyLayers
internal import GalleyPixels
internal import GalleyScheduling
internal import GalleyTypesetting

extension TextNode {
  /// Returns whether a block is expanded or will be.
  @MainActor public func isExpanded(block: Int) -> Bool {
    (state.blockTransitions.target ?? options.expandedBlocks).contains(block)
  }

  /// Expands or collapses a block with an animation.
  ///
  /// The new layout is measured and drawn once, off the main actor, while the old pixels stay. Then
  /// the box gets its new size, and the lower edge of the block moves, uncovering or covering its
  /// text, together with everything below. The newest request wins: one still being drawn is
  /// dropped, and a running animation continues from its current position. A node that is on no
  /// host or rasterized into an ancestor changes without animation.
  ///
  /// - Parameters:
  ///   - isExpanded: Whether to show all lines of the block.
  ///   - block: The index of the block.
  ///   - transition: The animation. Measurement is always asynchronous.
  ///   - alongside: Called with the new size of the box, to animate surrounding nodes alongside.
  ///   - completion: Called with whether the request was carried out.
  @MainActor public func setExpanded(
    _ isExpanded: Bool, block: Int, _ transition: LayoutTransition,
    alongside: @escaping @MainActor (_ size: Size) -> Void = { _ in },
    completion: @escaping @MainActor (_ isDone: Bool) -> Void = { _ in }
  ) {
    guard self.isExpanded(block: block) != isExpanded else { return completion(true) }
    var layoutOptions = layout.options
    layoutOptions.expandedBlocks = state.blockTransitions.target ?? options.expandedBlocks
    layoutOptions.setExpanded(isExpanded, block: block)
    let transition = BlockTransition(
      number: state.blockTransitions.begin(layoutOptions.expandedBlocks), block: block,
      isExpanding: isExpanded, animation: transition, alongside: alongside, completion: completion)
    draw(transition, layoutOptions)
  }

  /// Measures and draws the text in its new state.
  @MainActor private func draw(_ transition: BlockTransition, _ options: LayoutOptions) {
    let drawing = TextDrawing(state, on: node)
    let (scale, pool) = (node.displayScale, node.environment.pool)
    node.environment.loop.transactions.makeTransaction().add(node.workKey) { ticket in
      let layout = drawing.state.engine.layout(drawing.values.text, options: options)
      let request = NodeImage.Request(
        bounds: Rect(origin: .zero, size: layout.extent), scale: scale, ticket: ticket, pool: pool)
      return drawing.drawnText(for: request, of: layout)
    } completion: { [self] text in
      show(text, transition, version: drawing.values.version)
    }
  }

  /// Starts the animation with the finished image.
  @MainActor private func show(_ text: DrawnText?, _ transition: BlockTransition, version: UInt64) {
    guard state.blockTransitions.number == transition.number else {
      return transition.completion(false)
    }
    state.blockTransitions.target = nil
    guard let text, state.current.version == version else {
      // The text has changed or the image is too large: draw as usual.
      setExpanded(transition.isExpanding, block: transition.block)
      return transition.completion(false)
    }
    let isAnimated =
      transition.animation.duration > 0 && node.loadedLayer?.host != nil && !node.rasterizesBelow
      && !node.isDisplaySuspended
    let old = isAnimated ? side(layout.blocks, transition) : nil
    let start = state.blockTransitions.edge
    state.blockTransitions.end(isDone: false)
    adopt(text, transition)
    guard let old, let new = side(text.layout.blocks, transition) else {
      return transition.completion(true)
    }
    state.blockTransitions.begin(
      BlockTransitionLayers(from: old, to: new, transition, start: start), of: transition, on: node,
      cover: state.cover?.node
    )
  }

  /// Adopts the new layout and image at once, animating only the box.
  @MainActor private func adopt(_ text: DrawnText, _ transition: BlockTransition) {
    state.change { values in
      values.options.setExpanded(transition.isExpanding, block: transition.block)
      values.invalidateLayouts()
      values.keep(text.layout)
    }
    node.invalidateLayout()
    let size = text.layout.extent
    let change: @MainActor () -> Void = { [self] in
      frame.size = size
      transition.alongside(size)
    }
    if transition.animation.duration > 0 {
      Layer.animate(
        duration: transition.animation.duration, curve: transition.animation.curve, change)
    } else {
      change()
    }
    state.blockTransitions.prepare(text, version: state.current.version)
    if let layer = node.loadedLayer, layer.host != nil, !node.isDisplaySuspended {
      layer.displayImmediately()
    } else {
      node.setNeedsDisplay()
    }
  }

  /// Returns the node's contents with the lower edge of a block.
  @MainActor private func side(_ blocks: [TextLayout.Block], _ transition: BlockTransition)
    -> BlockSnapshot?
  {
    guard let contents = node.loadedLayer?.contents, let layer = node.loadedLayer,
      let block = blocks.first(where: { $0.index == transition.block })
    else { return nil }
    let grid = PixelGrid(scale: layer.contentsScale)
    let origin = Point(
      x: node.bounds.minX - layer.contentsOutsets.left,
      y: node.bounds.minY - layer.contentsOutsets.top)
    var image = contents
    if let cover = state.cover?.node, let dust = cover.loadedLayer?.contents {
      image.draw(
        dust, x: grid.edge(cover.frame.minX - origin.x), y: grid.edge(cover.frame.minY - origin.y))
    }
    let edge = grid.edge(block.frame.maxY - origin.y)
    return BlockSnapshot(
      image: image, scale: layer.contentsScale, origin: origin,
      edge: max(0, min(edge, image.height)))
  }
}
