public import GalleyGeometry
public import GalleyPixels

/// A rectangle on the screen with a color, contents, and sublayers.
///
/// Layers form a tree on the main actor. They draw nothing: ``LayerHost/commit(at:)`` makes an
/// immutable record of the changes, and a ``Compositor`` turns records into pixels on its own
/// thread.
///
/// Lengths are in points, y grows downward. A layer's coordinates are those of its ``bounds``, in
/// which its contents, its sublayers and its animations are placed.
///
/// Invalid requests have no effect: numbers that are not finite, cycles, indices out of range,
/// trees that are too deep. They are reported to ``onFault``.
@MainActor public final class Layer {
  /// The identity of the layer.
  public nonisolated let id = ID.next()

  /// The delegate that draws the layer and lays out its sublayers.
  public weak var delegate: (any LayerDelegate)?

  /// Called for each rejected request; for logs and tests.
  public static var onFault: (@MainActor (Layer, Fault) -> Void)?

  /// The superlayer.
  public internal(set) weak var superlayer: Layer?

  /// The sublayers; among those of equal `zPosition`, later ones are in front.
  public internal(set) var sublayers: [Layer] = []

  /// The maximum depth of a tree, counting the root and the deepest layer.
  ///
  /// Trees are committed, drawn and released recursively.
  public static let maximumDepth = 512

  /// The depth of the subtree, counting this layer and its deepest descendant.
  var levels = 1

  /// The host of the layer's tree.
  public internal(set) weak var host: LayerHost?

  /// Whether the delegate may draw the contents asynchronously.
  public var displaysAsynchronously: Bool {
    get { state.displaysAsynchronously }
    set { state.displaysAsynchronously = newValue }
  }

  /// Whether a change of the bounds size displays the layer again.
  public var needsDisplayOnBoundsChange: Bool {
    get { state.needsDisplayOnBoundsChange }
    set { state.needsDisplayOnBoundsChange = newValue }
  }

  /// The properties.
  package internal(set) var state = LayerState()

  /// Returns a value read from the properties, which other modules would copy.
  package func value<Value>(of property: (LayerState) -> Value) -> Value { property(state) }

  var animations: [LayerAnimationEntry] = []
  var record: LayerRecord?
  /// The indices of the sublayers in back-to-front order, if `zPosition` reorders them.
  var depthOrder: [Int]?
  /// Whether `depthOrder` and the record's list of sublayers are stale.
  var hasStaleOrder = true
  /// The pending work of this layer.
  var pending: LayerWork = []
  /// The pending work of the layer's descendants.
  var pendingBelow: LayerWork = []
  var isSuspended = false
  /// Whether a display was requested while display is suspended.
  var hasMissedDisplay = false
  var wasDisplayedWhileEmpty = false

  /// Creates a layer with empty bounds.
  public init() {}

  /// Creates a layer with a frame in its superlayer, in points.
  public init(frame: Rect) {
    self.frame = frame
    pending = []
  }

  /// The layer's rectangle in its own coordinates, in points.
  ///
  /// Changing the origin scrolls the sublayers. Negative sizes become zero. Changing the size marks
  /// the layer as needing layout.
  public var bounds: Rect {
    get { state.bounds }
    set {
      let old = bounds
      set(\.bounds, LayerState.valid(box: newValue)) { old, new, _ in
        .bounds(from: old.difference(from: new), to: .zero)
      }
      if bounds.size != old.size { noteSize(bounds.size) }
    }
  }

  /// The position of the anchor point in the superlayer's coordinates, in points.
  public var position: Point {
    get { state.position }
    set {
      set(\.position, newValue) { old, new, _ in
        .position(from: Point(x: old.x - new.x, y: old.y - new.y), to: .zero)
      }
    }
  }

  /// The point of the bounds that lies at ``position``, in unit coordinates of the bounds.
  public var anchorPoint: Point {
    get { state.anchorPoint }
    set { set(\.anchorPoint, newValue) }
  }

  /// The transform of the layer and its sublayers, about the anchor point.
  public var transform: AffineTransform {
    get { state.transform }
    set { set(\.transform, newValue) { .transform(from: $2.transform, to: nil) } }
  }

  /// The depth order among siblings: greater values are in front, and later siblings win ties.
  public var zPosition: Double {
    get { state.zPosition }
    set {
      let old = zPosition
      set(\.zPosition, newValue)
      if zPosition != old { superlayer?.noteOrder() }
    }
  }

  /// The opacity of the layer and its sublayers as a group, clamped to 0...1.
  public var opacity: Double {
    get { state.opacity }
    set {
      set(\.opacity, LayerState.valid(opacity: newValue)) { old, new, _ in
        .opacity(from: old - new, to: 0)
      }
    }
  }

  /// Whether the layer and its sublayers are hidden.
  public var isHidden: Bool {
    get { state.isHidden }
    set { set(\.isHidden, newValue) }
  }

  /// Whether the drawing covers the layer completely.
  ///
  /// A promise for the code that draws the contents; the compositor inspects the pixels itself.
  public var isOpaque: Bool {
    get { state.isOpaque }
    set { set(\.isOpaque, newValue) }
  }

  /// Whether contents and sublayers are clipped to the bounds, including rounded corners.
  public var masksToBounds: Bool {
    get { state.masksToBounds }
    set { set(\.masksToBounds, newValue) }
  }

  /// The color behind the contents, or `nil` for none.
  public var backgroundColor: Color? {
    get { state.backgroundColor }
    set {
      set(\.backgroundColor, newValue) {
        .backgroundColor(from: $2.backgroundColor ?? .clear, to: nil)
      }
    }
  }

  /// The corner radii in points, scaled down to fit the sides.
  ///
  /// They apply to background, border and shadow, and to contents and sublayers if the layer masks
  /// to its bounds.
  public var cornerRadii: CornerRadii {
    get { state.cornerRadii }
    set { set(\.cornerRadii, newValue) }
  }

  /// The border, inside the bounds and in front of the sublayers.
  public var border: Border {
    get { state.border }
    set { set(\.border, newValue) }
  }

  /// The shadow behind the layer.
  public var shadow: Shadow {
    get { state.shadow }
    set { set(\.shadow, newValue) }
  }

  /// The bitmap shown in the layer.
  public var contents: Bitmap? {
    get { state.contents }
    set {
      guard !LayerState.areSame(newValue, state.contents) else { return }
      if let old = state.contents {
        animateImplicitly("contents") { _ in .contents(from: old, scale: contentsScale) }
      }
      state.contents = newValue
      noteChange()
    }
  }

  /// The number of contents pixels per point at their own size.
  public var contentsScale: Double {
    get { state.contentsScale }
    set { set(\.contentsScale, LayerState.valid(scale: newValue)) }
  }

  /// The placement of the contents in the bounds.
  public var contentsGravity: ContentsGravity {
    get { state.contentsGravity }
    set { set(\.contentsGravity, newValue) }
  }

  /// The part of the bitmap that is shown, in unit coordinates.
  public var contentsRect: Rect {
    get { state.contentsRect }
    set { set(\.contentsRect, newValue) }
  }

  /// The stretchable part of the contents, in unit coordinates of the shown part.
  ///
  /// The parts around it keep their size, as in a nine-part image.
  public var contentsCenter: Rect {
    get { state.contentsCenter }
    set { set(\.contentsCenter, newValue) }
  }

  /// The distances that the contents extend beyond the bounds, in points.
  ///
  /// The contents are placed in the extended bounds, for ink that overhangs a text's box. Hit tests
  /// and layout ignore them.
  public var contentsOutsets: Insets {
    get { state.contentsOutsets }
    set { set(\.contentsOutsets, newValue) }
  }

  /// Returns the animation of a change between two values, given the presented state.
  private typealias ImplicitChange<Value> = (
    _ old: Value, _ new: Value, _ presented: LayerState
  ) -> LayerAnimation.Change

  /// Writes a property unless the value is equal or invalid, and animates the change if enabled.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - value: The value; `nil` for an invalid one, which is reported.
  ///   - name: The name of the property.
  ///   - animation: Returns the implicit animation of a change.
  @inline(__always)
  private func set<Value: LayerValue>(
    _ property: WritableKeyPath<LayerState, Value>, _ value: Value?, name: String = #function,
    animation: ImplicitChange<Value>? = nil
  ) {
    guard let value, value.isValid else { return report(.invalidValue(property: name)) }
    let old = state[keyPath: property]
    guard value != old else { return }
    if let animation { animateImplicitly(name) { animation(old, value, $0) } }
    state[keyPath: property] = value
    noteChange()
  }

  /// Reports a rejected request.
  func report(_ fault: Fault) {
    Self.onFault?(self, fault)
  }

  private func noteSize(_ size: Size) {
    setNeedsLayout()
    let isDue = wasDisplayedWhileEmpty && !size.isEmpty
    if isDue { wasDisplayedWhileEmpty = false }
    if isDue || needsDisplayOnBoundsChange { setNeedsDisplay() }
  }
}

/// The pending work of a layer.
struct LayerWork: OptionSet {
  let rawValue: UInt8
  /// The sublayers need layout.
  static let layout = LayerWork(rawValue: 1)
  /// The layer needs display.
  static let display = LayerWork(rawValue: 2)
  /// The record is stale.
  static let record = LayerWork(rawValue: 4)
}

extension Layer {
  /// Marks work as pending, here and in all superlayers.
  func note(_ work: LayerWork) {
    pending.formUnion(work)
    noteAbove(work)
  }

  /// Marks the record as stale.
  func noteChange() {
    guard !pending.contains(.record) else { return }
    note(.record)
    host?.setNeedsCommit()
  }

  /// Marks the order of the sublayers as stale.
  func noteOrder() {
    hasStaleOrder = true
    noteChange()
  }

  /// Marks work as pending below all superlayers.
  func noteAbove(_ work: LayerWork) {
    guard !work.isEmpty else { return }
    var layer = superlayer
    while let above = layer, !above.pendingBelow.isSuperset(of: work) {
      above.pendingBelow.formUnion(work)
      layer = above.superlayer
    }
  }
}

extension Rect {
  /// Returns the componentwise difference to another rectangle.
  func difference(from other: Rect) -> Rect {
    Rect(
      x: minX - other.minX, y: minY - other.minY, width: size.width - other.size.width,
      height: size.height - other.size.height)
  }
}
