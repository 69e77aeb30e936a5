internal import GalleyChat
internal import GalleyDisplay
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyTypesetting

/// The style of a list of conversations.
struct ChatListStyle: Sendable {
  var appearance: ChatStyle.Appearance
  let families: [String]
  let dates: DateFormatting
  let engine: TextEngine

  init(_ rows: ChatRows) {
    (appearance, families) = (rows.style.appearance, rows.style.families)
    (dates, engine) = (rows.dates, rows.engine)
  }
}

/// A row of a list of conversations: the title, the beginning of the last message and its date.
struct ChatListRow: Sendable {
  /// The height of a row, in points.
  static let height = 62.0

  private static let (margin, avatar, gap) = (10.0, 42.0, 10.0)

  let title: String
  let last: LastMessage?
  let isSelected: Bool
  let style: ChatListStyle

  init(_ title: String, _ last: LastMessage?, isSelected: Bool, style: ChatListStyle) {
    (self.title, self.last, self.isSelected, self.style) = (title, last, isSelected, style)
  }

  /// Returns the node of the row; callable on any thread.
  func makeNode(environment: DisplayEnvironment) -> DisplayNode {
    let node = DisplayNode(environment: environment)
    node.name = "chat"
    node.style.height = .points(Self.height)
    node.style.width = .points(ChatListPane.width)
    let isDark = style.appearance == .dark
    let fill: UInt32 =
      isSelected ? (isDark ? 0xFF2B_5278 : 0xFF41_9FD9) : (isDark ? 0xFF17_212B : 0xFFFF_FFFF)
    node.backgroundColor = Color(argb: fill)
    let strong = Color(argb: isSelected || isDark ? 0xFFFF_FFFF : 0xFF12_1B24)
    let weak = Color(argb: isSelected ? 0xFFE3_F1FB : isDark ? 0xFF8B_9BAB : 0xFF6F_7883)
    let (left, right) = (
      Self.margin + Self.avatar + Self.gap, ChatListPane.width - Self.margin
    )
    node.addSubnode(makeAvatar(environment: environment))
    var end = right
    if let date = last?.date.flatMap({ date in
      MessageEntity.DateTimeFormat("d").flatMap { style.dates.text(for: date, $0) }
    }) {
      let text = label(date, size: 12, color: weak, width: 100, environment)
      end -= text.frame.size.width
      text.frame.origin = Point(x: end, y: 12)
      node.addSubnode(text.node)
      end -= 8
    }
    let title = label(
      self.title, size: 14.5, weight: 600, color: strong, width: end - left, environment)
    title.frame.origin = Point(x: left, y: 10)
    node.addSubnode(title.node)
    let words = [last?.sender, last?.text].compactMap(\.self).joined(separator: ": ")
    let text = label(words, size: 13.5, color: weak, width: right - left, environment)
    text.frame.origin = Point(x: left, y: 32)
    node.addSubnode(text.node)
    return node
  }

  private func makeAvatar(environment: DisplayEnvironment) -> DisplayNode {
    let disk = DisplayNode(environment: environment)
    let person = title.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) & 0xFFFF }
    disk.backgroundColor = PersonPicture.colors(person)[1]
    disk.isOpaque = false
    disk.cornerRadii = CornerRadii(Self.avatar / 2)
    disk.frame = Rect(
      x: Self.margin, y: (Self.height - Self.avatar) / 2, width: Self.avatar, height: Self.avatar)
    let letters = label(
      PersonPicture.initials(of: title), size: 16, weight: 600, color: .white,
      width: Self.avatar,
      environment)
    let size = letters.frame.size
    letters.frame.origin = Point(
      x: ((Self.avatar - size.width) / 2).rounded(),
      y: ((Self.avatar - size.height) / 2).rounded())
    disk.addSubnode(letters.node)
    return disk
  }

  private func label(
    _ string: String, size: Double, weight: Double = 400, color: Color, width: Double,
    _ environment: DisplayEnvironment
  ) -> TextNode {
    var options = LayoutOptions()
    options.maximumLines = 1
    let text = AttributedText(
      string,
      style: TextStyle(
        font: FontDescription(families: style.families, size: size, weight: weight),
        paint: TextPaint(color: .fixed(color))))
    let node = TextNode(text, options: options, engine: style.engine, environment: environment)
    node.node.isUserInteractionEnabled = false
    let fitting = node.size(thatFits: Size(width: max(0, width), height: .infinity))
    node.frame = Rect(
      origin: .zero, size: Size(width: min(width, fitting.width), height: fitting.height))
    return node
  }
}
