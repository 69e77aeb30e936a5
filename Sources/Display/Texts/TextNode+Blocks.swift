internal import GalleyPainting
public import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
internal import GalleyLayoutSpecs
internal import GalleyPixels
internal import GalleyScheduling
package import GalleyTypesetting

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
    setExpanded(
      isExpanded, block: block, transition, selection: nil, layout: nil, alongside: alongside,
      completion: completion)
  }

  /// Expands or collapses a block with an animation to a layout that the text's owner makes.
  ///
  /// - Parameters:
  ///   - isExpanded: Whether to show all lines of the block.
  ///   - block: The index of the block.
  ///   - transition: The animation.
  ///   - selection: The range whose selection highlight moves along, if any; its owner hides it
  ///     during the animation.
  ///   - made: Returns the layout of the same text in its new state, whose options the node
  ///     adopts; called on another thread. `nil` lays the text out in the current options.
  ///   - alongside: Called with the new size of the box, to animate surrounding nodes alongside.
  ///   - completion: Called with whether the request was carried out.
  @MainActor package func setExpanded(
    _ isExpanded: Bool, block: Int, _ transition: LayoutTransition, selection: Range<Int>?,
    layout made: (@Sendable () -> TextLayout?)?,
    alongside: @escaping @MainActor (_ size: Size) -> Void,
    completion: @escaping @MainActor (_ isDone: Bool) -> Void
  ) {
    guard self.isExpanded(block: block) != isExpanded else { return completion(true) }
    // The layout that the next measurement of the node asks for.
    let range = node.measuredRange
    var layoutOptions = range.map { options.fitting($0.max) } ?? layout.options
    layoutOptions.expandedBlocks = state.blockTransitions.target ?? options.expandedBlocks
    layoutOptions.setExpanded(isExpanded, block: block)
    let transition = BlockTransition(
      number: state.blockTransitions.begin(layoutOptions.expandedBlocks), block: block,
      isExpanding: isExpanded, animation: transition, adoptsOptions: made != nil,
      range: range, selection: selection, alongside: alongside, completion: completion)
    draw(transition) { [layoutOptions] in made?() ?? $0.layout($1, options: layoutOptions) }
  }

  /// Measures and draws the text in its new state.
  @MainActor private func draw(
    _ transition: BlockTransition,
    _ layout: @escaping @Sendable (TextEngine, AttributedText) -> TextLayout
  ) {
    let drawing = TextDrawing(state, on: node)
    let (scale, pool) = (node.displayScale, node.environment.pool)
    node.environment.loop.transactions.makeTransaction().add(node.workKey) { ticket in
      let layout = layout(drawing.state.engine, drawing.values.text)
      let size = transition.range?.clamp(layout.extent) ?? layout.extent
      let request = NodeImage.Request(
        bounds: Rect(origin: .zero, size: size), scale: scale, ticket: ticket, pool: pool)
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
    let old = isAnimated ? side(of: layout, transition) : nil
    let start = state.blockTransitions.corner
    state.blockTransitions.end(isDone: false)
    adopt(text, transition)
    guard let old, let new = side(of: text.layout, transition) else {
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
      if transition.adoptsOptions {
        values.options = text.layout.options
      } else {
        values.options.setExpanded(transition.isExpanding, block: transition.block)
      }
      values.invalidateLayouts()
      values.keep(text.layout)
    }
    let size = text.bounds.size
    let change: @MainActor () -> Void = { [self] in
      // Within the animation, so that a list moves its rows alongside.
      node.invalidateLayout()
      resize(to: size, transition)
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

  /// Gives the node its new size, animated unless a list moves it.
  @MainActor private func resize(to size: Size, _ transition: BlockTransition) {
    let frame = Rect(origin: frame.origin, size: size)
    guard node.measurer != nil, let range = transition.range else {
      return node.move(to: frame, transition.animation)
    }
    Layer.withoutAnimation { self.frame = frame }
    // Costs nothing, and lets the list show the size in the same tick.
    node.layoutThatFits(range)
  }

  /// Returns the node's contents with the lower edge of a block.
  @MainActor private func side(of layout: TextLayout, _ transition: BlockTransition)
    -> BlockSnapshot?
  {
    guard let contents = node.loadedLayer?.contents, let layer = node.loadedLayer,
      let block = layout.blocks.first(where: { $0.index == transition.block })
    else { return nil }
    let grid = PixelGrid(scale: layer.contentsScale)
    let origin = Point(
      x: node.bounds.minX - layer.contentsOutsets.left,
      y: node.bounds.minY - layer.contentsOutsets.top)
    var image = contents
    if let range = transition.selection {
      let path = layout.highlight(of: range).offset(x: -origin.x, y: -origin.y)
      image = contents.highlighted(path, palette[.selection], scale: layer.contentsScale)
    }
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

extension Bitmap {
  /// Returns the image in front of a filled path, which is in points of the image.
  fileprivate func highlighted(_ path: Path, _ color: Color, scale: Double) -> Bitmap {
    let size = Size(width: Double(width) / scale, height: Double(height) / scale)
    guard var context = try? DrawingContext(size: size, scale: scale) else { return self }
    context.fill(path, with: color)
    var image = context.image()
    image.draw(self, x: 0, y: 0)
    return image
  }
}
