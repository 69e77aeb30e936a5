internal import Glibc
internal import Synchronization

extension Bitmap {
  /// A pool of the memory of released bitmaps, for reuse.
  ///
  /// Fresh pages from the kernel cost several times the text drawn on them (25 µs against 0.5 µs to
  /// clear a message's bitmap, as measured), so bitmaps reuse memory when possible. Memory returns
  /// to the pool automatically when the last copy of a bitmap is released.
  public final class Pool: Sendable {
    /// The default pool of bitmaps, which keeps up to 64 MB.
    public static let shared = Pool(byteLimit: 64 << 20)

    /// The maximum idle memory, in bytes.
    public let byteLimit: Int
    /// The maximum memory in use by bitmaps at a time, in bytes.
    public let usedByteLimit: Int

    private let shelves: [BitmapShelf]

    /// Creates an empty pool.
    ///
    /// - Parameters:
    ///   - byteLimit: The maximum idle memory, in bytes.
    ///   - usedByteLimit: The maximum memory in use at a time, in bytes. Bitmaps beyond it fail as
    ///     if the system had run out of memory. A pool with such a limit uses one lock for all
    ///     threads.
    public init(byteLimit: Int, usedByteLimit: Int = .max) {
      self.byteLimit = byteLimit
      self.usedByteLimit = usedByteLimit
      // A limit for all threads requires a single shelf.
      let count = usedByteLimit == .max ? Self.shelfCount : 1
      let idle = IdleMemory(byteLimit: byteLimit)
      shelves = (0..<count).map { _ in BitmapShelf(idle: idle, usedByteLimit: usedByteLimit) }
    }

    /// The number of shelves; several avoid contention on locks and reference counts between
    /// threads.
    private static let shelfCount = 4

    /// The idle memory, in bytes.
    public var idleByteCount: Int { shelves.reduce(0) { $0 + $1.idleByteCount } }

    /// The memory in use by bitmaps, in bytes.
    public var usedByteCount: Int { shelves.reduce(0) { $0 + $1.usedByteCount } }

    /// The number of bitmaps, including copies, whose allocation failed.
    public var failureCount: Int { shelves.reduce(0) { $0 + $1.failureCount } }

    /// Returns the idle memory to the system.
    public func removeAll() {
      for shelf in shelves { shelf.removeAll() }
    }

    /// The shelf of the calling thread.
    var shelf: BitmapShelf {
      shelves[Int(truncatingIfNeeded: UInt64(pthread_self()) >> 12 & 0xFFFF) % shelves.count]
    }
  }
}

/// A part of a pool; a bitmap's memory returns to the same shelf from any thread.
final class BitmapShelf: Sendable {
  private struct State {
    /// The blocks of each size, those released last at the end.
    var blocks: [[IdleBlock]] = Array(repeating: [], count: SizeClass.count)
    /// The number of blocks released so far.
    var time: UInt64 = 0
    var byteCount = 0
    var usedByteCount = 0
    var failureCount = 0

    /// Removes blocks until at most `limit` bytes are left, of the sizes of those that have not
    /// been used for longest.
    ///
    /// A size of which fewer blocks are in use than before has such blocks too.
    mutating func evict(downTo limit: Int) -> [PixelBlock] {
      var evicted: [PixelBlock] = []
      while byteCount > limit {
        var (oldest, least) = (0, UInt64.max)
        for index in blocks.indices {
          guard let time = blocks[index].first?.time, time < least else { continue }
          (oldest, least) = (index, time)
        }
        guard let block = blocks[oldest].popLast()?.block else { break }
        byteCount -= block.byteCount
        evicted.append(block)
      }
      return evicted
    }
  }

  /// The part of the limit by which releases may exceed it until the next request.
  private static let slack = 4

  private let idle: IdleMemory
  private let usedByteLimit: Int
  private let state = Mutex(State())

  init(idle: IdleMemory, usedByteLimit: Int) {
    self.idle = idle
    self.usedByteLimit = usedByteLimit
  }

  var idleByteCount: Int { state.withLock { $0.byteCount } }

  var usedByteCount: Int { state.withLock { $0.usedByteCount } }

  var failureCount: Int { state.withLock { $0.failureCount } }

  func removeAll() {
    // The removed blocks are released after the lock.
    _ = state.withLock { state in
      let blocks = state.blocks
      idle.add(-state.byteCount)
      state = State(usedByteCount: state.usedByteCount, failureCount: state.failureCount)
      return blocks
    }
  }

  /// Returns uninitialized memory of at least `byteCount` bytes, or `nil` if the system is out of
  /// memory or the limit would be exceeded.
  func block(byteCount: Int) -> PixelBlock? {
    let sizeClass = SizeClass(holding: byteCount)
    // The removed blocks are released after the lock.
    let (isWithinLimit, known, _) = state.withLock { state in
      guard sizeClass.byteCount <= usedByteLimit - state.usedByteCount else {
        state.failureCount += 1
        return (false, PixelBlock?.none, [PixelBlock]())
      }
      let before = state.byteCount
      let block = state.blocks[sizeClass.index].popLast()?.block
      if let block { state.byteCount -= block.byteCount }
      state.usedByteCount += sizeClass.byteCount
      let evicted = state.evict(downTo: idle.limit(for: before))
      idle.add(state.byteCount - before)
      return (true, block, evicted)
    }
    guard isWithinLimit else { return nil }
    if let block = known ?? PixelBlock(byteCount: sizeClass.byteCount) { return block }
    state.withLock { state in
      state.usedByteCount -= sizeClass.byteCount
      state.failureCount += 1
    }
    return nil
  }

  /// Returns a block to the shelf.
  ///
  /// If the limit is exceeded, the next request evicts the least recently requested sizes: bitmaps
  /// are requested by the threads that draw, and released by the main actor, which would lose up to
  /// half a millisecond in a tick to returning their memory to the system.
  func recycle(_ block: PixelBlock) {
    let index = SizeClass(holding: block.byteCount).index
    // The removed blocks are released after the lock.
    _ = state.withLock { state in
      state.usedByteCount -= block.byteCount
      let before = state.byteCount
      let limit = idle.limit(for: before)
      guard block.byteCount <= limit else { return [PixelBlock]() }
      state.byteCount += block.byteCount
      state.time += 1
      state.blocks[index].append(IdleBlock(block: block, time: state.time))
      let isFarBeyond = state.byteCount > limit + limit / Self.slack
      let evicted = isFarBeyond ? state.evict(downTo: limit) : []
      idle.add(state.byteCount - before)
      return evicted
    }
  }
}

/// A block that is in no bitmap.
private struct IdleBlock {
  let block: PixelBlock
  /// The number of blocks of the shelf that had been released.
  let time: UInt64
}

/// The idle memory of all shelves of a pool.
///
/// Threads draw pictures of different sizes, and many pools have one thread only: a shelf may take
/// what others leave. The share of each is a sixteenth even if others take more than they should.
final class IdleMemory: Sendable {
  private static let leastShare = 16

  private let byteLimit: Int
  private let byteCount = Atomic<Int>(0)

  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Returns the maximum idle memory of a shelf that has some, in bytes.
  func limit(for own: Int) -> Int {
    max(byteLimit / Self.leastShare, byteLimit - byteCount.load(ordering: .relaxed) + own)
  }

  /// Records that a shelf has more or less idle memory.
  func add(_ difference: Int) {
    if difference != 0 { byteCount.add(difference, ordering: .relaxed) }
  }
}

/// A size class of blocks: four per power of two, from 4 KiB up.
private struct SizeClass {
  static let count = 4 * 40
  private static let least = 4096

  let index: Int
  let byteCount: Int

  init(holding wanted: Int) {
    let wanted = max(wanted, Self.least)
    // The power of two at or below, and the number of quarter steps above it.
    let power = Int.bitWidth - 1 - wanted.leadingZeroBitCount
    let step = 1 << (power - 2)
    let steps = (wanted - (1 << power) + step - 1) / step
    byteCount = (1 << power) + steps * step
    // Four steps reach the next power of two.
    index = (power - 12) * 4 + steps
  }
}

/// A block of uninitialized memory from the system.
///
/// Large blocks are mapped separately. Bitmaps of varying sizes fragment the heap: after a list was
/// scrolled for ten minutes, the holes exceeded the memory in use.
@safe final class PixelBlock: Sendable {
  /// The size from which a block is mapped separately, in bytes.
  private static let mappedSize = 64 << 10

  let byteCount: Int

  // SAFETY: only the one `PixelMemory` that owns the block reads or writes it.
  nonisolated(unsafe) let base: UnsafeMutableRawPointer

  init?(byteCount: Int) {
    self.byteCount = byteCount
    guard byteCount >= Self.mappedSize else {
      // Unlike `allocate`, this does not terminate the process when memory runs out.
      guard let base = unsafe aligned_alloc(64, (byteCount + 63) & ~63) else { return nil }
      unsafe self.base = unsafe base
      return
    }
    let mapping = unsafe mmap(
      nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else { return nil }
    unsafe base = unsafe mapping
  }

  deinit {
    if byteCount >= Self.mappedSize {
      unsafe munmap(base, byteCount)
    } else {
      unsafe free(base)
    }
  }
}
