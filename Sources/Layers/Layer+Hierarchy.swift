extension Layer {
  /// Adds a layer in front of the other sublayers.
  ///
  /// A layer that is already a sublayer keeps its position; a layer with another superlayer is
  /// removed from it.
  ///
  /// - Returns: Whether the layer is a sublayer now; `false` if that would create a cycle or exceed
  ///   ``maximumDepth``.
  @discardableResult public func addSublayer(_ layer: Layer) -> Bool {
    if layer.superlayer === self { return true }
    return insertSublayer(layer, at: sublayers.count)
  }

  /// Inserts a layer at an index of the sublayers.
  ///
  /// A layer that is already a sublayer is removed first, so the index counts only the others.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - index: The index of the layer after the insertion.
  /// - Returns: Whether the layer was inserted; if the index is out of range, or the insertion
  ///   would create a cycle or exceed ``maximumDepth``, nothing changes.
  @discardableResult public func insertSublayer(_ layer: Layer, at index: Int) -> Bool {
    let path = Array(lineage)
    guard !path.contains(where: { $0 === layer }) else {
      report(.cycle)
      return false
    }
    guard path.count + layer.levels <= Self.maximumDepth else {
      report(.tooDeep)
      return false
    }
    let isHere = layer.superlayer === self
    let count = sublayers.count - (isHere ? 1 : 0)
    guard (0...count).contains(index) else {
      report(.indexOutOfRange(index: index, count: count))
      return false
    }
    if isHere {
      guard let old = self.index(of: layer) else { return false }
      sublayers.remove(at: old)
      sublayers.insert(layer, at: index)
      noteSublayers()
      return true
    }
    layer.leaveSuperlayer()
    sublayers.insert(layer, at: index)
    layer.superlayer = self
    growLevels(to: layer.levels + 1)
    layer.noteAbove(layer.pending.union(layer.pendingBelow))
    noteSublayers()
    layer.move(to: host)
    return true
  }

  /// Inserts a layer directly in front of a sublayer.
  ///
  /// - Returns: Whether the layer was inserted; `false` if `sibling` is not a sublayer, or the
  ///   insertion would create a cycle or exceed ``maximumDepth``.
  @discardableResult public func insertSublayer(_ layer: Layer, above sibling: Layer) -> Bool {
    insert(layer, beside: sibling, offset: 1)
  }

  /// Inserts a layer directly behind a sublayer.
  ///
  /// - Returns: Whether the layer was inserted; `false` if `sibling` is not a sublayer, or the
  ///   insertion would create a cycle or exceed ``maximumDepth``.
  @discardableResult public func insertSublayer(_ layer: Layer, below sibling: Layer) -> Bool {
    insert(layer, beside: sibling, offset: 0)
  }

  /// Replaces a sublayer with another layer.
  ///
  /// - Returns: Whether the layer was replaced; `false` if `old` is not a sublayer, or the
  ///   insertion would create a cycle or exceed ``maximumDepth``.
  @discardableResult public func replaceSublayer(_ old: Layer, with new: Layer) -> Bool {
    guard old !== new else { return old.superlayer === self }
    guard insertSublayer(new, above: old) else { return false }
    old.removeFromSuperlayer()
    return true
  }

  /// Removes the layer from its superlayer, if any.
  public func removeFromSuperlayer() {
    guard superlayer != nil else { return }
    leaveSuperlayer()
    move(to: nil)
  }

  /// Returns whether the layer is `other` or a descendant of it.
  public func isInside(of other: Layer) -> Bool { lineage.contains { $0 === other } }

  /// The layer and its superlayers, nearest first.
  var lineage: some Sequence<Layer> { sequence(first: self) { $0.superlayer } }

  /// Returns the index of a sublayer.
  func index(of layer: Layer) -> Int? {
    // Searched backward, because moved layers were often added last.
    sublayers.lastIndex { $0 === layer }
  }

  private func insert(_ layer: Layer, beside sibling: Layer, offset: Int) -> Bool {
    guard sibling.superlayer === self, let place = index(of: sibling) else {
      report(.notASublayer)
      return false
    }
    guard layer !== sibling else { return true }
    let isBefore = layer.superlayer === self && (index(of: layer) ?? place) < place
    return insertSublayer(layer, at: place + offset - (isBefore ? 1 : 0))
  }

  private func leaveSuperlayer() {
    guard let superlayer else { return }
    self.superlayer = nil
    if let index = superlayer.index(of: self) { superlayer.sublayers.remove(at: index) }
    superlayer.shrinkLevels()
    superlayer.noteSublayers()
  }

  /// Raises the recorded subtree depth of this layer to `count`, and those of its ancestors
  /// accordingly.
  private func growLevels(to count: Int) {
    for (index, layer) in lineage.enumerated() {
      guard layer.levels < count + index else { return }
      layer.levels = count + index
    }
  }

  /// Recomputes the subtree depths of this layer and its ancestors after the removal of a sublayer.
  private func shrinkLevels() {
    for layer in lineage {
      // Usually another sublayer is as deep as the removed one.
      guard !layer.sublayers.contains(where: { $0.levels + 1 == layer.levels }) else { return }
      let count = 1 + (layer.sublayers.lazy.map(\.levels).max() ?? 0)
      guard count < layer.levels else { return }
      layer.levels = count
    }
  }

  private func noteSublayers() {
    setNeedsLayout()
    noteOrder()
  }

  /// Notifies the delegates of the subtree that the scale of their host has changed.
  func noteScale() {
    delegate?.layerDidChangeScale(self)
    // A delegate may change the tree.
    for sublayer in sublayers where sublayer.superlayer === self { sublayer.noteScale() }
  }

  /// Moves the subtree to another host, and notifies the delegates.
  func move(to newHost: LayerHost?) {
    let oldHost = host
    guard oldHost !== newHost else { return }
    host = newHost
    // The record may be the last owner of contents that the layer no longer has.
    record = nil
    if let oldHost { endAnimations(of: oldHost) }
    if let newHost {
      if !animations.isEmpty { newHost.noteAnimations(of: self) }
      delegate?.layerDidChangeHost(self, from: oldHost)
    }
    // A delegate may change the tree.
    for sublayer in sublayers where sublayer.superlayer === self { sublayer.move(to: host) }
    if newHost == nil { delegate?.layerDidChangeHost(self, from: oldHost) }
  }
}
