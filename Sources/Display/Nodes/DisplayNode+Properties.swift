public import GalleyGeometry
public import GalleyLayers
internal import GalleyScheduling

/// The properties that a node shares with its layer.
///
/// Before the node loads, any thread sets and reads them. After that the main actor sets them on the
/// layer itself; what other threads set reaches the layer with the next tick, and until then only they
/// read it. Numbers that are not finite are refused and change nothing.
extension DisplayNode {
  /// The node's own rectangle, in points: a window on its contents and subnodes.
  public var bounds: Rect {
    get { value(\.layer.bounds) { $0.bounds } }
    set {
      guard newValue.isFinite else { return }
      set(.bounds) { $0.layer.bounds = newValue }
    }
  }

  /// Where the anchor point stands in the supernode's coordinates, in points.
  public var position: Point {
    get { value(\.layer.position) { $0.position } }
    set {
      guard newValue.isFinite else { return }
      set(.position) { $0.layer.position = newValue }
    }
  }

  /// The point of the bounds that stands at ``position``, as parts of the width and the height.
  public var anchorPoint: Point {
    get { value(\.layer.anchorPoint) { $0.anchorPoint } }
    set {
      guard newValue.isFinite else { return }
      set(.anchorPoint) { $0.layer.anchorPoint = newValue }
    }
  }

  /// The rectangle in the supernode's coordinates that the node takes, were it not transformed.
  ///
  /// It follows from ``bounds``, ``position`` and ``anchorPoint``; setting it keeps the origin of the
  /// bounds.
  public var frame: Rect {
    get { value(\.frame) { $0.frame } }
    set {
      guard newValue.isFinite else { return }
      set([.bounds, .position]) { $0.frame = newValue }
    }
  }

  /// What is done to the node and its subnodes around the anchor point.
  public var transform: AffineTransform {
    get { value(\.layer.transform) { $0.transform } }
    set {
      guard newValue.isFinite else { return }
      set(.transform) { $0.layer.transform = newValue }
    }
  }

  /// How far the node is in front of its siblings; among equals, the later is in front.
  public var zPosition: Double {
    get { value(\.layer.zPosition) { $0.zPosition } }
    set {
      guard newValue.isFinite else { return }
      set(.zPosition) { $0.layer.zPosition = newValue }
    }
  }

  /// How opaque the node and its subnodes are together, 0 to 1.
  public var opacity: Double {
    get { value(\.layer.opacity) { $0.opacity } }
    set {
      guard !newValue.isNaN else { return }
      set(.opacity) { $0.layer.opacity = min(max(newValue, 0), 1) }
    }
  }

  /// Whether the node and its subnodes are left out.
  public var isHidden: Bool {
    get { value(\.layer.isHidden) { $0.isHidden } }
    set { set(.isHidden) { $0.layer.isHidden = newValue } }
  }

  /// Whether the node's drawing covers all of its bounds; another value draws it anew.
  public var isOpaque: Bool {
    get { value(\.layer.isOpaque) { $0.isOpaque } }
    set { set(.isOpaque) { $0.layer.isOpaque = newValue } }
  }

  /// Whether contents and subnodes are cut off at the bounds, with their round corners.
  public var masksToBounds: Bool {
    get { value(\.layer.masksToBounds) { $0.masksToBounds } }
    set { set(.masksToBounds) { $0.layer.masksToBounds = newValue } }
  }

  /// What is behind the contents; `nil` is nothing, and another value draws the node anew.
  public var backgroundColor: Color? {
    get { value(\.layer.backgroundColor) { $0.backgroundColor } }
    set { set(.backgroundColor) { $0.layer.backgroundColor = newValue } }
  }

  /// The line inside of the edge.
  public var border: LayerBorder {
    get { value(\.layer.border) { $0.border } }
    set {
      guard newValue.width.isFinite, newValue.width >= 0 else { return }
      set(.border) { $0.layer.border = newValue }
    }
  }

  /// The shadow behind the node.
  public var shadow: LayerShadow {
    get { value(\.layer.shadow) { $0.shadow } }
    set {
      guard newValue.opacity.isFinite, newValue.radius.isFinite, newValue.radius >= 0,
        newValue.offset.width.isFinite, newValue.offset.height.isFinite
      else { return }
      set(.shadow) { $0.layer.shadow = newValue }
    }
  }

  /// How many pixels the node is drawn with for a point; where it is not set, as many as its host has,
  /// or its environment.
  ///
  /// Another scale draws the node anew; what it shows until then has its own.
  public var contentsScale: Double {
    get { isSynchronous ? value(\.layer.contentsScale) { $0.contentsScale } : displayScale }
    set {
      guard newValue.isFinite, newValue > 0 else { return }
      setFlag(.hasContentsScale, true)
      set(.contentsScale) { $0.layer.contentsScale = newValue }
    }
  }

  /// How the contents stand in the bounds.
  public var contentsGravity: ContentsGravity {
    get { value(\.layer.contentsGravity) { $0.contentsGravity } }
    set { set(.contentsGravity) { $0.layer.contentsGravity = newValue } }
  }

  /// The part of the contents that is shown, as parts of their width and height.
  public var contentsRect: Rect {
    get { value(\.layer.contentsRect) { $0.contentsRect } }
    set {
      guard newValue.isFinite else { return }
      set(.contentsRect) { $0.layer.contentsRect = newValue }
    }
  }

  /// The part of the contents that is stretched, as parts of the width and height of what is shown.
  public var contentsCenter: Rect {
    get { value(\.layer.contentsCenter) { $0.contentsCenter } }
    set {
      guard newValue.isFinite else { return }
      set(.contentsCenter) { $0.layer.contentsCenter = newValue }
    }
  }

  /// Whether another size draws the node anew.
  public var needsDisplayOnBoundsChange: Bool {
    get { value(\.needsDisplayOnBoundsChange) { $0.needsDisplayOnBoundsChange } }
    set { set(.needsDisplayOnBoundsChange) { $0.needsDisplayOnBoundsChange = newValue } }
  }

  /// Whether the node is drawn while the main actor goes on, as synchronous nodes are not.
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
  /// Reads a property: from the layer where that may be touched, from the description elsewhere.
  @inline(__always)
  private func value<Value: Sendable>(
    _ described: (NodeProperties) -> Value, _ live: @MainActor (Layer) -> Value
  ) -> Value {
    if isOnMain, let value = MainActor.assumeIsolated({ loadedLayer.map(live) }) {
      return value
    }
    return withDescription { described($0.properties) }
  }

  /// Writes a property: to the layer where that may be touched, to the pending state elsewhere.
  @inline(__always)
  func set(_ property: PendingState, _ write: (inout NodeProperties) -> Void) {
    let isLoaded = withDescription { description in
      write(&description.properties)
      description.pending.formUnion(property)
      return description.isLoaded
    }
    if isLoaded { noteChange() }
  }

  /// Has what is pending applied: now on the main actor, with the next tick elsewhere.
  func noteChange() {
    if isOnMain {
      MainActor.assumeIsolated { applyPendingState() }
    } else {
      environment.noteChange(of: self)
    }
  }

  /// Gives the layer, if there is one, what it does not have yet.
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
