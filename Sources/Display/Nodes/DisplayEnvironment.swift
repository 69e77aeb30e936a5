package import GalleyImages
public import GalleyPixels
public import GalleyScheduling
internal import Synchronization

/// The executor that draws nodes, and the display loop that applies their changes.
///
/// Each node is created in an environment, and all nodes of a tree are of the same one. The process
/// has a shared environment, and each window has its own; tests create theirs, with an executor and
/// a clock that they advance by hand.
public final class DisplayEnvironment: Sendable {
  /// The loop that applies changes and shows finished drawings.
  public let loop: DisplayLoop
  /// The allocator of bitmap memory.
  public let pool: Bitmap.Pool
  /// The decoded bitmaps that nodes currently show, shared between nodes.
  package let sharedImages = SharedBitmaps<ImageBitmapKey>()

  /// The animations that nodes show.
  let animations = AnimationTable()

  private let changes: NodeChanges
  private let offHostScale = Mutex(1.0)
  /// The nodes that show placeholders.
  @MainActor private var placeholders = NodeList()
  @MainActor private var isPlaceholderUpdateScheduled = false

  /// Creates an environment.
  ///
  /// - Parameters:
  ///   - executor: The executor that renders display passes off the main actor.
  ///   - clock: The clock that timestamps ticks.
  ///   - driver: Runs ticks when they are due; `nil` if the owner runs them.
  ///   - pool: The allocator of bitmap memory.
  public init(
    executor: any DisplayExecutor, clock: any DisplayClock, driver: (any DisplayLoop.Driver)? = nil,
    pool: Bitmap.Pool = .shared
  ) {
    let changes = NodeChanges(executor: executor)
    self.changes = changes
    self.pool = pool
    loop = DisplayLoop(clock: clock, executor: executor, driver: driver) { changes.apply(in: $0) }
  }

  /// The shared environment of the process.
  public static let shared: DisplayEnvironment = {
    let clock = SystemClock()
    return DisplayEnvironment(
      executor: PoolExecutor(clock: clock), clock: clock, driver: DisplayLoop.MainQueueDriver())
  }()

  /// The executor that renders display passes off the main actor.
  public var executor: any DisplayExecutor { loop.executor }

  /// The clock that timestamps ticks.
  public var clock: any DisplayClock { loop.clock }

  /// The display scale of nodes that are not on a host, in pixels per point; 1 by default.
  ///
  /// Values that are not finite and positive are ignored.
  public var scale: Double {
    get { offHostScale.withLock { $0 } }
    set { if newValue.isFinite, newValue > 0 { offHostScale.withLock { $0 = newValue } } }
  }

  /// Records a change for the next tick, from any thread.
  ///
  /// - Parameter change: Records the change, and returns whether it requires a tick.
  func schedule(_ change: (inout NodeChanges.Lists) -> Bool) {
    if changes.lists.withLock({ change(&$0) }) { loop.setNeedsTick() }
  }

  /// Notifies observers of state changes, rekeys pending work, and cancels work that is no longer
  /// wanted.
  ///
  /// The loop does so once per tick. Observers may change states; they are notified of those
  /// changes in the same tick.
  @MainActor public func updateInterfaceStates() { changes.apply(in: .interfaceStates) }

  /// Applies the pending states of all nodes that were changed off the main actor, oldest first.
  ///
  /// The loop does so once per tick.
  @MainActor public func applyPendingStates() { changes.apply(in: .pendingStates) }

  // MARK: Placeholders

  /// Checks a node's placeholder each time display passes end.
  @MainActor func watchPlaceholder(of node: DisplayNode) {
    _ = placeholders.insert(node)
  }

  /// Schedules a check of all placeholders once per tick in which passes end.
  @MainActor func schedulePlaceholderUpdate() {
    guard !placeholders.isEmpty, !isPlaceholderUpdateScheduled else { return }
    isPlaceholderUpdateScheduled = true
    loop.perform(in: .finishedWork) { [weak self] in self?.updatePlaceholders() }
  }

  /// Removes the placeholders of nodes whose contents are complete.
  @MainActor func updatePlaceholders() {
    isPlaceholderUpdateScheduled = false
    guard !placeholders.isEmpty else { return }
    for node in placeholders.take() where !node.removePlaceholderIfDone() {
      _ = placeholders.insert(node)
    }
  }
}
