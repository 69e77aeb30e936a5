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
  /// The executor that renders display passes off the main actor.
  public let executor: any DisplayExecutor
  /// The clock that timestamps ticks.
  public let clock: any DisplayClock
  /// The allocator of bitmap memory.
  public let pool: Bitmap.Pool
  /// The decoded bitmaps that nodes currently show, shared between nodes.
  package let sharedImages = SharedBitmaps<ImageBitmapKey>()

  private let driver: (any DisplayLoop.Driver)?
  private let changes = Mutex(EnvironmentChanges())
  private let loopReference = Mutex<DisplayLoop?>(nil)
  @MainActor private var handlers: [DisplayLoop.Handler] = []
  /// The nodes that show placeholders.
  @MainActor private var placeholders = WeakNodes()
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
    self.executor = executor
    self.clock = clock
    self.driver = driver
    self.pool = pool
  }

  /// The shared environment of the process.
  public static let shared: DisplayEnvironment = {
    let clock = SystemClock()
    return DisplayEnvironment(
      executor: PoolExecutor(clock: clock), clock: clock, driver: DisplayLoop.MainQueueDriver())
  }()

  /// The display scale of nodes that are not on a host, in pixels per point; 1 by default.
  ///
  /// Values that are not finite and positive are ignored.
  public var scale: Double {
    get { changes.withLock(\.scale) }
    set {
      guard newValue.isFinite, newValue > 0 else { return }
      changes.withLock { $0.scale = newValue }
    }
  }

  /// The loop that applies changes and shows finished drawings, created on first access.
  @MainActor public var loop: DisplayLoop {
    if let loop = loopReference.withLock({ $0 }) { return loop }
    let loop = DisplayLoop(clock: clock, executor: executor, driver: driver)
    loopReference.withLock { $0 = loop }
    handlers = [
      loop.onEachTick(in: .interfaceStates) { [unowned self] _ in updateInterfaceStates() },
      loop.onEachTick(in: .pendingStates) { [unowned self] _ in applyPendingStates() },
      loop.onEachTick(in: .display) { [unowned self] _ in displayOffScreen() },
    ]
    return loop
  }

  // MARK: Changes, from any thread

  /// Runs a closure on the main actor during the current tick or the next one.
  package func perform(in phase: DisplayLoop.Phase, _ body: @escaping @MainActor () -> Void) {
    if let loop = loopReference.withLock({ $0 }) { return loop.perform(in: phase, body) }
    performOnMain { self.loop.perform(in: phase, body) }
  }

  /// Schedules a node's pending state to be applied in the next tick, without retaining the node.
  func schedulePendingState(of node: DisplayNode) {
    schedule { $0.pending.insert(node) }
  }

  /// Schedules the layers of a node's subnodes to be reordered in the next tick.
  func scheduleReordering(of node: DisplayNode) {
    schedule { $0.reordered.insert(node) }
  }

  /// Schedules a node's observers to be notified of its state in the next tick.
  ///
  /// The node is retained until then, so that every state it enters it also exits.
  func scheduleStateUpdate(of node: DisplayNode) {
    schedule { $0.insertState(of: node) }
  }

  /// Schedules pending work to get another key in the next tick.
  func scheduleRekeying(_ key: DisplayWork.Key, of work: DisplayWork.ID) {
    schedule { $0.insertKey(key, of: work) }
  }

  /// Schedules pending work to be canceled in the current tick or the next one.
  func scheduleCancellation(of work: DisplayWork.ID) {
    schedule { $0.insertCanceled(work) }
  }

  /// Schedules a node that is on no host to be displayed in the next tick.
  func scheduleOffScreenDisplay(_ node: DisplayNode) {
    schedule { $0.offScreen.insert(node) }
  }

  /// Schedules a node's contents to be cleared in the next tick, unless it is wanted again by then.
  func scheduleClearing(of node: DisplayNode) {
    schedule { $0.leaving.insert(node) }
  }

  /// Releases an object on the main actor; callable from any thread.
  func releaseOnMain<Value: AnyObject & Sendable>(_ reference: inout Value?) {
    if let loop = loopReference.withLock({ $0 }) { return loop.releases.release(&reference) }
    guard let value = reference.take() else { return }
    performOnMain { withExtendedLifetime(value) {} }
  }

  private func schedule(_ change: (inout EnvironmentChanges) -> Bool) {
    guard changes.withLock({ change(&$0) }) else { return }
    if let loop = loopReference.withLock({ $0 }) { return loop.setNeedsTick() }
    performOnMain { self.loop.setNeedsTick() }
  }

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

  // MARK: Work of a tick

  /// Notifies observers of state changes, rekeys pending work, and cancels work that is no longer
  /// wanted.
  ///
  /// The loop calls this once per tick. Observers may change states; they are notified of those
  /// changes in the same tick.
  @MainActor public func updateInterfaceStates() {
    let leaving = changes.withLock { $0.leaving.take() }
    for _ in 0..<Self.roundLimit {
      let nodes = changes.withLock { $0.takeStates() }
      guard !nodes.isEmpty else { break }
      for node in nodes { node.updateInterfaceState() }
    }
    for node in leaving { node.clearContentsIfUnwanted() }
    let (canceled, keys) = changes.withLock { ($0.takeCanceled(), $0.takeKeys()) }
    if !canceled.isEmpty { executor.cancel(canceled) }
    if !keys.isEmpty { executor.rekey(keys) }
  }

  /// Applies the pending states of all nodes that were changed off the main actor, oldest first.
  ///
  /// The loop calls this once per tick.
  @MainActor public func applyPendingStates() {
    let (pending, reordered) = changes.withLock { ($0.pending.take(), $0.reordered.take()) }
    for node in pending { node.applyPendingState() }
    for node in reordered { node.updateLayerOrder() }
  }

  /// Displays the wanted nodes that are on no host, in the order of their work keys.
  @MainActor private func displayOffScreen() {
    let nodes = changes.withLock { $0.offScreen.take() }
    for node in nodes.sorted(by: { $0.workKey < $1.workKey })
    where node.targetInterfaceState >= .display && !node.isRasterized {
      node.displayOffScreen()
    }
  }

  /// The maximum number of rounds per tick to settle states that observers change.
  private static let roundLimit = 16
}

/// The changes that were noted since the last tick.
private struct EnvironmentChanges: Sendable {
  var scale = 1.0
  var pending = WeakNodes()
  var reordered = WeakNodes()
  var offScreen = WeakNodes()
  var leaving = WeakNodes()
  private var states: [DisplayNode] = []
  private var stateIDs: Set<ObjectIdentifier> = []
  private var keys: [DisplayWork.ID: DisplayWork.Key] = [:]
  private var canceled: [DisplayWork.ID] = []

  mutating func insertState(of node: DisplayNode) -> Bool {
    guard stateIDs.insert(ObjectIdentifier(node)).inserted else { return false }
    states.append(node)
    return true
  }

  mutating func insertKey(_ key: DisplayWork.Key, of work: DisplayWork.ID) -> Bool {
    keys.updateValue(key, forKey: work) == nil
  }

  mutating func insertCanceled(_ work: DisplayWork.ID) -> Bool {
    canceled.append(work)
    return canceled.count == 1
  }

  mutating func takeCanceled() -> [DisplayWork.ID] {
    defer { canceled = [] }
    return canceled
  }

  mutating func takeStates() -> [DisplayNode] {
    defer { (states, stateIDs) = ([], []) }
    return states
  }

  mutating func takeKeys() -> [DisplayWork.ID: DisplayWork.Key] {
    defer { keys = [:] }
    return keys
  }
}

/// An ordered set of weakly referenced nodes.
private struct WeakNodes: Sendable {
  private struct Entry: Sendable {
    weak var node: DisplayNode?
  }

  private var entries: [Entry] = []
  private var places: [ObjectIdentifier: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// Inserts a node.
  ///
  /// - Returns: Whether the node was inserted; `false` if it was already a member.
  mutating func insert(_ node: DisplayNode) -> Bool {
    // The address may have belonged to a deallocated node before.
    if let place = places[ObjectIdentifier(node)], entries[place].node === node { return false }
    places[ObjectIdentifier(node)] = entries.count
    entries.append(Entry(node: node))
    return true
  }

  mutating func take() -> [DisplayNode] {
    defer { self = WeakNodes() }
    return entries.compactMap(\.node)
  }
}
