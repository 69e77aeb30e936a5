public import GalleyGeometry

/// A surface with a tree of layers on it: a window, or the page of a picture.
///
/// A host turns the tree into records on the main actor, and keeps the time that animations go by. It
/// has no clock: whoever drives it says what time it is, in seconds, and time does not go back.
@MainActor public final class LayerHost {
  /// The layer under all others, as large as the surface.
  public let root: Layer

  /// How large the surface is, in points.
  public var size: Size {
    didSet {
      guard size != oldValue else { return }
      guard size.width.isFinite, size.height.isFinite, size.width >= 0, size.height >= 0 else {
        size = oldValue
        return
      }
      root.frame = Rect(origin: .zero, size: size)
      noteChange()
    }
  }

  /// How many pixels a point of the surface is wide and high; positive and finite.
  ///
  /// The delegates of all layers hear of another scale.
  public var scale: Double {
    didSet {
      guard scale != oldValue else { return }
      guard scale.isFinite && scale > 0 else {
        scale = oldValue
        return
      }
      noteChange()
      root.noteScale()
    }
  }

  /// What is under the root layer; `nil` leaves the surface transparent.
  public var backgroundColor: Color? {
    didSet { if backgroundColor != oldValue { noteChange() } }
  }

  /// The time of the last tick or commit, in seconds.
  public private(set) var time = 0.0

  /// Called when there is something to lay out, to display or to commit; not again until a commit.
  public var onChange: (@MainActor () -> Void)?

  /// What lives at least as long as it is on the surface.
  private var residents: [ObjectIdentifier: any AnyObject] = [:]
  private var hasChange = false
  private var version: UInt64 = 0
  private var animationNumber: UInt64 = 0
  /// The layers with animations, in the order in which they came to have some.
  private var animatingLayers: [WeakLayer] = []
  private var animatingIDs: Set<LayerID> = []
  private var reports: [(completion: AnimationCompletion, isFinished: Bool)] = []

  private struct WeakLayer {
    let id: LayerID
    weak var layer: Layer?
  }

  /// Makes a surface with an empty root layer.
  ///
  /// - Parameters:
  ///   - size: How large it is, in points.
  ///   - scale: The pixels to a point; positive and finite.
  ///   - backgroundColor: What is under the root layer.
  public init(size: Size, scale: Double = 1, backgroundColor: Color? = nil) {
    precondition(scale.isFinite && scale > 0, "a scale is a positive number")
    let isValid = size.width.isFinite && size.height.isFinite
    self.size = isValid ? Size(width: max(0, size.width), height: max(0, size.height)) : .zero
    self.scale = scale
    self.backgroundColor = backgroundColor
    root = Layer(frame: Rect(origin: .zero, size: self.size))
    root.host = self
  }

  /// Moves the time on: ends the animations that are over, and calls completions.
  ///
  /// - Parameter time: The time in seconds; one before that of the last call counts as that.
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

  /// Makes a record of the tree as it is.
  ///
  /// Animations that were added begin.
  ///
  /// - Parameter time: The time in seconds; one before that of the last call counts as that.
  /// - Returns: The record, for any thread.
  /// - Complexity: O(*n*) in the layers that changed, and in the sublayers of their superlayers.
  public func commit(at time: Double) -> CommittedTree {
    advance(to: time)
    hasChange = false
    version += 1
    return CommittedTree(
      root: root.commit(at: self.time), size: size, scale: scale,
      backgroundColor: backgroundColor, version: version)
  }

  /// Whether a layer has an animation that has not been reported as ended.
  public var isAnimating: Bool { !animatingLayers.isEmpty || !reports.isEmpty }

  // MARK: Residents

  /// Keeps something alive that shows a layer on the surface, until ``letGo(_:)``.
  package func keep(_ resident: any AnyObject) {
    residents[ObjectIdentifier(resident)] = resident
  }

  /// Keeps something alive no longer.
  package func letGo(_ resident: any AnyObject) {
    residents[ObjectIdentifier(resident)] = nil
  }

  private func advance(to time: Double) {
    if time > self.time { self.time = time }
  }

  func noteChange() {
    guard !hasChange else { return }
    hasChange = true
    onChange?()
  }

  func noteAnimations(of layer: Layer) {
    guard animatingIDs.insert(layer.id).inserted else { return }
    animatingLayers.append(WeakLayer(id: layer.id, layer: layer))
  }

  func report(_ completion: AnimationCompletion, isFinished: Bool) {
    reports.append((completion, isFinished))
    noteChange()
  }

  func nextAnimationNumber() -> UInt64 {
    animationNumber += 1
    return animationNumber
  }
}

/// A tree of layers as it was when it was committed.
///
/// Any thread may compose it.
public struct CommittedTree: Sendable {
  /// The layer under all others.
  public let root: LayerRecord
  /// How large the surface is, in points.
  public let size: Size
  /// How many pixels a point is wide and high.
  public let scale: Double
  /// What is under the root layer; `nil` is nothing.
  public let backgroundColor: Color?
  /// How many commits its host had made, with this one.
  public let version: UInt64

  init(
    root: LayerRecord, size: Size, scale: Double, backgroundColor: Color?, version: UInt64
  ) {
    self.root = root
    self.size = size
    self.scale = scale
    self.backgroundColor = backgroundColor
    self.version = version
  }

  /// Makes a tree of a record by itself, on a transparent surface.
  package init(composing root: LayerRecord, size: Size, scale: Double) {
    self.init(root: root, size: size, scale: scale, backgroundColor: nil, version: 0)
  }

  /// How many pixels the surface has, at least one each way.
  public var pixelSize: (width: Int, height: Int) {
    PixelGrid(scale: scale).size(holding: size)
  }

  /// When the tree stops changing by itself, in seconds by its host's clock; minus infinity if no
  /// animation is in it.
  public var endOfAnimations: Double { root.endOfAnimations }
}
