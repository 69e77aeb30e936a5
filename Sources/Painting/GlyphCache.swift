internal import GalleyBasics
internal import GalleyFonts
internal import GalleyPixels
internal import Glibc
internal import Synchronization

/// A cache of drawn glyph images, shared by all threads.
///
/// Painting looks images up without locks or reference counting: each painting thread borrows a
/// *worker*, which remembers the strikes that it used last and owns the FreeType faces for missing
/// glyphs. No lock is held while a glyph is drawn; if two threads miss the same glyph at once, both
/// draw it and one result is kept.
///
/// Images are evicted by strike, that is all images of one font at one size, least recently used
/// first, when their total size exceeds the budget. The positions of glyphs in layouts that are
/// painted again take up to half of the budget more.
public final class GlyphCache: Sendable {
  /// The default cache of painters.
  public static let shared = GlyphCache()

  /// The maximum memory of the images when no painting is in progress, in bytes.
  public let byteBudget: Int

  /// The glyph positions of layouts that are painted more than once.
  let placedTexts: PlacedTextCache

  private let shards: [Shard]
  private let slots: [WorkerSlot]
  private let clock = Atomic<UInt64>(1)
  private let evictions = Atomic<UInt64>(0)

  /// A shard of the strikes.
  private final class Shard: Sendable {
    let strikes = Mutex<[StrikeKey: GlyphStrike]>([:])
  }

  /// A slot for an idle worker.
  private final class WorkerSlot: Sendable {
    let worker = Mutex<PaintWorker?>(nil)
  }

  /// The default maximum memory of the images, in bytes.
  public static let defaultByteBudget = Limits.Caches.glyphs

  private static let shardCount = 8
  private static let slotCount = 16

  /// Creates an empty cache.
  ///
  /// - Parameter byteBudget: The maximum memory of the images, in bytes.
  public init(byteBudget: Int = GlyphCache.defaultByteBudget) {
    self.byteBudget = byteBudget
    placedTexts = PlacedTextCache(byteBudget: byteBudget / 2)
    shards = (0..<Self.shardCount).map { _ in Shard() }
    slots = (0..<Self.slotCount).map { _ in WorkerSlot() }
  }

  /// The memory of the images, in bytes.
  public var byteCount: Int { strikes().reduce(0) { $0 + $1.byteCount } }

  /// The memory of the kept glyph positions, in bytes.
  package var placedByteCount: Int { placedTexts.byteCount }

  /// Removes all images, and closes the faces that are not in use.
  public func removeAll() {
    placedTexts.removeAll()
    for shard in shards {
      _ = shard.strikes.withLock { strikes in
        defer { strikes = [:] }
        return strikes
      }
    }
    evictions.add(1, ordering: .relaxed)
    for slot in slots {
      let worker = slot.worker.withLock { $0.take() }
      _ = consume worker
    }
  }

  /// The number of evictions; workers drop their remembered strikes when it changes.
  var evictionCount: UInt64 { evictions.load(ordering: .relaxed) }

  /// A logical clock that advances as images are added.
  var time: UInt64 { clock.load(ordering: .relaxed) }

  /// Calls a closure with exclusive access to a worker.
  func withWorker<Result>(_ body: (inout PaintWorker) -> Result) -> Result {
    // A thread returns to the slot where it left its worker, with its open faces and memory.
    let first = Int(truncatingIfNeeded: UInt64(pthread_self()) >> 12 & 0xFFFF)
    var worker = takeWorker(first) ?? PaintWorker()
    worker.prepare(for: self)
    let result = body(&worker)
    leave(worker, first)
    return result
  }

  private func takeWorker(_ first: Int) -> PaintWorker? {
    for offset in 0..<Self.slotCount {
      let slot = slots[(first + offset) % Self.slotCount]
      if let worker = slot.worker.withLock({ $0.take() }) { return worker }
    }
    return nil
  }

  private func leave(_ worker: consuming PaintWorker, _ first: Int) {
    var left: PaintWorker? = consume worker
    for offset in 0..<Self.slotCount {
      slots[(first + offset) % Self.slotCount].worker.withLock { slot in
        if slot == nil { slot = left.take() }
      }
      if left == nil { return }
    }
  }

  /// Returns the strike of a font at a size, creating it if needed.
  func strike(for key: StrikeKey, font: () -> GlyphFont) -> GlyphStrike {
    let shard = shards[Int(key.font &+ UInt32(bitPattern: key.size)) % shards.count]
    if let strike = shard.strikes.withLock({ $0[key] }) { return strike }
    let strike = GlyphStrike(key, font: font())
    return shard.strikes.withLock { strikes in
      if let known = strikes[key] { return known }
      strikes[key] = strike
      return strike
    }
  }

  /// Records that images were added, and evicts strikes if the budget is exceeded.
  func noteAddition() {
    clock.add(1, ordering: .relaxed)
    let all = strikes()
    var byteCount = all.reduce(0) { $0 + $1.byteCount }
    guard byteCount > byteBudget else { return }
    // Evicts down to three quarters, so that not every further glyph evicts. Ties are broken by the
    // key, for the same choice on every run.
    for strike in all.sorted(by: { ($0.masks.lastUseTime, $0.key) < ($1.masks.lastUseTime, $1.key) }
    ) where byteCount > byteBudget / 4 * 3 {
      byteCount -= strike.byteCount
      for shard in shards {
        _ = shard.strikes.withLock { $0.removeValue(forKey: strike.key) }
      }
    }
    evictions.add(1, ordering: .relaxed)
    // Placed texts retain their strikes.
    placedTexts.removeAll()
    for slot in slots { slot.worker.withLock { $0?.forgetStrikes() } }
  }

  private func strikes() -> [GlyphStrike] {
    shards.flatMap { shard in shard.strikes.withLock { Array($0.values) } }
  }
}

extension StrikeKey: Comparable {
  static func < (left: StrikeKey, right: StrikeKey) -> Bool {
    (left.font, left.size, left.isHinted ? 1 : 0, left.stroke)
      < (right.font, right.size, right.isHinted ? 1 : 0, right.stroke)
  }
}
