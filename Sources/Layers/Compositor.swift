internal import GalleyGeometry
internal import GalleyPixels
internal import GalleySystem
internal import Synchronization

/// Renders committed trees into frames on its own thread.
///
/// Draws only the damage since the previous frame, and passes frames to its sinks. The pixels of a
/// frame depend only on its tree and time: ``LayerHost/CommittedTree/compose(at:into:within:)``
/// gives the same bytes. The thread does not compete with the main actor for a core in the middle
/// of a tick. Without sinks and observer, submitted trees are not drawn.
public final class Compositor: Sendable {
  private let sinks: [any FrameSink]
  private let observer: (any Observer)?
  private let thread = BatchThread(name: "galley.frames")
  private let waiting = Mutex(Waiting())
  /// The surface, locked for the duration of a frame.
  private let surface = Mutex(Surface())
  /// The tree of the last frame.
  private let shownTree = Mutex<LayerHost.CommittedTree?>(nil)

  /// The pending submission.
  private struct Waiting {
    var tree: LayerHost.CommittedTree?
    var time = 0.0
    var isScheduled = false
    var counters = Counters()
  }

  /// The previous frame.
  fileprivate struct Surface {
    var bitmap: Bitmap?
    /// Earlier frames that the sinks had when the size changed, whose memory is used again.
    var spares: [Bitmap] = []
    var presentation: PresentedTree?
    var frameCount: UInt64 = 0

    /// The maximum number of frames that sinks have at a time.
    static let spareLimit = 2
  }

  /// Creates a compositor.
  ///
  /// - Parameters:
  ///   - sinks: The receivers of frames, in this order.
  ///   - observer: An observer of each tree, even if it produces no new frame.
  public init(sinks: [any FrameSink], observer: (any Observer)? = nil) {
    self.sinks = sinks
    self.observer = observer
  }

  /// Whether anything sees the frames of submitted trees.
  private var isSeen: Bool { !sinks.isEmpty || observer != nil }

  /// Allocates the pixels of a surface in advance, asynchronously.
  ///
  /// Touching fresh memory costs as much as a frame. Trees of another size are still shown.
  public func prepare(width: Int, height: Int) {
    guard isSeen else { return }
    thread.async { [weak self] in
      self?.surface.withLock { surface in
        surface.prepare(width, height)
        surface.bitmap?.clear()
      }
    }
  }

  /// Submits a tree to be shown after the frame in flight, asynchronously.
  ///
  /// A newer tree replaces a pending one.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - time: The presentation time, in seconds of the host's clock.
  public func submit(_ tree: LayerHost.CommittedTree, at time: Double) {
    schedule { waiting in
      if waiting.tree != nil { waiting.counters.skippedFrames += 1 }
      waiting.tree = tree
      waiting.time = time
    }
  }

  /// Shows the last tree at a later time, so that animations advance without the main actor.
  ///
  /// Does nothing before the first tree.
  ///
  /// - Parameter time: The time in seconds.
  public func advance(to time: Double) {
    guard let tree = shownTree.withLock({ $0 }) else { return }
    schedule { waiting in
      // A pending newer tree takes precedence.
      if waiting.tree == nil { waiting.tree = tree }
      waiting.time = max(waiting.time, time)
    }
  }

  /// Waits until all submitted trees are shown.
  public func waitUntilIdle() {
    thread.sync {}
  }

  /// The statistics so far.
  public var counters: Counters { waiting.withLock { $0.counters } }

  /// Draws a frame after the pending ones, and returns when the sinks have it.
  ///
  /// - Returns: The frame; `nil` if nothing has changed since the previous one, the surface is too
  ///   large, or there is no memory.
  @discardableResult public func present(_ tree: LayerHost.CommittedTree, at time: Double)
    -> CompositedFrame?
  {
    thread.sync { self.showFrame(of: tree, at: time) }
  }

  private func schedule(_ change: (inout Waiting) -> Void) {
    let isFirst = waiting.withLock { waiting in
      waiting.counters.submittedFrames += 1
      guard isSeen else { return false }
      change(&waiting)
      defer { waiting.isScheduled = true }
      return !waiting.isScheduled
    }
    guard isFirst else { return }
    thread.async { [weak self] in self?.showWaiting() }
  }

  private func showWaiting() {
    let next = waiting.withLock { waiting in
      waiting.isScheduled = false
      defer { waiting.tree = nil }
      return waiting.tree.map { ($0, waiting.time) }
    }
    if let next { _ = showFrame(of: next.0, at: next.1) }
  }

  private func showFrame(of tree: LayerHost.CommittedTree, at time: Double) -> CompositedFrame? {
    shownTree.withLock { $0 = tree }
    observer?.compositorWillDraw(at: time)
    defer { observer?.compositorDidDraw(at: time) }
    let frame = surface.withLock { $0.draw(tree, at: time) }
    waiting.withLock { $0.counters.note(frame) }
    guard let frame else { return nil }
    for sink in sinks { sink.present(frame) }
    return frame
  }
}

extension Compositor {
  /// An observer of a compositor, called on the compositor's thread.
  public protocol Observer: Sendable {
    /// Called before a tree is drawn for a time in seconds of the host's clock.
    func compositorWillDraw(at time: Double)
    /// Called after the frame was passed to the sinks or turned out to be unchanged.
    func compositorDidDraw(at time: Double)
  }

  /// The statistics of a compositor.
  public struct Counters: Hashable, Sendable {
    /// The number of submitted trees and advances, including those replaced by newer ones.
    public internal(set) var submittedFrames = 0
    /// The number of frames drawn.
    public internal(set) var drawnFrames = 0
    /// The number of frames without damage.
    public internal(set) var unchangedFrames = 0
    /// The number of trees replaced by newer ones before they were drawn.
    public internal(set) var skippedFrames = 0
    /// The number of pixels drawn.
    public internal(set) var drawnPixels = 0

    fileprivate mutating func note(_ frame: CompositedFrame?) {
      guard let frame else {
        unchangedFrames += 1
        return
      }
      drawnFrames += 1
      drawnPixels += frame.damage.reduce(0) { $0 + $1.width * $1.height }
    }
  }
}

extension Compositor.Surface {
  /// Provides a bitmap of a size, unless there is one; the next frame is drawn completely.
  fileprivate mutating func prepare(_ width: Int, _ height: Int) {
    guard bitmap?.width != width || bitmap?.height != height else { return }
    // Frames take turns while a surface is resized: fresh memory costs more than drawing on it.
    if let old = bitmap.take() { spares.append(old) }
    let place = spares.indices.last { spares[$0].canBecome(width: width, height: height) }
    bitmap = try? Bitmap(
      uncleared: (width, height), reusing: place.map { spares.remove(at: $0) })
    spares = spares.suffix(Self.spareLimit)
    presentation = nil
  }

  /// Draws the damage of a tree; returns `nil` if there is none.
  fileprivate mutating func draw(_ tree: LayerHost.CommittedTree, at time: Double)
    -> CompositedFrame?
  {
    prepare(tree.pixelSize.width, tree.pixelSize.height)
    guard var pixels = bitmap else { return nil }
    bitmap = nil
    let next = tree.present(at: time, after: presentation)
    let damage = next.damage(after: presentation)
    presentation = next
    if !damage.isEmpty, (try? next.draw(on: &pixels, within: damage)) == nil {
      // The next frame is drawn completely, on a new bitmap.
      presentation = nil
      return nil
    }
    pixels.scale = tree.scale
    bitmap = pixels
    guard !damage.isEmpty else { return nil }
    frameCount += 1
    return CompositedFrame(
      bitmap: pixels, damage: damage, time: time, number: frameCount, scale: tree.scale,
      isAnimating: tree.endOfAnimations > time, tree: tree)
  }
}
