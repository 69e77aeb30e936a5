package import GalleyPixels
internal import GalleySystem
internal import Synchronization

/// A table of bitmaps shared by several users, each alive as long as its token is held.
///
/// The first request for a key creates the bitmap; concurrent requests on other threads wait for
/// it. A bitmap is released with its last token.
package final class SharedBitmaps<Key: Hashable & Sendable>: Sendable {
  /// A token that keeps a bitmap alive.
  package final class Token: Sendable {
    /// The key of the bitmap.
    package let key: Key
    /// The bitmap.
    package let bitmap: Bitmap

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

  /// Creates an empty table.
  package init() {}

  /// The number of bitmaps.
  package var count: Int { table.count }

  /// The number of threads waiting for a bitmap that another thread creates.
  package var waitingCount: Int { table.waitingCount }

  /// Returns the token of an existing bitmap, or `nil` if there is none.
  package func token(for key: Key) -> Token? { table.token(for: key) }

  /// Returns the token of a bitmap, creating the bitmap if needed.
  ///
  /// - Parameters:
  ///   - key: The key of the bitmap.
  ///   - make: Creates the bitmap, without a lock held; `nil` cancels, and the next waiting thread
  ///     creates it instead. It must not request the same key.
  /// - Returns: The token, shared by all its holders, or `nil` if `make` returned `nil`.
  package func token(for key: Key, _ make: () -> Bitmap?) -> Token? {
    while true {
      switch table.begin(key) {
      case .found(let token): return token
      case .wait(let waiter):
        if let token = waiter.wait() { return token }
      case .make(let serial):
        let token = make().map { Token(key, $0, serial: serial, table: table) }
        table.finish(key, token)
        return token
      }
    }
  }

  fileprivate enum Turn {
    case found(Token)
    case wait(Waiter<Token>)
    case make(serial: UInt64)
  }

  /// The bitmaps that exist or are in flight.
  fileprivate final class Table: Sendable {
    private struct Entry {
      weak var token: Token?
      let serial: UInt64
    }

    private struct State {
      var entries: [Key: Entry] = [:]
      var flights = Flights<Key, Token>()
      var serial: UInt64 = 0
    }

    private let state = Mutex(State())

    var count: Int {
      // A token may be released here, which must not happen while the lock is held.
      let tokens = state.withLock { state in state.entries.values.map(\.token) }
      return tokens.count { $0 != nil }
    }

    func token(for key: Key) -> Token? { state.withLock { $0.entries[key]?.token } }

    func begin(_ key: Key) -> Turn {
      state.withLock { state in
        if let token = state.entries[key]?.token { return .found(token) }
        if let waiter = state.flights.join(key) { return .wait(waiter) }
        state.serial += 1
        return .make(serial: state.serial)
      }
    }

    var waitingCount: Int { state.withLock { $0.flights.waitingCount } }

    func finish(_ key: Key, _ token: Token?) {
      let waiters = state.withLock { state in
        if let token { state.entries[key] = Entry(token: token, serial: token.serial) }
        return state.flights.land(key)
      }
      for waiter in waiters { waiter.resume(with: token) }
    }

    func remove(_ key: Key, serial: UInt64) {
      state.withLock { state in
        if state.entries[key]?.serial == serial { state.entries[key] = nil }
      }
    }
  }
}
