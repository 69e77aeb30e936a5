package import GalleyGeometry
internal import GalleyLayers
package import GalleyLayoutSpecs

/// The owner of a node's size, such as a list, which measures the node and gives it the result.
///
/// Invalidations of the node's layout end at its measurer: a row does not resize its list.
package protocol NodeMeasurer: AnyObject, Sendable {
  /// Notes that the node may want another size.
  ///
  /// Called on any thread, by the invalidating call.
  ///
  /// - Parameter transition: The animation that the change is part of; `nil` if there is none.
  func nodeNeedsMeasurement(_ transition: LayoutTransition?)
}

extension DisplayNode {
  /// The measurer of the node, which is not retained.
  ///
  /// After an invalidation, the node keeps the applied layout until
  /// ``adoptMeasurement(_:_:)``, so that nothing is measured on the main actor in between.
  package var measurer: (any NodeMeasurer)? {
    get { withDescription { $0.measurement.measurer } }
    set { withDescription { $0.measurement.measurer = newValue } }
  }

  /// The size range that the node was measured in for its current size, if any.
  var measuredRange: SizeRange? {
    let size = bounds.size
    return withDescription { description in
      [description.measurement.measured, description.measurement.applied].lazy
        .compactMap { $0 }.first { $0.layout.size == size }?.constraints.range
    }
  }

  /// Returns the size of the node within a size range if it is known without measuring.
  package func knownSize(in range: SizeRange) -> Size? {
    withDescription { description in
      description.measurement.current { $0.constraints.range == range }?.layout.size
    }
  }

  /// Applies the layout of a size that the measurer has measured.
  ///
  /// - Parameters:
  ///   - size: The measured size, which the node gets in the same tick.
  ///   - transition: The animation of the subnodes to their new frames; `nil` moves them at once.
  @MainActor package func adoptMeasurement(_ size: Size, _ transition: LayoutTransition?) {
    let (isWaiting, measured) = withDescription { description in
      // The measurement is not copied, which would take longer than the rest.
      let isWaiting = description.measurement.isAwaited
      let isLaidOut = isWaiting && description.measurement.spec != nil
      defer { description.measurement.noteAdoption() }
      return (
        isWaiting, isLaidOut ? description.measurement.current { $0.layout.size == size } : nil
      )
    }
    guard isWaiting else { return }
    setNeedsLayoutOfLayer()
    guard let transition, let measured, loadedLayer?.host != nil else { return }
    let old = Set(subnodes.map(ObjectIdentifier.init))
    for node in adopt(measured) { node.removeFromSupernode() }
    let origin = bounds.origin
    for part in measured.layout.sublayouts {
      guard let node = part.element as? DisplayNode, node.supernode === self else { continue }
      let frame = part.frame.offset(x: origin.x, y: origin.y)
      node.move(to: frame, old.contains(ObjectIdentifier(node)) ? transition : nil)
    }
  }

  /// Moves the node to a frame.
  ///
  /// The newest movement supersedes the running one and starts at the presented frame, so that
  /// nodes moved together stay together.
  ///
  /// - Parameters:
  ///   - frame: The frame in the supernode's coordinates.
  ///   - transition: The animation; `nil` moves the node at once.
  @MainActor package func move(to frame: Rect, _ transition: LayoutTransition?) {
    let layer = loadedLayer
    guard frame != self.frame || layer?.animation(forKey: Self.movementKeys[0]) != nil else {
      return
    }
    let isAnimated = (transition?.duration ?? 0) > 0 && layer?.host != nil
    let presented = isAnimated ? layer?.presentation() : nil
    for key in Self.movementKeys { layer?.removeAnimation(forKey: key) }
    Layer.withoutAnimation { self.frame = frame }
    guard let layer, let presented, let transition else { return }
    func add(_ change: LayerAnimation.Change, _ key: String) {
      layer.add(
        LayerAnimation(change, duration: transition.duration, curve: transition.curve),
        forKey: key)
    }
    add(.position(from: presented.position, to: nil), Self.movementKeys[0])
    add(.bounds(from: presented.bounds, to: nil), Self.movementKeys[1])
  }

  /// The keys of a movement's animations.
  private static let movementKeys = ["move-position", "move-bounds"]
}
