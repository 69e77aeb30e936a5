internal import GalleyGeometry
internal import GalleyTypesetting

/// The settings of a part of a text: its style, paragraph, block, link, spoiler or object.
enum PartSetting {
  /// The names of the settings of a part, which may be repeated.
  static let names: Set = ["style", "paragraph", "block", "link", "spoiler", "object"]

  /// Applies a setting such as `"part of the text" size=20 underline`.
  ///
  /// - Returns: The error, or `nil`.
  static func apply(_ name: String, _ value: String, to text: inout AttributedText) -> String? {
    guard let (part, settings) = SettingWords(value)?.part else {
      return "\(name) requires a quoted part of the text first"
    }
    guard let range = text.string.utf8Range(of: part) else {
      return "the text does not contain \"\(part)\""
    }
    switch name {
    case "style":
      var problem: String?
      for word in settings {
        text.updateStyle(in: range) { style in
          problem = problem ?? StyleSetting.apply(word.name, word.value, to: &style)
        }
      }
      return problem
    case "paragraph":
      var style = text.paragraphStyle(at: range.lowerBound)
      for word in settings {
        if let problem = apply(word, to: &style) { return problem }
      }
      text.setParagraphStyle(style, in: range)
    case "block":
      guard let block = block(settings, in: range) else {
        return "expected quote or code, optionally with language, title and collapsible"
      }
      text.addBlocks([block])
    case "link": text.annotate(range, as: .link(type: "text_link", url: settings.first?.name))
    case "spoiler": text.annotate(range, as: .spoiler)
    default: break
    }
    return nil
  }

  private static func apply(_ word: SettingWords.Word, to style: inout ParagraphStyle) -> String? {
    switch word.name {
    case "align":
      guard let alignment = OptionSetting.alignments[word.value] else { return "unknown alignment" }
      style.alignment = alignment
      return nil
    case "tabs":
      let stops = word.value.split(separator: ",").map { tabStop($0) }
      guard !stops.contains(nil) else { return "expected tab stops such as 40,80:end" }
      style.tabStops = stops.compactMap { $0 }
      return nil
    default: break
    }
    guard let number = SettingValue.points(word.value) else {
      return "expected a distance in points"
    }
    switch word.name {
    case "first": style.firstLineIndent = number
    case "indent": style.indent = number
    case "end": style.endIndent = number
    case "before": style.spacingBefore = number
    case "after": style.spacingAfter = number
    default: return "unknown paragraph setting \(word.name)"
    }
    return nil
  }

  private static func tabStop(_ value: Substring) -> ParagraphStyle.TabStop? {
    let parts = value.split(separator: ":")
    guard let position = parts.first.flatMap({ SettingValue.points(String($0)) }) else {
      return nil
    }
    switch parts.count > 1 ? parts[1] : "start" {
    case "start": return ParagraphStyle.TabStop(position)
    case "center": return ParagraphStyle.TabStop(position, .center)
    case "end": return ParagraphStyle.TabStop(position, .end)
    case "decimal": return ParagraphStyle.TabStop(position, .decimal)
    default: return nil
    }
  }

  private static func block(
    _ settings: ArraySlice<SettingWords.Word>, in range: Range<Int>
  ) -> TextBlock? {
    var block: TextBlock
    switch settings.first?.name {
    case "quote": block = TextBlock(.quote, in: range)
    case "code":
      let language = settings.first.flatMap { $0.value.isEmpty ? nil : $0.value }
      block = TextBlock(.code(language: language), in: range)
    default: return nil
    }
    for word in settings.dropFirst() {
      switch word.name {
      case "title": block.title = word.value
      case "collapsible": block.isCollapsible = true
      default: return nil
      }
    }
    return block
  }

  /// Parses `"part" size=20x16 descent=4 id=cat tinted`: an attachment in place of a part of the
  /// text.
  static func object(_ value: String, in text: String) -> (Range<Int>, TextAttachment)? {
    guard let (part, settings) = SettingWords(value)?.part, let range = text.utf8Range(of: part)
    else { return nil }
    var object = TextAttachment(id: part, size: .zero, text: part)
    for word in settings {
      switch word.name {
      case "size":
        guard let size = SettingValue.size(word.value) else { return nil }
        object.size = Size(width: size.width, height: size.height)
      case "descent":
        guard let descent = SettingValue.points(word.value) else { return nil }
        object.placement = .baseline(descent: descent)
      case "id": object.id = word.value
      case "tinted": object.isTinted = true
      default: return nil
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
