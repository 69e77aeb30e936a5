import Synchronization

/// Objects that are handled on the main actor a few at each tick.
///
/// Objects may be enqueued on any thread. Unless the queue says otherwise, one that is in it already
/// is not put in again.
public final class RunLoopQueue<Item: AnyObject & Sendable>: Sendable {
  /// What a queue does with its items; a wrong batch size counts as 1.
  public struct Options: Sendable {
    /// How many items are handled at each tick at most.
    public var batchSize = 1
    /// Whether an item that is in the queue is not put in again.
    public var isExclusive = true
    /// Whether the queue keeps its items alive; those that die are not handled.
    public var isStrong = true
    /// The phase in which items are handled.
    public var phase = TickPhase.releases

    /// Makes the options of a queue that handles one item at a time.
    public init() {}
  }

  /// Handles an item; the flag says that it is the last, and the queue is empty.
  public typealias Handler = @MainActor (_ item: Item, _ isDrained: Bool) -> Void

  private let options: Options
  private let handler: Handler?
  private let wake: @Sendable () -> Void
  private let items = Mutex(QueuedItems<Item>())

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - options: What the queue does with its items.
  ///   - wake: Asks on any thread for a call of ``processBatch()``.
  ///   - handler: Handles an item; without one, items are only let go of.
  public init(
    options: Options = Options(), wake: @escaping @Sendable () -> Void, handler: Handler?
  ) {
    self.options = options
    self.wake = wake
    self.handler = handler
  }

  /// Whether no item that is alive waits.
  public var isEmpty: Bool { items.withLock { $0.isEmpty } }

  /// Puts an item in; `nil` is ignored.
  public func enqueue(_ item: Item?) {
    guard let item else { return }
    let options = options
    let isNews = items.withLock {
      $0.add(item, isStrong: options.isStrong, isExclusive: options.isExclusive)
    }
    if isNews { wake() }
  }

  /// Handles the next items, and asks to be called again if any are left.
  @MainActor public func processBatch() {
    let (batch, isEmpty) = items.withLock { items in
      (items.take(max(1, options.batchSize)), items.isEmpty)
    }
    for (index, item) in batch.enumerated() {
      handler?(item, isEmpty && index == batch.count - 1)
    }
    if !isEmpty { wake() }
  }
}

extension DisplayLoop {
  /// Makes a queue whose items the loop handles at each tick, as long as what is returned is kept.
  ///
  /// - Returns: The queue, and the loop's hold on it.
  public func makeQueue<Item: AnyObject & Sendable>(
    options: RunLoopQueue<Item>.Options = .init(), handler: RunLoopQueue<Item>.Handler?
  ) -> (queue: RunLoopQueue<Item>, hold: TickHandler) {
    let (inbox, phase) = (inbox, options.phase)
    let queue = RunLoopQueue<Item>(
      options: options, wake: { inbox.setNeedsTick(for: phase) }, handler: handler)
    let hold = onEachTick(in: phase) { _ in queue.processBatch() }
    return (queue, hold)
  }
}

/// The items of a queue, apart from any lock.
private struct QueuedItems<Item: AnyObject & Sendable>: Sendable {
  private struct Entry {
    let identity: ObjectIdentifier
    let strong: Item?
    weak var weak: Item?

    var item: Item? { strong ?? weak }
  }

  /// What waits, from `next` on; what is before it has been taken.
  private var entries: [Entry] = []
  private var next = 0
  /// How many entries have an identity, living or dead.
  private var members: [ObjectIdentifier: Int] = [:]

  var isEmpty: Bool { !entries[next...].contains { $0.item != nil } }

  mutating func add(_ item: Item, isStrong: Bool, isExclusive: Bool) -> Bool {
    let identity = ObjectIdentifier(item)
    // What has the identity may be dead, and `item` stand where it did.
    if isExclusive, members[identity] != nil, entries[next...].contains(where: { $0.item === item })
    {
      return false
    }
    members[identity, default: 0] += 1
    entries.append(
      Entry(identity: identity, strong: isStrong ? item : nil, weak: isStrong ? nil : item))
    return true
  }

  /// Takes the next items that are alive, and drops what is dead before and right behind them.
  mutating func take(_ limit: Int) -> [Item] {
    var batch: [Item] = []
    while next < entries.count {
      let item = entries[next].item
      if item != nil, batch.count == limit { break }
      if let item { batch.append(item) }
      dropFirst()
    }
    if next * 2 >= entries.count {
      entries.removeFirst(next)
      next = 0
    }
    return batch
  }

  private mutating func dropFirst() {
    let identity = entries[next].identity
    let count = members[identity, default: 1] - 1
    members[identity] = count > 0 ? count : nil
    entries[next] = Entry(identity: identity, strong: nil, weak: nil)
    next += 1
  }
}
