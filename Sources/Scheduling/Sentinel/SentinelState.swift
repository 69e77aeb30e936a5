/// The state of a sentinel, without locking.
struct SentinelState {
  private let patience: Int
  /// The numbers of the last passes issued, published and canceled.
  private var issued: UInt64 = 0
  private var published: UInt64 = 0
  private var canceled: UInt64 = 0
  /// The newest pass, unless it has been superseded.
  private var newest: TicketState?
  /// The pass that stays valid despite being superseded.
  private var shielded: TicketState?
  /// The number of passes superseded since one was published.
  private var supersededCount = 0

  init(patience: Int) {
    self.patience = max(0, patience)
  }

  var isDisplaying: Bool {
    [newest, shielded].contains { pass in
      pass.map { $0.number > published && !$0.hasEnded } ?? false
    }
  }

  /// Begins a pass.
  mutating func issue() -> TicketState {
    supersede()
    issued += 1
    let pass = TicketState(number: issued)
    newest = pass
    return pass
  }

  /// Makes the newest pass stale, or shields it if too many have been superseded.
  mutating func supersede() {
    guard let pass = newest else { return }
    newest = nil
    if pass.number > published { supersededCount += 1 }
    if let shielded, shielded.hasEnded { self.shielded = nil }
    if shielded == nil, supersededCount > patience, !pass.hasEnded {
      shielded = pass
    } else {
      pass.expire()
    }
  }

  /// Cancels all passes.
  mutating func cancel() {
    canceled = issued
    supersededCount = 0
    newest?.expire()
    shielded?.expire()
    newest = nil
    shielded = nil
  }

  /// Records a pass as shown, if it may be.
  mutating func publish(_ number: UInt64) -> Bool {
    guard number > published, number > canceled else { return false }
    published = number
    supersededCount = 0
    guard let pass = shielded, pass.number <= number else { return true }
    shielded = nil
    // A pass older than the one shown will never be published, so it need not be drawn.
    if pass.number < number { pass.expire() }
    return true
  }
}
