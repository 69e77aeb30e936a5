public import GalleyGeometry
public import GalleyTypesetting
internal import GalleyFonts

/// How the parts of a message look.
public struct MessageTheme: Hashable, Sendable {
  /// The style of plain text; everything else differs from it.
  public var text: TextStyle
  /// The color of links, mentions, tags and whatever else leads somewhere.
  public var linkColor: Color
  /// The families for code, in order of preference.
  public var codeFamilies: [String]

  /// Makes a theme that differs from `text` only where it must.
  public init(
    text: TextStyle = TextStyle(), linkColor: Color = Color(argb: 0xFF16_6FC4),
    codeFamilies: [String] = ["monospace"]
  ) {
    self.text = text
    self.linkColor = linkColor
    self.codeFamilies = codeFamilies
  }
}

extension Message {
  /// The message as text that can be laid out.
  ///
  /// Entities are applied in the order given, so that of two that contradict each other the later
  /// one wins. The message's own size, language and direction come before those of `theme`, which
  /// says how plain text, links and code look.
  public func attributedText(theme: MessageTheme = MessageTheme()) -> AttributedText {
    var style = theme.text
    if let size { style.font.size = size }
    if let language { style.language = language }
    var result = AttributedText(text, style: style)
    if let language { result.language = language }
    if let direction { result.direction = direction }
    for entity in entities { entity.apply(to: &result, text: text, theme: theme) }
    return result
  }
}

extension MessageEntity {
  /// Changes the part of `result` that the entity covers.
  ///
  /// Quotations and custom emoji stay plain text: blocks and attachments are not laid out yet.
  fileprivate func apply(to result: inout AttributedText, text: String, theme: MessageTheme) {
    switch kind {
    case .bold: result.updateStyle(in: range) { $0.font.weight = max($0.font.weight, 700) }
    case .italic: result.updateStyle(in: range) { $0.font.slant = .italic }
    case .underline: result.updateStyle(in: range) { $0.paint.underline = .solid }
    case .strikethrough: result.updateStyle(in: range) { $0.paint.strikethrough = .solid }
    case .code, .pre:
      result.updateStyle(in: range) { $0.font.families = theme.codeFamilies + $0.font.families }
    case .spoiler: result.annotate(range, as: .spoiler)
    case .textLink, .textMention, .url, .mention, .hashtag, .cashtag, .botCommand, .email,
      .phoneNumber:
      result.updateStyle(in: range) { $0.paint.color = .fixed(theme.linkColor) }
      result.annotate(range, as: .link(type: kind.name, url: address(in: text)))
    case .blockquote, .customEmoji, .other: break
    }
  }

  /// Where a link leads, if the message says so.
  private func address(in text: String) -> String? {
    switch kind {
    case .textLink(let url): url
    case .url: String(decoding: Array(text.utf8)[range], as: UTF8.self)
    default: nil
    }
  }
}
