import Synchronization

/// A queue of objects that are processed on the main actor in batches, one per tick.
///
/// Objects may be enqueued from any thread. By default, an object that is already in the queue is
/// not enqueued again.
public final class RunLoopQueue<Item: AnyObject & Sendable>: Sendable {
  /// The options of a queue; a batch size below 1 counts as 1.
  public struct Options: Sendable {
    /// The maximum number of items per tick.
    public var batchSize = 1
    /// Whether an item that is already in the queue is not enqueued again.
    public var isExclusive = true
    /// Whether the queue retains its items; deallocated items are skipped.
    public var isStrong = true
    /// The phase in which items are processed.
    public var phase = TickPhase.releases

    /// Creates the default options.
    public init() {}
  }

  /// Processes an item; `isDrained` is `true` for the last item in the queue.
  public typealias Handler = @MainActor (_ item: Item, _ isDrained: Bool) -> Void

  private let options: Options
  private let handler: Handler?
  private let wake: @Sendable () -> Void
  private let items = Mutex(QueuedItems<Item>())

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - options: The options of the queue.
  ///   - wake: Requests a call of ``processBatch()``, from any thread.
  ///   - handler: Processes an item; `nil` only releases items.
  public init(
    options: Options = Options(), wake: @escaping @Sendable () -> Void, handler: Handler?
  ) {
    self.options = options
    self.wake = wake
    self.handler = handler
  }

  /// Whether the queue contains no live items.
  public var isEmpty: Bool { items.withLock { $0.isEmpty } }

  /// Enqueues an item; `nil` is ignored.
  public func enqueue(_ item: Item?) {
    guard let item else { return }
    let options = options
    let isNews = items.withLock {
      $0.add(item, isStrong: options.isStrong, isExclusive: options.isExclusive)
    }
    if isNews { wake() }
  }

  /// Processes the next batch, and requests another call if items remain.
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
  /// Creates a queue whose items the loop processes while the returned handler is retained.
  ///
  /// - Returns: The queue and its tick handler.
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

/// The items of a queue, without locking.
private struct QueuedItems<Item: AnyObject & Sendable>: Sendable {
  private struct Entry {
    let identity: ObjectIdentifier
    let strong: Item?
    weak var weak: Item?

    var item: Item? { strong ?? weak }
  }

  /// The entries; those from `next` on are pending.
  private var entries: [Entry] = []
  private var next = 0
  /// The number of pending entries per identity, including deallocated items.
  private var members: [ObjectIdentifier: Int] = [:]

  var isEmpty: Bool { !entries[next...].contains { $0.item != nil } }

  mutating func add(_ item: Item, isStrong: Bool, isExclusive: Bool) -> Bool {
    let identity = ObjectIdentifier(item)
    // The identity may belong to a deallocated item whose address was reused.
    if isExclusive, members[identity] != nil, entries[next...].contains(where: { $0.item === item })
    {
      return false
    }
    members[identity, default: 0] += 1
    entries.append(
      Entry(identity: identity, strong: isStrong ? item : nil, weak: isStrong ? nil : item))
    return true
  }

  /// Takes the next live items, dropping deallocated ones before and directly after them.
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
