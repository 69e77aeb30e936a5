import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLists
import GalleyMessages
import GalleyScheduling
import GalleyTypesetting
import TestSupport

@testable import Galley
@testable import GalleyWindow

/// A reader of an archive in a window that is not on any screen, with a manual clock.
@MainActor final class ReaderModel {
  let reader: ArchiveReader
  let window: ConversationWindow
  let environment: DisplayEnvironment
  private(set) var copies: [String] = []

  /// The conversation on screen.
  var view: ConversationView { window.view }

  init(
    _ chats: [[ChatMessage]], size: Size = Size(width: 400, height: 600)
  ) async throws {
    environment = DisplayEnvironment(executor: ManualExecutor(), clock: ManualClock())
    let metrics = Window.Metrics(size: size, scale: 1, refreshRate: 60)
    let nodes = NodeWindow(Window(offscreen: metrics), in: environment, loop: EventLoop())
    let engine = TestFonts.engine()
    let entries = chats.enumerated().map { index, messages in
      (
        "Chat \(index + 1)",
        ChatRows(ListedMessages(messages), style: ChatStyle(), engine: engine)
      )
    }
    reader = try ArchiveReader(
      SourceArchive(entries), style: ChatStyle(), engine: engine, ConversationWindow.Options(),
      in: nodes)
    window = reader.window
    window.begin()
    await until { view.count > 0 }
    recordCopies()
  }

  isolated deinit {
    window.window.rootNode = nil
    environment.loop.settle(limit: 100)
  }

  /// Records what is copied from the conversation on screen.
  func recordCopies() {
    view.onCopy = { [weak self] in self?.copies.append($0.string) }
  }

  /// Completes work, and advances time by a frame.
  private func step() {
    environment.executor.waitUntilIdle()
    environment.loop.tick()
    (environment.clock as? ManualClock)?.advance(by: 1.0 / 30)
  }

  /// Lets tasks and frames pass until a condition holds, at most for a minute, and then until
  /// nothing moves.
  ///
  /// It sleeps in between: beside other tests, tasks may not get a thread for a while.
  func until(_ isDone: () -> Bool) async {
    let end = ContinuousClock.now + .seconds(60)
    while !isDone(), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(1))
      step()
    }
    settle()
  }

  /// Lets frames pass until nothing moves.
  func settle() { for _ in 0..<60 { step() } }

  func press(_ key: WindowEvent.Key, _ keys: WindowEvent.KeyModifiers = []) {
    window.window.window.receive(.key(key, keys, isRepeat: false))
    settle()
  }

  func type(_ text: String) {
    window.window.window.receive(.text(text))
    settle()
  }

  func click(_ point: Point, _ button: WindowEvent.PointerButton = .left) {
    window.window.window.receive(.pressed(button, at: point, clicks: 1, []))
    window.window.window.receive(.released(button, at: point, []))
    settle()
  }

  func drag(from start: Point, to end: Point) {
    let window = window.window.window
    window.receive(.pressed(.left, at: start, clicks: 1, []))
    for step in 1...4 {
      let part = Double(step) / 4
      window.receive(
        .pointerMoved(
          Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part), []))
    }
    window.receive(.released(.left, at: end, []))
    settle()
  }

  func scroll(_ distance: Double, at point: Point, _ keys: WindowEvent.KeyModifiers = []) {
    var movement = WindowEvent.WheelMovement(
      Point(x: 0, y: distance), isPrecise: false, at: point)
    movement.modifiers = keys
    window.window.window.receive(.scrolled(movement))
    settle()
  }

  /// The ID of the first message that is completely on screen.
  var firstID: Message.ID? {
    view.list.displayedItems.firstFullyVisible.flatMap { view.id(ofVisible: $0) }
  }

  /// Returns the frame of a part of a message in the window; `nil` if it is not on screen.
  func frame(of kind: ChatRow.Part.Kind, in id: Message.ID) -> Rect? {
    guard let index = view.index(of: id), let frame = view.list.frame(at: index),
      let row = view.list.node(at: index).flatMap({ ChatRowNode($0) }),
      let part = row.row.parts.first(where: { $0.kind == kind })
    else { return nil }
    let origin = view.node.frame.origin
    return part.frame.offset(x: frame.minX + origin.x, y: frame.minY + origin.y)
  }

  /// The titles of the open menu's items.
  var menu: [String] { view.interaction.panel?.elements.map(\.label.string) ?? [] }

  /// Chooses an item of the open menu.
  func choose(_ title: String) {
    guard let element = view.interaction.panel?.elements.first(where: { $0.label.string == title })
    else { return }
    view.perform(element)
    settle()
  }
}

extension Rect {
  /// The middle of the rectangle.
  var middle: Point { Point(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }
}
