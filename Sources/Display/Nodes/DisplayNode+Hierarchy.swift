internal import GalleyLayers
internal import GalleyScheduling

/// Something that was asked of a tree of nodes and not done.
public enum HierarchyError: Error, Hashable, Sendable {
  /// A node would have come to be under itself.
  case cycle
  /// There is no such index; there are so many subnodes.
  case indexOutOfRange(index: Int, count: Int)
  /// A neighbor is not among the subnodes.
  case notASubnode
  /// A tree may not change while a layout is being made on the same thread.
  case measuring
  /// There would be more nodes above each other than ``DisplayNode/greatestDepth``.
  case tooDeep
  /// A node with a layer of its own cannot go under one that draws all below it into its bitmap.
  case cannotBeRasterized
}

extension DisplayNode {
  /// The greatest number of nodes from the top of a tree down, with both ends.
  ///
  /// Trees are drawn, measured and released level by level on a thread's stack. A guess: several times
  /// the depth of the deepest interfaces, and an eighth of that which overflowed a stack of 8 megabytes.
  public static let greatestDepth = 256

  /// The nodes on top of this one, the lowest first.
  ///
  /// A copy, which later changes do not touch.
  public var subnodes: [DisplayNode] { withDescription { $0.subnodes } }

  /// The node that this one is a subnode of.
  public var supernode: DisplayNode? { withDescription { $0.supernode } }

  /// Puts a node on top of the subnodes; one that is a subnode here already stays where it is.
  ///
  /// A node that is elsewhere leaves there first.
  public func addSubnode(_ node: DisplayNode) throws(HierarchyError) {
    if node.supernode === self { return }
    try insertSubnode(node, at: subnodes.count)
  }

  /// Puts a node at an index among the subnodes.
  ///
  /// A node that is a subnode here already is taken out first, so the index counts the others only.
  ///
  /// - Throws: ``HierarchyError``, and then nothing has changed.
  public func insertSubnode(_ node: DisplayNode, at index: Int) throws(HierarchyError) {
    guard !Self.isMeasuring else { throw .measuring }
    guard let depth = depth(outside: node) else { throw .cycle }
    guard depth + node.levels <= Self.greatestDepth else { throw .tooDeep }
    let oldSupernode = node.supernode
    let count = subnodes.count - (oldSupernode === self ? 1 : 0)
    guard (0...count).contains(index) else {
      throw .indexOutOfRange(index: index, count: count)
    }
    guard !rasterizesBelow || node.canBeRasterized else { throw .cannotBeRasterized }
    if let oldSupernode { oldSupernode.take(node) }
    withDescription { $0.subnodes.insert(node, at: min(index, $0.subnodes.count)) }
    node.withDescription { $0.supernode = self }
    growLevels(to: node.levels + 1)
    didAdd(node)
  }

  /// Puts a node directly on top of a subnode.
  public func insertSubnode(
    _ node: DisplayNode, above sibling: DisplayNode
  ) throws(HierarchyError) {
    try insertSubnode(node, beside: sibling, offset: 1)
  }

  /// Puts a node directly beneath a subnode.
  public func insertSubnode(
    _ node: DisplayNode, below sibling: DisplayNode
  ) throws(HierarchyError) {
    try insertSubnode(node, beside: sibling, offset: 0)
  }

  /// Puts a node in the place of a subnode, which then has no supernode.
  public func replaceSubnode(
    _ old: DisplayNode, with new: DisplayNode
  ) throws(HierarchyError) {
    guard old !== new else {
      if old.supernode !== self { throw .notASubnode }
      return
    }
    try insertSubnode(new, above: old)
    old.removeFromSupernode()
  }

  /// Adds a node that is nowhere else: above all others, or at a place among them.
  package func add(_ node: DisplayNode, at index: Int? = nil) {
    do {
      if let index { try insertSubnode(node, at: index) } else { try addSubnode(node) }
    } catch {
      preconditionFailure("a node that is nowhere can go anywhere: \(error)")
    }
  }

  /// Takes the node off its supernode; does nothing if it has none, or while a layout is being made on
  /// the same thread.
  public func removeFromSupernode() {
    guard !Self.isMeasuring, let supernode else { return }
    supernode.take(self)
    supernode.didRemove(self)
  }

  /// Whether the node is another one or somewhere under it.
  public func isInside(of other: DisplayNode) -> Bool {
    var node: DisplayNode? = self
    while let current = node {
      if current === other { return true }
      node = current.supernode
    }
    return false
  }

  private func insertSubnode(
    _ node: DisplayNode, beside sibling: DisplayNode, offset: Int
  ) throws(HierarchyError) {
    let subnodes = subnodes
    guard let place = subnodes.firstIndex(where: { $0 === sibling }) else { throw .notASubnode }
    guard node !== sibling else { return }
    let old = subnodes.firstIndex { $0 === node }
    let isBefore = old.map { $0 < place } ?? false
    try insertSubnode(node, at: place + offset - (isBefore ? 1 : 0))
  }

  /// Takes a subnode out of the list; its layer stays where it is.
  private func take(_ node: DisplayNode) {
    withDescription { $0.subnodes.removeAll { $0 === node } }
    node.withDescription { $0.supernode = nil }
    shrinkLevels()
  }

  private func didAdd(_ node: DisplayNode) {
    let isRasterized = rasterizesBelow
    node.setIsRasterized(isRasterized)
    node.inheritState(from: self)
    if isRasterized {
      node.onMainActor { $0.noteHierarchy() }
      invalidateRasterization()
    } else if isLoaded {
      let wasLoaded = node.isLoaded
      onMainActor { supernode in
        supernode.attachLayer(of: node)
        if wasLoaded { node.settleTints() }
      }
      // What other threads put in is put in later, one by one, among layers that are still to move.
      if !isOnMain { environment.noteOrder(of: self) }
    } else if node.isLoaded {
      node.onMainActor { $0.detachLayer() }
    }
    setNeedsLayoutOfLayer()
  }

  private func didRemove(_ node: DisplayNode) {
    let wasRasterized = node.isRasterized
    node.setIsRasterized(false)
    if wasRasterized { node.onMainActor { $0.noteHierarchy() } }
    if node.isLoaded { node.onMainActor { $0.detachLayer() } }
    node.leaveState(of: self)
    if wasRasterized { invalidateRasterization() }
    setNeedsLayoutOfLayer()
  }
}

extension DisplayNode {
  /// The number of nodes from this one down to the deepest under it, with both ends.
  private var levels: Int { withDescription { $0.levels } }

  /// The number of nodes from the top of the tree to this one; `nil` if `node` is among them.
  private func depth(outside node: DisplayNode) -> Int? {
    var depth = 0
    var next: DisplayNode? = self
    while let current = next {
      if current === node { return nil }
      depth += 1
      next = current.supernode
    }
    return depth
  }

  /// Notes here and above that there are at least `count` levels from here down.
  private func growLevels(to count: Int) {
    var (node, count): (DisplayNode?, Int) = (self, count)
    while let current = node {
      let isMore = current.withDescription { description in
        defer { description.levels = max(description.levels, count) }
        return description.levels < count
      }
      guard isMore else { return }
      node = current.supernode
      count += 1
    }
  }

  /// Counts the levels anew, here and above, after a subnode has left.
  private func shrinkLevels() {
    var node: DisplayNode? = self
    while let current = node {
      let (subnodes, levels) = current.withDescription { ($0.subnodes, $0.levels) }
      // Mostly another subnode is as high as the one that left.
      guard !subnodes.contains(where: { $0.levels + 1 == levels }) else { return }
      let count = 1 + (subnodes.lazy.map(\.levels).max() ?? 0)
      guard count < levels else { return }
      current.withDescription { $0.levels = count }
      node = current.supernode
    }
  }
}

extension DisplayNode {
  /// Does something to the node on the main actor: at once there, soon elsewhere.
  func onMainActor(_ body: @escaping @MainActor @Sendable (DisplayNode) -> Void) {
    if isOnMain {
      MainActor.assumeIsolated { body(self) }
    } else {
      environment.perform(in: .pendingStates) { body(self) }
    }
  }

  /// Puts the layer of a subnode in its place among the sublayers, and makes it if there is none.
  ///
  /// Layers of others among them stay where they are: the place is next to the layer of a neighbor.
  @MainActor func attachLayer(of node: DisplayNode) {
    guard let layer = loadedLayer, node.supernode === self, !node.isRasterized else { return }
    let sublayer = node.layer
    let subnodes = subnodes
    guard let index = subnodes.firstIndex(where: { $0 === node }) else { return }
    for below in subnodes[..<index].reversed() {
      guard let neighbor = below.loadedLayer, neighbor.superlayer === layer else { continue }
      layer.insertSublayer(sublayer, above: neighbor)
      return
    }
    for above in subnodes[(index + 1)...] {
      guard let neighbor = above.loadedLayer, neighbor.superlayer === layer else { continue }
      layer.insertSublayer(sublayer, below: neighbor)
      return
    }
    layer.addSublayer(sublayer)
  }

  /// Brings the layers of the subnodes into the order of the subnodes; those of others stay where they are.
  @MainActor func settleLayerOrder() {
    guard let layer = loadedLayer else { return }
    let places = Dictionary(
      uniqueKeysWithValues: layer.sublayers.enumerated().map { ($1.id, $0) })
    let sublayers = subnodes.compactMap { $0.loadedLayer }.filter { places[$0.id] != nil }
    var isInOrder = true
    for (below, above) in zip(sublayers, sublayers.dropFirst()) {
      if isInOrder, let low = places[below.id], let high = places[above.id], low < high { continue }
      isInOrder = false
      layer.insertSublayer(above, above: below)
    }
  }

  /// Takes the node's layer off the screen, unless the node has come under another one with a layer.
  @MainActor func detachLayer() {
    guard let layer = loadedLayer else { return }
    let owner = supernode?.loadedLayer
    if let owner, owner === layer.superlayer, !isRasterized { return }
    layer.removeFromSuperlayer()
  }
}
