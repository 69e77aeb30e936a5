import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLists
import GalleyMessages
import GalleyPixels
import GalleyRichMessages
import GalleyScheduling
import GalleyTypesetting

@testable import GalleyViewer

/// A conversation without a window, with a manual clock, as the model of a window's contents.
@MainActor final class ConversationModel {
  let view: ConversationView
  let clock = ManualClock()
  let environment: DisplayEnvironment
  private let surface: NodeSurface
  /// The delegate, which logs links that are followed instead of asking.
  let reader = Reader()
  /// The links that were tapped.
  var links: [String] { reader.links }

  convenience init(_ rows: ChatRows, size: Size, scale: Double = 1) throws {
    var rows = rows
    rows.style.width = size.width
    try self.init(size: size, scale: scale) { ConversationView(rows, environment: $0) }
  }

  init(
    size: Size, scale: Double = 1, makeView: (DisplayEnvironment) -> ConversationView
  ) throws {
    let environment = DisplayEnvironment(executor: ManualExecutor(clock: clock), clock: clock)
    environment.scale = scale
    self.environment = environment
    surface = NodeSurface(LayerHost(size: size, scale: scale), environment: environment)
    view = makeView(environment)
    surface.rootNode = view.node
    try view.open(size: size, scale: scale)
    view.delegate = reader
    view.onCopy = { [reader] in reader.copies.append($0.string) }
    settle()
  }

  /// Ends pending work, which would keep the nodes and the environment alive.
  isolated deinit {
    surface.rootNode = nil
    environment.loop.settle(limit: 100)
  }

  /// Advances time and completes work until nothing moves.
  func settle() {
    var quiet = 0
    for _ in 0..<120 where quiet < 4 {
      step()
      quiet = environment.loop.needsTick ? 0 : quiet + 1
    }
  }

  /// Completes work, and advances time by a frame.
  func step() {
    environment.executor.waitUntilIdle()
    environment.loop.tick()
    clock.advance(by: 1.0 / 30)
  }

  /// Lets other tasks and frames pass until a condition holds, at most for a while.
  func until(_ isDone: () -> Bool) async {
    for turn in 0..<100_000 where !isDone() {
      await Task.yield()
      if turn % 16 == 15 { step() }
    }
  }

  /// The rows when nothing moves, with dust that does not depend on the time.
  func picture() throws -> Bitmap {
    stopDust()
    settle()
    return try moment()
  }

  /// The rows at the current time, during a movement.
  func moment() throws -> Bitmap { try surface.bitmap() }

  /// Shows the dust of the rows as it is without a clock, from the next tick on.
  func stopDust() {
    for index in view.list.displayedItems.live ?? 0..<0 {
      view.list.node(at: index).flatMap { ChatRowNode($0) }?.text?.animatesDust = false
    }
  }

  func resize(to size: Size, scale: Double = 1) {
    surface.resize(to: size, scale: scale)
    view.resize(to: size, scale: scale)
    settle()
  }

  /// Sends an event of a pointer; pointer 0 is a mouse, others are fingers.
  @discardableResult func send(
    _ phase: PointerEvent.Phase, at point: Point, pointer: Int = 0,
    button: PointerEvent.Button = .primary, _ keys: PointerEvent.Modifiers = []
  ) -> Bool {
    surface.send(
      PointerEvent(
        phase, at: point, time: clock.now, pointer: pointer, button: button, modifiers: keys))
  }

  /// Advances time by ticks.
  func run(_ seconds: Double) {
    for _ in 0..<Int((seconds * 60).rounded(.up)) {
      clock.advance(by: 1.0 / 60)
      environment.loop.tick()
      environment.executor.waitUntilIdle()
    }
  }

  func tap(_ point: Point) {
    send(.began, at: point)
    send(.ended, at: point)
    settle()
  }

  /// Returns the middle of a message's first part of a kind, in the window.
  func place(of kind: ChatRow.Part.Kind, in index: Int) -> Point? {
    guard let row = view.list.node(at: index).flatMap({ ChatRowNode($0) }),
      let part = row.row.parts.first(where: { $0.kind == kind }),
      let frame = view.list.frame(at: index)
    else { return nil }
    return Point(
      x: (part.frame.minX + part.frame.maxX) / 2 + frame.minX,
      y: (part.frame.minY + part.frame.maxY) / 2 + frame.minY)
  }

  /// Returns the middle of the first rectangle of a message's annotation, in the window.
  func place(of range: Range<Int>, in index: Int) -> Point? {
    guard let node = view.list.node(at: index), let text = ChatRowNode(node)?.text,
      let rect = text.layout.rects(of: range).first,
      let frame = view.list.frame(at: index)
    else { return nil }
    let middle = Point(x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
    return text.node.convert(middle, to: node).map {
      Point(x: ($0.x + frame.minX).rounded(), y: ($0.y + frame.minY).rounded())
    }
  }
}

/// A delegate that logs what it hears.
@MainActor final class Reader: ConversationDelegate {
  /// The targets of links that were followed, or opened after a question.
  var links: [String] = []
  var copies: [String] = []
  var log: [String] = []
  /// Whether the view asks before it opens links.
  var asks = false
  var doubleTaps = false
  var canTap: (ConversationTarget) -> Bool = { $0.hasDefaultAction }
  var menu: ([MenuItem]) -> [MenuItem] = { $0 }

  func conversation(
    _ view: ConversationView, received gesture: ConversationGesture, on target: ConversationTarget
  ) -> ConversationResponse {
    log.append("\(gesture) \(target.kind.name)")
    guard gesture == .tap, !asks, case .link(let link) = target.kind else {
      return .performDefault
    }
    links.append(link.target)
    return .handled
  }

  func conversation(_ view: ConversationView, canTap target: ConversationTarget) -> Bool {
    canTap(target)
  }

  func conversation(
    _ view: ConversationView, awaitsDoubleTapOn target: ConversationTarget
  ) -> Bool { doubleTaps }

  func conversation(
    _ view: ConversationView, menuFor target: ConversationTarget, default items: [MenuItem]
  ) -> [MenuItem] { menu(items) }

  func conversation(_ view: ConversationView, open link: TappedLink) { links.append(link.target) }

  func conversation(
    _ view: ConversationView, toggleReaction reaction: Int, of message: Message.ID
  ) { log.append("toggle \(reaction) of \(message)") }

  func conversation(
    _ view: ConversationView, pressed button: RichText.Button, of message: Message.ID
  ) {
    var data = ""
    if case .callback(let value) = button.action { data = value }
    log.append("press \(data) of \(message)")
  }

  func conversation(
    _ view: ConversationView, toggleCheckbox item: RichMessage.BlockPath, of message: Message.ID
  ) { log.append("check \(item.indices) of \(message)") }

  func conversation(_ view: ConversationView, stop message: Message.ID) {
    log.append("stop \(message)")
  }

  func conversation(
    _ view: ConversationView, replyTo message: Message.ID, quoting range: Range<Int>?
  ) { log.append("reply to \(message) \(range.map { "\($0)" } ?? "")") }

  /// Returns the entries since the last call.
  func take() -> [String] {
    defer { log = [] }
    return log
  }
}

extension ConversationTarget.Kind {
  /// The name of the case.
  fileprivate var name: String {
    switch self {
    case .link(let link): "link \(link.kind)"
    case .code(let code): "code \(code.string)"
    case .codeBlock: "codeBlock"
    case .copyButton: "copyButton"
    case .quotation(_, let isExpanded): isExpanded ? "quotation expanded" : "quotation"
    case .spoiler: "spoiler"
    case .customEmoji(let id): "emoji \(id)"
    case .day(let title): "day \(title)"
    case .image(let index): "image \(index)"
    case .reaction(let index): "reaction \(index)"
    default: "\(self)"
    }
  }
}
