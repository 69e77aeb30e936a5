internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyTypesetting
internal import GalleyWindow

/// The question whether to open a link, with its destination and the reasons not to.
@MainActor final class LinkQuestion: ConversationPanel {
  /// An answer, in the order of the buttons.
  enum Answer: Int, CaseIterable {
    case cancel, copy, open

    func title(in words: ChatWords) -> String {
      switch self {
      case .cancel: words.cancel
      case .copy: words.copy
      case .open: words.open
      }
    }
  }

  /// The time in which presses are ignored, in seconds: the second click of two was not meant for
  /// a button that has just appeared under the pointer.
  private static let patience = 0.35
  private static let (width, padding, buttonHeight, gap) = (320.0, 18.0, 34.0, 8.0)

  let node: DisplayNode
  private let box: DisplayNode
  private var buttons: [DisplayNode] = []
  private let destination: LinkDestination
  private let style: PanelStyle
  private let onEnd: @MainActor (Answer) -> Void
  private let pointers = PanelPointers()
  private(set) var choice: ChoiceState
  private var pressed: Int?
  /// The time at which the question appeared, in seconds of the display clock.
  private let start: Double

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - destination: The destination of the link.
  ///   - style: The appearance.
  ///   - environment: The environment of the view.
  ///   - onEnd: Called with the answer.
  init(
    _ destination: LinkDestination, style: PanelStyle, environment: DisplayEnvironment,
    onEnd: @escaping @MainActor (Answer) -> Void
  ) {
    (self.destination, self.style, self.onEnd) = (destination, style, onEnd)
    // Nobody opens a suspicious destination by pressing Enter.
    let initial = destination.needsConfirmation ? Answer.cancel : .open
    choice = ChoiceState(
      isEnabled: Answer.allCases.map { _ in true }, highlighted: initial.rawValue)
    start = environment.clock.now
    (node, box) = style.dimming("question", environment: environment)
    pointers.panel = self
    node.pointerHandler = pointers
  }

  func layout(in size: Size) {
    node.frame = Rect(origin: .zero, size: size)
    for subnode in box.subnodes { subnode.removeFromSupernode() }
    buttons = []
    let width = min(Self.width, size.width - 24)
    let room = width - 2 * Self.padding
    var y = Self.padding
    func add(_ label: TextNode, below gap: Double) {
      label.frame.origin = Point(x: Self.padding, y: y)
      box.addSubnode(label.node)
      y += label.frame.size.height.rounded(.up) + gap
    }
    let environment = node.environment
    add(
      style.label(
        style.words.mayOpen, size: 16, weight: 600, color: style.text, width: room,
        environment: environment), below: 8)
    // The host comes first, so a truncated address still shows it.
    add(
      style.label(
        destination.displayString, color: style.secondary, width: room, lines: 4,
        environment: environment), below: 8)
    for warning in destination.warnings.words(in: style.words) {
      add(
        style.label(
          warning, weight: 600, color: style.destructive, width: room, lines: 3,
          environment: environment), below: 6)
    }
    y += 6
    placeButtons(at: y, in: room)
    y += Self.buttonHeight + Self.padding
    let origin = Point(
      x: ((size.width - width) / 2).rounded(), y: max(8, ((size.height - y) / 2).rounded()))
    box.frame = Rect(origin: origin, size: Size(width: width, height: y))
    showHighlight()
  }

  private func placeButtons(at y: Double, in room: Double) {
    let count = Double(Answer.allCases.count)
    let width = ((room - Self.gap * (count - 1)) / count).rounded(.down)
    for answer in Answer.allCases {
      let title = answer.title(in: style.words)
      let button = DisplayNode(environment: node.environment)
      button.name = title
      button.cornerRadii = CornerRadii(7)
      button.isOpaque = false
      button.isUserInteractionEnabled = false
      button.frame = Rect(
        x: Self.padding + Double(answer.rawValue) * (width + Self.gap), y: y, width: width,
        height: Self.buttonHeight)
      let isDangerous = answer == .open && destination.needsConfirmation
      let label = style.label(
        title, weight: 600, color: isDangerous ? style.destructive : style.text,
        environment: node.environment)
      let size = label.frame.size
      label.frame.origin = Point(
        x: ((width - size.width) / 2).rounded(),
        y: ((Self.buttonHeight - size.height) / 2).rounded())
      button.addSubnode(label.node)
      box.addSubnode(button)
      buttons.append(button)
    }
  }

  private func showHighlight() {
    for (index, button) in buttons.enumerated() {
      let isChosen = index == choice.highlighted
      button.backgroundColor = style.highlight
      button.border =
        isChosen ? Layer.Border(width: 2, color: style.ring) : Layer.Border()
      button.opacity = index == pressed ? 0.6 : 1
    }
  }

  // MARK: Events

  func press(_ key: WindowEvent.Key, _ modifiers: WindowEvent.KeyModifiers) {
    switch key {
    case .right, .down: choice.move(by: 1)
    case .left, .up: choice.move(by: -1)
    case .tab: choice.move(by: modifiers.contains(.shift) ? -1 : 1)
    case .enter, .space: return perform(choice.activate())
    case .escape: return onEnd(.cancel)
    default: break
    }
    showHighlight()
  }

  var elements: [ChatElement] {
    let words =
      ([style.words.mayOpen, destination.displayString]
      + destination.warnings.words(in: style.words))
      .joined(separator: "\n")
    let frame = Rect(origin: .zero, size: box.frame.size)
    let text = ChatElement(.note, verbatim: words, frame: frame)
    let answers = zip(Answer.allCases, buttons).map { answer, button in
      ChatElement(.button, verbatim: answer.title(in: style.words), frame: button.frame)
    }
    return ([text] + answers).map { $0.moved(by: box.frame.origin) }
  }

  func activate(at point: Point) -> Bool {
    let index = index(at: point)
    if let index { perform(.choose(index)) }
    return index != nil
  }

  func covers(_ point: Point) -> Bool { true }

  func isButton(at point: Point) -> Bool { index(at: point) != nil }

  func hover(_ point: Point?) {}

  func follow(_ event: PointerEvent) {
    let index = index(at: event.position)
    switch event.phase {
    case .began:
      guard event.time - start >= Self.patience else { break }
      if !box.frame.contains(event.position) { return onEnd(.cancel) }
      pressed = index
    case .moved: if index != pressed { pressed = nil }
    case .ended:
      if let pressed, pressed == index { return perform(.choose(pressed)) }
      pressed = nil
    case .canceled, .hovered, .exited: pressed = nil
    }
    showHighlight()
  }

  private func index(at point: Point) -> Int? {
    let inside = Point(x: point.x - box.frame.minX, y: point.y - box.frame.minY)
    return buttons.firstIndex { $0.frame.contains(inside) }
  }

  private func perform(_ effect: ChoiceState.Effect) {
    if case .choose(let index) = effect, let answer = Answer(rawValue: index) { onEnd(answer) }
  }
}

extension LinkDestination.Warnings {
  /// The reasons in words, the most serious first.
  func words(in words: ChatWords) -> [String] {
    var reasons: [String] = []
    if contains(.lookalike) { reasons.append(words.lookalike) }
    if contains(.concealed) { reasons.append(words.concealed) }
    if contains(.credentials) { reasons.append(words.credentials) }
    if contains(.obscureNumber) { reasons.append(words.obscureNumber) }
    return reasons
  }
}
