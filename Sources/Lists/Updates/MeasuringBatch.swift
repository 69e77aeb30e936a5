internal import Dispatch
internal import GalleyScheduling
internal import Synchronization

/// Nodes that are made and measured together, by an executor in pieces of a few.
final class MeasuringBatch<Node: ListNode>: Sendable {
  /// The pieces, each with the elements that are in it.
  let pieces: [(work: WorkID, elements: [ElementID])]

  private let submissions: Mutex<[Submission]>
  private let progress: MeasuringProgress

  /// Makes a batch that waits to be submitted.
  ///
  /// - Parameters:
  ///   - jobs: What to measure, each with how soon it is wanted; most wanted first.
  ///   - size: How many go in one piece.
  ///   - clock: What measuring is timed by.
  ///   - didFinish: Is called once, on any thread, when all pieces have ended.
  init(
    _ jobs: [(job: MeasuringJob<Node>, key: WorkKey)], size: Int, clock: any DisplayClock,
    didFinish: @escaping @Sendable () -> Void
  ) {
    let starts = Array(stride(from: 0, to: jobs.count, by: max(1, size)))
    let progress = MeasuringProgress(pieces: starts.count, didFinish: didFinish)
    var (pieces, submissions): ([(WorkID, [ElementID])], [Submission]) = ([], [])
    for start in starts {
      let part = jobs[start..<min(jobs.count, start + max(1, size))]
      let list = part.map { $0.job }
      let work = DisplayWork(label: "measurement") { _ in
        for job in list {
          if let result = job.run({ clock.now }) { progress.add(result) }
        }
      } ended: { _ in
        progress.endPiece()
      }
      pieces.append((work.id, list.map { $0.element }))
      submissions.append(Submission(work, key: part.map { $0.key }.min() ?? WorkKey(.visible)))
    }
    self.pieces = pieces
    self.submissions = Mutex(submissions)
    self.progress = progress
  }

  /// Gives the work to an executor, once; a batch of nothing is finished with that.
  func submit(to executor: any DisplayExecutor) {
    if pieces.isEmpty { return progress.finishEmpty() }
    executor.submit(
      submissions.withLock { submissions in
        defer { submissions = [] }
        return submissions
      })
  }

  /// What has been measured since this was asked last.
  func takeResults() -> [MeasuringResult] { progress.takeResults() }

  /// Whether all has been measured, or dropped.
  var isFinished: Bool { progress.isFinished }

  /// Runs here what has not begun, and returns when all has ended.
  func wait(for executor: any DisplayExecutor) {
    executor.run(pieces.map { $0.work })
    progress.wait()
  }
}

/// How far a batch has come.
private final class MeasuringProgress: Sendable {
  private struct State {
    var open: Int
    var results: [MeasuringResult] = []
  }

  private let state: Mutex<State>
  private let group = DispatchGroup()
  private let didFinish: @Sendable () -> Void

  init(pieces: Int, didFinish: @escaping @Sendable () -> Void) {
    state = Mutex(State(open: pieces))
    self.didFinish = didFinish
    for _ in 0..<pieces { group.enter() }
  }

  var isFinished: Bool { state.withLock { $0.open == 0 } }

  func add(_ result: MeasuringResult) {
    state.withLock { $0.results.append(result) }
  }

  func takeResults() -> [MeasuringResult] {
    state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }

  func endPiece() {
    let isLast = state.withLock { state in
      state.open -= 1
      return state.open == 0
    }
    group.leave()
    if isLast { didFinish() }
  }

  func finishEmpty() {
    didFinish()
  }

  func wait() {
    group.wait()
  }
}
