internal import GalleyLists
internal import GalleyMessages

/// The loaded part of a paged conversation: the states of its ends, and the requests in flight.
///
/// Each request has a ticket. The outcome of a request whose ticket is no longer current is
/// ignored.
struct PageWindow {
  /// The state of an end.
  enum End: Hashable {
    /// There are more messages.
    case open
    /// More messages are being loaded.
    case loading(ticket: Int)
    /// More messages could not be loaded.
    case failed
    /// The conversation ends here.
    case closed
  }

  /// A part of the conversation that replaces what is loaded.
  enum Target: Hashable {
    case newest
    case around(Message.ID)
  }

  /// The purpose of a request.
  enum Purpose: Hashable {
    /// More messages at an end.
    case extend(ListEnd)
    /// Messages elsewhere.
    case replace(Target)
  }

  private(set) var head = End.closed
  private(set) var tail = End.closed
  /// The part that is being loaded instead of the current one, or could not be.
  private(set) var replacement: (target: Target, state: End)?
  private var lastTicket = 0

  /// Returns the state of an end.
  func state(of end: ListEnd) -> End { end == .head ? head : tail }

  /// The ends at which more messages can be loaded.
  var extensibleEnds: [ListEnd] { [.head, .tail].filter { state(of: $0) != .closed } }

  /// Whether the newest message is loaded.
  var reachesEnd: Bool { tail == .closed }

  /// The tickets of the requests in flight.
  private var tickets: [Int] {
    [head, tail, replacement?.state].compactMap {
      if case .loading(let ticket)? = $0 { ticket } else { nil }
    }
  }

  // MARK: Events

  /// Begins to load more at an end.
  ///
  /// - Returns: The ticket of the request; `nil` if there is nothing to load, or another part is
  ///   being loaded.
  mutating func extend(_ end: ListEnd) -> Int? {
    guard state(of: end) == .open || state(of: end) == .failed else { return nil }
    if isReplacing { return nil }
    lastTicket += 1
    set(.loading(ticket: lastTicket), of: end)
    return lastTicket
  }

  /// Begins to load another part.
  ///
  /// - Returns: The ticket of the request, and those of requests that it supersedes.
  mutating func replace(by target: Target) -> (ticket: Int, superseded: [Int]) {
    let superseded = tickets
    for end in [ListEnd.head, .tail] {
      if case .loading = state(of: end) { set(.open, of: end) }
    }
    lastTicket += 1
    replacement = (target, .loading(ticket: lastTicket))
    return (lastTicket, superseded)
  }

  /// Ends a request that has failed.
  ///
  /// - Returns: The purpose of the request; `nil` if it is not current.
  mutating func fail(_ ticket: Int) -> Purpose? {
    let purpose = purpose(of: ticket)
    switch purpose {
    case .extend(let end)?: set(.failed, of: end)
    case .replace(let target)?: replacement = (target, .failed)
    case nil: break
    }
    return purpose
  }

  /// Ends a request that has succeeded.
  ///
  /// - Parameters:
  ///   - ticket: The ticket of the request.
  ///   - hasOlder: Whether there are messages before those that are loaded now.
  ///   - hasNewer: Whether there are messages after those that are loaded now.
  mutating func finish(_ ticket: Int, hasOlder: Bool, hasNewer: Bool) {
    switch purpose(of: ticket) {
    case .extend(.head)?: head = hasOlder ? .open : .closed
    case .extend(.tail)?: tail = hasNewer ? .open : .closed
    case .replace?:
      (head, tail) = (hasOlder ? .open : .closed, hasNewer ? .open : .closed)
      replacement = nil
    case nil: break
    }
  }

  /// Forgets the part that was to be loaded, and keeps the current one.
  mutating func abandonReplacement() { replacement = nil }

  /// Whether another part is being loaded.
  var isReplacing: Bool {
    if case .loading? = replacement?.state { true } else { false }
  }

  /// Returns the purpose of a request in flight; `nil` if its ticket is not current.
  func purpose(of ticket: Int) -> Purpose? {
    if let replacement, replacement.state == .loading(ticket: ticket) {
      return .replace(replacement.target)
    }
    if head == .loading(ticket: ticket) { return .extend(.head) }
    return tail == .loading(ticket: ticket) ? .extend(.tail) : nil
  }

  private mutating func set(_ state: End, of end: ListEnd) {
    if end == .head { head = state } else { tail = state }
  }
}
