internal import Dispatch
public import GalleyPixels
internal import Synchronization

/// Bitmaps that several places show at once, each there for as long as somebody holds its token.
///
/// A bitmap is made once for a key, by the first who asks; whoever asks meanwhile, on another thread,
/// waits for it. When its last token goes, it goes too.
public final class SharedBitmaps<Key: Hashable & Sendable>: Sendable {
  /// What keeps a bitmap alive.
  public final class Token: Sendable {
    /// What the bitmap was asked for by.
    public let key: Key
    /// The bitmap.
    public let bitmap: Bitmap

    fileprivate let serial: UInt64
    private let table: Table

    fileprivate init(_ key: Key, _ bitmap: Bitmap, serial: UInt64, table: Table) {
      self.key = key
      self.bitmap = bitmap
      self.serial = serial
      self.table = table
    }

    deinit {
      table.remove(key, serial: serial)
    }
  }

  private let table = Table()

  /// Makes an empty table.
  public init() {}

  /// How many bitmaps there are.
  public var count: Int { table.count }

  /// How many threads wait for a bitmap that another one makes.
  package var waitingCount: Int { table.waitingCount }

  /// The token of a bitmap that is there; `nil` if none is.
  public func token(for key: Key) -> Token? { table.token(for: key) }

  /// The token of a bitmap, which is made if it is not there.
  ///
  /// - Parameters:
  ///   - key: What the bitmap is asked for by.
  ///   - make: Makes it, with no lock held; gives `nil` if it is not wanted any more, and then the
  ///     next who waits for it is asked. It must not ask for the same key.
  /// - Returns: The token, the same for all who hold it; `nil` if `make` gave none.
  public func token(for key: Key, _ make: () -> Bitmap?) -> Token? {
    while true {
      switch table.begin(key) {
      case .found(let token): return token
      case .wait(let flight):
        flight.wait()
        table.endWaiting()
        if let token = flight.token { return token }
      case .make(let flight, let serial):
        let token = make().map { Token(key, $0, serial: serial, table: table) }
        table.finish(key, flight, token)
        return token
      }
    }
  }

  /// The making of a bitmap, for those who wait for it.
  fileprivate final class Flight: Sendable {
    private let result = Mutex<Token?>(nil)
    private let group = DispatchGroup()

    init() { group.enter() }

    /// The token, once waiting is over; `nil` if none was made.
    var token: Token? { result.withLock { $0 } }

    func wait() { group.wait() }

    func land(_ token: Token?) {
      result.withLock { $0 = token }
      group.leave()
    }
  }

  fileprivate enum Turn {
    case found(Token)
    case wait(Flight)
    case make(Flight, serial: UInt64)
  }

  /// The bitmaps that are there or being made.
  fileprivate final class Table: Sendable {
    private struct Entry {
      weak var token: Token?
      let serial: UInt64
    }

    private struct State {
      var entries: [Key: Entry] = [:]
      var flights: [Key: Flight] = [:]
      var serial: UInt64 = 0
      var waitingCount = 0
    }

    private let state = Mutex(State())

    var count: Int {
      // A token may come to its end here, and must not while the lock is held.
      let tokens = state.withLock { state in state.entries.values.map(\.token) }
      return tokens.count { $0 != nil }
    }

    func token(for key: Key) -> Token? { state.withLock { $0.entries[key]?.token } }

    func begin(_ key: Key) -> Turn {
      state.withLock { state in
        if let token = state.entries[key]?.token { return .found(token) }
        if let flight = state.flights[key] {
          state.waitingCount += 1
          return .wait(flight)
        }
        let flight = Flight()
        state.flights[key] = flight
        state.serial += 1
        return .make(flight, serial: state.serial)
      }
    }

    var waitingCount: Int { state.withLock { $0.waitingCount } }

    func endWaiting() { state.withLock { $0.waitingCount -= 1 } }

    func finish(_ key: Key, _ flight: Flight, _ token: Token?) {
      state.withLock { state in
        state.flights[key] = nil
        if let token { state.entries[key] = Entry(token: token, serial: token.serial) }
      }
      flight.land(token)
    }

    func remove(_ key: Key, serial: UInt64) {
      state.withLock { state in
        if state.entries[key]?.serial == serial { state.entries[key] = nil }
      }
    }
  }
}
