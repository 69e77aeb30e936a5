import GalleyDisplay
import GalleyScheduling
import Testing

/// Takes the lists of a test apart when it is over.
///
/// What their delegates do refers to them, and work that has not run refers to what it is for: a sanitizer
/// would find that nobody ever lets go of them.
struct StageEnding: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let log = StageLog()
    try await StageLog.$current.withValue(log) { try await function() }
    await log.end()
  }
}

extension Trait where Self == StageEnding {
  /// Takes the lists of each test apart when it is over.
  static var endsStages: Self { StageEnding() }
}

/// The lists that a test has made, which it may let go of.
@MainActor final class StageLog {
  @TaskLocal static var current: StageLog?

  private struct Entry {
    weak var delegate: StageDelegate?
    weak var surface: NodeSurface?
    let executor: ManualExecutor
  }

  private var entries: [Entry] = []

  func add(_ stage: ListStage) {
    entries.append(
      Entry(delegate: stage.delegate, surface: stage.surface, executor: stage.executor))
  }

  func end() {
    for entry in entries {
      entry.delegate?.forget()
      guard let surface = entry.surface else {
        entry.executor.runAll()
        continue
      }
      surface.rootNode = nil
      for _ in 0..<4 {
        entry.executor.runAll()
        surface.environment.loop.tick()
      }
    }
    entries = []
  }
}
