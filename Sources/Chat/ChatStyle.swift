public import GalleyGeometry
public import GalleyImages
public import GalleyMessages
internal import GalleyFonts
public import GalleyTypesetting

/// The appearance of a conversation: its colors, fonts and dimensions.
public struct ChatStyle: Hashable, Sendable {
  /// The color scheme of a conversation.
  public enum Appearance: String, CaseIterable, Hashable, Sendable {
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark
  }

  /// The color scheme.
  public var appearance: Appearance
  /// The width of the conversation, in points.
  public var width: Double
  /// The font families of all text, in order of preference.
  public var families: [String] = []
  /// The format of dates and times.
  public var dates = DateFormatting(language: "en-GB")
  /// The words that are not part of messages.
  public var words = ChatWords()
  /// The line breaking rules of message texts.
  public var lineBreakRules = AttributedText.LineBreakRules()
  /// The pixel grid that baselines are aligned to, or `nil` to keep the fonts' line heights.
  public var lineGrid: PixelGrid?

  /// The shape of the tails of bubbles, mirrored for outgoing messages; `nil` for the usual one.
  public var tail: TailPicture?

  /// The valid widths of a conversation, in points.
  public static let widths = 240.0...2_000.0

  /// Creates a style; the width is clamped to ``widths``.
  public init(_ appearance: Appearance = .light, width: Double = 440) {
    self.appearance = appearance
    self.width = max(Self.widths.lowerBound, min(width, Self.widths.upperBound))
  }

  /// Whether the color scheme is dark.
  var isDark: Bool { appearance == .dark }

  /// Returns the colors of the contents of a bubble.
  func theme(isOutgoing: Bool) -> ChatTheme {
    switch (isDark, isOutgoing) {
    case (false, false): .lightIncoming
    case (false, true): .lightOutgoing
    case (true, false): .darkIncoming
    case (true, true): .darkOutgoing
    }
  }

  /// The colors of the background gradient, from top to bottom.
  var ground: [Color] {
    isDark
      ? [Color(argb: 0xFF0E_1720), Color(argb: 0xFF12_1E2A), Color(argb: 0xFF0D_1822)]
      : [Color(argb: 0xFFC4_DBC6), Color(argb: 0xFFD6_E3C8), Color(argb: 0xFFBF_DAD8)]
  }

  /// The fill behind text on the background, such as dates.
  var pill: Color { Color(argb: isDark ? 0xB31D_2B39 : 0x8C4D_7058) }

  /// The fill of the bar above the first unread message, and its text.
  var divider: (fill: Color, text: Color) {
    isDark
      ? (Color(argb: 0xCC17_2430), Color(argb: 0xFF9F_D0F8))
      : (Color(argb: 0xCCF7_FAF5), Color(argb: 0xFF1F_6BB5))
  }

  /// The style of the number on the button that scrolls to the end.
  package var badgeText: TextStyle { text(12.5, weight: 600, color: .fixed(.white)) }

  /// The placeholder color of a missing image.
  var imagePlaceholder: Color { Color(argb: isDark ? 0xFF3B_4A59 : 0xFFC3_CED8) }

  /// The fill behind a time that overlays an image.
  var imagePill: Color { Color(argb: 0x8010_1820) }

  /// Returns the color of the time, and of the ticks of outgoing messages.
  func time(isOutgoing: Bool) -> Color {
    switch (isDark, isOutgoing) {
    case (false, false): Color(argb: 0xFF75_7F8A)
    case (false, true): Color(argb: 0xFF3B_8244)
    case (true, false): Color(argb: 0xFF8B_9BAB)
    case (true, true): Color(argb: 0xFFA9_CBEC)
    }
  }

  /// The color of the ticks of messages that were read.
  var readTicks: Color { Color(argb: isDark ? 0xFF7F_D2FF : 0xFF2F_9A46) }

  /// The color of the mark of a message that could not be sent.
  var failure: Color { Color(argb: isDark ? 0xFFFF_7A70 : 0xFFD1_3B33) }

  /// Returns the colors of a reaction's capsule and of its count.
  func chip(isOutgoing: Bool, isChosen: Bool) -> (fill: Color, text: Color) {
    switch (isDark, isOutgoing) {
    case (false, false):
      isChosen
        ? (Color(argb: 0xFF2F_86D4), .white)
        : (Color(argb: 0xFFE6_F1FB), Color(argb: 0xFF1F_6BB5))
    case (false, true):
      isChosen
        ? (Color(argb: 0xFF3F_9A4B), .white)
        : (Color(argb: 0xFFC6_EFAE), Color(argb: 0xFF25_7133))
    case (true, false):
      isChosen
        ? (Color(argb: 0xFF3A_83C4), .white)
        : (Color(argb: 0xFF2D_4256), Color(argb: 0xFF9F_D0F8))
    case (true, true):
      isChosen
        ? (Color(argb: 0xFFE4_F2FF), Color(argb: 0xFF24_4A70))
        : (Color(argb: 0xFF3D_6A95), Color(argb: 0xFFDC_EEFF))
    }
  }

  /// Returns the color of a person's name.
  func name(_ person: Int) -> Color {
    let light: [UInt32] = [
      0xFFC7_3A35, 0xFFAD_5A0C, 0xFF6D_4FC4, 0xFF28_7A38, 0xFF0B_7685, 0xFF20_69BC, 0xFFB8_3474,
    ]
    let dark: [UInt32] = [
      0xFFFF_8E86, 0xFFF2_A665, 0xFFB8_A0FF, 0xFF83_D07C, 0xFF5C_CBD9, 0xFF78_B8FF, 0xFFFF_93C4,
    ]
    return Color(argb: (isDark ? dark : light)[person % light.count])
  }

  /// Returns the style of plain text in a size and a weight.
  func text(_ size: Double, weight: Double = 400, color: PaintColor = .role(.text)) -> TextStyle {
    TextStyle(
      font: FontDescription(families: families, size: size, weight: weight),
      paint: TextPaint(color: color))
  }
}

/// The dimensions of a conversation, in points.
enum ChatMetrics {
  /// The maximum number of bytes of a text shown on a single line; no line fits more letters.
  static let lineBytes = 4096
  static let textSize = 16.0
  static let nameSize = 14.0
  static let timeSize = 11.5
  static let pillTextSize = 13.0
  /// The margin at the sides of the background.
  static let margin = 10.0
  /// The minimum distance between a bubble and the opposite side.
  static let farMargin = 46.0
  /// The diameter of an avatar, and its distance from the bubble.
  static let (avatar, avatarGap) = (36.0, 9.0)
  /// The maximum width of a bubble.
  static let bubbleLimit = 480.0
  static let (radius, smallRadius) = (16.0, 6.0)
  /// The radius of corners between adjacent images.
  static let innerRadius = 3.0
  /// The side of the thumbnail in a reply header.
  static let thumbnail = 36.0
  /// The padding between a bubble's edge and its text.
  static let (paddingX, paddingTop, paddingBottom) = (12.0, 7.0, 7.0)
  /// The vertical distance between messages: within a group of one person, and between groups.
  static let (nearGap, gap) = (2.0, 9.0)
  /// The distance between a bubble's edge and an image in it.
  static let imageInset = 3.0
  static let imageLimit = Size(width: 340, height: 360)
  /// The maximum side of a sticker, in points.
  static let stickerSide = 192.0
  static let imageMinimum = Size(width: 150, height: 90)
  static let ticksSize = Size(width: 17, height: 11)
  static let chipHeight = 27.0
  static let chipGap = 5.0
  /// The maximum time between two messages of a group, in seconds.
  static let rowDuration = 600

  /// The dimensions of a link preview, in points.
  enum Preview {
    static let textSize = 14.0
    /// The distances of the contents from the left side with the bar, from the right side, and from
    /// the upper and the lower side of the box.
    static let (left, right, padding) = (10.0, 8.0, 5.0)
    static let lineGap = 1.0
    /// The maximum numbers of lines.
    static let (titleLines, summaryLines) = (2, 4)
    /// The side of a small picture, and its distance from the first line's upper edge.
    static let (thumbnail, imageInset) = (54.0, 2.0)
    /// The distance between a picture and the words.
    static let imageGap = 8.0
    static let imageRadius = 4.0
    /// The maximum height of a large picture.
    static let imageHeight = 260.0
  }
}
