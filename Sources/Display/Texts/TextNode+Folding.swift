internal import GalleyPainting
public import GalleyGeometry
internal import GalleyLayers
internal import GalleyPixels
internal import GalleyScheduling
internal import GalleyTypesetting

extension TextNode {
  /// Whether a block is expanded, or on its way to be.
  @MainActor public func isExpanded(block: Int) -> Bool {
    (state.folding.target ?? options.expandedBlocks).contains(block)
  }

  /// Expands a block, or collapses it, little by little.
  ///
  /// The new layout is measured and drawn once, off the main actor; the old pixels stay until then. Then
  /// the box gets its new size, the lower edge of the block moves by the clock and uncovers the text or
  /// covers it, and what is below the block moves along. The newest call wins: one that was still being
  /// drawn is dropped, and one under way is gone on with from where it is. A node that is on no host, or
  /// in the bitmap of another, changes when it is drawn.
  ///
  /// - Parameters:
  ///   - isExpanded: Whether the block is to show all its lines.
  ///   - block: The block's number.
  ///   - transition: How it goes. It is measured off the main actor in any case.
  ///   - alongside: Is given the new size of the box, to move what is around it in the same time.
  ///   - completion: Is told whether this came to its end.
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

  /// Measures and draws the text as it will be.
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
    } completion: { [self] picture, _ in
      show(picture, fold, version: values.version)
    }
  }

  /// Begins the transition when its picture is there.
  @MainActor private func show(_ picture: TextPicture?, _ fold: TextFold, version: UInt64) {
    guard state.folding.number == fold.number else { return fold.completion(false) }
    state.folding.target = nil
    guard let picture, state.current.version == version else {
      // Another text came meanwhile, or this one is too large: it is drawn as usual.
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

  /// Shows the text as it is now, all at once, in a box that takes its time.
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

  /// What the node shows, and where the lower edge of a block is in it.
  @MainActor private func side(_ blocks: [LayoutBlock], _ fold: TextFold) -> FoldSide? {
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
