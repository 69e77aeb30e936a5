internal import Dispatch
internal import GalleyScheduling
internal import Synchronization

/// A batch of nodes that an executor creates and measures in units of a few.
final class MeasuringBatch<Node: ListNode>: Sendable {
  /// The units of work, each with its elements.
  let pieces: [(work: DisplayWork.ID, elements: [ElementID])]

  private let submissions: Mutex<[DisplayWork.Submission]>
  private let progress: MeasuringProgress

  /// Creates a batch to be submitted.
  ///
  /// - Parameters:
  ///   - jobs: The measurements with their priorities, in descending order of priority.
  ///   - size: The number of jobs per unit of work.
  ///   - clock: The clock that times measurements.
  ///   - didFinish: Called once, on any thread, when all units have ended.
  init(
    _ jobs: [(job: MeasuringJob<Node>, key: DisplayWork.Key)], size: Int, clock: any DisplayClock,
    didFinish: @escaping @Sendable () -> Void
  ) {
    let starts = Array(stride(from: 0, to: jobs.count, by: max(1, size)))
    let progress = MeasuringProgress(pieces: starts.count, didFinish: didFinish)
    var (pieces, submissions): ([(DisplayWork.ID, [ElementID])], [DisplayWork.Submission]) = (
      [], []
    )
    for start in starts {
      let part = jobs[start..<min(jobs.count, start + max(1, size))]
      let list = part.map { $0.job }
      // Handed over at the end of the work, when an executor makes its effects visible.
      let results = OperationResult<[MeasuringResult]>()
      let work = DisplayWork(label: "measurement") { _ in
        results.store(list.compactMap { $0.run { clock.now } })
      } ended: { _ in
        progress.endPiece(results.take() ?? [])
      }
      pieces.append((work.id, list.map { $0.element }))
      submissions.append(
        DisplayWork.Submission(work, key: part.map { $0.key }.min() ?? DisplayWork.Key(.visible)))
    }
    self.pieces = pieces
    self.submissions = Mutex(submissions)
    self.progress = progress
  }

  /// Submits the work to an executor, once; an empty batch finishes at once.
  func submit(to executor: any DisplayExecutor) {
    if pieces.isEmpty { return progress.didFinish() }
    executor.submit(
      submissions.withLock { submissions in
        defer { submissions = [] }
        return submissions
      })
  }

  /// Returns the results since the last call.
  func takeResults() -> [MeasuringResult] { progress.takeResults() }

  /// Whether all nodes have been measured or dropped.
  var isFinished: Bool { progress.isFinished }

  /// Runs the unstarted work on this thread, and returns when all units have ended.
  func wait(for executor: any DisplayExecutor) {
    executor.run(pieces.map { $0.work })
    progress.wait()
  }
}

/// The progress of a batch.
private final class MeasuringProgress: Sendable {
  private struct State {
    var open: Int
    var results: [MeasuringResult] = []
  }

  private let state: Mutex<State>
  private let group = DispatchGroup()
  let didFinish: @Sendable () -> Void

  init(pieces: Int, didFinish: @escaping @Sendable () -> Void) {
    state = Mutex(State(open: pieces))
    self.didFinish = didFinish
    for _ in 0..<pieces { group.enter() }
  }

  var isFinished: Bool { state.withLock { $0.open == 0 } }

  func takeResults() -> [MeasuringResult] {
    state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  /// Records the end of a unit of work, with its results.
  func endPiece(_ results: [MeasuringResult]) {
    let isLast = state.withLock { state in
      state.results += results
      state.open -= 1
      return state.open == 0
    }
    group.leave()
    if isLast { didFinish() }
  }

  func wait() { group.wait() }
}
