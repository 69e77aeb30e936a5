public import GalleyGeometry
internal import GalleyLayers
public import GalleyLayoutSpecs
internal import GalleyScheduling
internal import GalleySystem

extension DisplayNode: LayoutElement {
  /// The node's layout attributes for its parent spec.
  public var style: LayoutStyle {
    get { withDescription { $0.measurement.style } }
    set {
      withDescription { $0.measurement.style = newValue }
      invalidateLayout()
    }
  }

  /// The closure that creates the node's layout spec for a size range; `nil` keeps the subnodes'
  /// frames.
  ///
  /// If ``managesSubnodes`` is set, applying a layout makes the nodes directly in the spec the
  /// subnodes, in the order of the spec.
  public var layoutSpec: LayoutSpecMaker? {
    get { withDescription { $0.measurement.spec } }
    set {
      withDescription { $0.measurement.spec = newValue }
      invalidateLayout()
    }
  }

  /// Whether the subnodes are inserted and removed to match the layout.
  public var managesSubnodes: Bool {
    get { has(.managesSubnodes) }
    set { setFlag(.managesSubnodes, newValue) }
  }

  /// Whether the current task is measuring a layout, so that no tree may change.
  @TaskLocal static var isMeasuring = false

  /// Returns the layout for a size range, cached if nothing has changed.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let constraints = MeasuredLayout.Constraints(
      range: range, parentSize: parentSize, scale: context.grid.scale,
      isRightToLeft: context.isRightToLeft)
    return measured(for: constraints, in: context).layout
  }

  /// Measures the node, on any thread.
  ///
  /// Only what has changed since the last measurement is measured again. Frames do not change until
  /// the node gets the measured size.
  ///
  /// - Parameters:
  ///   - range: The permitted sizes.
  ///   - parentSize: The size that fractions refer to, in points; the maximum of the range by
  ///     default.
  /// - Returns: The node's size and the frames of the nodes in it.
  @discardableResult public func layoutThatFits(
    _ range: SizeRange, parentSize: Size? = nil
  ) -> NodeLayout {
    LayoutContext(scale: displayScale).layout(
      of: self, thatFits: range, parentSize: parentSize ?? range.max)
  }

  /// Invalidates the measured layout of the node and its ancestors.
  ///
  /// Callable from any thread. Siblings are not measured again. A list measures its row again on
  /// another thread, and animates to the new size; the list itself and its ancestors are not
  /// affected.
  public func invalidateLayout() {
    // A node without a layout spec does not depend on the sizes of its subnodes.
    var isAffected = true
    for node in lineage {
      isAffected = isAffected && (node === self || node.layoutSpec != nil)
      let affects = isAffected
      let measurer = node.withDescription { description in
        description.measurement.version += 1
        let measurer = description.measurement.measurer
        if affects, measurer != nil { description.measurement.noteInvalidation() }
        return measurer
      }
      node.setNeedsLayoutOfLayer()
      guard let measurer else { continue }
      if isAffected { measurer.nodeNeedsMeasurement(enclosingTransition) }
      return
    }
  }

  /// The animation of the changes that the calling code makes to layers, if any.
  private var enclosingTransition: LayoutTransition? {
    guard isOnMain else { return nil }
    return assumingMain {
      Layer.enclosingAnimation.map { LayoutTransition(duration: $0.duration, curve: $0.curve) }
    }
  }

  /// Lays out the node and its descendants now.
  ///
  /// A node without a layer may be laid out on any thread, a loaded node on the main actor.
  public func layoutIfNeeded() {
    guard isLoaded else { return layOutUnloaded() }
    onMainActor { $0.layer.layoutIfNeeded() }
  }

  private func layOutUnloaded() {
    layOutSubnodes()
    for node in subnodes where !node.isLoaded { node.layOutUnloaded() }
  }

  /// Returns the cached layout for constraints, or measures a new one.
  ///
  /// No lock is held during the measurement.
  private func measured(
    for constraints: MeasuredLayout.Constraints, in context: LayoutContext
  ) -> MeasuredLayout {
    let (known, spec, content, version) = withDescription { description in
      (
        description.measurement.current { $0.constraints == constraints },
        description.measurement.spec,
        description.content, description.measurement.version
      )
    }
    if let known { return known }
    let layout = Self.$isMeasuring.withValue(true) {
      makeLayout(for: constraints, of: spec, content?.content, in: context)
    }
    let measured = MeasuredLayout(layout: layout, constraints: constraints, version: version)
    withDescription { description in
      // A node that changed during the measurement keeps no result.
      if description.measurement.version == version { description.measurement.measured = measured }
    }
    return measured
  }

  private func makeLayout(
    for constraints: MeasuredLayout.Constraints, of spec: LayoutSpecMaker?,
    _ content: (any NodeContent)?, in context: LayoutContext
  ) -> NodeLayout {
    if let spec {
      let found = context.layout(
        of: spec(self, constraints.range), thatFits: constraints.range,
        parentSize: constraints.parentSize)
      // A spec that is a single node gives that node's own layout, which this one has to contain.
      guard found.element != nil else { return found.flattened() }
      return NodeLayout(size: found.size, sublayouts: [found.positioned(at: .zero)])
    }
    guard let content,
      let measurement = content.measurement(thatFits: constraints.range, scale: constraints.scale)
    else { return NodeLayout(size: constraints.range.min) }
    return NodeLayout(size: measurement.size, baselines: measurement.baselines)
  }
}

/// The measured size of a content.
public struct ContentMeasurement: Hashable, Sendable {
  /// The size, in points.
  public var size: Size
  /// The baselines of its text, if any.
  public var baselines: NodeLayout.Baselines?

  /// Creates a measurement.
  public init(size: Size, baselines: NodeLayout.Baselines? = nil) {
    self.size = size
    self.baselines = baselines
  }
}
