public import GalleyGeometry
public import GalleyTypesetting

/// The colors of a message, and of its background.
///
/// Layouts refer to color roles only; a theme is applied when they are painted, so switching to
/// dark mode needs no new layout. The contrast of text with its background is at least 4.5:1, and
/// that of bars 3:1 (WCAG 2.1, 1.4.3 and 1.4.11).
public struct ChatTheme: Hashable, Sendable {
  /// The name of the theme on the command line.
  public let name: String
  /// The color of every role.
  public var palette: Palette
  /// The color of the background or the bubble behind the message.
  public var background: Color
  /// Whether text is lighter than its background.
  public let isDark: Bool

  /// Creates a theme.
  ///
  /// - Parameters:
  ///   - name: The name of the theme.
  ///   - palette: The color of every role. Its ``/GalleyTypesetting/Palette/contrast`` decides how
  ///     much heavier light text on a dark background is drawn.
  ///   - background: The color of the background or the bubble behind the message.
  ///   - isDark: Whether text is lighter than its background.
  public init(name: String, palette: Palette, background: Color, isDark: Bool) {
    self.name = name
    self.palette = palette
    self.background = background
    self.isDark = isDark
  }

  private init(
    _ name: String, on background: UInt32, isDark: Bool, _ colors: [PaintColor.Role: UInt32]
  ) {
    var palette = Palette(text: isDark ? .white : .black, colors.mapValues { Color(argb: $0) })
    palette.contrast = isDark ? .luminance : .none
    self.init(
      name: name, palette: palette, background: Color(argb: background), isDark: isDark)
  }

  /// Text on white, without a bubble.
  public static let light = ChatTheme("light", on: 0xFFFF_FFFF, isDark: false, lightColors)
  /// Text on a dark background, without a bubble.
  public static let dark = ChatTheme("dark", on: 0xFF17_212B, isDark: true, darkColors)
  /// An incoming message in a white bubble.
  public static let lightIncoming = ChatTheme(
    "light-incoming", on: 0xFFFF_FFFF, isDark: false, lightColors)
  /// An outgoing message in a green bubble.
  public static let lightOutgoing = ChatTheme(
    "light-outgoing", on: 0xFFE1_FEC6, isDark: false, lightOutgoingColors)
  /// An incoming message in a dark bubble.
  public static let darkIncoming = ChatTheme(
    "dark-incoming", on: 0xFF22_2E3A, isDark: true, darkIncomingColors)
  /// An outgoing message in a blue bubble.
  public static let darkOutgoing = ChatTheme(
    "dark-outgoing", on: 0xFF2B_5278, isDark: true, darkOutgoingColors)

  /// All themes.
  public static let all = [light, dark, lightIncoming, lightOutgoing, darkIncoming, darkOutgoing]

  /// Creates the theme with a name; `incoming` and `outgoing` stand for the light themes.
  public init?(named name: String) {
    let full = name == "incoming" || name == "outgoing" ? "light-" + name : name
    guard let found = Self.all.first(where: { $0.name == full }) else { return nil }
    self = found
  }
}

extension ChatTheme: CustomStringConvertible {
  /// The theme's name.
  public var description: String { name }
}

// The colors were found by search: the hue of each role, at the lightness that the contrast
// requires.
extension ChatTheme {
  private static let lightColors: [PaintColor.Role: UInt32] = [
    .secondaryText: 0xFF63_6B76, .link: 0xFF0A_64B2, .code: 0xFFAC_386F, .codeChip: 0x0D00_0000,
    .quoteBar: 0xFF20_76C9, .quoteStripe: 0xFFDC_5F4E, .quoteSecondStripe: 0xFFA3_6FD9,
    .quoteFill: 0x1A20_76C9, .quoteTitle: 0xFF10_6BBD, .codeBar: 0xFF20_76C9,
    .codeFill: 0x0D00_0000, .codeTitle: 0xFF0A_64B2, .mark: 0x66FF_D54A,
    .linkHighlight: 0x3320_76C9, .selection: 0x4D20_76C9, .searchMatch: 0x73FF_A726,
    .keyword: 0xFFA4_3687, .typeName: 0xFF0F_6E6E, .function: 0xFF24_60B7, .variable: 0xFF9F_4B0B,
    .property: 0xFF00_6A95, .constant: 0xFF77_4CB4, .string: 0xFF16_7230, .number: 0xFF8F_5509,
    .comment: 0xFF5D_626B, .operator: 0xFF66_6072, .punctuation: 0xFF5F_636A,
    .attribute: 0xFF74_6005, .tag: 0xFFB6_3039, .escape: 0xFF04_7057, .heading: 0xFF39_5EB9,
    .inserted: 0xFF01_732B, .deleted: 0xFFB6_3132,
  ]

  private static let lightOutgoingColors: [PaintColor.Role: UInt32] = [
    .secondaryText: 0xFF5D_685E, .link: 0xFF04_5DA7, .code: 0xFFA4_3068, .codeChip: 0x1A1B_7F37,
    .quoteBar: 0xFF1B_7F37, .quoteStripe: 0xFFD5_5948, .quoteSecondStripe: 0xFF9D_69D2,
    .quoteFill: 0x1A1B_7F37, .quoteTitle: 0xFF01_732B, .codeBar: 0xFF1B_7F37,
    .codeFill: 0x1A1B_7F37, .codeTitle: 0xFF07_6B29, .mark: 0x66FF_D54A,
    .linkHighlight: 0x331B_7F37, .selection: 0x4D1B_7F37, .searchMatch: 0x73FF_A726,
    .keyword: 0xFF9C_2E7F, .typeName: 0xFF10_6666, .function: 0xFF1D_5AB0, .variable: 0xFF95_4507,
    .property: 0xFF0E_6288, .constant: 0xFF70_44AC, .string: 0xFF07_6B29, .number: 0xFF85_4F06,
    .comment: 0xFF57_5D65, .operator: 0xFF5F_596B, .punctuation: 0xFF58_5C63,
    .attribute: 0xFF6D_5B07, .tag: 0xFFAE_2732, .escape: 0xFF07_6952, .heading: 0xFF33_57B1,
    .inserted: 0xFF07_6B29, .deleted: 0xFFAE_282B,
  ]

  private static let darkColors: [PaintColor.Role: UInt32] = [
    .secondaryText: 0xFF9E_A7B3, .link: 0xFF59_AFF4, .code: 0xFFFA_7FB3, .codeChip: 0x4D00_0000,
    .quoteBar: 0xFF49_9FE3, .quoteStripe: 0xFFEC_6E5C, .quoteSecondStripe: 0xFFB1_7DE8,
    .quoteFill: 0x1A49_9FE3, .quoteTitle: 0xFF59_AFF4, .codeBar: 0xFF49_9FE3,
    .codeFill: 0x4D00_0000, .codeTitle: 0xFF4A_A1E4, .mark: 0x40FF_D54A,
    .linkHighlight: 0x3349_9FE3, .selection: 0x4D49_9FE3, .searchMatch: 0x4DFF_A726,
    .keyword: 0xFFF4_80D1, .typeName: 0xFF36_BABA, .function: 0xFF72_AAFD, .variable: 0xFFEC_915C,
    .property: 0xFF59_B1E1, .constant: 0xFFBC_94FF, .string: 0xFF67_BB75, .number: 0xFFDF_9A53,
    .comment: 0xFFA2_A8B1, .operator: 0xFFAC_A5BA, .punctuation: 0xFFA3_A8AF,
    .attribute: 0xFFBD_A750, .tag: 0xFFFF_8482, .escape: 0xFF41_BB98, .heading: 0xFF7F_A6FE,
    .inserted: 0xFF5E_BB6F, .deleted: 0xFFFF_847D,
  ]

  private static let darkIncomingColors: [PaintColor.Role: UInt32] = [
    .secondaryText: 0xFFAF_B8C4, .link: 0xFF71_BFFF, .code: 0xFFFD_98C0, .codeChip: 0x4D00_0000,
    .quoteBar: 0xFF58_AEF2, .quoteStripe: 0xFFFD_816E, .quoteSecondStripe: 0xFFC1_8DF9,
    .quoteFill: 0x1A58_AEF2, .quoteTitle: 0xFF71_BFFF, .codeBar: 0xFF58_AEF2,
    .codeFill: 0x4D00_0000, .codeTitle: 0xFF53_A9ED, .mark: 0x40FF_D54A,
    .linkHighlight: 0x3358_AEF2, .selection: 0x4D58_AEF2, .searchMatch: 0x4DFF_A726,
    .keyword: 0xFFFF_97DE, .typeName: 0xFF4B_CACA, .function: 0xFF8F_BBFC, .variable: 0xFFFF_A26D,
    .property: 0xFF6B_C3F4, .constant: 0xFFC8_AAFE, .string: 0xFF77_CB84, .number: 0xFFF0_AA63,
    .comment: 0xFFB3_B9C3, .operator: 0xFFBC_B5CA, .punctuation: 0xFFB4_B9C1,
    .attribute: 0xFFCF_B862, .tag: 0xFFFE_9E9B, .escape: 0xFF56_CDA8, .heading: 0xFF98_B8FD,
    .inserted: 0xFF70_CC80, .deleted: 0xFFFD_A19A,
  ]

  private static let darkOutgoingColors: [PaintColor.Role: UInt32] = [
    .secondaryText: 0xFFCD_D7E3, .link: 0xFFA9_DEFE, .code: 0xFFFE_C5DA, .codeChip: 0x4000_0000,
    .quoteBar: 0xFF87_CCF5, .quoteStripe: 0xFFFD_CAC0, .quoteSecondStripe: 0xFFE2_CCFD,
    .quoteFill: 0x1A87_CCF5, .quoteTitle: 0xFFA9_DEFE, .codeBar: 0xFFAA_BAC9,
    .codeFill: 0x4000_0000, .codeTitle: 0xFFFF_FFFF, .mark: 0x40FF_D54A,
    .linkHighlight: 0x2E87_CCF5, .selection: 0x4087_CCF5, .searchMatch: 0x33FF_A726,
    .keyword: 0xFFFE_C8EA, .typeName: 0xFF70_EBEB, .function: 0xFFC2_D9FC, .variable: 0xFFFE_CDB3,
    .property: 0xFFA9_DEFE, .constant: 0xFFDF_D0FF, .string: 0xFF95_EAA2, .number: 0xFFFF_CFA2,
    .comment: 0xFFD2_D8E2, .operator: 0xFFDC_D5EB, .punctuation: 0xFFD3_D8E0,
    .attribute: 0xFFEE_D780, .tag: 0xFFFF_CAC7, .escape: 0xFF78_ECC7, .heading: 0xFFC6_D8FD,
    .inserted: 0xFF8F_EC9E, .deleted: 0xFFFF_CBC5,
  ]
}
