public import GalleyGeometry
internal import GalleyLayers
public import GalleyLayoutSpecs

extension DisplayNode: IdentifiedElement {
  /// What the node asks of what it stands in.
  public var style: LayoutStyle {
    get { withDescription { $0.measurement.style } }
    set {
      withDescription { $0.measurement.style = newValue }
      invalidateLayout()
    }
  }

  /// Says where the node's parts stand, for each range of sizes; `nil` leaves them where they are.
  ///
  /// The nodes that are in the spec directly become the subnodes when a layout is applied, in the order
  /// of the spec, if ``managesSubnodes`` is set.
  public var layoutSpec: LayoutSpecMaker? {
    get { withDescription { $0.measurement.spec } }
    set {
      withDescription { $0.measurement.spec = newValue }
      invalidateLayout()
    }
  }

  /// Whether the subnodes are those that the layout has.
  public var managesSubnodes: Bool {
    get { withDescription { $0.flags }.contains(.managesSubnodes) }
    set { setFlag(.managesSubnodes, newValue) }
  }

  /// Whether a layout is being made here, so that no tree may change.
  @TaskLocal static var isMeasuring = false

  /// Answers a pass of layout, from what is known if nothing has changed.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let question = MeasuredLayout.Question(
      range: range, parentSize: parentSize, scale: context.grid.scale,
      isRightToLeft: context.isRightToLeft)
    return measured(for: question, in: context).layout
  }

  /// Measures the node, on any thread.
  ///
  /// Only what has changed since it was asked before is measured anew; nothing is moved by it. The layout
  /// is applied when the node gets the size that was found.
  ///
  /// - Parameters:
  ///   - range: The sizes that it may have.
  ///   - parentSize: What fractions refer to, in points; that of the range if nothing is said.
  /// - Returns: The node's size, and the places of the nodes in it.
  @discardableResult public func layoutThatFits(
    _ range: SizeRange, parentSize: Size? = nil
  ) -> NodeLayout {
    LayoutContext(scale: displayScale).layout(
      of: self, thatFits: range, parentSize: parentSize ?? range.max)
  }

  /// Notes that the node's size, or a place in it, may be another now.
  ///
  /// Any thread may call it.
  ///
  /// What the node is in is measured anew as well, and its siblings are not.
  public func invalidateLayout() {
    var node: DisplayNode? = self
    while let current = node {
      current.withDescription { $0.measurement.version += 1 }
      current.setNeedsLayoutOfLayer()
      node = current.supernode
    }
  }

  /// Lays out the node, and all under it, now.
  ///
  /// A node without a layer may be laid out on any thread, one with a layer on the main actor.
  public func layoutIfNeeded() {
    guard isLoaded else { return layOutUnloaded() }
    onMainActor { $0.layer.layoutIfNeeded() }
  }

  private func layOutUnloaded() {
    layOutSubnodes()
    for node in subnodes where !node.isLoaded { node.layOutUnloaded() }
  }

  /// What is known for a question, or is found out now.
  ///
  /// Nothing is locked while that is done.
  private func measured(
    for question: MeasuredLayout.Question, in context: LayoutContext
  ) -> MeasuredLayout {
    let (known, spec, content, version) = withDescription { description in
      (
        description.measurement.known(for: question), description.measurement.spec,
        description.content, description.measurement.version
      )
    }
    if let known { return known }
    let layout = Self.$isMeasuring.withValue(true) {
      makeLayout(for: question, of: spec, content?.content, in: context)
    }
    let measured = MeasuredLayout(layout: layout, question: question, version: version)
    withDescription { description in
      // What has changed meanwhile is not answered by this.
      if description.measurement.version == version { description.measurement.measured = measured }
    }
    return measured
  }

  private func makeLayout(
    for question: MeasuredLayout.Question, of spec: LayoutSpecMaker?,
    _ content: (any NodeContent)?, in context: LayoutContext
  ) -> NodeLayout {
    if let spec {
      let found = context.layout(
        of: spec(self, question.range), thatFits: question.range, parentSize: question.parentSize)
      // A node by itself is in this one, which is not the same.
      guard found.element != nil else { return found.flattened() }
      return NodeLayout(size: found.size, sublayouts: [found.positioned(at: .zero)])
    }
    guard let content,
      let measurement = content.measurement(thatFits: question.range, scale: question.scale)
    else { return NodeLayout(size: question.range.min) }
    return NodeLayout(size: measurement.size, baselines: measurement.baselines)
  }
}

/// How large a content is.
public struct ContentMeasurement: Hashable, Sendable {
  /// The size, in points.
  public var size: Size
  /// Where its text stands, if it has any.
  public var baselines: NodeLayout.Baselines?

  /// Makes a measurement.
  public init(size: Size, baselines: NodeLayout.Baselines? = nil) {
    self.size = size
    self.baselines = baselines
  }
}
