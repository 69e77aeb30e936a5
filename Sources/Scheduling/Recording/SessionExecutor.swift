internal import GalleySystem
internal import Synchronization

/// An executor whose work and results are steps of a session.
///
/// While a session is recorded, an underlying executor schedules the work on its threads. Each
/// piece of work is a step between those of the main actor, and a later step delivers its result.
/// A replay performs the same steps without the underlying executor.
///
/// Work that has begun is drawn to its end even if it goes stale. Work for which the main actor
/// waits runs on the main actor, as part of its step.
package final class SessionExecutor: DisplayExecutor {
  /// A step that runs work; `number` counts work in the order of submission, from 1.
  package typealias Step = @Sendable (_ number: Int, _ body: () -> Void) -> Void

  private struct Entry {
    let number: Int
    let work: DisplayWork
    /// Whether the work has run; `nil` if its turn has not come.
    var hasRun: Bool?
  }

  private struct State {
    var entries: [DisplayWork.ID: Entry] = [:]
    var ids: [Int: DisplayWork.ID] = [:]
    var proxies: [DisplayWork.ID: DisplayWork.ID] = [:]
    var held: [Int] = []
    var counters = DisplayWork.Counters()

    mutating func take(_ id: DisplayWork.ID?) -> Entry? {
      guard let id, let entry = entries.removeValue(forKey: id) else { return nil }
      ids[entry.number] = nil
      proxies[id] = nil
      held.removeAll { $0 == entry.number }
      return entry
    }
  }

  private struct Hooks {
    var step: Step
    var hold: @Sendable () -> Void = {}
  }

  private let executor: (any DisplayExecutor)?
  private let clock: SessionClock
  private let state = Mutex(State())
  private let hooks: Mutex<Hooks>
  /// Runs work that would otherwise run on the main actor outside of its steps.
  private let thread = BatchThread(name: "galley.session")

  /// Creates an idle executor.
  ///
  /// - Parameters:
  ///   - executor: The executor that decides which work runs; `nil` for a replay.
  ///   - clock: The clock of the session.
  package init(_ executor: (any DisplayExecutor)?, clock: SessionClock) {
    self.executor = executor
    self.clock = clock
    hooks = Mutex(Hooks { _, body in body() })
  }

  /// Sets the closures for a recording.
  ///
  /// - Parameters:
  ///   - step: Records and runs the body of a step; called within the step.
  ///   - hold: Called on any thread when there are results to pass on.
  package func record(step: @escaping Step, hold: @escaping @Sendable () -> Void) {
    hooks.withLock { $0 = Hooks(step: step, hold: hold) }
  }

  // MARK: Steps

  /// Runs a piece of work as a step, on a thread other than the main one.
  ///
  /// - Parameter number: The number of the work.
  /// - Returns: Whether there is such work whose turn has not come.
  @discardableResult package func perform(_ number: Int) -> Bool {
    guard isOnMain else { return performStep(number) }
    return thread.sync { self.performStep(number) }
  }

  /// The numbers of the results that are held back, in the order in which the work ended.
  package var results: [Int] { state.withLock { $0.held } }

  /// Passes results on, in a step.
  ///
  /// - Parameter numbers: Their numbers.
  /// - Returns: The first number without a result; `nil` if all were passed on.
  package func pass(_ numbers: [Int]) -> Int? {
    for number in numbers {
      let entry = state.withLock { state in
        state.held.contains(number) ? state.take(state.ids[number]) : nil
      }
      guard let entry else { return number }
      end(entry)
    }
    return nil
  }

  // MARK: DisplayExecutor

  /// The statistics so far.
  package var counters: DisplayWork.Counters { state.withLock { $0.counters } }

  /// Submits work.
  package func submit(_ batch: [DisplayWork.Submission]) {
    let proxies = batch.map { DisplayWork.Submission(proxy(of: $0.work), key: $0.key) }
    executor?.submit(proxies)
  }

  /// Changes the keys of work whose turn has not come; a replay has the order already.
  package func rekey(_ keys: [DisplayWork.ID: DisplayWork.Key]) {
    let pairs = state.withLock { state in
      keys.compactMap { id, key in state.proxies[id].map { ($0, key) } }
    }
    executor?.rekey(Dictionary(pairs) { first, _ in first })
  }

  /// Cancels work whose turn has not come.
  package func cancel(_ ids: [DisplayWork.ID]) {
    for id in ids {
      let (entry, proxy) = state.withLock { state in
        let proxy = state.proxies[id]
        return (state.entries[id].flatMap { $0.hasRun == nil ? state.take(id) : nil }, proxy)
      }
      if let proxy { executor?.cancel(proxy) }
      if let entry { end(entry) }
    }
  }

  /// Runs work whose turn has not come, and passes the results of all given work on.
  package func run(_ ids: [DisplayWork.ID]) {
    for id in ids {
      guard var entry = state.withLock({ $0.take(id) }) else { continue }
      if entry.hasRun == nil { entry.hasRun = draw(entry.work) }
      end(entry)
    }
  }

  /// Runs all work and passes its results on, in the order of submission.
  package func waitUntilIdle() {
    // Within a step, no other thread runs work.
    if !clock.isInStep { executor?.waitUntilIdle() }
    while let id = state.withLock({ state in state.ids.min { $0.key < $1.key }?.value }) {
      run([id])
    }
  }

  /// Cancels work whose turn has not come, and passes all results on.
  ///
  /// A replay that ends early would otherwise retain its nodes, which retain the executor.
  package func endAll() {
    let entries = state.withLock { state in
      state.ids.values.compactMap { state.take($0) }.sorted { $0.number < $1.number }
    }
    for entry in entries { end(entry) }
  }

  // MARK: Helpers

  /// Adds work, and returns the work that takes its place in the other executor.
  private func proxy(of work: DisplayWork) -> DisplayWork {
    let number = state.withLock { state in
      state.counters.submitted += 1
      state.entries[work.id] = Entry(number: state.counters.submitted, work: work)
      state.ids[state.counters.submitted] = work.id
      return state.counters.submitted
    }
    let proxy = DisplayWork(label: work.label) { [weak self] _ in self?.perform(number) }
    state.withLock { $0.proxies[work.id] = proxy.id }
    return proxy
  }

  private func performStep(_ number: Int) -> Bool {
    let (step, hold) = hooks.withLock { ($0.step, $0.hold) }
    let isDone = clock.perform {
      let entry = state.withLock { state in state.ids[number].flatMap { state.entries[$0] } }
      // The main actor may have canceled or run the work since its turn came.
      guard let entry, entry.hasRun == nil else { return false }
      step(number) {
        let hasRun = draw(entry.work)
        state.withLock { state in
          state.entries[entry.work.id]?.hasRun = hasRun
          state.held.append(number)
        }
      }
      return true
    }
    if isDone { hold() }
    return isDone
  }

  /// Draws work, unless it is stale; returns whether it was drawn.
  private func draw(_ work: DisplayWork) -> Bool {
    guard !work.ticket.isStale, work.start() else { return false }
    state.withLock { $0.counters.started += 1 }
    work.run(for: .unlimited)
    return true
  }

  private func end(_ entry: Entry) {
    let hasRun = entry.hasRun == true
    if hasRun { entry.work.finish() } else { entry.work.discard() }
    state.withLock { state in
      if hasRun { state.counters.finished += 1 } else { state.counters.canceledBeforeStart += 1 }
    }
  }
}
