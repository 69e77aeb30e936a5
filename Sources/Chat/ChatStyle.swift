public import GalleyGeometry
public import GalleyMessages
internal import GalleyFonts
public import GalleyTypesetting

/// How a conversation looks: its colors, and how much room it has.
public struct ChatStyle: Hashable, Sendable {
  /// Whether bubbles stand on a light ground or on a dark one.
  public enum Appearance: String, CaseIterable, Hashable, Sendable {
    case light, dark
  }

  /// Whether bubbles stand on a light ground or on a dark one.
  public var appearance: Appearance
  /// How wide the conversation is, in points.
  public var width: Double
  /// The families of all text, in order of preference.
  public var families: [String] = []
  /// How dates and times are written.
  public var dates = DateFormatting(language: "en-GB")
  /// The rules by which places are found where lines of messages may end.
  public var lineBreakRules = LineBreakRules()
  /// The grid that lines of text stand on, or `nil` to keep their distances as the fonts have them.
  public var lineGrid: PixelGrid?

  /// The least room that a conversation may have, in points.
  public static let widths = 240.0...2_000.0

  /// Makes a style; the width is brought into ``widths``.
  public init(_ appearance: Appearance = .light, width: Double = 440) {
    self.appearance = appearance
    self.width = max(Self.widths.lowerBound, min(width, Self.widths.upperBound))
  }

  /// Whether the ground is dark.
  var isDark: Bool { appearance == .dark }

  /// The colors of what is in a bubble.
  func theme(isOutgoing: Bool) -> ChatTheme {
    switch (isDark, isOutgoing) {
    case (false, false): .lightIncoming
    case (false, true): .lightOutgoing
    case (true, false): .darkIncoming
    case (true, true): .darkOutgoing
    }
  }

  /// The colors that the ground goes through from the top down.
  var ground: [Color] {
    isDark
      ? [Color(argb: 0xFF0E_1720), Color(argb: 0xFF12_1E2A), Color(argb: 0xFF0D_1822)]
      : [Color(argb: 0xFFC4_DBC6), Color(argb: 0xFFD6_E3C8), Color(argb: 0xFFBF_DAD8)]
  }

  /// What is behind words that stand on the ground, such as dates.
  var pill: Color { Color(argb: isDark ? 0xB31D_2B39 : 0x8C4D_7058) }

  /// The place of an image that is not there.
  var imagePlaceholder: Color { Color(argb: isDark ? 0xFF3B_4A59 : 0xFFC3_CED8) }

  /// What is behind the time where it stands on an image.
  var imagePill: Color { Color(argb: 0x8010_1820) }

  /// The time, and the ticks of what the reader wrote.
  func time(isOutgoing: Bool) -> Color {
    switch (isDark, isOutgoing) {
    case (false, false): Color(argb: 0xFF75_7F8A)
    case (false, true): Color(argb: 0xFF3B_8244)
    case (true, false): Color(argb: 0xFF8B_9BAB)
    case (true, true): Color(argb: 0xFFA9_CBEC)
    }
  }

  /// The ticks of what was read.
  var readTicks: Color { Color(argb: isDark ? 0xFF7F_D2FF : 0xFF2F_9A46) }

  /// What could not be sent.
  var failure: Color { Color(argb: isDark ? 0xFFFF_7A70 : 0xFFD1_3B33) }

  /// What is behind a reaction, and its count.
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

  /// The color of a person's name.
  func name(_ person: Int) -> Color {
    let light: [UInt32] = [
      0xFFC7_3A35, 0xFFAD_5A0C, 0xFF6D_4FC4, 0xFF28_7A38, 0xFF0B_7685, 0xFF20_69BC, 0xFFB8_3474,
    ]
    let dark: [UInt32] = [
      0xFFFF_8E86, 0xFFF2_A665, 0xFFB8_A0FF, 0xFF83_D07C, 0xFF5C_CBD9, 0xFF78_B8FF, 0xFFFF_93C4,
    ]
    return Color(argb: (isDark ? dark : light)[person % light.count])
  }

  /// The colors that the ground of a person's initials goes through.
  static func avatar(_ person: Int) -> [Color] {
    let pairs: [(UInt32, UInt32)] = [
      (0xFFFF_8A63, 0xFFE5_4C52), (0xFFFB_BB57, 0xFFEE_8A33), (0xFF9A_94F5, 0xFF6A_5BDA),
      (0xFF8D_D371, 0xFF45_A955), (0xFF52_CFCF, 0xFF1F_9DAE), (0xFF65_B9F6, 0xFF2A_83DB),
      (0xFFF3_93BE, 0xFFD6_5396),
    ]
    let pair = pairs[person % pairs.count]
    return [Color(argb: pair.0), Color(argb: pair.1)]
  }

  /// The style of plain text in a size and a weight.
  func text(_ size: Double, weight: Double = 400, color: PaintColor = .role(.text)) -> TextStyle {
    TextStyle(
      font: FontDescription(families: families, size: size, weight: weight),
      paint: TextPaint(color: color))
  }
}

/// The distances and sizes of a conversation, in points.
enum ChatMetrics {
  /// The bytes of a text of which a single line shows the beginning; no line has room for more letters.
  static let lineBytes = 4096
  static let textSize = 16.0
  static let nameSize = 14.0
  static let timeSize = 11.5
  static let pillTextSize = 13.0
  /// Between the ground's sides and what stands on it.
  static let margin = 10.0
  /// Between a bubble and the ground's far side, at the least.
  static let farMargin = 46.0
  /// The side of the round picture of a person, and what is between it and a bubble.
  static let (avatar, avatarGap) = (36.0, 9.0)
  /// A bubble is no wider than this.
  static let bubbleLimit = 480.0
  static let (radius, smallRadius) = (16.0, 6.0)
  /// The radius of corners between images.
  static let innerRadius = 3.0
  /// The side of the image of what is answered.
  static let thumbnail = 36.0
  /// Between a bubble's edge and its text.
  static let (paddingX, paddingTop, paddingBottom) = (12.0, 7.0, 7.0)
  /// Between messages: of one person in a row, and others.
  static let (nearGap, gap) = (2.0, 9.0)
  /// Between a bubble's edge and an image in it.
  static let imageInset = 3.0
  static let imageLimit = Size(width: 340, height: 360)
  static let imageMinimum = Size(width: 150, height: 90)
  static let ticksSize = Size(width: 17, height: 11)
  static let chipHeight = 27.0
  static let chipGap = 5.0
  /// Messages of one person that are apart by more are not in a row, in seconds.
  static let rowDuration = 600
}
