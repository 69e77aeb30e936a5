internal import GalleyFonts
internal import GalleyPixels
internal import Glibc
internal import Synchronization

/// The images of glyphs that have been drawn, kept for the next time.
///
/// One cache serves all threads. Painting finds its images without a lock and without counting
/// references: each thread that paints borrows a *worker*, which remembers the sets of images that
/// it used last and has FreeType faces of its own for what is missing. No lock is held while a glyph
/// is drawn; two threads that miss the same glyph at once both draw it, and one result is kept.
///
/// Images go by whole sets, those of one font at one size, the longest unused first, when together
/// they take more than the budget.
public final class GlyphMaskCache: Sendable {
  /// The cache that painting uses unless told otherwise.
  public static let shared = GlyphMaskCache()

  /// The most memory that the images take when nobody paints.
  public let byteBudget: Int

  private let shards: [Shard]
  private let benches: [Bench]
  private let clock = Atomic<UInt64>(1)
  private let evictions = Atomic<UInt64>(0)

  /// A part of the strikes.
  private final class Shard: Sendable {
    let strikes = Mutex<[StrikeKey: GlyphStrike]>([:])
  }

  /// Where a worker waits.
  private final class Bench: Sendable {
    let worker = Mutex<PaintWorker?>(nil)
  }

  private static let shardCount = 8
  private static let benchCount = 16

  /// Makes an empty cache.
  ///
  /// - Parameter byteBudget: The most memory that the images take, in bytes.
  public init(byteBudget: Int = 16 << 20) {
    self.byteBudget = byteBudget
    shards = (0..<Self.shardCount).map { _ in Shard() }
    benches = (0..<Self.benchCount).map { _ in Bench() }
  }

  /// The memory that the images take, in bytes.
  public var byteCount: Int {
    strikes().reduce(0) { $0 + $1.byteCount }
  }

  /// Forgets all images, and closes the faces that no thread is using.
  public func removeAll() {
    for shard in shards {
      _ = shard.strikes.withLock { strikes in
        defer { strikes = [:] }
        return strikes
      }
    }
    evictions.add(1, ordering: .relaxed)
    for bench in benches {
      let worker = bench.worker.withLock { $0.take() }
      _ = consume worker
    }
  }

  /// How often strikes have been thrown out; workers then forget those that they remember.
  var evictionCount: UInt64 { evictions.load(ordering: .relaxed) }

  /// A number that moves on as images are added.
  var time: UInt64 { clock.load(ordering: .relaxed) }

  /// Lends a worker that nobody else has.
  func withWorker<Result>(_ body: (inout PaintWorker) -> Result) -> Result {
    // A thread comes back to the bench where it left its worker, with its faces and its memory.
    let first = Int(truncatingIfNeeded: UInt64(pthread_self()) >> 12 & 0xFFFF)
    var worker = takeWorker(first) ?? PaintWorker()
    worker.prepare(for: self)
    let result = body(&worker)
    leave(worker, first)
    return result
  }

  private func takeWorker(_ first: Int) -> PaintWorker? {
    for offset in 0..<Self.benchCount {
      let bench = benches[(first + offset) % Self.benchCount]
      if let worker = bench.worker.withLock({ $0.take() }) { return worker }
    }
    return nil
  }

  private func leave(_ worker: consuming PaintWorker, _ first: Int) {
    var waiting: PaintWorker? = worker
    for offset in 0..<Self.benchCount {
      let bench = benches[(first + offset) % Self.benchCount]
      guard let left = waiting.take() else { return }
      waiting = Self.offer(left, to: bench)
    }
  }

  /// Puts a worker on a bench; gives it back if the bench is taken.
  private static func offer(_ worker: consuming PaintWorker, to bench: Bench) -> PaintWorker? {
    var worker: PaintWorker? = worker
    bench.worker.withLock { waiting in
      if waiting == nil { waiting = worker.take() }
    }
    return worker
  }

  /// The images of a font at a size, which may be none yet.
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

  /// Notes that images have been added, and throws some out if there are too many.
  func noteAddition() {
    clock.add(1, ordering: .relaxed)
    let all = strikes()
    var byteCount = all.reduce(0) { $0 + $1.byteCount }
    guard byteCount > byteBudget else { return }
    // Down to three quarters, so that this does not happen at every glyph from now on. Ties are
    // broken by the key, for the same choice on every run.
    for strike in all.sorted(by: { ($0.masks.lastUseTime, $0.key) < ($1.masks.lastUseTime, $1.key) }
    )
    where byteCount > byteBudget / 4 * 3 {
      byteCount -= strike.byteCount
      for shard in shards {
        _ = shard.strikes.withLock { $0.removeValue(forKey: strike.key) }
      }
    }
    evictions.add(1, ordering: .relaxed)
    for bench in benches { bench.worker.withLock { $0?.forgetStrikes() } }
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
