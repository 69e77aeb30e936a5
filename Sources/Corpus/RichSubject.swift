internal import GalleyGeometry
internal import GalleyMessages
package import GalleyRichMessages
package import GalleyRichTypesetting
internal import GalleyTypesetting

/// The rich message of a case.
package struct RichSubject: Hashable, Sendable {
  /// The message, or the error of a message that is refused.
  package var message: Result<RichMessage, RichMessageError>
  /// The sections and quotations that the reader has opened.
  package var state = RichState()
  /// Whether the layout is as wide as the measure; otherwise it is as wide as its widest block.
  package var fillsWidth = false
  /// The current time for relative dates, in seconds since 1970 in UTC.
  package var now: Int?

  /// Reads a message in the format of a source: `rich` is JSON, and the others are markup.
  init(_ text: String, source: Source, isRightToLeft: Bool, isDraft: Bool) {
    let options = RichMessage.ReadingOptions(isDraft: isDraft, isRightToLeft: isRightToLeft)
    message = Result { () throws(RichMessageError) in
      switch source {
      case .json: try RichMessage(json: text, options: options)
      case .markdown: try RichMessage(markdown: text, options: options)
      case .html: try RichMessage(html: text, options: options)
      }
    }
  }

  /// A format of rich messages, with its key.
  enum Source: String, CaseIterable {
    case json = "rich"
    case markdown = "rich-markdown"
    case html = "rich-html"
  }

  /// Returns the layout of the message.
  ///
  /// - Parameters:
  ///   - subject: The case, which has the style of the text, the width and the other options.
  ///   - grid: The grid of pixels that lines and columns are aligned to; `nil` for none.
  ///   - engine: The layout engine.
  /// - Returns: The layout.
  /// - Throws: `RichMessageError` if the message is refused.
  func layout(
    of subject: CorpusCase, on grid: PixelGrid? = nil, with engine: TextEngine
  ) throws -> RichLayout {
    let style = subject.text.baseStyle
    var theme = MessageTheme(text: style)
    theme.lineBreakRules = subject.text.lineBreakRules
    var options = subject.options
    options.lineGrid = grid
    let dates = DateFormatting(language: style.language, timeZone: "UTC", now: now)
    let document = RichDocument(
      try message.get(), theme: RichTheme(message: theme, dates: dates), state: state,
      textOptions: options, engine: engine)
    return document.layout(width: subject.options.width, fillsWidth: fillsWidth)
  }
}

extension RichState {
  /// Applies a setting of opened sections: their places, such as `0 2.1`.
  ///
  /// - Throws: `SettingProblem` if there is no such setting or its value is invalid.
  mutating func apply(_ key: String, _ value: String) throws(SettingProblem) {
    for word in value.split(separator: " ") {
      let numbers = word.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      let indices = numbers.compactMap(\.self).filter { (0..<1_000_000).contains($0) }
      guard indices.count == numbers.count else {
        throw SettingProblem("expected places of blocks such as 0 2.1")
      }
      let path = BlockPath(indices)
      if key == "expand" { setExpanded(path, true) } else { setOpen(path, key == "open") }
    }
  }
}
