public import GalleyHarfBuzz
internal import GalleyUnicode

/// The font chosen for a grapheme cluster, with the reason and the remedy if none has it.
public struct FontExplanation: Hashable, Sendable {
  /// The cluster.
  public let text: String
  /// The UTF-8 range of the cluster in the text.
  public let range: Range<Int>
  /// The family of the chosen font.
  public let family: String
  /// The style of the font.
  public let style: String
  /// The path of the font file.
  public let path: String
  /// The index of the face in the file.
  public let index: Int
  /// The reason for the choice, in words.
  public let reason: String
  /// Whether the font has every visible character of the cluster.
  public let isComplete: Bool
  /// The script of the cluster.
  public let script: FontTag
  /// The Debian package with a font for missing characters, or `nil` if none are missing or none is
  /// known.
  public let package: String?
}

extension FontCollection {
  /// Returns the font chosen for each grapheme cluster of `text`, with the reason.
  ///
  /// Scripts are those of the characters; common characters take the script of the text before
  /// them.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - description: The style of the text.
  ///   - language: The language as a BCP 47 tag, or `nil`.
  /// - Returns: One explanation per cluster, in order.
  public func explain(
    _ text: String, in description: FontDescription = FontDescription(), language: String? = nil
  ) -> [FontExplanation] {
    let fonts = fontSet(for: description, language: language)
    var script = FontTag.common
    var start = 0
    return text.map { character in
      let scalars = character.unicodeScalars.map(\.value)
      let own = scalars.lazy.map { FontTag(rawValue: ICU.Properties.script(of: $0)) }
        .first { (tag: FontTag) in tag != .common && tag != .inherited && tag != .unknown }
      script = own ?? script
      let selection = fonts.selection(for: scalars.span, script: script)
      let length = character.utf8.count
      defer { start += length }
      let typeface = selection.instance.typeface
      return FontExplanation(
        text: String(character), range: start..<start + length, family: typeface.family,
        style: typeface.style, path: typeface.path, index: typeface.index,
        reason: selection.words(for: EmojiPresentation(of: scalars.span), in: description),
        isComplete: selection.isComplete, script: script,
        package: selection.isComplete ? nil : MissingFonts.package(for: scalars.span, own))
    }
  }
}

extension FontSelection {
  /// Returns the reason for the choice of the font, in words.
  fileprivate func words(for presentation: EmojiPresentation, in description: FontDescription)
    -> String
  {
    let lack = isComplete ? "" : ", though it lacks some of its marks"
    switch reason {
    case .primary where description.families.isEmpty: return "the default font" + lack
    case .primary: return "the font that was asked for" + lack
    case .family(let index): return "number \(index + 1) of the families asked for" + lack
    case .presentation where presentation == .emoji: return "it is shown as an emoji" + lack
    case .presentation: return "only the emoji font has it" + lack
    case .file: return "the first of the font files that has it" + lack
    case .fallback(let index):
      return "number \(index + 1) of the collection, the first that has it" + lack
    case .system: return "the first of the system's fonts that has it" + lack
    case .lastResort: return "no font has it"
    }
  }
}
