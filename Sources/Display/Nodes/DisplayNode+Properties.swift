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
    get { value(\.bounds) }
    set { set(.bounds, \.bounds, LayerState.valid(box: newValue)) }
  }

  /// The position of the anchor point in the supernode's coordinates, in points.
  public var position: Point {
    get { value(\.position) }
    set { set(.position, \.position, newValue) }
  }

  /// The point of the bounds that lies at ``position``, in unit coordinates of the bounds.
  public var anchorPoint: Point {
    get { value(\.anchorPoint) }
    set { set(.anchorPoint, \.anchorPoint, newValue) }
  }

  /// The node's rectangle in the supernode's coordinates before the transform, in points.
  ///
  /// Derived from ``bounds``, ``position`` and ``anchorPoint``; setting it keeps the origin of the
  /// bounds.
  public var frame: Rect {
    get { value(\.frame) }
    set { if let frame = LayerState.valid(box: newValue) { set(.frame) { $0.frame = frame } } }
  }

  /// The transform of the node and its subnodes, about the anchor point.
  public var transform: AffineTransform {
    get { value(\.transform) }
    set { set(.transform, \.transform, newValue) }
  }

  /// The depth order among siblings: greater values are in front, and later siblings win ties.
  public var zPosition: Double {
    get { value(\.zPosition) }
    set { set(.zPosition, \.zPosition, newValue) }
  }

  /// The opacity of the node and its subnodes as a group, clamped to 0...1.
  public var opacity: Double {
    get { value(\.opacity) }
    set { set(.opacity, \.opacity, LayerState.valid(opacity: newValue)) }
  }

  /// Whether the node and its subnodes are hidden.
  public var isHidden: Bool {
    get { value(\.isHidden) }
    set { set(.isHidden, \.isHidden, newValue) }
  }

  /// Whether the node's drawing covers its bounds completely; changing it redraws the node.
  public var isOpaque: Bool {
    get { value(\.isOpaque) }
    set { set(.isOpaque, \.isOpaque, newValue) }
  }

  /// Whether contents and subnodes are clipped to the bounds, including rounded corners.
  public var masksToBounds: Bool {
    get { value(\.masksToBounds) }
    set { set(.masksToBounds, \.masksToBounds, newValue) }
  }

  /// The color behind the contents, or `nil` for none; changing it redraws the node.
  public var backgroundColor: Color? {
    get { value(\.backgroundColor) }
    set { set(.backgroundColor, \.backgroundColor, newValue) }
  }

  /// The border, drawn inside the bounds.
  public var border: Layer.Border {
    get { value(\.border) }
    set { set(.border, \.border, newValue) }
  }

  /// The shadow behind the node.
  public var shadow: Layer.Shadow {
    get { value(\.shadow) }
    set { set(.shadow, \.shadow, newValue) }
  }

  /// The number of pixels per point that the node is drawn with; by default that of its host or its
  /// environment.
  ///
  /// Changing it redraws the node; the old contents keep their own scale until then.
  public var contentsScale: Double {
    get { isSynchronous ? value(\.contentsScale) : displayScale }
    set {
      guard let scale = LayerState.valid(scale: newValue) else { return }
      setFlag(.hasContentsScale, true)
      set(.contentsScale, \.contentsScale, scale)
    }
  }

  /// The placement of the contents in the bounds.
  public var contentsGravity: Layer.ContentsGravity {
    get { value(\.contentsGravity) }
    set { set(.contentsGravity, \.contentsGravity, newValue) }
  }

  /// The part of the contents that is shown, in unit coordinates.
  public var contentsRect: Rect {
    get { value(\.contentsRect) }
    set { set(.contentsRect, \.contentsRect, newValue) }
  }

  /// The stretchable part of the contents, in unit coordinates of the shown part.
  public var contentsCenter: Rect {
    get { value(\.contentsCenter) }
    set { set(.contentsCenter, \.contentsCenter, newValue) }
  }

  /// Whether a change of the bounds size redraws the node.
  public var needsDisplayOnBoundsChange: Bool {
    get { value(\.needsDisplayOnBoundsChange) }
    set { set(.needsDisplayOnBoundsChange, \.needsDisplayOnBoundsChange, newValue) }
  }

  /// Whether the node is drawn off the main actor; always `false` for synchronous nodes.
  public var displaysAsynchronously: Bool {
    get { !isSynchronous && value(\.displaysAsynchronously) }
    set { if !isSynchronous { set(.displaysAsynchronously, \.displaysAsynchronously, newValue) } }
  }
}
