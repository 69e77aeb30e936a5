internal import GalleyFonts
internal import GalleyHarfBuzz
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyTypesetting
internal import GalleyUnicode

/// The way in which a subscript or superscript is set.
enum ScriptForm: Hashable {
  /// In glyphs of the font for that purpose, at full size and on the baseline.
  case feature(FontTag)
  /// In the ordinary glyphs, at a size and with an upward shift, both in ems of the text around.
  case reduced(scale: Double, shift: Double)

  /// The least size of nested scripts, relative to the text outside of them all.
  static let leastScale = 0.5
}

extension TextTraits.Script {
  /// The feature of fonts that have glyphs for the position.
  private var feature: FontTag { self == .superscript ? "sups" : "subs" }

  /// Returns the form of the whole of a text.
  ///
  /// The font's feature serves if it changes every character of every part. All parts are in the
  /// same form, because glyphs of both kinds beside each other look uneven.
  ///
  /// - Parameters:
  ///   - text: The parts of the text with their styles; `nil` for a text that is not only letters.
  ///   - style: The style of the text around.
  ///   - before: The text before, whose last letter decides the script of digits.
  ///   - fonts: The fonts.
  /// - Returns: The form.
  func form(
    of text: [(style: TextStyle, string: String)]?, in style: TextStyle, after before: [UInt8],
    fonts: FontCollection
  ) -> ScriptForm {
    if let text, !text.isEmpty, isServed(text, after: before, by: fonts) {
      return .feature(feature)
    }
    return reduced(by: fonts.fontSet(for: style.font, language: style.language).primary)
  }

  private func isServed(
    _ text: [(style: TextStyle, string: String)], after before: [UInt8], by fonts: FontCollection
  ) -> Bool {
    text.allSatisfy { style, string in
      let font = fonts.fontSet(for: style.font, language: style.language).primary
      let language = style.language.map(font.font.face.language) ?? .undetermined
      return string.scripts(after: before).allSatisfy { script in
        font.font.replacesGlyphs(
          of: string, with: FontFeature(feature), script: script, language: language)
      }
    }
  }

  /// Returns the reduced form for a font: the size and the offset in its `OS/2` table, within
  /// limits because many fonts have useless ones.
  ///
  /// A font without a size has those of Debian's Noto faces.
  ///
  /// - SeeAlso: OpenType 1.9, `OS/2`, `ySubscriptYSize` to `ySuperscriptYOffset`.
  private func reduced(by font: FontInstance) -> ScriptForm {
    let isAbove = self == .superscript
    let units = font.metrics.unitsPerEm
    let size = font.font.metric(isAbove ? .superscriptSize : .subscriptSize) ?? 0
    let offset = font.font.metric(isAbove ? .superscriptOffset : .subscriptOffset) ?? 0
    guard size > 0, units > 0 else {
      return .reduced(scale: 0.6, shift: isAbove ? 0.35 : -0.1)
    }
    let scale = min(max(Double(size) / units, 0.55), 0.8)
    let shift = Double(offset) / units
    return .reduced(
      scale: scale, shift: isAbove ? min(max(shift, 0.3), 0.5) : -min(max(shift, 0.05), 0.25))
  }
}

extension String {
  /// Returns the scripts that the text may be shaped in.
  ///
  /// Digits and marks take the script of the letters before; without any, the font must serve them
  /// in the scripts of text with and without Latin letters.
  fileprivate func scripts(after before: [UInt8]) -> [FontTag] {
    func isLetter(_ script: UInt32) -> Bool { script != 0x5A79_7979 && script != 0x5A69_6E68 }
    let own = Set(unicodeScalars.map { ICU.Properties.script(of: $0.value) }.filter(isLetter))
    guard own.isEmpty else { return own.map { FontTag(rawValue: $0) } }
    let end = String(decoding: before.suffix(64), as: UTF8.self)
    let last = end.unicodeScalars.reversed().lazy
      .map { ICU.Properties.script(of: $0.value) }.first(where: isLetter)
    return last.map { [FontTag(rawValue: $0)] } ?? ["Zyyy", "Latn"]
  }
}

extension RichText {
  /// Returns the strings of the text with the parts of their style, or `nil` if the text contains
  /// anything but strings, styles and links.
  func letters(
    in parts: StyleSweep.Parts = StyleSweep.Parts(rawValue: 0)
  ) -> [(parts: StyleSweep.Parts, string: String)]? {
    switch self {
    case .plain(let string): return string.isEmpty ? [] : [(parts, string)]
    case .sequence(let texts):
      var letters: [(parts: StyleSweep.Parts, string: String)] = []
      for text in texts {
        guard let own = text.letters(in: parts) else { return nil }
        letters += own
      }
      return letters
    case .styled(let style, let text):
      guard style != .subscript, style != .superscript else { return nil }
      return text.letters(in: TextTraits(parts: parts).applying(style).parts)
    case .link(_, let text), .anchorLink(_, let text), .reference(_, let text):
      return text.letters(in: parts)
    case .anchor: return []
    case .dateTime, .customEmoji, .formula, .referenceLink, .button: return nil
    }
  }
}
