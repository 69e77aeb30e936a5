internal import GalleyMessages
package import GalleyRichMessages
package import GalleyRichTypesetting
package import GalleyTypesetting

extension StreamingText {
  /// Creates an empty message in which the reader has opened or closed sections.
  ///
  /// - Parameters:
  ///   - width: The width of the message, in points.
  ///   - theme: The appearance.
  ///   - state: The sections that the reader has opened or closed.
  ///   - textOptions: The options of all texts, such as their line height; widths are ignored.
  ///   - options: The options of reading.
  ///   - engine: The layout engine.
  package init(
    width: Double, theme: RichTheme, state: RichState, textOptions: LayoutOptions,
    options: RichMessage.ReadingOptions, engine: TextEngine
  ) {
    self.init(
      width: width, theme: theme, textOptions: textOptions, options: options, engine: engine)
    typesetter.state = state
  }
}
