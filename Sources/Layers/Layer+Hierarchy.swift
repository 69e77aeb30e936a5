extension Layer {
  /// Puts a layer on top of the sublayers.
  ///
  /// A layer that is a sublayer here already stays where it is; one that is elsewhere leaves there.
  ///
  /// - Returns: Whether it is a sublayer now; not if that would be a cycle.
  @discardableResult public func addSublayer(_ layer: Layer) -> Bool {
    if layer.superlayer === self { return true }
    return insertSublayer(layer, at: sublayers.count)
  }

  /// Puts a layer at an index among the sublayers.
  ///
  /// A layer that is a sublayer here already is taken out first, so the index counts the others only.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - index: Where it is afterwards.
  /// - Returns: Whether it is there now; not if the index is out of range, if it would be a cycle, or
  ///   if the tree would be deeper than ``greatestDepth``, and then nothing has changed.
  @discardableResult public func insertSublayer(_ layer: Layer, at index: Int) -> Bool {
    guard let depth = depth(outside: layer) else {
      report(.cycle)
      return false
    }
    guard depth + layer.levels <= Self.greatestDepth else {
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

  /// Puts a layer directly on top of a sublayer.
  ///
  /// - Returns: Whether it is there now; not if the neighbor is no sublayer or if it would be a cycle.
  @discardableResult public func insertSublayer(_ layer: Layer, above sibling: Layer) -> Bool {
    insert(layer, beside: sibling, offset: 1)
  }

  /// Puts a layer directly beneath a sublayer.
  ///
  /// - Returns: Whether it is there now; not if the neighbor is no sublayer or if it would be a cycle.
  @discardableResult public func insertSublayer(_ layer: Layer, below sibling: Layer) -> Bool {
    insert(layer, beside: sibling, offset: 0)
  }

  /// Puts a layer in the place of a sublayer, which then has no superlayer.
  ///
  /// - Returns: Whether it is there now; not if the old one is no sublayer or if it would be a cycle.
  @discardableResult public func replaceSublayer(_ old: Layer, with new: Layer) -> Bool {
    guard old !== new else { return old.superlayer === self }
    guard insertSublayer(new, above: old) else { return false }
    old.removeFromSuperlayer()
    return true
  }

  /// Takes the layer off its superlayer; does nothing if it has none.
  public func removeFromSuperlayer() {
    guard superlayer != nil else { return }
    leaveSuperlayer()
    move(to: nil)
  }

  /// Whether the layer is another one or somewhere under it.
  public func isInside(of other: Layer) -> Bool {
    var layer: Layer? = self
    while let current = layer {
      if current === other { return true }
      layer = current.superlayer
    }
    return false
  }

  /// Where a layer is among the sublayers.
  func index(of layer: Layer) -> Int? {
    // Whoever is moved was often added late.
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

  /// The number of layers from the top of the tree to this one; `nil` if `layer` is among them.
  private func depth(outside layer: Layer) -> Int? {
    var depth = 0
    var next: Layer? = self
    while let current = next {
      if current === layer { return nil }
      depth += 1
      next = current.superlayer
    }
    return depth
  }

  /// Notes here and above that there are at least `count` levels from here down.
  private func growLevels(to count: Int) {
    var (layer, count): (Layer?, Int) = (self, count)
    while let current = layer, current.levels < count {
      current.levels = count
      layer = current.superlayer
      count += 1
    }
  }

  /// Counts the levels anew, here and above, after a sublayer has left.
  private func shrinkLevels() {
    var layer: Layer? = self
    while let current = layer {
      // Mostly another sublayer is as high as the one that left.
      guard !current.sublayers.contains(where: { $0.levels + 1 == current.levels }) else { return }
      let count = 1 + (current.sublayers.lazy.map(\.levels).max() ?? 0)
      guard count < current.levels else { return }
      current.levels = count
      layer = current.superlayer
    }
  }

  private func noteSublayers() {
    setNeedsLayout()
    noteOrder()
  }

  /// Tells the delegates of the layer and of all under it that their host has another scale.
  func noteScale() {
    delegate?.layerDidChangeScale(self)
    // A delegate may change the tree.
    for sublayer in sublayers where sublayer.superlayer === self { sublayer.noteScale() }
  }

  /// Gives the layer and all under it another host, and tells the delegates.
  func move(to newHost: LayerHost?) {
    let oldHost = host
    guard oldHost !== newHost else { return }
    host = newHost
    // The record may be all that keeps a picture alive which the layer no longer has.
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
