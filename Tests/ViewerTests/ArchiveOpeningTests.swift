import Foundation
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyMessages
import GalleyScheduling
import Synchronization
import TestSupport
import Testing

@testable import Galley
@testable import GalleyWindow

/// The window of an archive that is opened in the background.
@MainActor
@Suite(.alone) struct ArchiveOpeningTests {
  private let environment = DisplayEnvironment(executor: ManualExecutor(), clock: ManualClock())
  private let window: NodeWindow
  private let opening: ArchiveOpening

  init() {
    let metrics = Window.Metrics(size: Size(width: 400, height: 600), scale: 1, refreshRate: 60)
    window = NodeWindow(Window(offscreen: metrics), in: environment, loop: EventLoop())
    opening = ArchiveOpening(
      style: ChatStyle(), engine: TestFonts.engine(), ConversationWindow.Options(), in: window)
  }

  private nonisolated static func archive() -> SourceArchive {
    var message = ChatMessage(Message("hello"), from: "Ada")
    message.id = .number(1)
    let rows = ChatRows(
      ListedMessages([message]), style: ChatStyle(), engine: TestFonts.engine())
    return SourceArchive([("Chat", rows)])
  }

  /// Lets the other thread and frames pass until a condition holds, at most for a minute.
  private func until(_ isDone: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(60)
    while !isDone(), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(1))
      environment.executor.waitUntilIdle()
      environment.loop.tick()
      (environment.clock as? ManualClock)?.advance(by: 1.0 / 30)
    }
  }

  @Test func `the progress is shown, and then the conversations`() async {
    let step = Atomic(0)
    opening.begin { report in
      _ = report(120_000)
      while step.load(ordering: .relaxed) == 0 { usleep(1_000) }
      return Self.archive()
    }
    #expect(window.rootNode === opening.panel.node)
    #expect(opening.panel.texts == [])
    await until { !opening.panel.texts.isEmpty }
    #expect(opening.panel.texts.prefix(2) == ["Importing…", "120,000 messages"])
    var isTold = false
    opening.onOpen = { _ in isTold = true }
    // Colors that are chosen meanwhile remain.
    window.window.receive(.key(.character("t"), [], isRepeat: false))
    step.store(1, ordering: .relaxed)
    await until { opening.reader != nil }
    #expect(isTold)
    let reader = opening.reader
    #expect(window.rootNode === reader?.window.root)
    #expect(reader?.header.titleText == "Chat")
    #expect(reader?.window.view.appearance == .dark)
    await until { reader?.window.view.count == 1 }
    #expect(reader?.window.view.count == 1)
    window.rootNode = nil
    environment.loop.settle(limit: 100)
  }

  @Test func `a failure is shown with its reason`() async {
    opening.begin { _ in throw Program.Failure("the disk is full") }
    await until { opening.failure != nil }
    #expect(opening.panel.texts == ["The conversations cannot be opened", "the disk is full"])
    #expect(opening.reader == nil)
    window.rootNode = nil
    environment.loop.settle(limit: 100)
  }

  @Test func `an import stops when its window goes away`() async {
    let stopped = Atomic(false)
    var opening: ArchiveOpening? = ArchiveOpening(
      style: ChatStyle(), engine: TestFonts.engine(), ConversationWindow.Options(), in: window)
    opening?.begin { report in
      while report(1) { usleep(1_000) }
      stopped.store(true, ordering: .relaxed)
      return Self.archive()
    }
    await until { opening?.panel.texts.isEmpty == false }
    let isEarly = stopped.load(ordering: .relaxed)
    #expect(!isEarly)
    opening = nil
    await until { stopped.load(ordering: .relaxed) }
    let hasStopped = stopped.load(ordering: .relaxed)
    #expect(hasStopped)
    window.rootNode = nil
    environment.loop.settle(limit: 100)
  }
}
