internal import GalleyAccessibility
internal import GalleyChat
internal import GalleyDisplay
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyTypesetting

/// The header of a conversation: its title, the number of its messages and the date of those on
/// screen, and buttons that search and go to a date.
@MainActor final class ReaderHeader {
  /// The height of the header, in points.
  static let height = 54.0

  /// The root node.
  let node: DisplayNode
  /// Called when the button of the search is tapped.
  var onSearch: (@MainActor () -> Void)?
  /// Called when the button of the calendar or the header is tapped.
  var onCalendar: (@MainActor () -> Void)?
  /// The colors of the header.
  var appearance: ChatStyle.Appearance { didSet { applyAppearance() } }
  /// The title, and the line below it.
  private(set) var (titleText, subtitleText) = ("", "")

  private let families: [String]
  private let (title, subtitle, line): (TextNode, TextNode, DisplayNode)
  private let (search, calendar): (SymbolButton, SymbolButton)
  private let gestures = GestureRecognizer()

  private static let (margin, side) = (16.0, 40.0)

  init(_ rows: ChatRows, words: ReaderWords, environment: DisplayEnvironment) {
    (families, appearance) = (rows.style.families, rows.style.appearance)
    node = DisplayNode(environment: environment)
    line = DisplayNode(environment: environment)
    var options = LayoutOptions()
    options.maximumLines = 1
    title = TextNode(
      AttributedText("", style: TextStyle()), options: options, engine: rows.engine,
      environment: environment)
    subtitle = TextNode(
      AttributedText("", style: TextStyle()), options: options, engine: rows.engine,
      environment: environment)
    search = SymbolButton(.search, label: words.search, environment: environment)
    calendar = SymbolButton(.calendar, label: words.calendar, environment: environment)
    node.name = "header"
    for text in [title, subtitle] {
      text.node.isUserInteractionEnabled = false
      text.node.displaysAsynchronously = false
    }
    for part in [title.node, subtitle.node, calendar.node, search.node, line] {
      node.addSubnode(part)
    }
    search.onTap = { [weak self] in self?.onSearch?() }
    calendar.onTap = { [weak self] in self?.onCalendar?() }
    gestures.onTap = { [weak self] _ in self?.onCalendar?() }
    node.pointerHandler = gestures
    title.node.accessibleContents = { [weak self] _ in
      var heading = Accessible(.heading, self?.titleText ?? "")
      heading.level = 1
      return [heading]
    }
    subtitle.node.accessibleContents = { [weak self] _ in
      [Accessible(.label, self?.subtitleText ?? "")]
    }
    applyAppearance()
  }

  /// Shows a title and a line below it.
  func show(title: String, subtitle: String) {
    guard title != titleText || subtitle != subtitleText else { return }
    (titleText, subtitleText) = (title, subtitle)
    setTexts()
  }

  /// The frame of the header in its supernode's coordinates, in points.
  var frame: Rect {
    get { node.frame }
    set {
      node.frame = newValue
      layOut(newValue.size)
    }
  }

  /// Returns whether a point of the node is on a button.
  func isButton(at point: Point) -> Bool {
    search.frame.contains(point) || calendar.frame.contains(point)
  }

  private func layOut(_ size: Size) {
    line.frame = Rect(x: 0, y: size.height - 1, width: size.width, height: 1)
    let y = (size.height - Self.side) / 2
    var x = size.width - 6
    for button in [calendar, search] {
      x -= Self.side
      button.frame = Rect(x: x, y: y, width: Self.side, height: Self.side)
    }
    let room = max(0, x - 8 - Self.margin)
    for (text, top) in [(title, 8.0), (subtitle, 29.0)] {
      let fitting = text.size(thatFits: Size(width: room, height: .infinity))
      text.frame = Rect(
        x: Self.margin, y: top, width: min(room, fitting.width), height: fitting.height)
    }
  }

  private func setTexts() {
    title.text = AttributedText(
      titleText, style: ComposerStyle.text(families, size: 15, weight: 600))
    var style = ComposerStyle.text(families, size: 13)
    style.paint.color = .role(.secondaryText)
    subtitle.text = AttributedText(subtitleText, style: style)
    layOut(node.frame.size)
  }

  private func applyAppearance() {
    let style = ComposerStyle(appearance)
    node.backgroundColor = style.background
    line.backgroundColor = style.line
    for text in [title, subtitle] { text.palette = style.palette }
    let color = style.palette[.secondaryText]
    for button in [search, calendar] { button.colors = (color, style.inactive) }
    setTexts()
  }
}
