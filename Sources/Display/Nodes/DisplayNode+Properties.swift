public import GalleyGeometry
public import GalleyLayers
internal import GalleyScheduling

/// The properties that a node shares with its layer.
///
/// Before the node loads, any thread may read and write them. Afterwards, the main actor writes
/// directly to the layer; writes from other threads reach the layer in the next tick, and until
/// then only other threads read the new values. Setting a value that is not finite has no effect.
extension DisplayNode {
  /// The node's rectangle in its own coordinates, in points; its origin scrolls contents and
  /// subnodes.
  public var bounds: Rect {
    get { value(\.layer.bounds) { $0.bounds } }
    set {
      guard newValue.isFinite else { return }
      set(.bounds) { $0.layer.bounds = newValue }
    }
  }

  /// The position of the anchor point in the supernode's coordinates, in points.
  public var position: Point {
    get { value(\.layer.position) { $0.position } }
    set {
      guard newValue.isFinite else { return }
      set(.position) { $0.layer.position = newValue }
    }
  }

  /// The point of the bounds that lies at ``position``, in unit coordinates of the bounds.
  public var anchorPoint: Point {
    get { value(\.layer.anchorPoint) { $0.anchorPoint } }
    set {
      guard newValue.isFinite else { return }
      set(.anchorPoint) { $0.layer.anchorPoint = newValue }
    }
  }

  /// The node's rectangle in the supernode's coordinates before the transform, in points.
  ///
  /// Derived from ``bounds``, ``position`` and ``anchorPoint``; setting it keeps the origin of the
  /// bounds.
  public var frame: Rect {
    get { value(\.frame) { $0.frame } }
    set {
      guard newValue.isFinite else { return }
      set([.bounds, .position]) { $0.frame = newValue }
    }
  }

  /// The transform of the node and its subnodes, about the anchor point.
  public var transform: AffineTransform {
    get { value(\.layer.transform) { $0.transform } }
    set {
      guard newValue.isFinite else { return }
      set(.transform) { $0.layer.transform = newValue }
    }
  }

  /// The depth order among siblings: greater values are in front, and later siblings win ties.
  public var zPosition: Double {
    get { value(\.layer.zPosition) { $0.zPosition } }
    set {
      guard newValue.isFinite else { return }
      set(.zPosition) { $0.layer.zPosition = newValue }
    }
  }

  /// The opacity of the node and its subnodes as a group, clamped to 0...1.
  public var opacity: Double {
    get { value(\.layer.opacity) { $0.opacity } }
    set {
      guard !newValue.isNaN else { return }
      set(.opacity) { $0.layer.opacity = min(max(newValue, 0), 1) }
    }
  }

  /// Whether the node and its subnodes are hidden.
  public var isHidden: Bool {
    get { value(\.layer.isHidden) { $0.isHidden } }
    set { set(.isHidden) { $0.layer.isHidden = newValue } }
  }

  /// Whether the node's drawing covers its bounds completely; changing it redraws the node.
  public var isOpaque: Bool {
    get { value(\.layer.isOpaque) { $0.isOpaque } }
    set { set(.isOpaque) { $0.layer.isOpaque = newValue } }
  }

  /// Whether contents and subnodes are clipped to the bounds, including rounded corners.
  public var masksToBounds: Bool {
    get { value(\.layer.masksToBounds) { $0.masksToBounds } }
    set { set(.masksToBounds) { $0.layer.masksToBounds = newValue } }
  }

  /// The color behind the contents, or `nil` for none; changing it redraws the node.
  public var backgroundColor: Color? {
    get { value(\.layer.backgroundColor) { $0.backgroundColor } }
    set { set(.backgroundColor) { $0.layer.backgroundColor = newValue } }
  }

  /// The border, drawn inside the bounds.
  public var border: Layer.Border {
    get { value(\.layer.border) { $0.border } }
    set {
      guard newValue.width.isFinite, newValue.width >= 0 else { return }
      set(.border) { $0.layer.border = newValue }
    }
  }

  /// The shadow behind the node.
  public var shadow: Layer.Shadow {
    get { value(\.layer.shadow) { $0.shadow } }
    set {
      guard newValue.opacity.isFinite, newValue.radius.isFinite, newValue.radius >= 0,
        newValue.offset.width.isFinite, newValue.offset.height.isFinite
      else { return }
      set(.shadow) { $0.layer.shadow = newValue }
    }
  }

  /// The number of pixels per point that the node is drawn with; by default that of its host or its
  /// environment.
  ///
  /// Changing it redraws the node; the old contents keep their own scale until then.
  public var contentsScale: Double {
    get { isSynchronous ? value(\.layer.contentsScale) { $0.contentsScale } : displayScale }
    set {
      guard newValue.isFinite, newValue > 0 else { return }
      setFlag(.hasContentsScale, true)
      set(.contentsScale) { $0.layer.contentsScale = newValue }
    }
  }

  /// The placement of the contents in the bounds.
  public var contentsGravity: Layer.ContentsGravity {
    get { value(\.layer.contentsGravity) { $0.contentsGravity } }
    set { set(.contentsGravity) { $0.layer.contentsGravity = newValue } }
  }

  /// The part of the contents that is shown, in unit coordinates.
  public var contentsRect: Rect {
    get { value(\.layer.contentsRect) { $0.contentsRect } }
    set {
      guard newValue.isFinite else { return }
      set(.contentsRect) { $0.layer.contentsRect = newValue }
    }
  }

  /// The stretchable part of the contents, in unit coordinates of the shown part.
  public var contentsCenter: Rect {
    get { value(\.layer.contentsCenter) { $0.contentsCenter } }
    set {
      guard newValue.isFinite else { return }
      set(.contentsCenter) { $0.layer.contentsCenter = newValue }
    }
  }

  /// Whether a change of the bounds size redraws the node.
  public var needsDisplayOnBoundsChange: Bool {
    get { value(\.needsDisplayOnBoundsChange) { $0.needsDisplayOnBoundsChange } }
    set { set(.needsDisplayOnBoundsChange) { $0.needsDisplayOnBoundsChange = newValue } }
  }

  /// Whether the node is drawn off the main actor; always `false` for synchronous nodes.
  public var displaysAsynchronously: Bool {
    get {
      !isSynchronous && value(\.displaysAsynchronously) { $0.displaysAsynchronously }
    }
    set {
      guard !isSynchronous else { return }
      set(.displaysAsynchronously) { $0.displaysAsynchronously = newValue }
    }
  }
}

extension DisplayNode {
  /// Reads a property from the layer on the main actor, and from the description elsewhere.
  @inline(__always)
  private func value<Value: Sendable>(
    _ described: (NodeProperties) -> Value, _ live: @MainActor (Layer) -> Value
  ) -> Value {
    if isOnMain, let value = MainActor.assumeIsolated({ loadedLayer.map(live) }) {
      return value
    }
    return withDescription { described($0.properties) }
  }

  /// Writes a property to the description and schedules it for the layer if there is one.
  @inline(__always)
  func set(_ property: PendingState, _ write: (inout NodeProperties) -> Void) {
    let isLoaded = withDescription { description in
      write(&description.properties)
      description.pending.formUnion(property)
      return description.isLoaded
    }
    if isLoaded { noteChange() }
  }

  /// Applies pending properties now on the main actor, and in the next tick elsewhere.
  func noteChange() {
    if isOnMain {
      MainActor.assumeIsolated { applyPendingState() }
    } else {
      environment.noteChange(of: self)
    }
  }

  /// Applies all pending properties to the layer, if it exists.
  @MainActor func applyPendingState() {
    guard let layer = loadedLayer else { return }
    let (properties, pending) = withDescription { description in
      defer { description.pending = [] }
      return (description.properties, description.pending)
    }
    guard !pending.isEmpty else { return }
    apply(properties, pending, to: layer)
  }
}
