import Foundation
import GalleyBasics
import GalleyFonts
import GalleyMath
import GalleyTypesetting
import Synchronization

/// A fuzzer of rich messages: the readers of JSON, Rich Markdown, Rich HTML and LaTeX, layout at
/// random widths, queries, painting, and Markdown that is streamed in pieces.
///
///     RichFuzzer MANIFEST SEEDFILE SECONDS [FIRST-SEED]
///     RichFuzzer MANIFEST - SEED            runs one seed, and prints its input
///
/// A trial is made from its seed alone. The seed of the current trial is in a file, so it is known
/// after a crash. A trial may take a time in proportion to its input.
@main struct RichFuzzer {
  /// The processor time that a trial may take, and that for each byte of input, in seconds.
  private static let (timeLimit, timePerByte) = (2.0, 0.001)

  static func main() throws { exit(try status(CommandLine.arguments)) }

  /// Runs the program, and returns its exit status.
  private static func status(_ arguments: [String]) throws -> Int32 {
    guard arguments.count >= 4, let number = UInt64(arguments[3]) else {
      FileHandle.standardError.write(Data("usage: RichFuzzer MANIFEST SEEDFILE|- NUMBER\n".utf8))
      return 64
    }
    let fonts = try FontCollection(manifest: arguments[1])
    guard let formulas = FormulaEngine(fonts: fonts) else {
      FileHandle.standardError.write(Data("The manifest has no font of formulas.\n".utf8))
      return 1
    }
    let fuzzer = RichFuzzer(
      engine: TextEngine(fonts: fonts), formulas: formulas, mutator: FuzzMutator(FuzzCorpus()))
    if arguments[2] == "-" {
      print(String(decoding: fuzzer.trial(of: number).bytes, as: UTF8.self))
      let (outcome, time) = fuzzer.run(number)
      print("seed \(number): \(outcome?.rawValue ?? "failed"), \(time) s")
      return outcome == nil ? 1 : 0
    }
    let first = arguments.count > 4 ? UInt64(arguments[4]) ?? 0 : 0
    return try fuzzer.run(for: Double(number), from: first, seedFile: arguments[2])
  }

  let engine: TextEngine
  let formulas: FormulaEngine
  let mutator: FuzzMutator

  /// Runs trials for a time in seconds, prints their counts, and returns the exit status.
  private func run(for seconds: Double, from first: UInt64, seedFile: String) throws -> Int32 {
    let file = URL(filePath: seedFile)
    let end = ContinuousClock.now + .seconds(seconds)
    let guardian = TimeGuardian()
    var (seed, bytes, failures) = (first, 0, 0)
    var counts: [String: Int] = [:]
    var slowest = (time: 0.0, seed: first)
    while ContinuousClock.now < end {
      try Data("\(seed)\n".utf8).write(to: file)
      let trial = trial(of: seed)
      let limit = Self.timeLimit + Self.timePerByte * Double(trial.bytes.count)
      guardian.begin(seed, limit: 10 * limit)
      let (outcome, time) = run(seed)
      bytes += trial.bytes.count
      counts["\(trial.format) \(outcome?.rawValue ?? "failed")", default: 0] += 1
      if time > slowest.time { slowest = (time, seed) }
      if outcome == nil { failures += 1 }
      if time > limit {
        failures += 1
        print("seed \(seed): \(time) s for \(trial.bytes.count) bytes")
      }
      seed += 1
    }
    print("\(seed - first) trials from seed \(first), \(bytes) bytes, \(failures) failures")
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("  \(name): \(count)") }
    print("  slowest: \(slowest.time) s (seed \(slowest.seed))")
    return failures == 0 ? 0 : 1
  }

  private func trial(of seed: UInt64) -> FuzzTrial {
    FuzzTrial(seed: seed, mutator: mutator, engine: engine, formulas: formulas)
  }

  /// Runs the trial of a seed, and returns its outcome and processor time in seconds.
  private func run(_ seed: UInt64) -> (outcome: FuzzTrial.Outcome?, time: Double) {
    let start = clock()
    var trial = trial(of: seed)
    var outcome: FuzzTrial.Outcome?
    do throws(FuzzFailure) { outcome = try trial.run() } catch {
      print("seed \(seed): \(error.reason)")
    }
    return (outcome, Double(clock() - start) / Double(CLOCKS_PER_SEC))
  }
}

/// A thread that ends the process if a trial takes much too long.
private final class TimeGuardian: Sendable {
  private let current = Mutex((seed: UInt64(0), end: Double.infinity))

  init() {
    Thread.detachNewThread { [self] in
      while true {
        sleep(1)
        let (seed, end) = current.withLock { $0 }
        guard Double(clock()) / Double(CLOCKS_PER_SEC) > end else { continue }
        print("seed \(seed): no end")
        abort()
      }
    }
  }

  /// Begins a trial that may take a processor time in seconds.
  func begin(_ seed: UInt64, limit: Double) {
    let now = Double(clock()) / Double(CLOCKS_PER_SEC)
    current.withLock { $0 = (seed, now + limit) }
  }
}
