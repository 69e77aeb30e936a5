import GalleyDisplay
import GalleyScheduling
import Testing

/// Takes the lists of a test apart when it is over.
///
/// Delegates refer to their lists, and pending work refers to its target: a sanitizer
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

  private var ends: [@MainActor () -> Void] = []

  /// Runs `body` when the test ends; retains nothing that the test may release.
  func whenOver(_ body: @escaping @MainActor () -> Void) { ends.append(body) }

  func end() {
    for body in ends { body() }
    ends = []
  }
}

extension ListStage {
  /// Takes the stage apart when the test ends.
  func register() {
    let (delegate, surface) = (delegate, surface)
    StageLog.current?.whenOver { [weak delegate, weak surface, executor] in
      delegate?.forget()
      surface?.rootNode = nil
      finish(executor, surface?.environment.loop)
    }
  }
}

extension TestList {
  /// Takes the list apart when the test ends.
  func register() {
    let (source, container, loop) = (source, container, loop)
    StageLog.current?.whenOver { [weak source, weak container, weak loop, executor] in
      source?.whenRead = nil
      container?.whenShown = nil
      container?.needs = { _ in [] }
      finish(executor, loop)
    }
  }
}

/// Runs what was left for later.
@MainActor private func finish(_ executor: ManualExecutor, _ loop: DisplayLoop?) {
  for _ in 0..<4 {
    executor.runAll()
    loop?.tick()
  }
}
