internal import GalleyFonts
public import GalleyMessages

/// The appearance of rich messages.
///
/// Sizes of headings, footers and captions, and all distances, are ratios of the size of body text.
public struct RichTheme: Sendable {
  /// The appearance of text, links, code and quotations.
  public var message: MessageTheme
  /// The formatting of dates; `nil` shows the message's own text.
  public var dates: DateFormatting?
  /// The words of the engine's own.
  public var words = Words()

  /// Creates a theme.
  public init(message: MessageTheme = MessageTheme(), dates: DateFormatting? = DateFormatting()) {
    self.message = message
    self.dates = dates
  }
}

extension RichTheme {
  /// The words that rich messages show themselves.
  public struct Words: Hashable, Sendable {
    /// The placeholder of a block of an unknown type.
    public var unsupported = "Unsupported content"
    /// The control below a message of which only a part is known.
    public var showMore = "Show more"
    /// The names of files without one.
    package var audio = "Audio"
    package var voiceMessage = "Voice message"
    package var document = "File"

    /// Creates the English words.
    public init() {}
  }
}
