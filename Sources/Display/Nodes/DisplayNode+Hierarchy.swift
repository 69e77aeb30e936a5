internal import GalleyLayers
internal import GalleyScheduling

/// An error thrown when a node tree cannot be changed as requested.
public enum HierarchyError: Error, Hashable, Sendable {
  /// The node would become its own descendant.
  case cycle
  /// The index is not in `0...count`.
  case indexOutOfRange(index: Int, count: Int)
  /// The given sibling is not a subnode of this node.
  case notASubnode
  /// The tree cannot change while a layout is measured on the same thread.
  case measuring
  /// The tree would be deeper than ``DisplayNode/maximumDepth``.
  case tooDeep
  /// A node that has its own layer cannot be inserted into a rasterized subtree.
  case cannotBeRasterized
}

extension DisplayNode {
  /// The maximum depth of a tree, counting the root and the deepest node.
  ///
  /// Trees are drawn, measured and released recursively. A guess: several times the depth of the
  /// deepest interfaces, and an eighth of the depth that overflowed a stack of 8 megabytes.
  public static let maximumDepth = 256

  /// The subnodes in back-to-front order.
  ///
  /// The array is a copy, unaffected by later changes.
  public var subnodes: [DisplayNode] { withDescription { $0.subnodes } }

  /// The supernode.
  public var supernode: DisplayNode? { withDescription { $0.supernode } }

  /// Adds a node in front of the other subnodes.
  ///
  /// A node that is already a subnode keeps its position. A node with another supernode is removed
  /// from it first.
  ///
  /// - Throws: ``HierarchyError``, leaving both trees unchanged.
  public func addSubnode(_ node: DisplayNode) throws(HierarchyError) {
    if node.supernode === self { return }
    try insertSubnode(node, at: subnodes.count)
  }

  /// Inserts a node at an index of the subnodes.
  ///
  /// A node that is already a subnode is removed first, so the index counts only the others.
  ///
  /// - Throws: ``HierarchyError``, leaving both trees unchanged.
  public func insertSubnode(_ node: DisplayNode, at index: Int) throws(HierarchyError) {
    guard !Self.isMeasuring else { throw .measuring }
    guard let depth = depth(outside: node) else { throw .cycle }
    guard depth + node.levels <= Self.maximumDepth else { throw .tooDeep }
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

  /// Inserts a node directly in front of a subnode.
  ///
  /// - Throws: ``HierarchyError``, leaving both trees unchanged.
  public func insertSubnode(
    _ node: DisplayNode, above sibling: DisplayNode
  ) throws(HierarchyError) {
    try insertSubnode(node, beside: sibling, offset: 1)
  }

  /// Inserts a node directly behind a subnode.
  ///
  /// - Throws: ``HierarchyError``, leaving both trees unchanged.
  public func insertSubnode(
    _ node: DisplayNode, below sibling: DisplayNode
  ) throws(HierarchyError) {
    try insertSubnode(node, beside: sibling, offset: 0)
  }

  /// Replaces a subnode with another node.
  ///
  /// - Throws: ``HierarchyError``, leaving both trees unchanged.
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

  /// Adds a node that has no supernode, at an index or in front of all subnodes.
  package func add(_ node: DisplayNode, at index: Int? = nil) {
    do {
      if let index { try insertSubnode(node, at: index) } else { try addSubnode(node) }
    } catch {
      preconditionFailure("cannot insert a detached node: \(error)")
    }
  }

  /// Removes the node from its supernode.
  ///
  /// Does nothing if the node has no supernode, or while a layout is measured on the same thread.
  public func removeFromSupernode() {
    guard !Self.isMeasuring, let supernode else { return }
    supernode.take(self)
    supernode.didRemove(self)
  }

  /// Returns whether the node is `other` or a descendant of it.
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

  /// Removes a subnode from the list without detaching its layer.
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
      // Layers of nodes that other threads insert are attached later, one by one, among layers that
      // are not in their final order yet.
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
  /// The depth of the subtree, counting this node and its deepest descendant.
  private var levels: Int { withDescription { $0.levels } }

  /// Returns the depth of this node counted from the root; `nil` if `node` is among its ancestors
  /// or this node itself.
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

  /// Raises the recorded subtree depth of this node to `count`, and those of its ancestors
  /// accordingly.
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

  /// Recomputes the subtree depths of this node and its ancestors after the removal of a subnode.
  private func shrinkLevels() {
    var node: DisplayNode? = self
    while let current = node {
      let (subnodes, levels) = current.withDescription { ($0.subnodes, $0.levels) }
      // Usually another subnode is as deep as the removed one.
      guard !subnodes.contains(where: { $0.levels + 1 == levels }) else { return }
      let count = 1 + (subnodes.lazy.map(\.levels).max() ?? 0)
      guard count < levels else { return }
      current.withDescription { $0.levels = count }
      node = current.supernode
    }
  }
}

extension DisplayNode {
  /// Runs a closure on the main actor: immediately if called there, otherwise during a tick.
  func onMainActor(_ body: @escaping @MainActor @Sendable (DisplayNode) -> Void) {
    if isOnMain {
      MainActor.assumeIsolated { body(self) }
    } else {
      environment.perform(in: .pendingStates) { body(self) }
    }
  }

  /// Attaches a subnode's layer at its place among the sublayers, loading the layer if necessary.
  ///
  /// Foreign sublayers keep their places: the layer is inserted next to that of the nearest loaded
  /// sibling.
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

  /// Reorders the subnodes' layers to match the subnodes; foreign sublayers keep their places.
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

  /// Detaches the node's layer, unless it already belongs to the new supernode's layer.
  @MainActor func detachLayer() {
    guard let layer = loadedLayer else { return }
    let owner = supernode?.loadedLayer
    if let owner, owner === layer.superlayer, !isRasterized { return }
    layer.removeFromSuperlayer()
  }
}
