internal import GalleyGeometry
internal import GalleyTypesetting

/// The settings of a part of a text: its style, paragraph, block, link, spoiler or object.
enum PartSetting {
  /// The names of the settings of a part, which may be repeated.
  static let names: Set = ["style", "paragraph", "block", "link", "spoiler", "object"]

  /// Applies a setting such as `"part of the text" size=20 underline`.
  ///
  /// - Throws: `SettingProblem` if the setting is invalid.
  static func apply(
    _ name: String, _ value: String, to text: inout AttributedText
  ) throws(SettingProblem) {
    guard let (part, settings) = SettingWords(value)?.part else {
      throw SettingProblem("\(name) requires a quoted part of the text first")
    }
    guard let range = text.string.utf8Range(of: part) else {
      throw SettingProblem("the text does not contain \"\(part)\"")
    }
    try apply(name, settings, in: range, of: &text)
  }

  /// Applies settings to a range of a text.
  ///
  /// - Throws: `SettingProblem` if a setting is invalid.
  static func apply(
    _ name: String, _ settings: ArraySlice<SettingWords.Word>, in range: Range<Int>,
    of text: inout AttributedText
  ) throws(SettingProblem) {
    switch name {
    case "style":
      var problem: SettingProblem?
      text.updateStyle(in: range) { style in
        do throws(SettingProblem) {
          for word in settings { try StyleSetting.apply(word.name, word.value, to: &style) }
        } catch {
          problem = error
        }
      }
      if let problem { throw problem }
    case "paragraph":
      var style = text.paragraphStyle(at: range.lowerBound)
      for word in settings { try apply(word, to: &style) }
      text.setParagraphStyle(style, in: range)
    case "block": text.addBlocks([try block(settings, in: range)])
    case "link": text.annotate(range, as: .link(type: "text_link", url: settings.first?.whole))
    case "spoiler": text.annotate(range, as: .spoiler)
    default: break
    }
  }

  private static func apply(
    _ word: SettingWords.Word, to style: inout ParagraphStyle
  ) throws(SettingProblem) {
    switch word.name {
    case "align": style.alignment = try OptionSetting.alignment(word.value)
    case "tabs":
      style.tabStops = []
      for stop in word.value.split(separator: ",") { style.tabStops.append(try tabStop(stop)) }
    case "first": style.firstLineIndent = try SettingValue.points(word.value)
    case "indent": style.indent = try SettingValue.points(word.value)
    case "end": style.endIndent = try SettingValue.points(word.value)
    case "before": style.spacingBefore = try SettingValue.points(word.value)
    case "after": style.spacingAfter = try SettingValue.points(word.value)
    default: throw SettingProblem("unknown paragraph setting \(word.name)")
    }
  }

  /// Parses `40` and `80:end`.
  private static func tabStop(
    _ value: Substring
  ) throws(SettingProblem) -> ParagraphStyle.TabStop {
    let parts = value.split(separator: ":").map(String.init)
    let position = try SettingValue.points(parts.first ?? "", "tab stops such as 40,80:end")
    guard parts.count > 1 else { return ParagraphStyle.TabStop(position) }
    return ParagraphStyle.TabStop(
      position,
      try SettingValue.choice(
        parts[1], of: ["start": .start, "center": .center, "end": .end, "decimal": .decimal]))
  }

  private static func block(
    _ settings: ArraySlice<SettingWords.Word>, in range: Range<Int>
  ) throws(SettingProblem) -> TextBlock {
    let problem = SettingProblem(
      "expected quote or code, optionally with language, title and collapsible")
    var block: TextBlock
    switch settings.first?.name {
    case "quote": block = TextBlock(.quote, in: range)
    case "code":
      let language = settings.first.flatMap { $0.value.isEmpty ? nil : $0.value }
      block = TextBlock(.code(language: language), in: range)
    default: throw problem
    }
    for word in settings.dropFirst() {
      switch word.name {
      case "title": block.title = .plain(word.value)
      case "collapsible": block.isCollapsible = true
      default: throw problem
      }
    }
    return block
  }

  /// Parses `"part" size=20x16 descent=4 id=cat tinted`: an attachment in place of a part of the
  /// text.
  static func object(
    _ value: String, in text: String
  ) throws(SettingProblem) -> (range: Range<Int>, attachment: TextAttachment) {
    let problem = SettingProblem(
      "expected an object such as \"part\" size=20x16 descent=4")
    guard let (part, settings) = SettingWords(value)?.part, let range = text.utf8Range(of: part)
    else { throw problem }
    var object = TextAttachment(id: part, size: .zero, text: part)
    for word in settings {
      switch word.name {
      case "size": object.size = try SettingValue.size(word.value)
      case "descent": object.placement = .baseline(descent: try SettingValue.points(word.value))
      case "id": object.id = word.value
      case "tinted": object.isTinted = true
      default: throw problem
      }
    }
    return (range, object)
  }
}

extension String {
  /// Returns the UTF-8 range of the first occurrence of `words`.
  func utf8Range(of words: String) -> Range<Int>? {
    let (bytes, wanted) = (Array(utf8), Array(words.utf8))
    guard !wanted.isEmpty, bytes.count >= wanted.count else { return nil }
    for start in 0...bytes.count - wanted.count
    where bytes[start..<start + wanted.count] == wanted[...] {
      return start..<start + wanted.count
    }
    return nil
  }
}
