public import GalleyGeometry

/// The owner of a layer tree on a surface, such as a window or an offscreen page.
///
/// A host turns the tree into records on the main actor and keeps the time of animations. It has no
/// clock: its driver passes the time in seconds, which never goes back.
@MainActor public final class LayerHost {
  /// The root layer, as large as the surface.
  public let root: Layer

  /// The size of the surface, in points.
  public var size: Size {
    didSet {
      guard size != oldValue else { return }
      guard size.width.isFinite, size.height.isFinite, size.width >= 0, size.height >= 0 else {
        size = oldValue
        return
      }
      root.frame = Rect(origin: .zero, size: size)
      setNeedsCommit()
    }
  }

  /// The number of pixels per point; positive and finite.
  ///
  /// Changing it notifies the delegates of all layers.
  public var scale: Double {
    didSet {
      guard scale != oldValue else { return }
      guard scale.isFinite && scale > 0 else {
        scale = oldValue
        return
      }
      setNeedsCommit()
      root.noteScale()
    }
  }

  /// The color behind the root layer; `nil` leaves the surface transparent.
  public var backgroundColor: Color? {
    didSet { if backgroundColor != oldValue { setNeedsCommit() } }
  }

  /// The time of the last tick or commit, in seconds.
  public private(set) var time = 0.0

  /// Called when layout, display or a commit is needed; not again before the next commit.
  public var onChange: (@MainActor () -> Void)?

  /// Whether the tree has changed since the last commit.
  package private(set) var needsCommit = false

  /// Objects retained while they are on the surface.
  private var residents: [ObjectIdentifier: any AnyObject] = [:]
  private var version: UInt64 = 0
  private var animationNumber: UInt64 = 0
  /// The layers with animations, in the order in which they started.
  private var animatingLayers: [WeakLayer] = []
  private var animatingIDs: Set<Layer.ID> = []
  private var reports: [(completion: AnimationCompletion, isFinished: Bool)] = []

  private struct WeakLayer {
    let id: Layer.ID
    weak var layer: Layer?
  }

  /// Creates a host with an empty root layer.
  ///
  /// - Parameters:
  ///   - size: The size of the surface, in points.
  ///   - scale: The number of pixels per point; positive and finite.
  ///   - backgroundColor: The color behind the root layer.
  public init(size: Size, scale: Double = 1, backgroundColor: Color? = nil) {
    precondition(scale.isFinite && scale > 0, "scale must be positive and finite")
    self.size = LayerState.valid(box: Rect(origin: .zero, size: size))?.size ?? .zero
    self.scale = scale
    self.backgroundColor = backgroundColor
    root = Layer(frame: Rect(origin: .zero, size: self.size))
    root.host = self
  }

  /// Advances the time, ends finished animations, and calls completions.
  ///
  /// - Parameter time: The time in seconds; an earlier time than the last counts as the last.
  public func tick(at time: Double) {
    advance(to: time)
    animatingLayers.removeAll { entry in
      guard let layer = entry.layer, layer.host === self,
        layer.endFinishedAnimations(at: self.time, on: self)
      else {
        animatingIDs.remove(entry.id)
        return true
      }
      return false
    }
    let due = reports
    reports = []
    for report in due { report.completion.end(isFinished: report.isFinished) }
  }

  /// Records the current state of the tree.
  ///
  /// Starts added animations.
  ///
  /// - Parameter time: The time in seconds; an earlier time than the last counts as the last.
  /// - Returns: The record, usable on any thread.
  /// - Complexity: O(*n*) in the layers that changed, and in the sublayers of their superlayers.
  public func commit(at time: Double) -> CommittedTree {
    advance(to: time)
    needsCommit = false
    version += 1
    return CommittedTree(
      root: root.commit(at: self.time), size: size, scale: scale,
      backgroundColor: backgroundColor, version: version)
  }

  /// Whether any animation is running or its end has yet to be reported.
  public var isAnimating: Bool { !animatingLayers.isEmpty || !reports.isEmpty }

  // MARK: Residents

  /// Retains an object whose layer is on the surface, until ``release(_:)``.
  package func retain(_ resident: any AnyObject) {
    residents[ObjectIdentifier(resident)] = resident
  }

  /// Releases an object retained by ``retain(_:)``.
  package func release(_ resident: any AnyObject) {
    residents[ObjectIdentifier(resident)] = nil
  }

  private func advance(to time: Double) {
    if time > self.time { self.time = time }
  }

  /// Marks the last commit as stale.
  package func setNeedsCommit() {
    guard !needsCommit else { return }
    needsCommit = true
    onChange?()
  }

  func noteAnimations(of layer: Layer) {
    guard animatingIDs.insert(layer.id).inserted else { return }
    animatingLayers.append(WeakLayer(id: layer.id, layer: layer))
  }

  func report(_ completion: AnimationCompletion, isFinished: Bool) {
    reports.append((completion, isFinished))
    setNeedsCommit()
  }

  func nextAnimationNumber() -> UInt64 {
    animationNumber += 1
    return animationNumber
  }
}

extension LayerHost {
  /// An immutable snapshot of a layer tree.
  ///
  /// Any thread may compose it.
  public struct CommittedTree: Sendable {
    /// The root layer.
    package let root: LayerRecord
    /// The size of the surface, in points.
    public let size: Size
    /// The number of pixels per point.
    public let scale: Double
    /// The color behind the root layer, or `nil` for none.
    public let backgroundColor: Color?
    /// The number of the commit, counted from 1.
    public let version: UInt64
  }
}

extension LayerHost.CommittedTree {
  /// Creates a tree from a record alone, on a transparent surface.
  package init(composing root: LayerRecord, size: Size, scale: Double) {
    self.init(root: root, size: size, scale: scale, backgroundColor: nil, version: 0)
  }

  /// The size of the surface in pixels, at least one each way.
  public var pixelSize: (width: Int, height: Int) { PixelGrid(scale: scale).size(holding: size) }

  /// The end of the tree's last animation, in seconds of the host's clock; negative infinity if
  /// there is none.
  public var endOfAnimations: Double { root.endOfAnimations }
}
