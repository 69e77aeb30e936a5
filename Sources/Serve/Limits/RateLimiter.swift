import GalleyBasics
import HTTPTypes
import Synchronization

/// A limit on the number of requests of each address in a time.
///
/// Requests are counted from the first of an address; when the time is over, its count begins
/// again. The number of addresses that are remembered is bounded.
final class RateLimiter: Sendable {
  /// The rest of an address's requests.
  struct Remaining: Hashable, Sendable {
    /// The number of further requests.
    var count: Int
    /// The time until the count begins again, in whole seconds.
    var reset: Int
    /// The number of requests in each period.
    var total: Int

    /// The headers of quote-api.
    var headers: HTTPFields {
      var headers = HTTPFields()
      headers[.named("Rate-Limit-Remaining")] = String(count)
      headers[.named("Rate-Limit-Reset")] = String(reset)
      headers[.named("Rate-Limit-Total")] = String(total)
      return headers
    }
  }

  private struct Period {
    var start: ContinuousClock.Instant
    var count = 0
  }

  private let limit: RateLimit
  private let periods = Mutex<[String: Period]>([:])

  init(_ limit: RateLimit) { self.limit = limit }

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - address: The address of the client.
  ///   - now: The current time.
  /// - Returns: The rest of its requests.
  /// - Throws: `ServeError.rateLimited` if there is none.
  func admit(_ address: String, at now: ContinuousClock.Instant) throws(ServeError) -> Remaining {
    let duration = Duration.seconds(limit.seconds)
    let limit = limit
    let (remaining, isAdmitted) = periods.withLock { periods in
      if periods.count >= Limits.Server.addresses, periods[address] == nil {
        periods = periods.filter { now - $0.value.start < duration }
        // Forgetting all is better than growing; it admits some requests more.
        if periods.count >= Limits.Server.addresses { periods.removeAll() }
      }
      var period = periods[address] ?? Period(start: now)
      if now - period.start >= duration { period = Period(start: now) }
      let isAdmitted = period.count < limit.count
      if isAdmitted { period.count += 1 }
      periods[address] = period
      let rest = (duration - (now - period.start)) / .seconds(1)
      return (
        Remaining(
          count: limit.count - period.count, reset: max(1, Int(rest.rounded(.up))),
          total: limit.count), isAdmitted
      )
    }
    guard isAdmitted else { throw .rateLimited(remaining) }
    return remaining
  }
}
