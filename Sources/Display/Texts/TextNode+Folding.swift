internal import GalleyPainting
public import GalleyGeometry
internal import GalleyLayers
internal import GalleyPixels
internal import GalleyScheduling
internal import GalleyTypesetting

extension TextNode {
  /// Returns whether a block is expanded or will be.
  @MainActor public func isExpanded(block: Int) -> Bool {
    (state.folding.target ?? options.expandedBlocks).contains(block)
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
    layoutOptions.expandedBlocks = state.folding.target ?? options.expandedBlocks
    layoutOptions.setExpanded(isExpanded, block: block)
    let fold = TextFold(
      number: state.folding.begin(layoutOptions.expandedBlocks), block: block,
      isExpanding: isExpanded, transition: transition, alongside: alongside, completion: completion)
    draw(fold, layoutOptions)
  }

  /// Measures and draws the text in its new state.
  @MainActor private func draw(_ fold: TextFold, _ options: LayoutOptions) {
    var values = state.current
    if values.animatesDust { values.painter.dust = .drifting(time: node.environment.clock.now) }
    let drawing = TextDrawing(state: state, values: values, isWhole: node.rasterizesBelow)
    let (scale, pool) = (node.displayScale, node.environment.pool)
    node.environment.loop.transactions.makeTransaction().add(node.workKey) { ticket in
      let layout = drawing.state.engine.layout(drawing.values.text, options: options)
      let request = NodeImageRequest(
        bounds: Rect(origin: .zero, size: layout.extent), scale: scale, ticket: ticket, pool: pool)
      return drawing.picture(for: request, of: layout)
    } completion: { [self] picture in
      show(picture, fold, version: values.version)
    }
  }

  /// Starts the animation with the finished picture.
  @MainActor private func show(_ picture: TextPicture?, _ fold: TextFold, version: UInt64) {
    guard state.folding.number == fold.number else { return fold.completion(false) }
    state.folding.target = nil
    guard let picture, state.current.version == version else {
      // The text has changed or the picture is too large: draw as usual.
      setExpanded(fold.isExpanding, block: fold.block)
      return fold.completion(false)
    }
    let isAnimated =
      fold.transition.duration > 0 && node.loadedLayer?.host != nil && !node.rasterizesBelow
      && !node.isDisplaySuspended
    let old = isAnimated ? side(layout.blocks, fold) : nil
    let start = state.folding.edge
    state.folding.end(isDone: false)
    adopt(picture, fold)
    guard let old, let new = side(picture.layout.blocks, fold) else {
      return fold.completion(true)
    }
    state.folding.begin(
      FoldLayers(from: old, to: new, fold, start: start), of: fold, on: node, veil: state.veil?.node
    )
  }

  /// Adopts the new layout and picture at once, animating only the box.
  @MainActor private func adopt(_ picture: TextPicture, _ fold: TextFold) {
    state.change { values in
      values.options.setExpanded(fold.isExpanding, block: fold.block)
      values.invalidateLayouts()
      values.keep(picture.layout)
    }
    node.invalidateLayout()
    let size = picture.layout.extent
    let change: @MainActor () -> Void = { [self] in
      frame.size = size
      fold.alongside(size)
    }
    if fold.transition.duration > 0 {
      Layer.animate(duration: fold.transition.duration, curve: fold.transition.curve, change)
    } else {
      change()
    }
    state.folding.prepare(picture, version: state.current.version)
    if let layer = node.loadedLayer, layer.host != nil, !node.isDisplaySuspended {
      layer.displayImmediately()
    } else {
      node.setNeedsDisplay()
    }
  }

  /// Returns the node's contents with the lower edge of a block.
  @MainActor private func side(_ blocks: [TextLayout.Block], _ fold: TextFold) -> FoldSide? {
    guard let contents = node.loadedLayer?.contents, let layer = node.loadedLayer,
      let block = blocks.first(where: { $0.index == fold.block })
    else { return nil }
    let grid = PixelGrid(scale: layer.contentsScale)
    let origin = Point(
      x: node.bounds.minX - layer.contentsOutsets.left,
      y: node.bounds.minY - layer.contentsOutsets.top)
    var picture = contents
    if let veil = state.veil?.node, let dust = veil.loadedLayer?.contents {
      picture.draw(
        dust, x: grid.edge(veil.frame.minX - origin.x), y: grid.edge(veil.frame.minY - origin.y))
    }
    let edge = grid.edge(block.frame.maxY - origin.y)
    return FoldSide(
      picture: picture, scale: layer.contentsScale, origin: origin,
      edge: max(0, min(edge, picture.height)))
  }
}
