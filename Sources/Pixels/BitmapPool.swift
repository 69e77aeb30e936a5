internal import Glibc
internal import Synchronization

/// Memory of bitmaps that are gone, kept for those to come.
///
/// Pages that are new from the kernel cost several times the text drawn on them (25 µs against
/// 0.5 µs for the clearing of a message's bitmap, where this was measured), so bitmaps get used
/// memory when there is some. It comes back by itself when the last copy of a bitmap goes.
public final class BitmapPool: Sendable {
  /// The pool that bitmaps use unless told otherwise; it keeps up to 64 MB.
  public static let shared = BitmapPool(byteLimit: 64 << 20)

  /// The most memory that the pool keeps while no bitmap uses it.
  public let byteLimit: Int
  /// The most memory that bitmaps use at a time.
  public let usedByteLimit: Int

  private let shelves: [BitmapShelf]

  /// Makes an empty pool.
  ///
  /// - Parameters:
  ///   - byteLimit: The most memory that the pool keeps while no bitmap uses it.
  ///   - usedByteLimit: The most memory that bitmaps use at a time. Bitmaps beyond are refused as if the
  ///     system had no memory. Threads wait for each other in a pool with such a limit.
  public init(byteLimit: Int, usedByteLimit: Int = .max) {
    self.byteLimit = byteLimit
    self.usedByteLimit = usedByteLimit
    // A limit for all threads is counted on one shelf.
    let count = usedByteLimit == .max ? Self.shelfCount : 1
    shelves = (0..<count).map { _ in
      BitmapShelf(byteLimit: byteLimit / count, usedByteLimit: usedByteLimit)
    }
  }

  /// Threads that draw at once should not wait for each other, nor count references of one object.
  private static let shelfCount = 4

  /// The memory that waits to be used again, in bytes.
  public var idleByteCount: Int {
    shelves.reduce(0) { $0 + $1.idleByteCount }
  }

  /// The memory that bitmaps use, in bytes.
  public var usedByteCount: Int {
    shelves.reduce(0) { $0 + $1.usedByteCount }
  }

  /// The number of bitmaps, copies included, for which there was no memory.
  public var failureCount: Int {
    shelves.reduce(0) { $0 + $1.failureCount }
  }

  /// Gives the idle memory back to the system.
  public func removeAll() {
    for shelf in shelves { shelf.removeAll() }
  }

  /// The part of the pool that the calling thread uses.
  var shelf: BitmapShelf {
    shelves[Int(truncatingIfNeeded: UInt64(pthread_self()) >> 12 & 0xFFFF) % shelves.count]
  }
}

/// A part of a pool, where a bitmap's memory goes back to whichever thread it ends on.
final class BitmapShelf: Sendable {
  private struct State {
    var blocks: [[PixelBlock]] = Array(repeating: [], count: SizeClass.count)
    /// The number of the request by which a block of each size was last asked for.
    var lastUses = [UInt64](repeating: 0, count: SizeClass.count)
    var requestCount: UInt64 = 0
    var byteCount = 0
    var usedByteCount = 0
    var failureCount = 0

    /// Takes out blocks of the sizes that were asked for least recently, until at most `limit` bytes are
    /// left.
    mutating func evict(downTo limit: Int) -> [PixelBlock] {
      var evicted: [PixelBlock] = []
      while byteCount > limit {
        var oldest: Int?
        for index in blocks.indices where !blocks[index].isEmpty {
          if let known = oldest, lastUses[known] <= lastUses[index] { continue }
          oldest = index
        }
        guard let oldest, let block = blocks[oldest].popLast() else { break }
        byteCount -= block.byteCount
        evicted.append(block)
      }
      return evicted
    }
  }

  private let byteLimit: Int
  private let usedByteLimit: Int
  private let state = Mutex(State())

  init(byteLimit: Int, usedByteLimit: Int) {
    self.byteLimit = byteLimit
    self.usedByteLimit = usedByteLimit
  }

  var idleByteCount: Int {
    state.withLock { $0.byteCount }
  }

  var usedByteCount: Int {
    state.withLock { $0.usedByteCount }
  }

  var failureCount: Int {
    state.withLock { $0.failureCount }
  }

  func removeAll() {
    // What is taken out dies after the lock is let go of.
    _ = state.withLock { state in
      let blocks = state.blocks
      state = State(usedByteCount: state.usedByteCount, failureCount: state.failureCount)
      return blocks
    }
  }

  /// Memory of at least `byteCount` bytes, with anything in it; `nil` if the system has none, or if
  /// bitmaps would use more than the limit.
  func block(byteCount: Int) -> PixelBlock? {
    let sizeClass = SizeClass(holding: byteCount)
    let (isWithinLimit, idle) = state.withLock { state in
      state.requestCount += 1
      state.lastUses[sizeClass.index] = state.requestCount
      guard sizeClass.byteCount <= usedByteLimit - state.usedByteCount else {
        state.failureCount += 1
        return (false, PixelBlock?.none)
      }
      let block = state.blocks[sizeClass.index].popLast()
      if let block { state.byteCount -= block.byteCount }
      state.usedByteCount += sizeClass.byteCount
      return (true, block)
    }
    guard isWithinLimit else { return nil }
    if let block = idle ?? PixelBlock(byteCount: sizeClass.byteCount) { return block }
    state.withLock { state in
      state.usedByteCount -= sizeClass.byteCount
      state.failureCount += 1
    }
    return nil
  }

  /// Takes memory back.
  ///
  /// If there is too much then, sizes that nobody has asked for lately give way.
  func recycle(_ block: PixelBlock) {
    let index = SizeClass(holding: block.byteCount).index
    // What is taken out dies after the lock is let go of.
    _ = state.withLock { state in
      state.usedByteCount -= block.byteCount
      guard block.byteCount <= byteLimit else { return [PixelBlock]() }
      state.byteCount += block.byteCount
      state.blocks[index].append(block)
      return state.evict(downTo: byteLimit)
    }
  }
}

/// One of the sizes that blocks come in: four to each power of two, from 4 KiB up.
private struct SizeClass {
  static let count = 4 * 40
  private static let least = 4096

  let index: Int
  let byteCount: Int

  init(holding wanted: Int) {
    let wanted = max(wanted, Self.least)
    // The power of two at or below, and the quarter steps from there.
    let power = Int.bitWidth - 1 - wanted.leadingZeroBitCount
    let step = 1 << (power - 2)
    let steps = (wanted - (1 << power) + step - 1) / step
    byteCount = (1 << power) + steps * step
    // Four steps are the next power of two.
    index = (power - 12) * 4 + steps
  }
}

/// Memory from the system, with nothing said about what is in it.
///
/// Large blocks are pages of their own. Bitmaps come and go in all sizes: in the heap they left holes,
/// of which a list that was scrolled for ten minutes had more than it had memory in use.
@safe final class PixelBlock: Sendable {
  /// The size from which on a block is pages of its own.
  private static let mappedSize = 64 << 10

  let byteCount: Int

  // SAFETY: only a `PixelMemory` reads or writes it, and a block belongs to one at a time.
  nonisolated(unsafe) let base: UnsafeMutableRawPointer

  init?(byteCount: Int) {
    self.byteCount = byteCount
    guard byteCount >= Self.mappedSize else {
      // Not `allocate`, which ends the process when memory runs out.
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

/// The memory of one bitmap and its copies.
@safe final class PixelMemory: Sendable {
  let shelf: BitmapShelf
  let block: PixelBlock

  // SAFETY: written only through a `Bitmap` that found itself the only owner; whoever shares it
  // only reads.
  nonisolated(unsafe) let base: UnsafeMutableRawPointer

  init?(byteCount: Int, shelf: BitmapShelf) {
    guard let block = shelf.block(byteCount: byteCount) else { return nil }
    self.shelf = shelf
    self.block = block
    unsafe base = unsafe block.base
  }

  deinit {
    shelf.recycle(block)
  }
}
