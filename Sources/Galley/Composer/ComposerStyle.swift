internal import GalleyChat
internal import GalleyDisplay
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyTextInput
internal import GalleyTypesetting

/// The colors of a composer and of a search bar.
struct ComposerStyle {
  let background: Color
  let field: Color
  let line: Color
  let accent: Color
  let inactive: Color
  let palette: Palette

  init(_ appearance: ChatStyle.Appearance) {
    let isDark = appearance == .dark
    func color(_ light: UInt32, _ dark: UInt32) -> Color { Color(argb: isDark ? dark : light) }
    background = color(0xFFFF_FFFF, 0xFF17_212B)
    field = color(0xFFF0_F2F5, 0xFF24_2F3D)
    line = color(0x1F00_0000, 0x40_000000)
    accent = color(0xFF2F_86D4, 0xFF5A_A6EA)
    inactive = color(0xFFB4_BDC6, 0xFF4D_5C6B)
    palette = Palette(
      text: isDark ? .white : .black,
      [
        .secondaryText: color(0xFF6F_7883, 0xFF8B_9BAB), .link: accent,
        .selection: color(0x5533_90EC, 0x665A_A6EA),
      ])
  }

  /// Colors a bar, its edge and its text field.
  @MainActor func apply(to bar: DisplayNode, edge: DisplayNode, field: TextField) {
    bar.backgroundColor = background
    edge.backgroundColor = line
    field.node.backgroundColor = self.field
    field.appearance.palette = palette
    field.appearance.caretColor = accent
  }

  /// Returns the style of the text that is written.
  static func text(_ families: [String], size: Double = 16, weight: Double = 400) -> TextStyle {
    TextStyle(
      font: FontDescription(families: families, size: size, weight: weight),
      paint: TextPaint(color: .role(.text)))
  }
}
