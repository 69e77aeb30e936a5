package import GalleyTypesetting

/// A setting of a part of a text, as in a case, whose settings are valid.
package struct TextPart: Hashable, Sendable {
  /// The kind of setting: `style`, `paragraph`, `block`, `link`, `spoiler` or `object`.
  package let name: String
  /// The setting, such as `"part of the text" size=20`.
  package let value: String
  /// The part of the text; `nil` for a style of the whole text.
  package let part: String?

  /// Creates a setting; a style without a quoted part is that of the whole text.
  ///
  /// - Parameters:
  ///   - name: The kind of setting.
  ///   - value: The setting.
  /// - Throws: `SettingProblem` if a setting is invalid.
  package init(_ name: String, _ value: String) throws(SettingProblem) {
    (self.name, self.value) = (name, value)
    guard let words = SettingWords(value), !words.words.isEmpty else {
      throw SettingProblem("expected settings, and quotation marks around parts of the text")
    }
    part = words.part?.text
    // Settings are checked on a text that is the part.
    var text = AttributedText(part ?? "x")
    switch (name, part) {
    case ("object", let part?): _ = try PartSetting.object(value, in: part)
    case (_, .some): try PartSetting.apply(name, value, to: &text)
    case ("style", nil): try PartSetting.apply(name, words.words[...], in: 0..<1, of: &text)
    default: throw SettingProblem("expected a quoted part of the text first")
    }
  }

  /// Returns whether a text contains the part.
  package func applies(to text: String) -> Bool {
    part.map { text.utf8Range(of: $0) != nil } ?? true
  }

  /// Applies the setting to the first occurrence of the part, if there is one.
  package func apply(to text: inout AttributedText) {
    if part == nil, let words = SettingWords(value)?.words[...] {
      try? PartSetting.apply(name, words, in: 0..<text.length, of: &text)
    } else {
      try? PartSetting.apply(name, value, to: &text)
    }
  }

  /// Returns the object that takes the place of a part of a text, and its range in UTF-8; `nil` if
  /// the text does not contain the part, or if the setting is another one.
  package func object(in text: String) -> (range: Range<Int>, attachment: TextAttachment)? {
    name == "object" ? try? PartSetting.object(value, in: text) : nil
  }
}
