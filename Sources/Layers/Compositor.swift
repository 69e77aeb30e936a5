internal import GalleyGeometry
internal import GalleyPixels
internal import GalleyThreads
internal import Synchronization

/// Turns committed trees into frames on a thread of its own.
///
/// It draws only what has changed since the frame before, and gives frames to its sinks. What a frame
/// shows depends on its tree and its time alone: ``CommittedTree/compose(at:into:within:)`` gives the
/// same bytes. The thread waits for a core rather than take the main actor's in the middle of a tick.
public final class Compositor: Sendable {
  private let sinks: [any FrameSink]
  private let observer: (any CompositorObserver)?
  private let thread = BatchThread(name: "galley.frames")
  private let waiting = Mutex(Waiting())
  /// Used by one frame at a time.
  private let canvas = Mutex(Canvas())
  /// The tree of the last frame.
  private let shownTree = Mutex<CommittedTree?>(nil)

  /// What is to be shown next.
  private struct Waiting {
    var tree: CommittedTree?
    var time = 0.0
    var isScheduled = false
    var counters = CompositorCounters()
  }

  /// The frame before.
  fileprivate struct Canvas {
    var bitmap: Bitmap?
    var presentation: Presentation?
    var frameCount: UInt64 = 0
  }

  /// Makes a compositor.
  ///
  /// - Parameters:
  ///   - sinks: Where frames go, in this order.
  ///   - observer: What hears of each tree, also of those that look like the one before.
  public init(sinks: [any FrameSink], observer: (any CompositorObserver)? = nil) {
    self.sinks = sinks
    self.observer = observer
  }

  /// Makes the pixels of a surface ready while nothing is drawn yet; returns at once.
  ///
  /// Their memory costs as much as a frame when it is new from the system. A tree of another size is shown
  /// all the same.
  public func prepare(width: Int, height: Int) {
    thread.async { [weak self] in self?.canvas.withLock { $0.prepare(width, height) } }
  }

  /// Has a tree shown as soon as the frame that is being drawn is done; returns at once.
  ///
  /// A tree that waits gives way to a newer one.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - time: The time that the frame shows, in seconds by the host's clock.
  public func submit(_ tree: CommittedTree, at time: Double) {
    schedule { waiting in
      if waiting.tree != nil { waiting.counters.skippedFrames += 1 }
      waiting.tree = tree
      waiting.time = time
    }
  }

  /// Has the last tree shown at another time: animations go on without the main actor.
  ///
  /// Does nothing before the first tree.
  ///
  /// - Parameter time: The time in seconds.
  public func advance(to time: Double) {
    guard let tree = shownTree.withLock({ $0 }) else { return }
    schedule { waiting in
      // A newer tree is shown anyway.
      if waiting.tree == nil { waiting.tree = tree }
      waiting.time = max(waiting.time, time)
    }
  }

  /// Waits until all that was submitted is shown.
  public func waitUntilIdle() {
    thread.sync {}
  }

  /// What has been done so far.
  public var counters: CompositorCounters { waiting.withLock { $0.counters } }

  /// Draws a frame after those that wait, and returns when the sinks have it.
  ///
  /// - Returns: The frame, or `nil` if it looks like the one before, if its surface is too large, or if
  ///   there is no memory for it.
  @discardableResult public func present(_ tree: CommittedTree, at time: Double) -> Frame? {
    thread.sync { self.showFrame(of: tree, at: time) }
  }

  private func schedule(_ change: (inout Waiting) -> Void) {
    let isFirst = waiting.withLock { waiting in
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

  private func showFrame(of tree: CommittedTree, at time: Double) -> Frame? {
    shownTree.withLock { $0 = tree }
    observer?.compositorWillDraw(at: time)
    defer { observer?.compositorDidDraw(at: time) }
    let frame = canvas.withLock { $0.draw(tree, at: time) }
    waiting.withLock { $0.counters.note(frame) }
    guard let frame else { return nil }
    for sink in sinks { sink.present(frame) }
    return frame
  }
}

/// What hears how a compositor gets on, on the compositor's thread.
public protocol CompositorObserver: Sendable {
  /// Hears that the picture of a time is begun, in seconds by the host's clock.
  func compositorWillDraw(at time: Double)
  /// Hears that the picture is with the sinks, or was not needed.
  func compositorDidDraw(at time: Double)
}

/// What a compositor has done.
public struct CompositorCounters: Hashable, Sendable {
  /// Frames that were drawn.
  public internal(set) var drawnFrames = 0
  /// Frames for which nothing had to be drawn.
  public internal(set) var unchangedFrames = 0
  /// Trees that gave way to newer ones before they were drawn.
  public internal(set) var skippedFrames = 0
  /// Pixels that were drawn.
  public internal(set) var drawnPixels = 0

  fileprivate mutating func note(_ frame: Frame?) {
    guard let frame else {
      unchangedFrames += 1
      return
    }
    drawnFrames += 1
    drawnPixels += frame.damage.reduce(0) { $0 + $1.width * $1.height }
  }
}

extension Compositor.Canvas {
  /// Has the bitmap be of a size; what was drawn in another one is forgotten.
  fileprivate mutating func prepare(_ width: Int, _ height: Int) {
    guard bitmap?.width != width || bitmap?.height != height else { return }
    bitmap = try? Bitmap(width: width, height: height)
    presentation = nil
  }

  /// Draws what has changed; `nil` if that is nothing.
  fileprivate mutating func draw(_ tree: CommittedTree, at time: Double) -> Frame? {
    prepare(tree.pixelSize.width, tree.pixelSize.height)
    guard var surface = bitmap else { return nil }
    bitmap = nil
    let next = tree.present(at: time, after: presentation)
    let damage = next.damage(after: presentation)
    presentation = next
    if !damage.isEmpty, (try? next.draw(on: &surface, within: damage)) == nil {
      // The next frame is drawn as a whole, on a bitmap that nobody else has.
      presentation = nil
      return nil
    }
    surface.scale = tree.scale
    bitmap = surface
    guard !damage.isEmpty else { return nil }
    frameCount += 1
    return Frame(
      bitmap: surface, damage: damage, time: time, number: frameCount, scale: tree.scale,
      isAnimating: tree.endOfAnimations > time)
  }
}
