import GalleySystem
internal import Glibc
public import Testing

/// Returns the processor time of this thread that work takes, in seconds of the machine for which
/// the limits of tests are chosen.
///
/// Processor time counts no waiting, but a thread is slower on another machine, or while the
/// processor's core or caches serve other threads. The time is therefore divided by the slowdown of
/// a fixed work that precedes and follows; there is no compensation for a faster machine.
public func processorTime(of work: () throws -> Void) rethrows -> Double {
  let before = slowdown()
  let start = ProcessorTime.ofThread
  try work()
  let time = ProcessorTime.ofThread - start
  return time / max(1, (before + slowdown()) / 2)
}

/// Returns the time of a fixed work of about two milliseconds as a multiple of its time on the
/// machine for which limits are chosen, where nothing else runs.
private func slowdown() -> Double {
  let start = ProcessorTime.ofThread
  for _ in 0..<10 {
    var lists: [Int: [String]] = [:]
    for number in 0..<1_500 { lists[number % 64, default: []].append(String(number)) }
    var length = 0
    for list in lists.values { for text in list { length += text.utf8.count } }
    precondition(length == 4_890)
  }
  return (ProcessorTime.ofThread - start) / undisturbedTime
}

/// The processor time of that work on an AMD EPYC of the cloud, in seconds.
private let undisturbedTime = 0.001_8

/// Checks that work takes less processor time than a limit, in seconds, in one of three tries.
///
/// Under a sanitizer, the work is done once and may take any time.
///
/// - Returns: The result of the last try.
@discardableResult public func expectTime<Result>(
  below limit: Double, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation, of work: () throws -> Result
) rethrows -> Result {
  var results: [Result] = []
  var best = Double.infinity
  repeat {
    best = min(best, try processorTime { results.append(try work()) })
  } while !isSanitized && best >= limit && results.count < 3
  #expect(best < limit || isSanitized, comment, sourceLocation: sourceLocation)
  return results[results.count - 1]
}

/// Checks that the time for much work is less than a multiple of the time for little work.
///
/// The least times of up to five tries are compared. Under a sanitizer, only the little work is
/// done. Quadratic work takes a hundred times as long for ten times the amount.
///
/// - Parameters:
///   - small: The little work.
///   - large: The much work.
///   - limit: The multiple.
///   - floor: The least time that counts for little work, in seconds.
///   - sourceLocation: The caller.
///   - time: Does an amount of work and returns its processor time.
public func expectGrowth(
  from small: Int, to large: Int, below limit: Double, floor: Double = 0,
  sourceLocation: SourceLocation = #_sourceLocation, time: (Int) throws -> Double
) rethrows {
  var best = (small: try time(small), large: Double.infinity)
  guard !isSanitized else { return }
  for _ in 0..<5 where best.large >= limit * max(floor, best.small) {
    best = (min(best.small, try time(small)), min(best.large, try time(large)))
  }
  #expect(best.large < limit * max(floor, best.small), "\(best) s", sourceLocation: sourceLocation)
}

/// Returns a value as soon as it fulfills a condition, or its last one after about a minute.
public func awaited<Value>(
  _ isDone: (Value) -> Bool, _ value: () throws -> Value
) rethrows -> Value {
  for _ in 0..<1_000 {
    let current = try value()
    if isDone(current) { return current }
    usleep(50_000)
  }
  return try value()
}
