public import GalleyHarfBuzz
internal import GalleyICU

/// Which font serves a grapheme cluster, why, and what to do if none does.
public struct FontExplanation: Hashable, Sendable {
  /// The cluster.
  public let text: String
  /// Where it is in the text, in UTF-8.
  public let range: Range<Int>
  /// The family of the font that serves it.
  public let family: String
  /// The style of the font.
  public let style: String
  /// The file of the font.
  public let path: String
  /// Which of the file's faces it is.
  public let index: Int
  /// Why it is this font, in words.
  public let reason: String
  /// Whether the font has every character of the cluster that is to be seen.
  public let isComplete: Bool
  /// The script of the cluster.
  public let script: Tag
  /// The Debian package that has a font for what is missing; `nil` if nothing is, or nobody knows.
  public let package: String?
}

extension FontCollection {
  /// Says of each grapheme cluster of `text` which font serves it and why.
  ///
  /// Scripts are those of the characters; what is common to all takes that of what stands before it.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - description: The style it is set in.
  ///   - language: Its language as a BCP 47 tag, or `nil`.
  /// - Returns: One explanation a cluster, in order.
  public func explain(
    _ text: String, in description: FontDescription = FontDescription(), language: String? = nil
  ) -> [FontExplanation] {
    let fonts = fontSet(for: description, language: language)
    var script = Tag.common
    var start = 0
    return text.map { character in
      let scalars = character.unicodeScalars.map(\.value)
      let own = scalars.lazy.map { Tag(rawValue: ICU.Properties.script(of: $0)) }
        .first { $0 != .common && $0 != .inherited && $0 != "Zzzz" }
      script = own ?? script
      let selection = fonts.selection(for: scalars.span, script: script)
      let length = character.utf8.count
      defer { start += length }
      let typeface = selection.instance.typeface
      return FontExplanation(
        text: String(character), range: start..<start + length, family: typeface.family,
        style: typeface.style, path: typeface.path, index: typeface.index,
        reason: selection.words(for: Presentation(of: scalars.span), in: description),
        isComplete: selection.isComplete, script: script,
        package: selection.isComplete ? nil : MissingFonts.package(for: scalars.span, own))
    }
  }
}

extension FontSelection {
  /// Why the font serves the cluster.
  fileprivate func words(for presentation: Presentation, in description: FontDescription) -> String
  {
    let lack = isComplete ? "" : ", though it lacks some of its marks"
    switch reason {
    case .primary where description.families.isEmpty: return "the default font" + lack
    case .primary: return "the font that was asked for" + lack
    case .family(let index): return "number \(index + 1) of the families asked for" + lack
    case .presentation where presentation == .emoji: return "it is shown as an emoji" + lack
    case .presentation: return "only the emoji font has it" + lack
    case .fallback(let index):
      return "number \(index + 1) of the collection, the first that has it" + lack
    case .system: return "the first of the system's fonts that has it" + lack
    case .lastResort: return "no font has it"
    }
  }
}
