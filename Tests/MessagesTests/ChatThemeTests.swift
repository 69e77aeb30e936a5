import GalleyGeometry
import GalleyMessages
import GalleyTypesetting
import Testing

@Suite struct ChatThemeTests {
  static let code: [PaintColor.Role] = [
    .keyword, .typeName, .function, .variable, .property, .constant, .string, .number, .comment,
    .operator, .punctuation, .attribute, .tag, .escape, .heading, .inserted, .deleted,
  ]

  @Test(arguments: ChatTheme.all)
  func `only dark themes correct text for luminance`(theme: ChatTheme) {
    #expect(theme.palette.contrast == (theme.isDark ? .luminance : .none))
  }

  @Test(arguments: ChatTheme.all)
  func `text is legible on backgrounds and in quotations`(theme: ChatTheme) {
    let quote = theme.color(.quoteFill, on: theme.background)
    for role in [PaintColor.Role.text, .secondaryText, .link, .code] {
      expect(theme, role, on: [theme.background, quote], atLeast: 4.5)
    }
    expect(theme, .quoteTitle, on: [quote], atLeast: 4.5)
  }

  @Test(arguments: ChatTheme.all)
  func `code is legible in blocks, in quotations and inline`(theme: ChatTheme) {
    let grounds = [theme.background, theme.color(.quoteFill, on: theme.background)]
    let blocks = grounds.map { theme.color(.codeFill, on: $0) }
    let chips = grounds.map { theme.color(.codeChip, on: $0) }
    for role in Self.code + [.text] { expect(theme, role, on: blocks + grounds, atLeast: 4.5) }
    expect(theme, .code, on: chips, atLeast: 4.5)
    expect(theme, .link, on: blocks + chips, atLeast: 4.5)
    expect(theme, .codeTitle, on: blocks, atLeast: 4.5)
  }

  @Test(arguments: ChatTheme.all)
  func `bars contrast with their surroundings`(theme: ChatTheme) {
    let quote = theme.color(.quoteFill, on: theme.background)
    let code = theme.color(.codeFill, on: theme.background)
    for role in [PaintColor.Role.quoteBar, .quoteStripe, .quoteSecondStripe] {
      expect(theme, role, on: [theme.background, quote], atLeast: 3)
    }
    expect(theme, .codeBar, on: [theme.background, code], atLeast: 3)
  }

  @Test(arguments: ChatTheme.all)
  func `text is legible on marks, selections and highlights`(theme: ChatTheme) {
    for fill in [PaintColor.Role.mark, .selection, .searchMatch, .linkHighlight] {
      let ground = theme.color(fill, on: theme.background)
      expect(theme, .text, on: [ground], atLeast: 4.5)
      expect(theme, .link, on: [ground], atLeast: 3)
      #expect(ground != theme.background, "\(theme.name): \(fill)")
    }
  }

  @Test func `themes are found by name`() {
    #expect(ChatTheme(named: "dark") == .dark)
    #expect(ChatTheme(named: "outgoing") == .lightOutgoing)
    #expect(ChatTheme(named: "dark-incoming") == .darkIncoming)
    #expect(ChatTheme(named: "sepia") == nil)
    #expect(Set(ChatTheme.all.map(\.name)).count == 6)
  }

  private func expect(
    _ theme: ChatTheme, _ role: PaintColor.Role, on grounds: [Color], atLeast contrast: Double
  ) {
    for ground in grounds {
      let found = Self.contrast(theme.palette[role], ground)
      #expect(found >= contrast, "\(theme.name): \(role) on \(ground)")
    }
  }

  /// Returns the contrast of two opaque colors.
  ///
  /// - SeeAlso: WCAG 2.1, "contrast ratio".
  static func contrast(_ first: Color, _ second: Color) -> Double {
    let (one, other) = (luminance(first) + 0.05, luminance(second) + 0.05)
    return max(one, other) / min(one, other)
  }

  /// Returns the relative luminance of a color, as in WCAG 2.1.
  private static func luminance(_ color: Color) -> Double {
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.03928 ? value / 12.92 : power((value + 0.055) / 1.055)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  /// Returns the value to the power of 2.4.
  private static func power(_ value: Double) -> Double {
    // x^2.4 = x^2 · (x^2)^(1/5), with the fifth root by Newton's method.
    let square = value * value
    var root = 1.0
    for _ in 0..<40 {
      root -= (root * root * root * root * root - square) / (5 * root * root * root * root)
    }
    return square * root
  }
}

extension ChatTheme {
  /// Returns the visible color of a role over an opaque background.
  fileprivate func color(_ role: PaintColor.Role, on ground: Color) -> Color {
    let top = palette[role]
    func mix(_ above: UInt8, _ below: UInt8) -> UInt8 {
      let alpha = Double(top.alpha) / 255
      return UInt8((Double(above) * alpha + Double(below) * (1 - alpha)).rounded())
    }
    return Color(
      red: mix(top.red, ground.red), green: mix(top.green, ground.green),
      blue: mix(top.blue, ground.blue))
  }
}
