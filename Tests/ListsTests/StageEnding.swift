import GalleyDisplay
import GalleyScheduling
import Testing

/// Tears down the lists of a test when it ends.
///
/// Otherwise, the references of delegates to their lists and of pending work to its target would be
/// reported as leaks by a sanitizer.
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
  /// Tears down the lists of each test when it ends.
  static var endsStages: Self { StageEnding() }
}

/// The lists created by a test, which may release them.
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
  /// Tears down the stage when the test ends.
  func register() {
    let (delegate, surface, loop) = (delegate, surface, environment.loop)
    StageLog.current?.whenOver { [weak delegate, weak surface, weak loop, executor] in
      delegate?.forget()
      surface?.rootNode = nil
      finish(executor, loop)
    }
  }
}

extension TestList {
  /// Tears down the list when the test ends.
  func register() {
    let (source, container, loop) = (source, container, loop)
    StageLog.current?.whenOver { [weak source, weak container, weak loop, executor] in
      source?.whenRead = nil
      source?.whenUpdated = nil
      container?.whenShown = nil
      container?.needs = { _ in [] }
      finish(executor, loop)
    }
  }
}

/// Runs deferred work, and the work that results from it.
@MainActor func finish(_ executor: ManualExecutor, _ loop: DisplayLoop?) {
  loop?.tick()
  for _ in 0..<100 {
    executor.runAll()
    guard let loop, loop.needsTick else { return }
    loop.tick()
  }
}
