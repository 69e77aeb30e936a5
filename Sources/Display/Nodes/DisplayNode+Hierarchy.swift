internal import GalleyLayers
internal import GalleyScheduling
internal import GalleySystem

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
  /// from it first. Both nodes must be of the same environment. In a rasterized subtree, the node
  /// must have no layer of its own.
  ///
  /// - Returns: Whether the node is now a subnode. If not, neither tree has changed: the node is
  ///   this one or an ancestor, perhaps because another thread has moved it, the tree would be
  ///   deeper than ``maximumDepth``, or a layout is being measured on this thread.
  @discardableResult public func addSubnode(_ node: DisplayNode) -> Bool {
    node.supernode === self || insertSubnode(node, at: .max)
  }

  /// Inserts a node at an index of the subnodes.
  ///
  /// A node that is already a subnode is removed first, so the index counts only the others. An
  /// index greater than their number, perhaps since another thread has removed some, inserts the
  /// node in front of all.
  ///
  /// - Returns: Whether the node is now a subnode there; see ``addSubnode(_:)``.
  @discardableResult public func insertSubnode(_ node: DisplayNode, at index: Int) -> Bool {
    precondition(index >= 0, "the index of a subnode is not negative")
    node.requireEnvironment(environment, of: "the node \"\(debugName)\"")
    let path = Array(lineage)
    guard !Self.isMeasuring, !path.contains(where: { $0 === node }),
      path.count + node.levels <= Self.maximumDepth
    else { return false }
    precondition(
      !rasterizesBelow || node.canBeRasterized,
      "a node with a layer of its own is not drawn into an ancestor's bitmap")
    if let oldSupernode = node.supernode { oldSupernode.take(node) }
    withDescription { $0.subnodes.insert(node, at: min(index, $0.subnodes.count)) }
    node.withDescription { $0.supernode = self }
    growLevels(to: node.levels + 1)
    didAdd(node)
    return true
  }

  /// Inserts a node directly in front of a subnode.
  ///
  /// - Returns: Whether the node is now a subnode there; see ``addSubnode(_:)``. It is not if
  ///   `sibling` is not, or no longer, a subnode.
  @discardableResult public func insertSubnode(
    _ node: DisplayNode, above sibling: DisplayNode
  ) -> Bool {
    insertSubnode(node, beside: sibling, offset: 1)
  }

  /// Inserts a node directly behind a subnode.
  ///
  /// - Returns: Whether the node is now a subnode there; see ``insertSubnode(_:above:)``.
  @discardableResult public func insertSubnode(
    _ node: DisplayNode, below sibling: DisplayNode
  ) -> Bool {
    insertSubnode(node, beside: sibling, offset: 0)
  }

  /// Replaces a subnode with another node.
  ///
  /// - Returns: Whether the new node is now a subnode there; see ``insertSubnode(_:above:)``.
  @discardableResult public func replaceSubnode(_ old: DisplayNode, with new: DisplayNode) -> Bool {
    guard insertSubnode(new, above: old) else { return false }
    if old !== new { old.removeFromSupernode() }
    return true
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
  public func isDescendant(of other: DisplayNode) -> Bool { lineage.contains { $0 === other } }

  /// The node and its ancestors, nearest first.
  package var lineage: some Sequence<DisplayNode> { sequence(first: self) { $0.supernode } }

  private func insertSubnode(
    _ node: DisplayNode, beside sibling: DisplayNode, offset: Int
  ) -> Bool {
    let subnodes = subnodes
    guard let place = subnodes.firstIndex(where: { $0 === sibling }) else { return false }
    guard node !== sibling else { return true }
    let isBefore = subnodes[..<place].contains { $0 === node }
    return insertSubnode(node, at: place + offset - (isBefore ? 1 : 0))
  }

  /// Stops the program unless the node is of the environment that its new host has.
  func requireEnvironment(_ other: DisplayEnvironment, of host: @autoclosure () -> String) {
    guard environment !== other else { return }
    // In release builds, a failed precondition prints nothing.
    fatalError(
      """
      the node "\(debugName)" is of another environment than \(host()): create nodes in the \
      environment of the list, surface or window that shows them
      """)
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
      node.onMainActor { $0.scheduleHierarchyUpdate() }
      invalidateRasterization()
    } else if isLoaded {
      let wasLoaded = node.isLoaded
      onMainActor { supernode in
        supernode.attachLayer(of: node)
        if wasLoaded { node.updateTints() }
      }
      // Layers of nodes that other threads insert are attached later, one by one, among layers that
      // are not in their final order yet.
      if !isOnMain { environment.schedule { $0.reordered.insert(self) } }
    } else if node.isLoaded {
      node.onMainActor { $0.detachLayer() }
    }
    setNeedsLayoutOfLayer()
  }

  private func didRemove(_ node: DisplayNode) {
    let wasRasterized = node.isRasterized
    node.setIsRasterized(false)
    if wasRasterized { node.onMainActor { $0.scheduleHierarchyUpdate() } }
    if node.isLoaded { node.onMainActor { $0.detachLayer() } }
    node.leaveState(of: self)
    if wasRasterized { invalidateRasterization() }
    setNeedsLayoutOfLayer()
  }
}

extension DisplayNode {
  /// The depth of the subtree, counting this node and its deepest descendant.
  private var levels: Int { withDescription { $0.levels } }

  /// Raises the recorded subtree depth of this node to `count`, and those of its ancestors
  /// accordingly.
  private func growLevels(to count: Int) {
    for (index, node) in lineage.enumerated() {
      let isMore = node.withDescription { description in
        defer { description.levels = max(description.levels, count + index) }
        return description.levels < count + index
      }
      guard isMore else { return }
    }
  }

  /// Recomputes the subtree depths of this node and its ancestors after the removal of a subnode.
  private func shrinkLevels() {
    for node in lineage {
      let (subnodes, levels) = node.withDescription { ($0.subnodes, $0.levels) }
      // Usually another subnode is as deep as the removed one.
      guard !subnodes.contains(where: { $0.levels + 1 == levels }) else { return }
      let count = 1 + (subnodes.lazy.map(\.levels).max() ?? 0)
      guard count < levels else { return }
      node.withDescription { $0.levels = count }
    }
  }
}

extension DisplayNode {
  /// Runs a closure on the main actor: immediately if called there, otherwise during a tick.
  func onMainActor(_ body: @escaping @MainActor @Sendable (DisplayNode) -> Void) {
    if isOnMain {
      assumingMain { body(self) }
    } else {
      environment.loop.perform(in: .pendingStates) { body(self) }
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
    func attached(_ nodes: some Sequence<DisplayNode>) -> Layer? {
      nodes.lazy.compactMap(\.loadedLayer).first { $0.superlayer === layer }
    }
    if let below = attached(subnodes[..<index].reversed()) {
      layer.insertSublayer(sublayer, above: below)
    } else if let above = attached(subnodes[(index + 1)...]) {
      layer.insertSublayer(sublayer, below: above)
    } else {
      layer.addSublayer(sublayer)
    }
  }

  /// Reorders the subnodes' layers to match the subnodes; foreign sublayers keep their places.
  @MainActor func updateLayerOrder() {
    guard let layer = loadedLayer else { return }
    let places = Dictionary(uniqueKeysWithValues: layer.sublayers.enumerated().map { ($1.id, $0) })
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
