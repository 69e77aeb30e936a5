internal import Glibc
public import Testing

/// Returns the processor time of this thread that work takes, in seconds.
///
/// The time does not depend on the load of the machine, except for the state of its caches.
public func processorTime(of work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try work()
  return now() - start
}

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
