public import GalleyImages
public import GalleyPixels
public import GalleyScheduling
internal import Synchronization

/// Where nodes are drawn and when their changes are applied: an executor, and a loop of ticks.
///
/// A node belongs to the environment that was current where it was made. There is one for the process;
/// tests make their own, with an executor and a clock that they move by hand.
public final class DisplayEnvironment: Sendable {
  /// Draws passes off the main actor.
  public let executor: any DisplayExecutor
  /// What time it is.
  public let clock: any DisplayClock
  /// Where the memory of bitmaps comes from and goes back to.
  public let pool: BitmapPool
  /// The bitmaps that images were made into, for as long as nodes show them.
  public let sharedImages = SharedBitmaps<ImageBitmapKey>()

  private let driver: (any TickDriver)?
  private let changes = Mutex(EnvironmentChanges())
  private let loopReference = Mutex<DisplayLoop?>(nil)
  @MainActor private var handlers: [TickHandler] = []
  /// The nodes that show placeholders.
  @MainActor private var placeholders = WeakNodes()
  @MainActor private var isPlaceholderCheckNoted = false

  /// Makes an environment.
  ///
  /// - Parameters:
  ///   - executor: Draws passes off the main actor.
  ///   - clock: What time it is.
  ///   - driver: Calls ticks when they are due; `nil` if the owner does.
  ///   - pool: Where the memory of bitmaps comes from and goes back to.
  public init(
    executor: any DisplayExecutor, clock: any DisplayClock, driver: (any TickDriver)? = nil,
    pool: BitmapPool = .shared
  ) {
    self.executor = executor
    self.clock = clock
    self.driver = driver
    self.pool = pool
  }

  /// The environment of nodes that are made here.
  @TaskLocal public static var current = shared

  /// The environment of the process.
  public static let shared: DisplayEnvironment = {
    let clock = SystemClock()
    return DisplayEnvironment(
      executor: PoolExecutor(clock: clock), clock: clock, driver: MainQueueDriver())
  }()

  /// The pixels to a point that nodes are drawn with which are on no host; 1 at first.
  public var scale: Double {
    get { changes.withLock(\.scale) }
    set {
      guard newValue.isFinite, newValue > 0 else { return }
      changes.withLock { $0.scale = newValue }
    }
  }

  /// The turns in which changes and finished drawings are brought to the screen.
  @MainActor public var loop: DisplayLoop {
    if let loop = loopReference.withLock({ $0 }) { return loop }
    let loop = DisplayLoop(clock: clock, executor: executor, driver: driver)
    loopReference.withLock { $0 = loop }
    handlers = [
      loop.onEachTick(in: .interfaceStates) { [unowned self] _ in settleStates() },
      loop.onEachTick(in: .pendingStates) { [unowned self] _ in applyPendingStates() },
      loop.onEachTick(in: .display) { [unowned self] _ in displayOffScreen() },
    ]
    return loop
  }

  // MARK: Changes, from any thread

  /// Does something on the main actor in the next tick, or in the one under way.
  package func perform(in phase: TickPhase, _ body: @escaping @MainActor () -> Void) {
    if let loop = loopReference.withLock({ $0 }) { return loop.perform(in: phase, body) }
    performOnMain { self.loop.perform(in: phase, body) }
  }

  /// Has a node's pending state applied with the next tick; the node is not kept alive for it.
  func noteChange(of node: DisplayNode) {
    note { $0.pending.insert(node) }
  }

  /// Has the layers of a node's subnodes brought into order with the next tick.
  func noteOrder(of node: DisplayNode) {
    note { $0.reordered.insert(node) }
  }

  /// Has observers of a node told of its state with the next tick.
  ///
  /// The node is kept alive for it, so that what it entered it also leaves.
  func noteState(of node: DisplayNode) {
    note { $0.insertState(of: node) }
  }

  /// Gives work that waits another key with the next tick.
  func noteKey(_ key: WorkKey, of work: WorkID) {
    note { $0.insertKey(key, of: work) }
  }

  /// Has work that waits dropped with the next tick, or in the one under way.
  func noteCancellation(of work: WorkID) {
    note { $0.insertCanceled(work) }
  }

  /// Has a node drawn with the next tick that is on no host.
  func noteOffScreen(_ node: DisplayNode) {
    note { $0.offScreen.insert(node) }
  }

  /// Has a node's contents taken away with the next tick, if it is not wanted then.
  func noteLeaving(of node: DisplayNode) {
    note { $0.leaving.insert(node) }
  }

  /// Lets go of something on the main actor soon, on any thread.
  func releaseOnMain<Value: AnyObject & Sendable>(_ reference: inout Value?) {
    if let loop = loopReference.withLock({ $0 }) { return loop.releases.release(&reference) }
    guard let value = reference.take() else { return }
    performOnMain { withExtendedLifetime(value) {} }
  }

  private func note(_ change: (inout EnvironmentChanges) -> Bool) {
    guard changes.withLock({ change(&$0) }) else { return }
    if let loop = loopReference.withLock({ $0 }) { return loop.setNeedsTick() }
    performOnMain { self.loop.setNeedsTick() }
  }

  // MARK: Placeholders

  /// Has a node looked at when passes end, since it shows a placeholder.
  @MainActor func watchPlaceholder(of node: DisplayNode) {
    _ = placeholders.insert(node)
  }

  /// Has the placeholders looked at whose pictures may all be there.
  @MainActor func notePassEnd() {
    guard !placeholders.isEmpty, !isPlaceholderCheckNoted else { return }
    isPlaceholderCheckNoted = true
    loop.perform(in: .finishedWork) { [weak self] in self?.settlePlaceholders() }
  }

  /// Takes the placeholders away whose pictures are all there.
  @MainActor func settlePlaceholders() {
    isPlaceholderCheckNoted = false
    guard !placeholders.isEmpty else { return }
    for node in placeholders.take() where !node.removePlaceholderIfDone() {
      _ = placeholders.insert(node)
    }
  }

  // MARK: In ticks

  /// Brings the observers of all nodes up to date whose states changed, gives work its keys, and drops what
  /// waits and was called off.
  ///
  /// The loop does so once in each tick. Observers may change states; they are told in the same tick.
  @MainActor public func settleStates() {
    let leaving = changes.withLock { $0.leaving.take() }
    for _ in 0..<Self.roundLimit {
      let nodes = changes.withLock { $0.takeStates() }
      guard !nodes.isEmpty else { break }
      for node in nodes { node.settleState() }
    }
    for node in leaving { node.clearContentsIfUnwanted() }
    let (canceled, keys) = changes.withLock { ($0.takeCanceled(), $0.takeKeys()) }
    if !canceled.isEmpty { executor.cancel(canceled) }
    if !keys.isEmpty { executor.rekey(keys) }
  }

  /// Applies the pending states of all nodes that were changed off the main actor, oldest first.
  ///
  /// The loop does so once in each tick.
  @MainActor public func applyPendingStates() {
    let (pending, reordered) = changes.withLock { ($0.pending.take(), $0.reordered.take()) }
    for node in pending { node.applyPendingState() }
    for node in reordered { node.settleLayerOrder() }
  }

  /// Begins drawing nodes that are wanted and on no host, the nearest to being seen first.
  @MainActor private func displayOffScreen() {
    let nodes = changes.withLock { $0.offScreen.take() }
    for node in nodes.sorted(by: { $0.workKey < $1.workKey })
    where node.targetInterfaceState >= .display && !node.isRasterized {
      node.displayOffScreen()
    }
  }

  /// How often a tick looks for states that its own observers changed.
  private static let roundLimit = 16
}

/// What has changed since the last tick.
private struct EnvironmentChanges: Sendable {
  var scale = 1.0
  var pending = WeakNodes()
  var reordered = WeakNodes()
  var offScreen = WeakNodes()
  var leaving = WeakNodes()
  private var states: [DisplayNode] = []
  private var stateIDs: Set<ObjectIdentifier> = []
  private var keys: [WorkID: WorkKey] = [:]
  private var canceled: [WorkID] = []

  mutating func insertState(of node: DisplayNode) -> Bool {
    guard stateIDs.insert(ObjectIdentifier(node)).inserted else { return false }
    states.append(node)
    return true
  }

  mutating func insertKey(_ key: WorkKey, of work: WorkID) -> Bool {
    keys.updateValue(key, forKey: work) == nil
  }

  mutating func insertCanceled(_ work: WorkID) -> Bool {
    canceled.append(work)
    return canceled.count == 1
  }

  mutating func takeCanceled() -> [WorkID] {
    defer { canceled = [] }
    return canceled
  }

  mutating func takeStates() -> [DisplayNode] {
    defer { (states, stateIDs) = ([], []) }
    return states
  }

  mutating func takeKeys() -> [WorkID: WorkKey] {
    defer { keys = [:] }
    return keys
  }
}

/// Nodes, each once, in the order in which they came; not kept alive.
private struct WeakNodes: Sendable {
  private struct Entry: Sendable {
    weak var node: DisplayNode?
  }

  private var entries: [Entry] = []
  private var places: [ObjectIdentifier: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// - Returns: Whether the node was not there.
  mutating func insert(_ node: DisplayNode) -> Bool {
    // A node that has died may have left its address to this one.
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
