public import GalleyGeometry
public import GalleyLayers

/// The properties that a node shares with its layer.
///
/// Before the node loads, any thread may read and write them. Afterwards, the main actor writes
/// directly to the layer; writes from other threads reach the layer in the next tick, and until
/// then only other threads read the new values. An invalid value, such as a number that is not
/// finite or a negative radius, has no effect on nodes and layers.
extension DisplayNode {
  /// The node's rectangle in its own coordinates, in points; its origin scrolls contents and
  /// subnodes.
  public var bounds: Rect {
    get { value(\.layer.bounds) { $0.bounds } }
    set { set(.bounds, LayerState.accepted(box: newValue)) { $0.layer.bounds = $1 } }
  }

  /// The position of the anchor point in the supernode's coordinates, in points.
  public var position: Point {
    get { value(\.layer.position) { $0.position } }
    set { set(.position, LayerState.accepted(newValue)) { $0.layer.position = $1 } }
  }

  /// The point of the bounds that lies at ``position``, in unit coordinates of the bounds.
  public var anchorPoint: Point {
    get { value(\.layer.anchorPoint) { $0.anchorPoint } }
    set { set(.anchorPoint, LayerState.accepted(newValue)) { $0.layer.anchorPoint = $1 } }
  }

  /// The node's rectangle in the supernode's coordinates before the transform, in points.
  ///
  /// Derived from ``bounds``, ``position`` and ``anchorPoint``; setting it keeps the origin of the
  /// bounds.
  public var frame: Rect {
    get { value(\.frame) { $0.frame } }
    set {
      guard let frame = LayerState.accepted(box: newValue) else { return }
      set(.frame) { $0.frame = frame }
    }
  }

  /// The transform of the node and its subnodes, about the anchor point.
  public var transform: AffineTransform {
    get { value(\.layer.transform) { $0.transform } }
    set { set(.transform, LayerState.accepted(newValue)) { $0.layer.transform = $1 } }
  }

  /// The depth order among siblings: greater values are in front, and later siblings win ties.
  public var zPosition: Double {
    get { value(\.layer.zPosition) { $0.zPosition } }
    set { set(.zPosition, LayerState.accepted(newValue)) { $0.layer.zPosition = $1 } }
  }

  /// The opacity of the node and its subnodes as a group, clamped to 0...1.
  public var opacity: Double {
    get { value(\.layer.opacity) { $0.opacity } }
    set { set(.opacity, LayerState.accepted(opacity: newValue)) { $0.layer.opacity = $1 } }
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
    set { set(.border, LayerState.accepted(newValue)) { $0.layer.border = $1 } }
  }

  /// The shadow behind the node.
  public var shadow: Layer.Shadow {
    get { value(\.layer.shadow) { $0.shadow } }
    set { set(.shadow, LayerState.accepted(newValue)) { $0.layer.shadow = $1 } }
  }

  /// The number of pixels per point that the node is drawn with; by default that of its host or its
  /// environment.
  ///
  /// Changing it redraws the node; the old contents keep their own scale until then.
  public var contentsScale: Double {
    get { isSynchronous ? value(\.layer.contentsScale) { $0.contentsScale } : displayScale }
    set {
      guard let scale = LayerState.accepted(scale: newValue) else { return }
      setFlag(.hasContentsScale, true)
      set(.contentsScale) { $0.layer.contentsScale = scale }
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
    set { set(.contentsRect, LayerState.accepted(newValue)) { $0.layer.contentsRect = $1 } }
  }

  /// The stretchable part of the contents, in unit coordinates of the shown part.
  public var contentsCenter: Rect {
    get { value(\.layer.contentsCenter) { $0.contentsCenter } }
    set { set(.contentsCenter, LayerState.accepted(newValue)) { $0.layer.contentsCenter = $1 } }
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
