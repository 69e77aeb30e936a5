public import GalleyGeometry
public import GalleyPixels
internal import Synchronization

/// A rectangle on the screen: a picture, a color, and further layers on top of it.
///
/// Layers make up a tree on the main actor. They draw nothing: ``LayerHost/commit(at:)`` makes an
/// immutable record of what changed, and a ``Compositor`` turns records into pixels on its own thread.
///
/// Lengths are in points, y grows downward. A layer's own coordinates are those of its ``bounds``, in
/// which its contents, its sublayers and its animations are placed.
///
/// What makes no sense is refused and changes nothing: numbers that are not finite, cycles, indices
/// out of range, trees that are too deep. ``onFault`` hears of it.
@MainActor public final class Layer {
  /// What tells this layer from all others.
  public nonisolated let id = LayerID.next()

  /// What draws the layer and lays it out.
  public weak var delegate: (any LayerDelegate)?

  /// What hears of calls that were refused; for logs and tests.
  public static var onFault: (@MainActor (Layer, LayerFault) -> Void)?

  /// The layer that this one is a sublayer of.
  public internal(set) weak var superlayer: Layer?

  /// The layers on top of this one, from the lowest to the topmost of those of one `zPosition`.
  public internal(set) var sublayers: [Layer] = []

  /// The greatest number of layers from the top of a tree down, with both ends.
  ///
  /// Trees are committed, drawn and released level by level on a thread's stack.
  public static let greatestDepth = 512

  /// The number of layers from this one down to the deepest under it, with both ends.
  var levels = 1

  /// The surface that the layer is on.
  public internal(set) weak var host: LayerHost?

  /// Whether contents may be drawn while the main actor goes on; the delegate is told.
  public var displaysAsynchronously = true

  /// Whether another size makes the layer be displayed again.
  public var needsDisplayOnBoundsChange = false

  /// All of the properties that show.
  package internal(set) var state = LayerState()
  var animations: [LayerAnimationEntry] = []
  var record: LayerRecord?
  /// The sublayers from the lowest to the topmost, as indices, where `zPosition` reorders them.
  var depthOrder: [Int]?
  /// Whether `depthOrder` and the record's list of sublayers are out of date.
  var hasStaleOrder = true
  /// What is to be done for this layer.
  var pending: LayerWork = []
  /// What is to be done for layers under it.
  var pendingBelow: LayerWork = []
  var isSuspended = false
  /// Whether display was asked for or called off while it is suspended.
  var hasMissedDisplay = false
  var wasDisplayedWhileEmpty = false

  private nonisolated let boundsCopy = Mutex(Rect.zero)

  /// Makes a layer without extent.
  public init() {}

  /// Makes a layer that takes a rectangle of its superlayer, in points.
  public init(frame: Rect) {
    self.frame = frame
    pending = []
  }

  /// The layer's own rectangle, in points: a window on its contents and sublayers.
  ///
  /// Another origin moves the sublayers the other way, which is how scrolling is done. Negative sizes
  /// become zero. Another size makes the layer need layout.
  public var bounds: Rect {
    get { state.bounds }
    set {
      guard accepts(newValue.isFinite, "bounds") else { return }
      var bounds = newValue
      bounds.size.width = max(0, bounds.size.width)
      bounds.size.height = max(0, bounds.size.height)
      let old = state.bounds
      guard bounds != old else { return }
      state.bounds = bounds
      boundsCopy.withLock { $0 = bounds }
      noteChange()
      animateImplicitly { _ in .bounds(from: old.difference(from: bounds), to: .zero) }
      if bounds.size != old.size { noteSize(bounds.size) }
    }
  }

  /// A copy of ``bounds`` that any thread may read.
  public nonisolated var threadSafeBounds: Rect { boundsCopy.withLock { $0 } }

  /// Where the anchor point stands in the superlayer's coordinates, in points.
  public var position: Point {
    get { state.position }
    set {
      guard accepts(newValue.isFinite, "position"), newValue != state.position else { return }
      let old = state.position
      state.position = newValue
      noteChange()
      animateImplicitly { _ in
        .position(from: Point(x: old.x - newValue.x, y: old.y - newValue.y), to: .zero)
      }
    }
  }

  /// The point of the bounds that stands at ``position``, as parts of the width and the height.
  public var anchorPoint: Point {
    get { state.anchorPoint }
    set {
      guard accepts(newValue.isFinite, "anchorPoint"), newValue != state.anchorPoint else { return }
      state.anchorPoint = newValue
      noteChange()
    }
  }

  /// What is done to the layer and its sublayers around the anchor point.
  public var transform: AffineTransform {
    get { state.transform }
    set {
      guard accepts(newValue.isFinite, "transform"), newValue != state.transform else { return }
      animateImplicitly { .transform(from: $0.transform, to: nil) }
      state.transform = newValue
      noteChange()
    }
  }

  /// How far the layer is in front of its siblings; among equals, the later is in front.
  public var zPosition: Double {
    get { state.zPosition }
    set {
      guard accepts(newValue.isFinite, "zPosition"), newValue != state.zPosition else { return }
      state.zPosition = newValue
      superlayer?.noteOrder()
      noteChange()
    }
  }

  /// How opaque the layer and its sublayers are together, 0 to 1; values beyond are brought back.
  public var opacity: Double {
    get { state.opacity }
    set {
      guard accepts(!newValue.isNaN, "opacity") else { return }
      let (old, opacity) = (state.opacity, min(max(newValue, 0), 1))
      guard opacity != old else { return }
      state.opacity = opacity
      noteChange()
      animateImplicitly { _ in .opacity(from: old - opacity, to: 0) }
    }
  }

  /// Whether the layer and its sublayers are left out.
  public var isHidden: Bool {
    get { state.isHidden }
    set { change(newValue != state.isHidden) { $0.isHidden = newValue } }
  }

  /// Whether whoever draws the layer covers all of it.
  ///
  /// A promise for who makes the bitmap. The compositor looks at the pixels.
  public var isOpaque: Bool {
    get { state.isOpaque }
    set { change(newValue != state.isOpaque) { $0.isOpaque = newValue } }
  }

  /// Whether contents and sublayers are cut off at the bounds, with their round corners.
  public var masksToBounds: Bool {
    get { state.masksToBounds }
    set { change(newValue != state.masksToBounds) { $0.masksToBounds = newValue } }
  }

  /// What is behind the contents; `nil` is nothing.
  public var backgroundColor: Color? {
    get { state.backgroundColor }
    set {
      guard newValue != state.backgroundColor else { return }
      animateImplicitly { .backgroundColor(from: $0.backgroundColor ?? .clear, to: nil) }
      state.backgroundColor = newValue
      noteChange()
    }
  }

  /// How round the corners are, in points; what does not fit on a side is made smaller.
  ///
  /// Background, border and shadow follow the corners; contents and sublayers do where the layer
  /// masks to its bounds.
  public var cornerRadii: CornerRadii {
    get { state.cornerRadii }
    set {
      guard accepts(newValue.isValid, "cornerRadii") else { return }
      change(newValue != state.cornerRadii) { $0.cornerRadii = newValue }
    }
  }

  /// The line inside of the edge, in front of the sublayers.
  public var border: LayerBorder {
    get { state.border }
    set {
      guard accepts(newValue.width.isFinite && newValue.width >= 0, "border") else { return }
      change(newValue != state.border) { $0.border = newValue }
    }
  }

  /// The shadow behind the layer.
  public var shadow: LayerShadow {
    get { state.shadow }
    set {
      let numbers = [
        newValue.opacity, newValue.offset.width, newValue.offset.height, newValue.radius,
      ]
      guard accepts(numbers.allSatisfy(\.isFinite) && newValue.radius >= 0, "shadow") else {
        return
      }
      change(newValue != state.shadow) { $0.shadow = newValue }
    }
  }

  /// The picture in the layer, shared and never changed once it is here.
  public var contents: Bitmap? {
    get { state.contents }
    set {
      guard !LayerState.areSame(newValue, state.contents) else { return }
      if let old = state.contents {
        animateImplicitly { _ in .contents(from: old, scale: state.contentsScale) }
      }
      state.contents = newValue
      noteChange()
    }
  }

  /// How many pixels of the contents stand for a point, where they are shown in their own size.
  public var contentsScale: Double {
    get { state.contentsScale }
    set {
      guard accepts(newValue.isFinite && newValue > 0, "contentsScale") else { return }
      change(newValue != state.contentsScale) { $0.contentsScale = newValue }
    }
  }

  /// How the contents stand in the bounds.
  public var contentsGravity: ContentsGravity {
    get { state.contentsGravity }
    set { change(newValue != state.contentsGravity) { $0.contentsGravity = newValue } }
  }

  /// The part of the bitmap that is shown, as parts of its width and height.
  public var contentsRect: Rect {
    get { state.contentsRect }
    set {
      guard accepts(newValue.isFinite, "contentsRect") else { return }
      change(newValue != state.contentsRect) { $0.contentsRect = newValue }
    }
  }

  /// The part of the contents that is stretched, as parts of the width and height of what is shown.
  ///
  /// What is beside it keeps its size, as a frame does that is cut in nine.
  public var contentsCenter: Rect {
    get { state.contentsCenter }
    set {
      guard accepts(newValue.isFinite, "contentsCenter") else { return }
      change(newValue != state.contentsCenter) { $0.contentsCenter = newValue }
    }
  }

  /// The distances that the contents reach beyond the bounds, in points.
  ///
  /// The contents are placed in the bounds extended by them, for ink that overhangs a text's box.
  /// Hit tests and layout know the bounds alone.
  public var contentsOutsets: Insets {
    get { state.contentsOutsets }
    set {
      let isFinite = [newValue.top, newValue.left, newValue.bottom, newValue.right]
        .allSatisfy(\.isFinite)
      guard accepts(isFinite, "contentsOutsets") else { return }
      change(newValue != state.contentsOutsets) { $0.contentsOutsets = newValue }
    }
  }

  private func change(_ isDifferent: Bool, _ write: (inout LayerState) -> Void) {
    guard isDifferent else { return }
    write(&state)
    noteChange()
  }

  /// Whether a value may be set; what may not is reported.
  func accepts(_ isValid: Bool, _ property: String) -> Bool {
    if !isValid { report(.invalidValue(property: property)) }
    return isValid
  }

  /// Tells who listens that something was not done.
  func report(_ fault: LayerFault) {
    Self.onFault?(self, fault)
  }

  private func noteSize(_ size: Size) {
    setNeedsLayout()
    if needsDisplayOnBoundsChange {
      setNeedsDisplay()
    } else if wasDisplayedWhileEmpty, !size.isEmpty {
      setNeedsDisplay()
    }
    if !size.isEmpty { wasDisplayedWhileEmpty = false }
  }
}

/// What waits to be done for a layer.
struct LayerWork: OptionSet {
  let rawValue: UInt8
  /// The delegate has to put the sublayers in their places.
  static let layout = LayerWork(rawValue: 1)
  /// The delegate has to draw.
  static let display = LayerWork(rawValue: 2)
  /// The record is out of date.
  static let record = LayerWork(rawValue: 4)
}

extension Layer {
  /// Notes that work waits, here and in all superlayers.
  func note(_ work: LayerWork) {
    pending.formUnion(work)
    noteAbove(work)
  }

  /// Notes that the record is out of date.
  func noteChange() {
    guard !pending.contains(.record) else { return }
    note(.record)
    host?.noteChange()
  }

  /// Notes that the list of sublayers or their order is out of date.
  func noteOrder() {
    hasStaleOrder = true
    noteChange()
  }

  /// Notes in all superlayers that work waits below.
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
  /// What is to be added to the other rectangle to have this one, number by number.
  func difference(from other: Rect) -> Rect {
    Rect(
      x: minX - other.minX, y: minY - other.minY, width: size.width - other.size.width,
      height: size.height - other.size.height)
  }
}
